import GRDB
import LugeCore

extension MessageStatements {
  /// Adds a message; false when the archive has one with its key.
  func insert(
    _ message: PreparedMessage, id: Int64, conversation: Int64, ordinal: Int64?, author: Int64?,
    run: Int64
  ) throws -> Bool {
    let record = message.record
    insert.bind(1, id)
    insert.bind(2, conversation)
    bind(key: record.sourceKey, at: 3)
    insert.bind(4, ordinal)
    insert.bind(5, record.time.seconds)
    insert.bind(6, Int64(record.time.certainty.rawValue))
    insert.bind(7, author)
    insert.bind(8, StoredKind(record.kind).rawValue)
    insert.bind(9, Self.action(record))
    insert.bind(10, record.text.string)
    insert.bind(11, message.spans)
    if let reply = record.replyTo {
      bind(key: reply.sourceKey, at: 12)
    } else {
      insert.bindNull(12)
    }
    insert.bind(13, record.replyTo?.conversationKey)
    insert.bind(14, record.forwardedFrom)
    insert.bind(15, record.edited?.seconds)
    insert.bind(16, record.edited.map { Int64($0.certainty.rawValue) })
    insert.bind(17, Int64(record.isEdited ? 1 : 0))
    insert.bind(18, message.reactions)
    insert.bind(19, message.media)
    insert.bind(20, record.unknownFields)
    insert.bind(21, run)
    insert.bind(22, message.post)
    try insert.run()
    return insert.changes == 1
  }

  private func bind(key: String, at index: Int32) {
    switch SourceKey(key, in: keys) {
    case .number(let number): insert.bind(index, number)
    case .digest(let high, let low, let count):
      insert.bind(index, SourceKey.bytes(high, low, count: count))
    case .text(let text): insert.bind(index, text)
    }
  }

  /// The same as arguments of the other statements; id and ordinal are left to the caller.
  static func values(
    _ message: PreparedMessage, conversation: Int64, author: Int64?, run: Int64,
    keys: SourceKey.Form
  ) -> [DatabaseValue] {
    let record = message.record
    return [
      .null, conversation.databaseValue, SourceKey(record.sourceKey, in: keys).databaseValue, .null,
      record.time.seconds.databaseValue, Int64(record.time.certainty.rawValue).databaseValue,
      author.databaseValue, StoredKind(record.kind).rawValue.databaseValue,
      text(action(record)), text(record.text.string), text(message.spans),
      record.replyTo.map { SourceKey($0.sourceKey, in: keys).databaseValue } ?? .null,
      text(record.replyTo?.conversationKey), text(record.forwardedFrom),
      (record.edited?.seconds).databaseValue,
      (record.edited.map { Int64($0.certainty.rawValue) }).databaseValue,
      Int64(record.isEdited ? 1 : 0).databaseValue, text(message.reactions), text(message.media),
      text(record.unknownFields), run.databaseValue, text(message.post),
    ]
  }

  private static func action(_ record: MessageRecord) -> String? {
    if case .service(let action) = record.kind { action } else { nil }
  }

  /// As ``BoundStatement/bind(_:_:)-(_,String)`` does it.
  private static func text(_ string: String?) -> DatabaseValue {
    guard let string else { return .null }
    guard string.utf8.contains(0) else { return string.databaseValue }
    return String(decoding: string.utf8.map { $0 == 0 ? 0x1A : $0 }, as: UTF8.self).databaseValue
  }
}
