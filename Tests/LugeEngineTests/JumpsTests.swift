import LugeCore
import Testing

@testable import LugeEngine

/// The part alone: what is asked for, what is staged, who waits.
@Suite("Jumps that wait for what they show") struct JumpsTests {
  private func jump(_ position: Int, begun: Double? = 0) -> PendingJump {
    PendingJump(position: position, alignment: .top, begun: begun)
  }

  @Test("Of those that come while one is under way only the latest counts, and begins after it")
  func latest() {
    let state = ListState.forTests(items(50))
    var jumps = Jumps()
    for position in 10..<20 {
      jumps.ask(jump(position), held: state.snapshot.window, hasBegun: true, at: 0.1)
    }
    #expect(jumps.pending?.position == 10)
    jumps.landed(held: state.snapshot.window)
    #expect(jumps.pending?.position == 19 && jumps.staged.range == 0..<50)
    jumps.landed(held: state.snapshot.window)
    #expect(jumps.pending == nil && jumps.staged.isEmpty)
  }

  @Test("One that takes long is not waited for, nor one that no frame has seen")
  func overdue() {
    var jumps = Jumps()
    jumps.ask(jump(1), held: SlidingWindow(), hasBegun: false, at: nil)
    jumps.ask(jump(2), held: SlidingWindow(), hasBegun: false, at: nil)
    #expect(jumps.pending?.position == 2)
    jumps.ask(jump(3, begun: 9), held: SlidingWindow(), hasBegun: true, at: 0.3)
    #expect(jumps.pending?.position == 3)
    jumps.cancel()
    #expect(jumps.pending == nil)
  }

  @Test("An update moves their targets and what is staged; who goes to the end goes to the new one")
  func update() {
    let all = items(30)
    let state = ListState.forTests(all)
    var jumps = Jumps()
    jumps.ask(jump(20), held: state.snapshot.window, hasBegun: true, at: 0)
    jumps.ask(
      PendingJump(position: 29, alignment: .offset(.max), begun: 0), held: state.snapshot.window,
      hasBegun: true, at: 0)
    let changes = [ListChange.remove(3..<5), .insert(count: 1, at: 28)]
    let plan = WindowPlan(
      held: 0..<30, focus: 20, followsEnd: false, count: 30, changes: changes)
    var made: [Int: RealizedItem] = [:]
    for range in plan.dirtyRanges {
      for position in range {
        let item = TestItem(id: ItemID(Int64(500 + position)), height: 20)
        made[position] = realized([item], in: state)[0]
      }
    }
    jumps.apply(changes, plan, made: made, count: 29)
    #expect(jumps.pending?.position == 18)
    #expect(jumps.staged.range == 0..<29 && jumps.staged[18].id == all[20].id)
    jumps.landed(held: state.snapshot.window)
    #expect(jumps.pending?.position == 28)
  }

  @Test("Looking for drawings is counted, waiting for items is not")
  func attempts() {
    var jumps = Jumps()
    jumps.ask(jump(4), held: SlidingWindow(), hasBegun: true, at: 0)
    jumps.wait(SlidingWindow(), isLaidOut: false)
    #expect(jumps.pending?.attempts == 0)
    jumps.wait(SlidingWindow(), isLaidOut: true)
    #expect(jumps.pending?.attempts == 1)
  }
}
