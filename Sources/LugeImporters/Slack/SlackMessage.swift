import Foundation
import LugeArchive
import LugeCore

/// Converts one message of a Slack export.
struct SlackMessage {
  /// Names of people by id.
  let people: [String: String]
  let text: SlackText

  private static let known = KnownFields(
    [
      "attachments", "blocks", "bot_id", "comment", "file", "files", "name", "purpose",
      "reactions", "room", "subtype", "text", "thread_ts", "topic", "ts", "user", "username",
    ],
    dropping: [
      "app_id", "bot_profile", "client_msg_id", "display_as_bot", "edited", "hidden", "is_locked",
      "last_read", "latest_reply", "parent_user_id", "replies", "reply_count", "reply_users",
      "reply_users_count", "root", "source_team", "subscribed", "team", "type", "upload",
      "user_profile", "user_team", "x_files",
    ],
    // Sizes, forms and states of what is shown, and its address in other forms.
    omitting: [
      "aac", "access", "action_id", "app_*", "attached_file_ids", "author_icon", "author_id",
      "background_id", "block_id", "bot_*", "call_family", "callback_id", "can_record_summary",
      "canvas_*", "channel", "channel_id", "channel_team", "channels", "color", "comments_count",
      "converted_pdf", "created", "created_by", "deanimate*", "display_as_bot", "display_id",
      "dm_mpdm_users_with_file_access", "edit_link", "edit_timestamp", "editable", "editor",
      "editors", "emoji", "external_*", "fallback", "file_access", "filetype", "footer_icon",
      "from_url", "groups", "has_ended", "has_more*", "has_rich_preview", "hls*", "id",
      "image_bytes", "image_height", "image_width", "ims", "indent", "is_*", "last_editor", "lines",
      "lines_more", "linked_channel_id", "list_*", "media_*", "mimetype", "mode", "mp4*",
      "mrkdwn_in", "msg_subtype", "num_stars", "original_*", "permalink*", "pinned_*", "pjpeg",
      "pretty_type", "preview_*", "public_url_shared", "quip_thread_id", "saved", "service_icon",
      "shares", "short", "show_badge", "size", "skin_tone", "skip_transcription", "style",
      "team_id", "team_pref*", "thread_*", "thumb_*", "timestamp", "title_blocks", "ts", "type",
      "unicode", "update_notification", "updated", "url_private*", "user", "user_team", "verbatim",
      "video_html*", "vtt",
    ])
  /// Subtypes that people and programs write; all others are events.
  private static let spoken: Set<String> = [
    "bot_message", "file_share", "thread_broadcast", "me_message", "file_comment",
    "reply_broadcast",
    "slackbot_response",
  ]

  func read(_ value: JSONValue, reading: JSONExportReading) -> JSONExportReading.Outcome {
    guard value.kind == .object, let key = value["ts"]?.scalarText else {
      return .skipped(id: nil, reason: "a message should be an object with \"ts\"")
    }
    guard let seconds = Self.seconds(key) else {
      return .skipped(id: key, reason: "its \"ts\" is no time")
    }
    var record = MessageRecord(
      sourceKey: key, author: author(of: value),
      time: Timestamp(seconds: seconds, certainty: .exact))
    if let thread = value["thread_ts"]?.scalarText, thread != key {
      record.replyTo = ReplyRecord(sourceKey: thread)
    }
    if let edited = value["edited"]?["ts"]?.scalarText.flatMap(Self.seconds) {
      record.edited = Timestamp(seconds: edited, certainty: .exact)
      record.isEdited = true
    }
    record.text = words(of: value)
    record.media = media(of: value)
    let said = attachments(of: value)
    if record.text.isEmpty {
      // Integrations write all their text this way.
      record.text = text.styled(said.map(\.asText).joined(separator: "\n\n"))
    } else {
      record.media += said.map { .words(Self.readable(text.styled($0.asCard))) }
    }
    record.reactions = reactions(value["reactions"])
    let subtype = value["subtype"]?.string
    if subtype == "tombstone" {
      record.kind = .deleted
    } else if subtype == "huddle_thread" {
      record.media.append(huddle(value["room"], by: record.author?.name))
    } else if let subtype, !Self.spoken.contains(subtype) {
      record.kind = .service(action: subtype)
      let sentence = Self.withoutSigns(record.text)
      let who = record.author?.name ?? "Somebody"
      // "<@U1> has joined the channel" contains the person's name already.
      let tellsWho = Clipping.prefix(sentence, bytes: Clipping.sentenceLimit).contains(who)
      record.text = StyledText(
        sentence.isEmpty
          ? "\(who): \(subtype)" : tellsWho ? sentence : "\(who) \(sentence)")
    }
    record.unknownFields = reading.unknown(value, Self.known)
    return .message(record)
  }

  /// Returns an event's sentence, in which people have their names without "@", because it
  /// addresses nobody.
  static func withoutSigns(_ text: StyledText) -> String {
    let bytes = Array(text.string.utf8)
    var isSign = [Bool](repeating: false, count: bytes.count)
    for span in text.spans {
      guard case .mention = span.attribute, bytes.indices.contains(span.range.lowerBound),
        bytes[span.range.lowerBound] == UInt8(ascii: "@")
      else { continue }
      isSign[span.range.lowerBound] = true
    }
    return String(decoding: zip(bytes, isSign).filter { !$1 }.map(\.0), as: UTF8.self)
  }

  private func huddle(_ room: JSONValue?, by name: String?) -> MediaRecord {
    let who = name ?? room?["created_by"]?.string.map { people[$0] ?? $0 } ?? "Somebody"
    var call = MediaRecord(kind: .call, note: "\(who) started a huddle")
    if let start = room?["date_start"]?.integer, let end = room?["date_end"]?.integer, end > start {
      call.duration = Double(end) - Double(start)
    }
    return call
  }

  /// Returns the seconds of `1700000000.000200`; the rest distinguishes messages of one second.
  static func seconds(_ text: String) -> Int64? {
    text.split(separator: ".", maxSplits: 1).first.flatMap { Int64($0) }
  }

  private func author(of value: JSONValue) -> AuthorRecord? {
    let bot = value["bot_profile"]?["name"]?.string ?? value["username"]?.string
    // A comment on a file is by its own author, not by the message's.
    let commenter = value["comment"]?["user"]?.string
    guard let id = value["user"]?.string ?? commenter ?? value["bot_id"]?.string else {
      return bot.map { AuthorRecord(key: "name:\($0)", name: $0) }
    }
    // Integrations in early exports have only an id, which means nothing to users.
    let isBot = value["user"]?.string == nil && commenter == nil
    let known = people[id] ?? (id == "USLACKBOT" ? "Slackbot" : nil)
    let name =
      known ?? value["user_profile"].flatMap(Self.profileName) ?? bot ?? (isBot ? "Bot" : id)
    return AuthorRecord(key: id, name: name)
  }

  private static func profileName(_ profile: JSONValue) -> String? {
    ["display_name", "real_name", "name"].lazy.compactMap { profile[$0]?.string }
      .first { !$0.isEmpty }
  }

  /// Returns the text; for messages that have only blocks, the blocks' text.
  private func words(of value: JSONValue) -> StyledText {
    if let comment = value["comment"]?["comment"]?.string, !comment.isEmpty {
      return text.styled(comment)
    }
    guard let string = value["text"]?.string, !string.isEmpty else {
      return text.styled(lines(of: value["blocks"]).joined(separator: "\n"))
    }
    // For messages of programs, the text may be a summary for notifications, and the blocks the
    // whole.
    let blocks = value["blocks"]
    guard blocks?.elements.contains(where: { $0["type"]?.equals("rich_text") != true }) ?? false
    else {
      // They are the text's other form.
      blocks?.noteAllRead()
      return text.styled(string)
    }
    var said = Self.plain(text.styled(string).string)
    var whole = string
    var known: Set<String> = []
    for (index, line) in lines(of: value["blocks"]).enumerated() {
      let words = Self.plain(text.styled(line).string)
      guard !words.isEmpty, known.insert(words).inserted else { continue }
      if index < Self.mostSearched {
        guard !said.holds(words) else { continue }
        said += "\n\(words)"
      }
      whole += "\n\(line)"
    }
    return text.styled(whole)
  }

  /// Maximum number of lines of blocks that are looked for in the text and in the lines before
  /// them, each of which is one pass over all of it; Slack takes at most 50 blocks.
  private static let mostSearched = 512

  /// Normalizes a text for comparison: lower case, one space between words.
  private static func plain(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }

  /// Returns the lines of text in blocks.
  private func lines(of blocks: JSONValue?) -> [String] {
    var lines: [String] = []
    for block in blocks.map({ Array($0.elements) }) ?? [] {
      if let string = block["text"]?["text"]?.string { lines.append(string) }
      lines += (block["fields"].map { Array($0.elements) } ?? []).compactMap { $0["text"]?.string }
      // Pictures and videos of integrations.
      lines += [
        block["title"]?["text"]?.string ?? block["alt_text"]?.string, block["image_url"]?.string,
        block["video_url"]?.string,
      ].compactMap(\.self).filter { !$0.isEmpty }
      var line = ""
      collect(block["elements"], into: &line, depth: 0)
      while line.last?.isNewline == true { line.removeLast() }
      if !line.isEmpty { lines.append(line) }
      lines += rows(of: block)
    }
    return lines
  }

  /// Returns the lines of a table.
  private func rows(of block: JSONValue) -> [String] {
    guard block["type"]?.equals("table") == true, let rows = block["rows"] else { return [] }
    return rows.elements.compactMap { row in
      let cells = row.elements.map { cell in
        var words = cell["text"]?.string.map { Self.marked($0, nil) } ?? ""
        collect(cell["elements"], into: &words, depth: 0)
        return words.split(whereSeparator: \.isNewline).joined(separator: " ")
      }
      return cells.allSatisfy(\.isEmpty) ? nil : cells.joined(separator: " | ")
    }
  }

  /// Maximum levels that lists are indented.
  private static let deepestIndent = 8

  private func collect(_ list: JSONValue?, into line: inout String, depth: Int) {
    guard let list, depth < 8 else { return }
    for element in list.elements {
      switch element["type"]?.string {
      case "user": line += "<@\(element["user_id"]?.string ?? "")>"
      case "channel": line += "<#\(element["channel_id"]?.string ?? "")>"
      case "link":
        let url = element["url"]?.string ?? ""
        line += element["text"]?.string.map { "<\(url)|\($0)>" } ?? "<\(url)>"
      case "emoji": line += ":\(element["name"]?.string ?? ""):"
      case "rich_text_list":
        let indent = min(max(0, element["indent"]?.integer ?? 0), Int64(Self.deepestIndent))
        let isNumbered = element["style"]?.equals("ordered") == true
        var number = element["offset"]?.integer ?? 0
        for item in element["elements"].map({ Array($0.elements) }) ?? [] {
          beginLine(&line)
          number = number.addingClamped(1)
          line += String(repeating: "    ", count: Int(indent))
          line += isNumbered ? "\(number). " : "• "
          collect(item["elements"], into: &line, depth: depth + 1)
        }
        line += "\n"
      case "rich_text_preformatted", "rich_text_quote":
        var inner = ""
        collect(element["elements"], into: &inner, depth: depth + 1)
        while inner.last?.isNewline == true { inner.removeLast() }
        guard !inner.isEmpty else { continue }
        beginLine(&line)
        line +=
          element["type"]?.equals("rich_text_quote") == true
          ? "&gt; " + inner.replacing("\n", with: "\n&gt; ") : "```\(inner)```"
        line += "\n"
      case "button":
        guard let words = element["text"]?["text"]?.string, !words.isEmpty else { continue }
        beginLine(&line)
        let name = Self.marked(words, nil)
        line += element["url"]?.string.map { "▸ <\($0)|\(name)>" } ?? "▸ \(name)"
      case "text": line += Self.marked(element["text"]?.string ?? "", element["style"])
      default:
        // Dates have their words as a fallback.
        if let words = (element["text"] ?? element["fallback"])?.string { line += words }
        collect(element["elements"], into: &line, depth: depth + 1)
      }
    }
  }

  private func beginLine(_ line: inout String) {
    if !line.isEmpty, line.last?.isNewline == false { line += "\n" }
  }

  /// Converts the text of a block to Slack's own markup.
  private static func marked(_ words: String, _ style: JSONValue?) -> String {
    let plain = words.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
    guard let style, style.kind == .object else { return plain }
    let inner = plain.drop(while: \.isWhitespace)
    let core = inner.prefix(inner.count - inner.reversed().prefix(while: \.isWhitespace).count)
    guard !core.isEmpty else { return plain }
    var marks = ""
    for (name, mark) in [("bold", "*"), ("italic", "_"), ("strike", "~"), ("code", "`")]
    where style[name]?.boolean == true { marks += mark }
    return plain.prefix(plain.count - inner.count) + marks + core + String(marks.reversed())
      + inner.dropFirst(core.count)
  }

  private func media(of value: JSONValue) -> [MediaRecord] {
    var media: [MediaRecord] = []
    let files = value["files"].map { Array($0.elements) } ?? value["file"].map { [$0] } ?? []
    // Old exports name the first of several twice.
    if value["files"] != nil { value["file"]?.noteAllRead() }
    for file in files where file.kind == .object {
      // Canvases are all called "Untitled".
      let isCanvas = file["mode"]?.equals("quip") == true
      let (own, title) = (file["name"], file["title"])
      let name = isCanvas ? title?.string ?? own?.string : own?.string ?? title?.string
      title?.noteRead(ifEqualTo: name)
      if isCanvas { own?.noteAllRead() }
      var record = MediaRecord(
        kind: .init(fileName: name ?? ""), mimeType: file["mimetype"]?.string, fileName: name,
        size: file["size"]?.integer)
      record.width = file["original_w"]?.integer.map { Int(clamping: $0) }
      record.height = file["original_h"]?.integer.map { Int(clamping: $0) }
      // The address requires a login: it is shown as text, not loaded as a picture.
      record.note = file["permalink"]?.string ?? file["url_private"]?.string
      if file["mode"]?.string == "tombstone" { record.note = "(deleted)" }
      media.append(record)
    }
    return media
  }

  /// The text of an attachment, in Slack's markup.
  private struct Attachment {
    /// Text with the title as a link.
    var asText: String
    /// Text with the address after title and text, the form of page cards.
    var asCard: String
  }

  private func attachments(of value: JSONValue) -> [Attachment] {
    (value["attachments"].map { Array($0.elements) } ?? []).compactMap { attachment in
      func parts(_ names: String...) -> [String] {
        names.compactMap { attachment[$0]?.string }.filter { !$0.isEmpty }
      }
      // The other form of the text of a message that is passed on.
      if attachment["text"]?.withBytes({ $0.isEmpty }) == false {
        attachment["message_blocks"]?.noteAllRead()
      }
      var rest: [String] = []
      for field in attachment["fields"].map({ Array($0.elements) }) ?? [] {
        rest.append(
          ["title", "value"].compactMap { field[$0]?.string }.filter { !$0.isEmpty }
            .joined(separator: ": "))
      }
      // Newer programs write blocks, and "[no preview available]" elsewhere.
      rest += lines(of: attachment["blocks"])
      rest.removeAll(where: \.isEmpty)
      let card = parts("pretext", "author_name", "title", "text", "title_link") + rest
      guard !card.isEmpty else {
        return parts("fallback").first.map { Attachment(asText: $0, asCard: $0) }
      }
      var title = parts("title", "title_link")
      if title.count == 2, !title[0].contains(where: { "<>|".contains($0) }) {
        title = ["<\(title[1])|\(title[0])>"]
      }
      let text = parts("pretext", "author_name") + title + parts("text") + rest
      return Attachment(
        asText: text.joined(separator: "\n"), asCard: card.joined(separator: "\n"))
    }
  }

  /// Returns a text in which links are replaced by their text and address.
  static func readable(_ text: StyledText) -> String {
    let bytes = Array(text.string.utf8)
    var result: [UInt8] = []
    var end = 0
    for span in text.spans.sorted(by: { $0.range.upperBound < $1.range.upperBound }) {
      guard case .link(let target) = span.attribute, span.range.upperBound <= bytes.count,
        String(decoding: bytes[span.range], as: UTF8.self) != target
      else { continue }
      result += bytes[end..<span.range.upperBound]
      result += " (\(target))".utf8
      end = span.range.upperBound
    }
    result += bytes[end...]
    return String(decoding: result, as: UTF8.self)
  }

  private func reactions(_ list: JSONValue?) -> [ReactionRecord] {
    guard let list else { return [] }
    return list.elements.compactMap { item in
      guard let name = item["name"]?.string else { return nil }
      let users = item["users"].map { $0.elements.compactMap(\.string) } ?? []
      return ReactionRecord(
        emoji: EmojiNames.reaction(name),
        count: Int(clamping: item["count"]?.integer ?? Int64(users.count)),
        authors: users.map { people[$0] ?? $0 })
    }
  }
}
