import LugeCore
import Testing

@testable import LugeEngine

/// The part alone: what waits, what is folded, what has to be made.
@Suite("Updates that wait") struct UpdateQueueTests {
  private func update(_ all: [TestItem], _ changes: [ListChange]) -> PendingUpdate {
    PendingUpdate(
      provider: provider(all), changes: changes, options: UpdateOptions(), completion: nil)
  }

  @Test("Those that wait are folded into one; the one under way stays as it is")
  func folding() {
    var queue = UpdateQueue()
    queue.add(update(items(11), [.insert(count: 1, at: 0)]))
    queue.add(update(items(12), [.insert(count: 1, at: 0)]))
    #expect(queue.count == 1 && queue.first?.changes.count == 2)
    #expect(!queue.missing(in: [0..<2], layoutVersion: 1).isEmpty)
    queue.add(update(items(13), [.insert(count: 1, at: 5)]))
    queue.add(update(items(14), [.insert(count: 1, at: 5)]))
    #expect(queue.count == 2 && queue.first?.provider.count == 12)
    #expect(queue.positionAfterAll(5) == 9 && queue.lastProvider?.count == 14)
    queue.removeFirst()
    #expect(queue.count == 1 && queue.first?.provider.count == 14 && queue.appliedCount == 1)
  }

  @Test(
    "However often it is asked, the plan of an update is made once, and anew for another window")
  func plans() throws {
    let state = ListState.forTests(items(100), held: 0..<50)
    var queue = UpdateQueue()
    queue.add(update(items(101), [.insert(count: 1, at: 10)]))
    let first = try #require(queue.first)
    for _ in 0..<10 {
      let plans = queue.plans(for: first, state, staged: nil)
      #expect(plans.dirtyRanges == [9..<12] && plans.staged == nil)
    }
    #expect(queue.plansMade == 1)
    state.trim(to: 20..<50)
    #expect(queue.plans(for: first, state, staged: nil).window.range == 21..<51)
    #expect(queue.plansMade == 2)
    #expect(queue.plans(for: first, state, staged: (5..<15, 7)).staged?.range == 5..<16)
  }

  @Test("It is missing what has not been made for the present environment, near ranges as one")
  func missing() {
    let state = ListState.forTests(items(20))
    var queue = UpdateQueue()
    queue.add(update(items(20), [.reload(3..<4)]))
    #expect(
      queue.missing(in: [2..<5, 6..<7, 12..<13, 40..<50], layoutVersion: 1) == [2..<7, 12..<13])
    queue.take(realized(items(5, firstID: 2), in: state), at: 2)
    #expect(queue.missing(in: [2..<5, 6..<7], layoutVersion: state.layoutVersion).isEmpty)
    #expect(queue.missing(in: [2..<5], layoutVersion: state.layoutVersion + 1) == [2..<5])
    queue.removeFirst()
    #expect(queue.madeItems.isEmpty && queue.missing(in: [2..<5], layoutVersion: 1).isEmpty)
  }

  @Test("What it leaves as it was is found by name, wherever it comes to stand")
  func unchanged() throws {
    let all = items(20)
    let state = ListState.forTests(all)
    var queue = UpdateQueue()
    queue.add(update(items(22), [.insert(count: 2, at: 0)]))
    let plans = queue.plans(for: try #require(queue.first), state, staged: nil)
    let held = queue.unchanged(in: 0..<5, plans, state.snapshot.window, SlidingWindow())
    #expect(Set(held.keys) == Set(all[0..<3].map(\.id)))
  }
}
