import LugeArchive
import LugeCore
import LugeEngine
import Testing

@testable import LugeLive

extension LiveAccount {
  /// The first room, of an account that has one.
  func onlyRoom() throws -> ConversationID { try #require(try rooms().first).id }

  /// All messages of the first room, read page by page from the newest.
  func history(limit: Int = 50) async throws -> [LiveMessage] {
    let room = try onlyRoom()
    var page = try await page(.newest, in: room, limit: limit)
    var items = page.items
    while page.hasBefore, let first = items.first {
      page = try await self.page(.before(first.id), in: room, limit: limit)
      if page.items.isEmpty { break }
      items = page.items + items
    }
    return items
  }

  /// Sends words to the first room.
  func say(_ text: String) throws {
    try send(.message(MessageContent(StyledText(text))), in: onlyRoom(), now: 1)
  }
}
