public import LugeArchive
public import LugeCore
public import LugeEngine

/// A room's messages as pages for a list.
public struct LiveRoomSource: PagedSource {
  public let account: LiveAccount
  public let conversation: ConversationID

  public init(_ account: LiveAccount, _ conversation: ConversationID) {
    self.account = account
    self.conversation = conversation
  }

  public func page(_ place: PagePlace, limit: Int) async throws -> Page<LiveMessage> {
    try await account.page(place, in: conversation, limit: limit)
  }

  public func key(of item: LiveMessage) -> ItemKey { ItemKey(id: item.id, revision: item.revision) }
  public func order(of item: LiveMessage) -> PageOrder? { item.order }
}

extension PagedList where Source == LiveRoomSource {
  /// Takes in what happened in the room.
  public func take(_ change: LiveRoomChange) {
    for message in change.changed { replace(message) }
    if !change.moved.isEmpty || !change.removed.isEmpty {
      remove(Set(change.removed + change.moved.map(\.id)), isAnimated: change.moved.isEmpty)
      if !change.moved.isEmpty { receive(change.moved, isAnimated: false) }
    }
    guard !change.added.isEmpty else { return }
    let isOwn = change.added.contains { $0.isOwn && $0.state == .waiting }
    receive(change.added, author: isOwn ? .own : .others, leavesGap: change.leavesGap)
  }
}
