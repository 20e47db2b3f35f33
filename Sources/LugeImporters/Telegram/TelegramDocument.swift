import LugeArchive
import LugeCore

/// Reads an export from the events of its JSON: one chat, or a list of chats.
final class TelegramDocument: JSONEvents {
  /// Parser's position in the document's structure; everything that is not named here is skipped.
  private enum Place {
    case root, chats, chatList, chat, messages, personal
  }

  private enum Key {
    case chats, list, messages, name, type, id, personal, userID, other
  }

  /// Maximum bytes of a message with all its contents.
  static let messageLimit = 64 << 20

  private let sink: any ImportSink
  private let file: String
  private let fileName: String
  private let mediaRoot: String?
  /// Returns the parser's offset in the input.
  var offset: () -> Int64 = { 0 }
  /// Returns the chats of the whole document without their messages.
  var readAhead: () throws -> [TelegramChat] = { [] }
  /// Whether only the chats' own fields are read, into ``surveyed``.
  private let isSurvey: Bool
  /// Chats in the order in which they end: that of the whole document is the last one.
  private(set) var surveyed: [TelegramChat] = []

  private var places: [Place] = []
  private var key = Key.other
  /// Depth inside of a skipped value.
  private var skipping = 0
  private let tape = JSONTape(limit: TelegramDocument.messageLimit)
  private var messageStart: Int64 = 0
  private var reader = TelegramMessage()

  private var chat = TelegramChat()
  /// Number of the chat in the lists of chats.
  private var number = -1
  /// The document's chats, where messages come before the fields of theirs; nil until then.
  private var ahead: [TelegramChat]?
  private var topics = TelegramTopics()
  private var ownID: String?
  private var finished: [TelegramChat] = []
  private var knownIDs: [String: TelegramChat.IDSpace] = [:]
  private var foundChats = false
  private var added = 0
  private var skipped: [SkippedRecord] = []
  /// Top-level names, to describe the contents of another file.
  private var rootKeys: [String] = []

  init(sink: any ImportSink, file: String, mediaRoot: String?, isSurvey: Bool = false) {
    self.sink = sink
    self.isSurvey = isSurvey
    self.file = file
    self.mediaRoot = mediaRoot
    let last = file.pathParts.last ?? ""
    self.fileName = String(last.hasSuffix(".json") ? last.dropLast(5) : last)
  }

  /// Ends the document after it was read completely.
  func finish() throws {
    for var chat in finished where ownID != nil {
      try sink.amend(record(of: &chat))
    }
    guard foundChats, added > 0 || skipped.isEmpty else { throw unknownFormat }
    let missing = reader.missingFiles
    if missing > 0 {
      try sink.note(
        SkippedRecord(
          file: file, place: "whole file",
          reason: "\(missing == 1 ? "1 file is" : "\(missing) files are") not in the export: to "
            + "have them, export again with photos, videos and files chosen and a larger size limit"
        ))
    }
  }

  private var unknownFormat: ArchiveError {
    var hint = "A Telegram export has \"messages\" or \"chats\"; this JSON file has "
    if let first = skipped.first {
      hint += "\"messages\" of another kind (\(first.place): \(first.reason))"
    } else if rootKeys.isEmpty {
      hint += "neither"
    } else if let known = rootKeys.first(where: { ["messages", "chats"].contains($0) }) {
      hint += "\"\(known)\", but not as a Telegram export has it"
    } else {
      hint += rootKeys.map { "\"\($0)\"" }.joined(separator: ", ")
    }
    return .unknownFormat(path: file, hint: hint + ".")
  }

  // MARK: - Events

  func begin(_ kind: JSONTape.Kind) throws {
    if tape.isInside {
      return tape.begin(kind)
    }
    guard skipping == 0 else { return skipping += 1 }
    switch (places.last, key, kind) {
    case (nil, _, .object): places.append(.root)
    case (nil, _, _): throw unknownFormat
    case (.root, .chats, .object):
      places.append(.chats)
      foundChats = true
    case (.root, .personal, .object): places.append(.personal)
    case (.chats, .list, .array): places.append(.chatList)
    case (.chatList, _, .object):
      chat = TelegramChat()
      number += 1
      places.append(.chat)
    case (.root, .messages, .array), (.chat, .messages, .array):
      guard !isSurvey else {
        skipping = 1
        break
      }
      foundChats = true
      try beginChat(isWhole: places.last == .root)
      places.append(.messages)
    case (.messages, _, _):
      tape.clear()
      messageStart = offset()
      tape.begin(kind)
    default: skipping = 1
    }
    key = .other
  }

  func end() throws {
    if tape.isInside {
      tape.end()
      if !tape.isInside { try readMessage() }
      return
    }
    guard skipping == 0 else { return skipping -= 1 }
    switch places.popLast() {
    case .root where isSurvey, .chat where isSurvey: surveyed.append(chat)
    case .root, .chat: try endChat()
    default: break
    }
    key = .other
  }

  func key(_ text: UnsafeBufferPointer<UInt8>) throws {
    if tape.isInside {
      return tape.appendName(text)
    }
    guard skipping == 0 else { return }
    let name = String(decoding: text.prefix(40), as: UTF8.self)
    if places.count == 1, rootKeys.count < 8 { rootKeys.append(name) }
    switch name {
    case "chats", "left_chats": key = .chats
    case "list": key = .list
    case "messages": key = .messages
    case "name": key = .name
    case "type": key = .type
    case "id": key = .id
    case "personal_information": key = .personal
    case "user_id": key = .userID
    default: key = .other
    }
  }

  func scalar(_ kind: JSONTape.Kind, _ text: UnsafeBufferPointer<UInt8>) throws {
    if tape.isInside {
      return tape.append(kind, text)
    }
    guard skipping == 0 else { return }
    switch (places.last, key) {
    case (nil, _): throw unknownFormat
    case (.messages, _):
      try skip(id: nil, reason: "a message should be an object", at: offset())
    // Each chat and each change of topic repeats them.
    case (.root, .name), (.chat, .name):
      chat.name = kind == .string ? string(text, upTo: Clipping.sentenceLimit) : nil
    case (.root, .type), (.chat, .type):
      chat.type = kind == .string ? string(text, upTo: Clipping.lineLimit) : nil
    case (.root, .id), (.chat, .id):
      chat.id = kind == .null ? nil : string(text, upTo: Clipping.lineLimit)
    case (.personal, .userID):
      ownID = kind == .null ? nil : string(text, upTo: Clipping.lineLimit)
    default: break
    }
  }

  private func string(_ text: UnsafeBufferPointer<UInt8>, upTo bytes: Int) -> String {
    String(decoding: text.prefix(bytes), as: UTF8.self)
  }

  // MARK: - Chats and messages

  private func record(of chat: inout TelegramChat) -> ConversationRecord {
    var record = chat.record(fileName: fileName, ownID: ownID, known: &knownIDs)
    record.mediaRoot = mediaRoot
    return record
  }

  /// - Parameter isWhole: whether the document is one chat.
  private func beginChat(isWhole: Bool) throws {
    if chat.id == nil, chat.name == nil {
      let known = try ahead ?? readAhead()
      ahead = known
      let index = isWhole ? known.count - 1 : number
      if known.indices.contains(index) { chat = known[index] }
    }
    chat.hasBegun = true
    topics = TelegramTopics()
    reader.beginChat()
    try sink.begin(record(of: &chat))
  }

  /// Reads the fields of a chat that come after its messages.
  private func endChat() throws {
    guard chat.hasBegun else { return }
    try sink.amend(record(of: &chat))
    if ownID == nil { finished.append(chat) }
    chat = TelegramChat()
  }

  private func readMessage() throws {
    guard !tape.isTooLarge else {
      return try skip(
        id: nil,
        reason: "the message is larger than \(Self.messageLimit >> 20) MB, or a text in it than "
          + "\(JSONStream.tokenLimit >> 20) MB", at: messageStart)
    }
    guard let value = tape.root else { return }
    switch reader.read(value, chat: chat.key) {
    case .message(let record):
      added += 1
      chat.noteAuthor(record.author)
      let isRenamed = record.kind == .service(action: "topic_edit")
      try add(record, title: value[isRenamed ? "new_title" : "title"]?.string)
      if tape.hadInvalidText {
        try sink.note(
          InvalidText.note(in: file, place: place(record.sourceKey, messageStart)))
      }
    case .skipped(let id, let reason):
      try skip(id: id, reason: reason, at: messageStart)
    }
  }

  /// Adds a message; those of a topic go into its conversation.
  private func add(_ message: MessageRecord, title: String?) throws {
    var message = message
    switch topics.place(&message, title: title) {
    case .here: break
    case .chat: try sink.begin(record(of: &chat))
    case .topic(let id, let title):
      var conversation = record(of: &chat)
      conversation.key += "/topic:\(id)"
      conversation.name += " › \(title)"
      try sink.begin(conversation)
    }
    try sink.add(message)
  }

  /// Skips a record. If the first records are all invalid, the file is of another kind, and reading
  /// stops.
  private func skip(id: String?, reason: String, at offset: Int64) throws {
    let record = SkippedRecord(file: file, place: place(id, offset), reason: reason)
    if added == 0 { skipped.append(record) }
    guard added > 0 || skipped.count < 1000 else { throw unknownFormat }
    try sink.skip(record)
  }

  private func place(_ id: String?, _ offset: Int64) -> String {
    id.map { "message \($0) (byte \(offset))" } ?? "byte \(offset)"
  }

  func cut() throws { if tape.isInside { tape.giveUp() } }
}
