import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

/// Rows above the eye take less room all the time: a reaction goes, an edit is shorter, a text is
/// folded up.
@Suite("Rows that shrink above the eye") struct ShrinkTests {
  private static let size = PixelSize(width: 400, height: 800)

  @Test(
    "Nothing at the reading line or below it moves, in no frame: at once or animated, one edit into the other",
    arguments: 0..<30)
  func shrinking(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var list = items(240) { _ in Int.random(in: 20...500, using: &random) }
    let engine = ListEngine.forTests(list, size: Self.size)
    var time = 0.0
    engine.settle(from: &time)
    engine.jump(to: 120)
    engine.settle(from: &time)
    engine.scroll(by: Int.random(in: -300...300, using: &random))
    engine.settle(from: &time)
    var judged = 0
    for _ in 0..<10 {
      let eye = try #require(rowAtEye(of: engine))
      var wanted = eye.y
      // In view, partly in view, and above it.
      let position = Int.random(in: max(0, eye.position - 6)..<eye.position, using: &random)
      list[position].height = Int.random(in: 1...list[position].height, using: &random)
      engine.update(
        to: provider(list), changes: [.reload(position..<position + 1)],
        options: UpdateOptions(isAnimated: Bool.random(using: &random)))
      // The next edit comes in the middle of what this one animates, or after it.
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        // The reader scrolls on; some frames are late.
        if Int.random(in: 0..<4, using: &random) == 0 {
          wanted -= engine.scroll(by: Int.random(in: 0...12, using: &random))
        }
        time += Double(Int.random(in: 1...3, using: &random)) / 60
        _ = engine.frame(at: time)
        guard let now = engine.y(of: eye.id.item.rawValue) else { break }
        #expect(now == wanted)
        judged += 1
        _ = engine.waitForResults(seconds: 0.001)
      }
    }
    // A judge that looks away proves nothing.
    #expect(judged > 40)
  }

  @Test("The row of the eye shrinks below it: the line stays", arguments: [true, false])
  func ownRow(isAnimated: Bool) throws {
    var list = items(100) { $0 == 50 ? 600 : 60 }
    let engine = ListEngine.forTests(list, size: Self.size)
    var time = 0.0
    engine.settle(from: &time)
    engine.jump(to: 50)
    engine.settle(from: &time)
    let top = try #require(engine.y(of: 50))
    list[50].height = 300
    engine.update(
      to: provider(list), changes: [.reload(50..<51)],
      options: UpdateOptions(isAnimated: isAnimated))
    for _ in 0..<30 {
      time += 1 / 60
      _ = engine.frame(at: time)
      #expect(engine.y(of: 50) == top)
      _ = engine.waitForResults(seconds: 0.001)
    }
    engine.settle(from: &time)
    #expect(engine.y(of: 50) == top)
    #expect(engine.y(of: 51) == top + 300)
  }

  private func rowAtEye(of engine: ListEngine) -> (id: RowID, position: Int, y: Int)? {
    let rows = engine.visibleRows
    let next = zip(rows, rows.dropFirst()).first { $1.y > Self.size.height / 3 }?.0 ?? rows.last
    return next.map { ($0.id, $0.position, $0.y) }
  }
}
