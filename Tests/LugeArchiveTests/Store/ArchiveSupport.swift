import Foundation
import LugeArchive
import LugeCore
import LugeImporters

extension ImportInput {
  /// Input that a test makes up.
  static func made(
    _ path: String = "made", _ read: @escaping @Sendable (any ImportSink) throws -> Void
  ) -> ImportInput {
    ImportInput(path: path, parts: [Part(name: path, size: nil, read: read)])
  }

  static func messages(
    _ messages: [MessageRecord], in conversation: ConversationRecord = .test, path: String = "made"
  ) -> ImportInput {
    made(path) { sink in
      try sink.begin(conversation)
      for message in messages { try sink.add(message) }
    }
  }

  static func telegram(_ json: String, path: String = "result.json") -> ImportInput {
    telegram(Array(json.utf8), path: path)
  }

  static func telegram(_ json: [UInt8], path: String = "result.json") -> ImportInput {
    made(path) { sink in
      try TelegramReader.read(MemoryByteSource(json, name: path), into: sink)
    }
  }
}

extension ConversationRecord {
  static let test = ConversationRecord(key: "test:1", name: "Test", kind: .group)
}

extension MessageRecord {
  /// A plain message.
  static func plain(
    _ key: Int, _ text: String = "text", at seconds: Int64? = nil, by author: String? = "Anna"
  ) -> MessageRecord {
    MessageRecord(
      sourceKey: "\(key)", author: author.map { AuthorRecord(key: $0, name: $0) },
      time: Timestamp(seconds: seconds ?? Int64(key), certainty: .exact), text: StyledText(text))
  }
}

extension Archive {
  /// Everything a reader can see, without the ids, which differ between two ways to one content.
  func contents() throws -> [String] {
    try conversations().sorted { $0.key < $1.key }.flatMap { conversation -> [String] in
      var summary = conversation
      summary.id = ConversationID(rawValue: 0)
      summary.ownAuthorID = nil
      let messages = try messages(in: conversation.id, at: 0..<conversation.count)
      return ["\(summary)"]
        + messages.map { message in
          var message = message
          message.id = 0
          message.author?.id = AuthorID(rawValue: 0)
          message.reply?.original?.id = 0
          message.reply?.original?.author?.id = AuthorID(rawValue: 0)
          return "\(message)"
        }
    }
  }

  func texts(_ index: Int = 0) throws -> [String] {
    let conversation = try conversations()[index]
    return try messages(in: conversation.id, at: 0..<conversation.count).map(\.text.string)
  }
}

/// Generated Telegram exports.
enum TelegramExport {
  static func chat(_ messages: [String], name: String = "Chat", id: Int = 7) -> String {
    """
    {"name": "\(name)", "type": "private_group", "id": \(id), "messages": [
    \(messages.joined(separator: ",\n"))
    ]}
    """
  }

  static func message(_ id: Int, _ text: String = "text", extra: String = "") -> String {
    """
    {"id": \(id), "type": "message", "date": "2024-01-15T10:30:00", \
    "date_unixtime": "\(1_705_300_000 + id)", "from": "Person \(id % 5)", \
    "from_id": "user\(id % 5)", "text": "\(text)"\(extra)}
    """
  }

  static func large(_ count: Int) -> String {
    chat((1...count).map { message($0, "message number \($0) with a few words in it") })
  }
}
