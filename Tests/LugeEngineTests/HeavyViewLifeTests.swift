import LugeCore
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeEngine

@Suite("A heavy view's life", .timeLimit(.minutes(15)))
struct HeavyViewLifeTests {
  private let diary = Diary()
  private let size = PixelSize(width: 20, height: 10)

  private func request(_ number: Int, distance: Int, bytes: Int = 1000) -> HeavyViewRequest {
    HeavyViewRequest(
      key: ImageKey("\(number)"),
      content: CountingContent(name: "\(number)", diary: diary, bytes: bytes), revision: .initial,
      environment: HeavyViewEnvironment(
        size: size, unit: 1, fontFamily: "Noto Sans", isMirrored: false, scheme: .light,
        background: ThemeColor(0xFFFFFF, dark: 0)), distance: distance)
  }

  private final class Pictures: Sendable {
    let list = Mutex<[HeavyViewBitmap]>([])
    func drain() -> [HeavyViewBitmap] {
      list.withLock { list in
        defer { list = [] }
        return list
      }
    }
  }

  private func pool(_ limits: HeavyViewLimits) -> (HeavyViewPool, ManualLane, Pictures) {
    let (lane, pictures) = (ManualLane(), Pictures())
    let pool = HeavyViewPool(limits: limits, lane: lane) { picture in
      pictures.list.withLock { $0.append(picture) }
    }
    return (pool, lane, pictures)
  }

  @Test("Whatever is looked at, views stay within their limits", arguments: [1, 2, 3, 4])
  func limits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let limits = HeavyViewLimits(
      count: 8, byteLimit: 12_000, snapshotByteLimit: 5 * size.width * size.height * 4,
      stateCount: 1000)
    let (pool, lane, pictures) = pool(limits)
    var counts: [Int: Int] = [:]
    var position = 0
    for frame in 0..<800 {
      // There and back, and now and then far away.
      position =
        Int.random(in: 0..<30, using: &random) == 0
        ? Int.random(in: 0..<200, using: &random)
        : min(199, max(0, position + Int.random(in: -2...2, using: &random)))
      let visible = position..<position + 3
      let near = max(0, position - 2)..<position + 6
      let requests = near.map { number in
        request(
          number,
          distance: visible.contains(number) ? 0 : 10 * abs(number - position),
          bytes: 500 + number % 5 * 300)
      }.sorted { $0.distance < $1.distance }
      pool.update(requests, frame: frame, time: Double(frame) / 60)
      // A lane that does not always keep up.
      lane.run(TestTools(), most: Int.random(in: 0...8, using: &random))
      for picture in pictures.drain() { pool.didDraw(picture) }
      let now = pool.statistics
      #expect(now.count <= limits.count)
      #expect(now.snapshotBytes <= limits.snapshotByteLimit)
      #expect(now.bytes <= limits.byteLimit)
      if Bool.random(using: &random),
        pool.send(.pressed(.zero, isAlternate: false), to: ImageKey("\(position)"))
      {
        counts[position, default: 0] += 1
      }
    }
    // Nothing that was done to a view is forgotten, however often its lease ended.
    lane.run(TestTools())
    for (number, count) in counts {
      #expect(diary["\(number)"].events.count == count)
      pool.update([request(number, distance: 0)], frame: 1000, time: 1000)
      lane.run(TestTools())
      #expect(pool.send(.key(.left), to: ImageKey("\(number)")))
      lane.run(TestTools())
    }
    #expect(diary.alive <= limits.count)
    #expect(pool.statistics.ended > 20)
  }

  @Test("A view comes back in its old state, and its picture stands in for it until it is drawn")
  func returning() throws {
    let (pool, lane, pictures) = pool(HeavyViewLimits(count: 1))
    func step(_ number: Int) {
      pool.update([request(number, distance: 0)], frame: number, time: 0)
      lane.run(TestTools())
      for picture in pictures.drain() { pool.didDraw(picture) }
    }
    step(1)
    #expect(pool.send(.doubleClicked(.zero), to: ImageKey("1")))
    step(1)
    let left = try #require(pool.picture(of: ImageKey("1")))
    step(2)
    #expect(diary["1"].alive == 0 && diary["2"].alive == 1)
    // Back, and not drawn yet.
    pool.update([request(1, distance: 0)], frame: 3, time: 0)
    #expect(pool.picture(of: ImageKey("1")) === left)
    step(1)
    #expect(pool.picture(of: ImageKey("1")) !== left)
    // Made anew with what the first one left: the count goes on.
    #expect(diary["1"].made == 2)
    pool.update([request(3, distance: 0)], frame: 4, time: 0)
    lane.run(TestTools())
    #expect(!pool.send(.key(.left), to: ImageKey("1")), "no lease, no view")
  }

  @Test("Drawn again only when something changed, and the overlay by itself")
  func changes() {
    let (pool, lane, pictures) = pool(HeavyViewLimits())
    func step(_ distance: Int = 0) {
      pool.update([request(1, distance: distance)], frame: 1, time: 0)
      lane.run(TestTools())
      for picture in pictures.drain() { pool.didDraw(picture) }
    }
    for _ in 0..<5 { step() }
    #expect(diary["1"].drawn == 1)
    #expect(pool.isSettled)
    for x in 0..<10 { _ = pool.send(.moved(Point(x: Double(x), y: 0)), to: ImageKey("1")) }
    #expect(!pool.isSettled)
    step()
    #expect(diary["1"].drawn == 1 && diary["1"].overlays == 2)
    #expect(diary["1"].events == [.moved(Point(x: 9, y: 0))], "only where the pointer is counts")
    pool.contentChanged([ImageKey("1"), ImageKey("7")])
    pool.contentChanged([ImageKey("1")])
    step()
    #expect(diary["1"].drawn == 2 && pool.statistics.drawn == 3)
    pool.contentChanged([ImageKey("1")])
    step(100)
    #expect(diary["1"].drawn == 2, "nobody sees it, and nothing moves")
    pool.update([request(1, distance: 100)], frame: 1, time: 0, isMoving: true)
    lane.run(TestTools())
    #expect(diary["1"].drawn == 3, "it may soon be seen")
    _ = pool.send(.focus(true), to: ImageKey("1"))
    step()
    #expect(diary["1"].drawn == 3, "an event that changes nothing draws nothing")
  }

  @Test("A lease ends by itself when its view was far away for long")
  func time() {
    let (pool, lane, _) = pool(HeavyViewLimits(leaseSeconds: 10))
    pool.update([request(1, distance: 0)], frame: 1, time: 0)
    lane.run(TestTools())
    pool.update([], frame: 2, time: 9)
    #expect(pool.statistics.count == 1)
    pool.update([], frame: 3, time: 10.5)
    lane.run(TestTools())
    #expect(pool.statistics.count == 0 && diary["1"].alive == 0)
  }
}
