public import LugeArchive

/// Polls whose votes may be missing here.
extension LiveAccount {
  /// Votes per request, and requests per poll.
  private static let votesPage = 100
  private static let votesPages = 20

  /// Requests the votes in a poll, and its end, if they may be missing: they are in gaps like all
  /// events, and the poll is shown before those are filled.
  ///
  /// - Parameter poll: the poll's event.
  public func completePoll(_ poll: String, in conversation: ConversationID) async throws {
    guard try store.hasGap(after: poll, in: conversation), let room = try store.room(conversation)
    else { return }
    var token: String?
    for _ in 0..<Self.votesPages {
      let page = try await service.references(
        to: poll, in: room, from: token, limit: Self.votesPage)
      takeIn(try store.take(page, ofPoll: poll, in: conversation))
      guard let next = page.next, next != token, !page.events.isEmpty else { return }
      token = next
    }
  }
}
