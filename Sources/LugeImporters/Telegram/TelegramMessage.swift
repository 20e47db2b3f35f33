import LugeArchive
import LugeCore

/// Converts messages to records. Keeps temporary storage; used by one thread.
struct TelegramMessage {
  enum Outcome {
    case message(MessageRecord)
    /// Invalid: the key, if it has one, and the reason.
    case skipped(id: String?, reason: String)
  }

  private var object = TelegramObject()
  private var repetitions = RepetitionCounter()
  private var authors = MessageAuthors()
  private let writer = JSONWriter()
  /// Time of the last message that had one.
  private var lastTime: Timestamp?
  /// Time zone of the last message that has one; see `TelegramDate`.
  private var zone: Int64?
  /// Number of files that the export does not contain.
  private(set) var missingFiles = 0

  /// - Parameter chat: key of the conversation.
  mutating func read(_ value: JSONValue, chat: String) -> Outcome {
    guard value.kind == .object else {
      return .skipped(id: nil, reason: "a message should be an object")
    }
    object.load(value)
    let id = object.take(.id)?.scalarText
    let type = object.string(.type)
    if type == "unsupported" { return unsupported(id) }
    guard
      let time = TelegramDate.read(
        unix: object.take(.dateUnix), local: object.take(.date), zone: &zone)
    else {
      return .skipped(id: id, reason: "it has no date that can be read")
    }
    lastTime = time
    let isService = type == "service" || (type == nil && object.has(.action))
    // A type of later versions is kept among the unknown fields.
    let isKnownType = isService || type == "message" || type == nil

    var record = MessageRecord(sourceKey: "", author: author(isService: isService), time: time)
    record.replyTo = reply(in: chat)
    record.forwardedFrom = forwardedFrom()
    record.edited = edited()
    record.isEdited = record.edited != nil
    record.reactions = reactions()
    let text = TelegramText.read(text: object.take(.text), entities: object.take(.textEntities))
    if isService {
      describeService(&record, text: text)
    } else {
      record.text = text
      record.media = TelegramMedia.read(&object)
      missingFiles += record.media.count(where: \.isMissingFile)
    }
    record.unknownFields = unknownFields(type: isKnownType ? nil : type)
    if let id, !authors.isTaken(id, by: record.author) {
      record.sourceKey = id
    } else {
      record.sourceKey = repetitions.key(record.digest)
    }
    // After the key was made, which for messages without ids depends on the export's content.
    record.takeWords()
    return .message(record)
  }

  /// Begins another chat, with ids of its own.
  mutating func beginChat() { authors = MessageAuthors() }

  /// Reads a message that Telegram Desktop could not export: it has an id and little else. It is
  /// kept, so that the gap in the chat is visible.
  private mutating func unsupported(_ id: String?) -> Outcome {
    let own = TelegramDate.read(
      unix: object.take(.dateUnix), local: object.take(.date), zone: &zone)
    lastTime = own ?? lastTime
    guard let lastTime, let id else {
      return .skipped(id: id, reason: "Telegram could not export it (\"type\": \"unsupported\")")
    }
    let author = author(isService: false)
    return .message(
      MessageRecord(
        sourceKey: authors.isTaken(id, by: author) ? "unsupported-\(id)" : id, author: author,
        time: lastTime,
        text: StyledText("A message of a kind that Telegram Desktop could not export"),
        kind: .service(action: "unsupported")))
  }

  // MARK: - Parts

  private mutating func author(isService: Bool) -> AuthorRecord? {
    let usesActor = isService && (object.has(.actor) || object.has(.actorID))
    let id = object.take(usesActor ? .actorID : .fromID)
    let name = object.take(usesActor ? .actor : .from)
    return Self.author(id: id, name: name)
  }

  /// Reads an author. A deleted account has a null name, but still an id.
  static func author(id: JSONValue?, name: JSONValue?) -> AuthorRecord? {
    let given = name?.string.flatMap { $0.isEmpty ? nil : $0 }
    // Exports of 2018 to 2020 have numbers only.
    let key = id.flatMap { id in id.kind == .number ? id.scalarText.map { "user\($0)" } : id.string
    }
    guard let key, !key.isEmpty else {
      return given.map { AuthorRecord(key: "name:\($0)", name: $0) }
    }
    return AuthorRecord(key: key, name: given ?? AuthorRecord.deletedAccountName)
  }

  private mutating func reply(in chat: String) -> ReplyRecord? {
    guard let message = object.take(.replyTo)?.scalarText else { return nil }
    let peer = object.take(.replyToPeer)?.scalarText
      .map { TelegramChat.key(id: String($0.drop { !$0.isNumber })) }
    return ReplyRecord(sourceKey: message, conversationKey: peer == chat ? nil : peer)
  }

  private mutating func forwardedFrom() -> String? {
    let field: TelegramField = object.has(.forwardedFrom) ? .forwardedFrom : .savedFrom
    return object.take(field).map { $0.string ?? AuthorRecord.deletedAccountName }
  }

  /// Returns the time of an edit. Old exports have the epoch's start for messages that were never
  /// edited.
  private mutating func edited() -> Timestamp? {
    let time = TelegramDate.read(
      unix: object.take(.editedUnix), local: object.take(.edited), zone: &zone)
    return time.flatMap { $0.seconds > 2 * 86_400 ? $0 : nil }
  }

  private mutating func reactions() -> [ReactionRecord] {
    guard let list = object.take(.reactions) else { return [] }
    return list.elements.compactMap { item in
      let type = item["type"]?.string
      let emoji =
        item["emoji"]?.string
        ?? item["document_id"]?.scalarText.map { $0.hasSuffix(")") ? "custom emoji" : $0 }
        ?? (type == "paid" ? "⭐" : nil)
      guard let emoji else { return nil }
      let authors = item["recent"].map { recent in
        recent.elements.compactMap { Self.author(id: $0["from_id"], name: $0["from"])?.name }
      }
      return ReactionRecord(
        emoji: emoji, count: Int(clamping: item["count"]?.integer ?? 1), authors: authors ?? [])
    }
  }

  private mutating func describeService(_ record: inout MessageRecord, text: StyledText) {
    let action = object.string(.action) ?? (object.has(.informationText) ? "information" : "")
    var sentence = TelegramService(object, actor: record.author?.name).sentence(action)
    if !text.isEmpty { sentence += ": \(text.string)" }
    record.kind = .service(action: action)
    record.text = StyledText(sentence)
    if object.has(.photo) { record.media = TelegramMedia.read(&object) }
  }

  private func unknownFields(type: String?) -> String? {
    let remainder = object.remainder(with: writer)
    guard let type else { return remainder }
    writer.beginObject()
    writer.field("type", type)
    writer.endObject()
    guard let named = writer.take() else { return remainder }
    guard let remainder else { return named }
    // Joins two objects: one without its end, the other without its start.
    return "\(named.dropLast()),\(remainder.dropFirst())"
  }
}

extension MediaRecord {
  /// Whether the export names a file that it does not contain.
  fileprivate var isMissingFile: Bool { kind.form.isFile && path == nil }
}

extension MessageRecord {
  /// Hash that identifies a message of an export without ids.
  fileprivate var digest: StableHash {
    var hash = StableHash()
    hash.combine(time.seconds)
    for part in [author?.key ?? "", text.string, media.first?.path ?? ""] {
      hash.combine(part.utf8)
      // A byte that is invalid in UTF-8 separates the parts.
      hash.combine(0xFF as UInt8)
    }
    return hash
  }
}
