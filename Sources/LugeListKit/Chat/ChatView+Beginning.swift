import LugeChat
import LugeCore
import LugeQt
import LugeWords

extension ChatView {
  /// Loads older messages up to the conversation's first one and goes there, for a key that has led
  /// to the oldest message that is loaded. Ends without that if the user goes elsewhere meanwhile.
  func goToBeginning() {
    seeking?.cancel()
    guard older.phase != .none, let oldest else { return }
    seeksBeginning = true
    seeking = Task { [weak self] in await self?.loadBeginning(from: oldest.id) }
  }

  /// Ends ``goToBeginning()``, because the user goes elsewhere.
  func leaveBeginning() {
    if seeksBeginning { seeking?.cancel() }
  }

  private func loadBeginning(from start: ItemID) async {
    // The list may be on its way to the oldest message.
    for _ in 0..<100 where list.engine.isJumping {
      try? await Task.sleep(for: .milliseconds(20))
    }
    guard !Task.isCancelled, showsNothingAfter(start), let oldest else { return }
    // Nothing is said about a first page: it may be the only one.
    let isLoaded = await older.page(before: oldest)
    await shown()
    if Task.isCancelled { return }
    if isLoaded {
      let isDone = await loadPages(
        saying: localized("Loading all older messages …"),
        while: { older.phase != .none && showsNothingAfter(start) })
      guard isDone else { return }
    }
    guard showsNothingAfter(start), let reached = self.oldest, reached.id != start else {
      noteOlderFailed()
      return
    }
    noteLoadedUntil(reached)
    if let position = items.firstIndex(where: { $0.id == reached.id }) {
      list.jump(to: position, highlighting: true)
    }
  }

  /// Whether the view begins with a message or an earlier one: what is loaded is inserted above it,
  /// and does not move it.
  private func showsNothingAfter(_ message: ItemID) -> Bool {
    guard let position = items.firstIndex(where: { $0.id == message }),
      let first = list.engine.metrics.firstVisiblePosition
    else { return false }
    return first <= position
  }
}
