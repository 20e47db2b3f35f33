import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

/// Everything that may happen to a list around a reader, in any order, in the middle of a fling.
@Suite("Whatever happens, the row at the reading line stays") struct NothingMovesTests {
  @Test("Changes at both ends, above, below and beside the eye, pictures, themes", arguments: 0..<8)
  func fuzz(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var model = items(1500)
    let feed = TestFeed(model, factory: TestFactory(), key: testKey)
    let engine = ListEngine.forTests(feed)
    var time = 0.0
    var nextID: Int64 = 100_000
    engine.settle(feed, from: &time)
    engine.jump(to: 700)
    engine.settle(feed, from: &time)
    var judged = 0
    // Items on which a change is under way, with its request's number.
    var changed: [ItemID: Int] = [:]
    // A lane that is slow, as under the thread sanitizer, leaves fewer frames to judge: then more
    // of them.
    for round in 0..<6000 where round < 240 || judged < 60 {
      // With a change under way on every row in view there would be nothing to judge.
      for _ in 0..<(changed.count < 4 ? Int.random(in: 0...3, using: &random) : 0) {
        let options = UpdateOptions(isAnimated: Bool.random(using: &random))
        var named: ItemID?
        let request = feed.apply(
          [change(&model, &nextID, engine, &named, &random)], options: options)
        if let named { changed[named] = request }
      }
      switch Int.random(in: 0..<12, using: &random) {
      case 0: engine.setColorScheme(Bool.random(using: &random) ? .dark : .light)
      case 1: engine.imageArrivals([ImageKey("a"), ImageKey("b")])
      default: break
      }
      // A fling back and forth: estimates become exact on the way, far items are let go.
      if seed % 2 == 1 { engine.scroll(by: (round / 30 % 2 == 0 ? 1 : -1) * (round % 30) * 12) }
      let before = engine.visibleRows
      changed = changed.filter { !feed.isApplied($0.value) }
      time += 1 / 60
      let plan = engine.frame(at: time)
      #expect(plan.blankPixels == 0 || seed % 2 == 1)
      let after = Dictionary(uniqueKeysWithValues: engine.visibleRows.map { ($0.id, $0.y) })
      if let row = before.first(where: { $0.y + $0.height > 266 }), changed[row.id.item] == nil {
        judged += 1
        #expect(after[row.id] == row.y, "round \(round)")
      }
      _ = engine.waitForResults(seconds: 0.001)
    }
    #expect(judged >= 60)
    engine.settle(feed, from: &time)
    #expect(feed.items == model)
  }

  private func change(
    _ model: inout [TestItem], _ nextID: inout Int64, _ engine: ListEngine,
    _ named: inout ItemID?, _ random: inout SeededGenerator
  ) -> KeyedChange<TestItem> {
    nextID += 1
    let new = TestItem(id: ItemID(nextID), height: 20 + Int(nextID % 80))
    let nearby = engine.visibleRows.randomElement(using: &random)?.id.item
    let at = nearby.flatMap { id in model.firstIndex { $0.id == id } } ?? model.count / 2
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      model.insert(new, at: 0)
      return .insert([new], after: nil)
    case 1:
      model.append(new)
      return .append([new])
    case 2:
      model.insert(new, at: at + 1)
      return .insert([new], after: model[at].id)
    case 3:
      named = model[at].id
      return .remove([model.remove(at: at).id])
    case 4:
      let item = model.remove(at: at)
      named = item.id
      let to = min(max(1, at + Int.random(in: -9...9, using: &random)), model.count)
      model.insert(item, at: to)
      return .move(item.id, after: model[to - 1].id)
    default:
      model[at].height = Int.random(in: 5...300, using: &random)
      named = model[at].id
      return .replace(model[at])
    }
  }

  @Test("Widths, fonts and heights of the viewport keep the reading line", arguments: 0..<6)
  func environments(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let feed = TestFeed(
      items(1500) { 40 + $0 % 13 * 30 }, factory: TestFactory(), key: testKey)
    let engine = ListEngine.forTests(feed)
    var time = 0.0
    engine.settle(feed, from: &time)
    engine.jump(to: 700)
    engine.settle(feed, from: &time)
    for round in 0..<40 {
      engine.scroll(by: Int.random(in: -300...300, using: &random))
      time += 1 / 60
      _ = engine.frame(at: time)
      let place = engine.placeBeingRead
      let y = place.flatMap { engine.y(of: $0) }
      let width = Int.random(in: 200...900, using: &random)
      engine.setViewport(
        PixelSize(width: width, height: 800),
        environment: LayoutEnvironment(
          width: width, zoom: Double.random(in: 0.5...2, using: &random)))
      // Items come in at both ends while the width changes.
      feed.apply([
        .append(items(1, firstID: Int64(50_000 + round * 2))),
        .insert(items(1, firstID: Int64(50_001 + round * 2)), after: nil),
      ])
      time += 1 / 60
      let plan = engine.frame(at: time)
      #expect(plan.blankPixels == 0)
      #expect(y != nil && place.flatMap { engine.y(of: $0) } == y, "round \(round)")
      engine.settle(feed, from: &time)
      #expect(place.flatMap { engine.y(of: $0) } == y, "settled, round \(round)")
    }
  }
}
