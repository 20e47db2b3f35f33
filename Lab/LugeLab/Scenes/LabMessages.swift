import LugeChat
import LugeCore
import LugeSamples

/// Messages by number, without an archive: the same number is always the same message.
struct LabMessages: Sendable {
  private let texts: [StyledText]

  init(texts count: Int = 2000) { texts = TextSets.english(count: count) }

  /// Seconds from one number's message to the next one's: how often a date stands between them.
  var interval: Int64 = 420

  /// - Parameter revision: other texts for the same name.
  func message(_ number: Int, revision: UInt64 = 0) -> ChatMessage {
    let author = number.hashed % 5
    let mixed = (number.hashed &+ Int(truncatingIfNeeded: revision) &* 37) & Int.max
    let text = texts[mixed % texts.count]
    return ChatMessage(
      id: ItemID(Int64(number)), revision: Revision(revision),
      author: ChatAuthor(id: Int64(author), name: "Author \(author)", colorIndex: author),
      isOutgoing: author == 0, time: 1_600_000_000 + Int64(number) * interval, text: text,
      isEdited: revision > 0)
  }

  static let configuration = ChatConfiguration(isGroup: true)
  static func key(_ message: ChatMessage) -> ItemKey {
    ItemKey(id: message.id, revision: message.revision)
  }
}

extension Int {
  /// Mixed bits, not negative (the finalizer of SplitMix64).
  fileprivate var hashed: Int {
    var bits = UInt64(bitPattern: Int64(self)) &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: (bits ^ (bits >> 31)) >> 1)
  }
}
