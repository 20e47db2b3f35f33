import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@Suite("What the reader looks at does not move") struct NoJumpTests {
  @Test("Inserting at both ends, far away and just outside the viewport")
  func storm() {
    var all = items(2000, firstID: 10_000)
    let engine = ListEngine.forTests(all)
    var time = 0.0
    engine.settle(from: &time)
    engine.jump(to: 1000)
    engine.settle(from: &time)
    let before = engine.visibleRows
    for round in 0..<60 {
      let fresh = items(4, firstID: Int64(100_000 + round * 8))
      let more = items(4, firstID: Int64(100_004 + round * 8))
      all = fresh + all + more
      engine.update(
        to: provider(all),
        changes: [.insert(count: 4, at: 0), .insert(count: 4, at: all.count - 4)])
      time += 1 / 60
      let plan = engine.frame(at: time)
      #expect(plan.blankPixels == 0)
      #expect(engine.visibleRows.map(\.id) == before.map(\.id))
      #expect(engine.visibleRows.map(\.y) == before.map(\.y))
    }
    #expect(engine.count == all.count)
    // Everything that came in can be reached.
    engine.scrollToStart()
    engine.settle(from: &time)
    #expect(engine.firstVisible?.id == all[0].id.rawValue)
    engine.scrollToEnd()
    engine.settle(from: &time)
    #expect(engine.visibleRows.last?.id.item == all.last?.id)
  }

  @Test("Random inserts, removals and reloads agree with an array", arguments: 0..<12)
  func fuzz(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var all = items(300)
    var nextID: Int64 = 100_000
    let engine = ListEngine.forTests(all)
    var time = 0.0
    engine.settle(from: &time)
    for _ in 0..<60 {
      var changes: [ListChange] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1:
          let at = Int.random(in: 0...all.count, using: &random)
          let count = Int.random(in: 1...5, using: &random)
          all.insert(contentsOf: items(count, firstID: nextID), at: at)
          nextID += Int64(count)
          changes.append(.insert(count: count, at: at))
        case 2 where all.count > 20:
          let lower = Int.random(in: 0..<all.count - 5, using: &random)
          let range = lower..<lower + Int.random(in: 1...5, using: &random)
          all.removeSubrange(range)
          changes.append(.remove(range))
        default:
          let at = Int.random(in: 0..<all.count, using: &random)
          all[at].height = Int.random(in: 5...90, using: &random)
          changes.append(.reload(at..<at + 1))
        }
      }
      engine.update(to: provider(all), changes: changes)
      if Bool.random(using: &random) {
        engine.scroll(by: Int.random(in: -900...900, using: &random))
      }
      if Bool.random(using: &random) {
        engine.settle(from: &time)
        expectConsistent(engine, all)
      }
    }
    engine.settle(from: &time)
    expectConsistent(engine, all)
  }

  private func expectConsistent(_ engine: ListEngine, _ all: [TestItem]) {
    #expect(engine.count == all.count)
    for row in engine.visibleRows {
      guard row.position < all.count else {
        Issue.record("position \(row.position) of \(all.count)")
        continue
      }
      #expect(row.id.item == all[row.position].id)
      #expect(row.height == all[row.position].height)
    }
  }

  @Test("Narrower and wider: the line under the eye stays, and everything is back at the end")
  func rewidth() {
    let engine = ListEngine.forTests(items(4000) { 60 + $0 % 11 * 20 })
    var time = 0.0
    engine.settle(from: &time)
    engine.jump(to: 2000)
    engine.settle(from: &time)
    let before = engine.visibleRows
    let widths =
      Array(stride(from: 420, through: 700, by: 20)) + stride(from: 680, through: 400, by: -20)
    for width in widths {
      engine.setViewport(
        PixelSize(width: width, height: 800), environment: LayoutEnvironment(width: width))
      time += 1 / 60
      let plan = engine.frame(at: time)
      #expect(plan.blankPixels == 0)
    }
    engine.settle(from: &time)
    #expect(engine.visibleRows.map(\.id) == before.map(\.id))
    #expect(engine.visibleRows.map(\.y) == before.map(\.y))
  }

  @Test("A list at its end stays there as items come and the window changes")
  func followsEnd() {
    var all = items(400)
    let engine = ListEngine.forTests(all, opensAt: .end)
    var time = 0.0
    engine.settle(from: &time)
    for round in 0..<5 {
      all += items(3, firstID: Int64(5000 + round * 3))
      engine.update(to: provider(all), changes: [.insert(count: 3, at: all.count - 3)])
      engine.settle(from: &time)
      #expect(engine.visibleRows.last?.id.item == all.last?.id)
      #expect(engine.visibleRows.last.map { $0.y + $0.height } == 800)
    }
    engine.setViewport(
      PixelSize(width: 300, height: 500), environment: LayoutEnvironment(width: 300))
    engine.settle(from: &time)
    #expect(engine.visibleRows.last.map { $0.y + $0.height } == 500)
    engine.scroll(by: -200)
    engine.settle(from: &time)
    let before = engine.firstVisible?.id
    all += items(3, firstID: 9000)
    engine.update(to: provider(all), changes: [.insert(count: 3, at: all.count - 3)])
    engine.settle(from: &time)
    #expect(engine.firstVisible?.id == before)
  }
}
