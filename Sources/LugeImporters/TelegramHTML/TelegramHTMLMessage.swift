import LugeArchive
import LugeCore

/// Reads the name of the chat from the heading of a page.
final class TelegramHTMLHead: HTMLEvents {
  private(set) var name = ""
  private var isInside = false

  func begin(_ element: HTMLElement) -> Bool {
    if element.hasClass("text"), element.hasClass("bold"), name.isEmpty { isInside = true }
    return true
  }

  func end(_ element: HTMLElement) {
    if element.hasClass("text") { isInside = false }
  }

  func text(_ words: String) {
    if isInside { name += words.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }
}

/// Reads one message of a page by the classes of its elements.
final class TelegramHTMLMessage: HTMLEvents {
  private(set) var id: String?
  private(set) var isService = false
  private(set) var time: String?
  private(set) var author = ""
  /// The bot that sent the message for its author, such as `@gif`.
  private(set) var bot: String?
  /// Who wrote a channel's post.
  private(set) var signature = ""
  private(set) var replyTo: String?
  private(set) var forwardedFrom: String?
  private(set) var reactions: [ReactionRecord] = []
  /// Authors of the last reaction.
  private var reacted: Set<String> = []
  /// The text, or the sentence of an event.
  let words = HTMLTextWriter()

  private var media: [Medium] = []

  private struct Medium {
    var record: MediaRecord
    var title = ""
    var status = ""
  }

  /// Role of an element's text; an element without a role has that of the element around it.
  private enum Role {
    case nothing, date, author, forwardedAuthor, text, service, reply, title, status, answer, emoji,
      count, button, signature
  }

  private var roles: [Role] = []
  private var role: Role { roles.last ?? .nothing }
  private var forwardedDepth: Int?
  private var captured = ""
  private var buttons: [(text: String, address: String?)] = []

  func begin(_ element: HTMLElement) -> Bool {
    if role == .text || role == .service {
      if role == .text || element.name == "br" || element.name == "a" {
        guard words.begin(element) else { return false }
        roles.append(role)
        return true
      }
    }
    roles.append(role(of: element))
    return true
  }

  private func role(of element: HTMLElement) -> Role {
    if element.hasClass("message") {
      id = element.id.flatMap { $0.hasPrefix("message") ? String($0.dropFirst(7)) : nil }
      isService = element.hasClass("service")
      return .nothing
    }
    if isService, element.hasClass("body") { return .service }
    if element.hasClass("date") {
      if time == nil { time = element.title }
      return .date
    }
    if element.hasClass("forwarded") {
      forwardedDepth = roles.count
      forwardedFrom = ""
    }
    if element.hasClass("from_name") {
      captured = ""
      return forwardedDepth == nil ? .author : .forwardedAuthor
    }
    if element.hasClass("reply_to") { return .reply }
    if element.hasClass("signature") { return .signature }
    if element.hasClass("bot_button") {
      buttons.append(("", nil))
      return .button
    }
    if role == .button {
      if let target = element.href, target.contains("://") {
        buttons[buttons.count - 1].address = target
      }
      return .button
    }
    if element.hasClass("text"), !element.hasClass("bold") { return .text }
    if element.hasClass("reaction") {
      reactions.append(ReactionRecord(emoji: "", count: 1))
      reacted = []
      return .nothing
    }
    if element.hasClass("emoji"), !reactions.isEmpty { return .emoji }
    if element.hasClass("count"), !reactions.isEmpty { return .count }
    if element.hasClass("userpic") || element.hasClass("initials"), !reactions.isEmpty,
      let name = element.title.map(Self.withoutDate), !name.isEmpty,
      reacted.insert(name).inserted
    {
      reactions[reactions.count - 1].authors.append(name)
      return .nothing
    }
    if role == .reply, let target = element.href, target.contains("go_to_message") {
      replyTo = String(target.suffix(while: \.isNumber))
      return .nothing
    }
    return mediaRole(of: element)
  }

  private func mediaRole(of element: HTMLElement) -> Role {
    if element.hasClass("media_poll") {
      media.append(Medium(record: MediaRecord(kind: .poll)))
      return .nothing
    }
    let kinds: [(String, MediaRecord.Kind)] = [
      ("photo_wrap", .photo), ("sticker_wrap", .sticker), ("animated_wrap", .animation),
      ("video_file_wrap", .video), ("media_photo", .photo), ("media_video", .video),
      ("media_voice_message", .voice), ("media_audio_file", .audio), ("media_file", .file),
      ("media_call", .call), ("media_location", .location), ("media_live_location", .location),
      ("media_venue", .location), ("media_contact", .contact), ("media_game", .other),
      ("media_invoice", .other), ("media_todo_list", .other),
    ]
    if let (_, kind) = kinds.first(where: { element.hasClass($0.0) }) {
      var record = MediaRecord(kind: kind)
      if let target = element.href {
        if target.contains("://") { record.note = target } else { record.path = target }
      }
      if kind == .video, element.hasClass("media_video"), record.path?.hasPrefix("round_") == true {
        record.kind = .videoMessage
      }
      media.append(Medium(record: record))
      return .nothing
    }
    guard !media.isEmpty else { return .nothing }
    if element.name == "img", let source = element.src,
      media[media.count - 1].record.thumbnailPath == nil
    {
      media[media.count - 1].record.thumbnailPath = source
    }
    if element.hasClass("title") || element.hasClass("question") { return .title }
    if element.hasClass("answer") { return .answer }
    if element.hasClass("status") || element.hasClass("total") { return .status }
    return role == .answer ? .answer : .nothing
  }

  func end(_ element: HTMLElement) {
    let ended = roles.popLast() ?? .nothing
    if ended == .text || ended == .service, role == ended { return words.end(element) }
    switch ended {
    case .author:
      author = tidy(captured)
      // `Ann via @gif`: bots are named after their authors.
      if let via = author.ranges(of: " via @").last, !author[via.upperBound...].contains(" ") {
        bot = "@\(author[via.upperBound...])"
        author = String(author[..<via.lowerBound])
      }
    case .forwardedAuthor: if forwardedFrom?.isEmpty == true { forwardedFrom = tidy(captured) }
    default: break
    }
    if forwardedDepth == roles.count { forwardedDepth = nil }
  }

  func text(_ string: String) {
    switch role {
    case .text, .service: words.text(string)
    case .author, .forwardedAuthor: captured += string
    case .emoji: reactions[reactions.count - 1].emoji += tidy(string)
    case .count: reactions[reactions.count - 1].count = Int(tidy(string)) ?? 1
    case .title: media[media.count - 1].title += tidy(string)
    case .answer:
      let words = tidy(string)
      if !words.isEmpty {
        media[media.count - 1].status += (words.hasPrefix("-") ? "\n" : " ") + words
      }
    case .status: media[media.count - 1].status += "\n" + tidy(string)
    case .button: buttons[buttons.count - 1].text += tidy(string)
    case .signature: signature += tidy(string)
    case .reply, .date, .nothing: break
    }
  }

  /// Returns the name in `Ann, 02.01.2024 14:05:06`, the hint of who reacted.
  private static func withoutDate(_ hint: String) -> String {
    guard let comma = hint.ranges(of: ", ").last else { return hint }
    let date = hint[comma.upperBound...]
    let isDate =
      date.first?.isNumber == true && WrittenTime.numbers(in: date).count >= 3
      && date.allSatisfy { !$0.isLetter || "UTC".contains($0) }
    return isDate ? String(hint[..<comma.lowerBound]) : hint
  }

  private func tidy(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns the attachments with the texts beside them.
  func finishedMedia() -> [MediaRecord] {
    let lines = buttons.filter { !$0.text.isEmpty }
      .map { "▸ \($0.text)\($0.address.map { " (\($0))" } ?? "")" }
    return attachments() + (lines.isEmpty ? [] : [.words(lines.joined(separator: "\n"))])
  }

  private func attachments() -> [MediaRecord] {
    media.map { medium in
      var record = medium.record
      let status = medium.status.split(separator: "\n").map(String.init)
      if record.kind.form.isFile {
        if record.kind == .file || record.kind == .audio, !medium.title.isEmpty {
          record.fileName = medium.title
        }
        record.duration = status.first.flatMap(Self.duration)
        // An omitted medium has the class of a photo, and its kind as its title.
        if record.path == nil, record.kind == .photo, let kind = Self.titles[medium.title] {
          record.kind = kind
          record.note = status.last
          // Such as `😀, 30.1 KB`.
          if kind == .sticker { record.note = status.first.map { String($0.prefix { $0 != "," }) } }
        } else if record.path == nil {
          // A sentence says that it was omitted.
          record.note = status.last ?? medium.title
        }
      } else {
        let lines =
          ([medium.title] + status.map { $0.hasPrefix("- ") ? "• " + $0.dropFirst(2) : $0 })
          .filter { !$0.isEmpty }
        record.note = (lines + [record.note].compactMap { $0 }).joined(separator: "\n")
      }
      return record
    }
  }

  private static let titles: [String: MediaRecord.Kind] = [
    "Sticker": .sticker, "Animation": .animation, "GIF": .animation,
    "Video message": .videoMessage,
  ]

  /// Parses the duration in `01:05`, perhaps before a comma.
  private static func duration(_ status: String) -> Double? {
    let parts = status.prefix { $0 != "," }.split(separator: ":").map { Int($0) }
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var seconds = 0
    for part in parts {
      guard let part, part >= 0, part < 6000 else { return nil }
      seconds = seconds * 60 + part
    }
    return Double(seconds)
  }
}

extension String {
  /// Returns the end of the text, from after the last character that does not match.
  fileprivate func suffix(while holds: (Character) -> Bool) -> Substring {
    var start = endIndex
    while start > startIndex, holds(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
