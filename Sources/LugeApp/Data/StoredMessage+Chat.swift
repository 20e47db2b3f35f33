import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeWords

// What messages of archives (``MessageMapper``) and of rooms (``LiveMessageMapper``) have in
// common.

extension ChatAuthor {
  /// - Parameter colorIndex: returns the index of a person's colour.
  init(_ stored: StoredAuthor?, colorIndex: (Int64) -> Int) {
    guard let stored else {
      self.init(id: 0, name: "")
      return
    }
    self.init(
      id: stored.id.rawValue, name: stored.name, colorIndex: colorIndex(stored.id.rawValue))
  }
}

extension ChatMessage {
  /// Marks a service message or a deleted one.
  mutating func setKind(_ kind: MessageRecord.Kind) {
    switch kind {
    case .message: break
    case .service: isService = true
    case .deleted: isDeleted = true
    }
  }
}

extension ReplyPreview {
  /// Makes the quote of a message that is not here.
  ///
  /// - Parameter item: the item that a click goes to; nil if none can be found.
  static func missing(item: ItemID?) -> ReplyPreview {
    ReplyPreview(item: item, authorName: "", snippet: localized("Message not available"))
  }
}
