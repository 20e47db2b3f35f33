import LugeChat
import LugeCore
import LugeEngine

/// The messages of a run at one moment: those of the file, and those that the stress test put
/// before and after them.
struct DriveSource: IndexedSource {
  let file: DriveFile
  var index: JSONArrayIndex
  /// Newest first: the one nearest to the file's first message is the last.
  var front: [ChatMessage] = []
  var back: [ChatMessage] = []

  var count: Int { front.count + index.count + back.count }

  func items(at positions: Range<Int>) async throws -> [ChatMessage] {
    let inFile = front.count..<front.count + index.count
    let before = positions.clamped(to: 0..<inFile.lowerBound)
    let middle = positions.clamped(to: inFile)
    let after = positions.clamped(to: inFile.upperBound..<count)
    var messages = before.map { front[front.count - 1 - $0] }
    if !middle.isEmpty {
      messages += try file.messages(
        at: middle.lowerBound - front.count..<middle.upperBound - front.count, in: index)
    }
    messages += after.map { back[$0 - inFile.upperBound] }
    return messages
  }

  func id(of item: ChatMessage) -> ItemID { item.id }

  var provider: FactoryRowProvider<DriveSource, ChatRowFactory> {
    FactoryRowProvider(
      source: self, factory: ChatRowFactory(ChatConfiguration(isGroup: false)))
  }
}
