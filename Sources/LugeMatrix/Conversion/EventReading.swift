import Foundation
import LugeArchive
import LugeCore
import LugeImporters
import LugeLive
import LugeWords

extension MatrixEvent {
  /// Room events made from it: the event itself, and an edit that is bundled with it.
  var roomEvents: [RoomEvent] {
    let own = RoomEvent(
      id: id, sender: sender, time: time, kind: kind, transaction: transaction,
      isRedacted: isRedacted)
    guard let edit = edit?.event, edit.id != id else { return [own] }
    let kind = edit.kind
    guard case .edit(of: id, _) = kind else { return [own] }
    return [
      own,
      RoomEvent(
        id: edit.id, sender: edit.sender, time: edit.time, kind: kind, isRedacted: edit.isRedacted,
        isAttached: true),
    ]
  }

  var kind: RoomEvent.Kind {
    if type == "m.room.redaction", let redacts { return .redaction(of: redacts) }
    if stateKey != nil { return stateKind }
    if let poll { return kind(of: poll) }
    switch type {
    case "m.room.message", "m.sticker", "m.location", "org.matrix.msc3488.location":
      if content.relation == "m.replace", let target = content.target {
        guard let new = content.newContent?.content.message(isSticker: false, reply: nil) else {
          return .hidden
        }
        return .edit(of: target, new)
      }
      if isRedacted { return .message(MessageContent(StyledText(""))) }
      let message = content.message(isSticker: type == "m.sticker", reply: content.answered)
      return message.map { .message($0) } ?? .hidden
    case "m.reaction":
      guard content.relation == "m.annotation", let target = content.target,
        let emoji = content.emoji, !emoji.isEmpty
      else { return .hidden }
      return .reaction(to: target, emoji: Clipping.prefix(emoji, bytes: 64))
    case "m.room.encrypted":
      // Edits, reactions and votes are encrypted, too, but their relation is not.
      if ["m.replace", "m.annotation", "m.reference"].contains(content.relation) { return .hidden }
      return isRedacted ? .message(MessageContent(StyledText(""))) : .encrypted
    default: return .hidden
    }
  }

  private func kind(of poll: MatrixPoll) -> RoomEvent.Kind {
    let pollEvent = content.relation == "m.reference" ? content.target : nil
    switch poll {
    case .start where isRedacted, .words where isRedacted:
      return .message(MessageContent(StyledText("")))
    case .start(let poll):
      var message = MessageContent(StyledText(""))
      message.poll = poll
      if content.relation == "m.replace", let target = content.target {
        return .edit(of: target, message)
      }
      (message.reply, message.thread) = (content.answered, content.thread)
      return .message(message)
    case .words(let words):
      guard content.relation != "m.replace" else { return .hidden }
      var message = MessageContent(StyledText(words.isEmpty ? localized("Poll") : words))
      (message.reply, message.thread) = (content.answered, content.thread)
      return .message(message)
    case .response(let answers):
      return pollEvent.map { .vote(in: $0, answers: answers) } ?? .hidden
    case .end: return pollEvent.map { .pollEnd(of: $0) } ?? .hidden
    }
  }

  private var stateKind: RoomEvent.Kind {
    func happened(_ words: String) -> RoomEvent.Kind { .service(action: type, text: words) }
    switch type {
    case "m.room.member":
      guard let membership = content.membership, membership != previousMembership else {
        return .hidden
      }
      // The event of a person who leaves has no name.
      let person = Clipping.name(content.displayName ?? previousName ?? stateKey ?? sender)
      let isOwn = stateKey == sender
      switch membership {
      case "join": return happened("\(person) joined")
      case "invite": return happened("\(person) was invited")
      case "leave" where previousMembership == "invite":
        return happened("\(person) did not come")
      case "leave": return happened(isOwn ? "\(person) left" : "\(person) was removed")
      case "ban": return happened("\(person) was banned")
      default: return .hidden
      }
    case "m.room.name":
      return happened(
        content.name.map { "The room is called “\(Clipping.name($0))” now" }
          ?? "The room lost its name")
    case "m.room.encryption": return happened("Messages are encrypted from now on")
    case "m.room.tombstone": return happened("The room goes on in another one")
    case "m.room.create": return happened("The room was made")
    default: return .hidden
    }
  }

  /// Returns a person's name and picture, if the event contains a name.
  var member: LiveMember? {
    guard type == "m.room.member", let user = stateKey else { return nil }
    let name = content.displayName.map(Clipping.name) ?? ""
    // An invited person's name is the one given by their server; if it is missing, the name does
    // not change.
    guard content.membership == "join" || content.membership == "invite" && !name.isEmpty else {
      return nil
    }
    return LiveMember(
      id: user, name: name.isEmpty ? user : name,
      picture: content.picture.flatMap(MatrixMedia.init)?.address ?? "")
  }
}

extension MatrixContent {
  /// Returns the content of a message; nil if it has none.
  func message(isSticker: Bool, reply: String?) -> MessageContent? {
    guard body != nil || html != nil || url != nil || isEncryptedFile || place != nil else {
      return nil
    }
    var message = MessageContent(text(isAnswer: reply != nil), reply: reply)
    message.thread = thread
    message.isAction = kind == "m.emote"
    message.forwardedFrom = forwardedFrom
    if let place {
      message.text = StyledText("")
      message.media = MediaRecord(kind: .location, note: place)
      return message
    }
    if let media = media(isSticker: isSticker) {
      message.media = media
      // The text of a file is its name, unless there is a separate name, or it is too long for one.
      if fileName == nil || fileName == body, body.map({ Self.shortName($0) == $0 }) ?? true {
        message.text = StyledText("")
      }
    }
    return message
  }

  private func text(isAnswer: Bool) -> StyledText {
    if format == "org.matrix.custom.html", let html {
      let own = OutgoingHTML.withMentions(HTMLText.styled(Self.withoutQuote(html)))
      if !own.isEmpty { return own }
    }
    let body = body ?? ""
    return StyledText(isAnswer ? MatrixReplyFallback.removed(from: body) : body)
  }

  /// Removes the quoted message, which earlier programs put before the reply.
  private static func withoutQuote(_ html: String) -> String {
    guard let start = html.range(of: "<mx-reply>"),
      let end = html.range(of: "</mx-reply>", range: start.upperBound..<html.endIndex)
    else { return html }
    return html.replacingCharacters(in: start.lowerBound..<end.upperBound, with: "")
  }

  /// Returns a file name of at most 255 bytes, as file systems require. Its end is kept, because it
  /// contains the extension.
  private static func shortName(_ name: String) -> String {
    guard name.utf8.count > 255 else { return name }
    let end = name.unicodeScalars.suffix(16)
    let ending = end.lastIndex(of: ".").map { String(end[$0...]) } ?? ""
    return Clipping.prefix(name, bytes: 255 - ending.utf8.count - "…".utf8.count) + ending
  }

  private func media(isSticker: Bool) -> MediaRecord? {
    let kinds: [String: MediaRecord.Kind] = [
      "m.image": .photo, "m.video": .video, "m.audio": .audio, "m.file": .file,
    ]
    guard var kind = isSticker ? .sticker : kind.flatMap({ kinds[$0] }) else { return nil }
    if kind == .audio, isVoice { kind = .voice }
    // Only addresses of Matrix servers are ever requested.
    let address = url.flatMap(MatrixMedia.init)?.address
    return MediaRecord(
      kind: kind, path: address,
      thumbnailPath: info.thumbnail.flatMap(MatrixMedia.init)?.address,
      mimeType: info.mimeType.map { Clipping.prefix($0, bytes: 128) },
      fileName: (fileName ?? body).map(Self.shortName), size: info.size,
      width: info.width.flatMap { (1...100_000).contains($0) ? $0 : nil },
      height: info.height.flatMap { (1...100_000).contains($0) ? $0 : nil },
      duration: info.duration.map { Double(min(max(0, $0), 1_000_000_000)) / 1000 },
      note: isEncryptedFile ? "An encrypted file, which Luge cannot read" : nil,
      blurHash: info.blurHash)
  }
}
