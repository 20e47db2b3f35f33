import LugeCore
import LugeEngine
import LugeImages
import Testing

@testable import LugeApp
@testable import LugeListKit

private let red: UInt32 = 0xFFFF_0000
private let green: UInt32 = 0xFF00_FF00

@Suite("Pictures in a list", .serialized, .timeLimit(.minutes(5)))
struct ListPicturesTests {
  @Test("A picture that arrives redraws exactly the rows that show it, and moves nothing")
  func arrival() throws {
    let decoder = AllowingDecoder(allowed: [])
    let list = PictureList([["a"], ["b"], ["a", "c"], []], decoder: decoder)
    let before = try #require(list.run(until: list.settled))
    #expect((0...1).allSatisfy { before.color(ofItem: $0) == green })
    #expect(list.engine.positions(showing: ImageKey("a")) == [0, 2])
    #expect(list.engine.positions(showing: ImageKey("nowhere")).isEmpty)
    let (rows, metrics) = (list.engine.visibleRows.map(\.y), list.engine.metrics)
    let drawn = list.engine.statistics

    decoder.allow("a")
    let after = try #require(
      list.run { $0.color(ofItem: 0) == red && $0.color(ofItem: 2) == red && list.settled($0) })
    #expect(after.bitmap(ofItem: 1) === before.bitmap(ofItem: 1))
    #expect(after.bitmap(ofItem: 3) === before.bitmap(ofItem: 3))
    #expect(after.color(ofItem: 2, picture: 1) == green)
    #expect(list.engine.visibleRows.map(\.y) == rows)
    #expect(list.engine.metrics == metrics)
    let now = list.engine.statistics
    // By a frame, because the list rests, unless it lacks the time; and no others.
    let (byLane, byFrame) = (
      now.slicesDrawnByLane - drawn.slicesDrawnByLane,
      now.slicesDrawnOnTheSpot - drawn.slicesDrawnOnTheSpot
    )
    #expect(byLane + byFrame == 2)
    #expect(now.itemsLaidOutByLane == drawn.itemsLaidOutByLane)
    #expect(now.blankPixels == drawn.blankPixels)
    #expect(decoder.log.withLock { $0 } == ["a"])
  }

  @Test("Why a picture is not there is known for as long as its row says so")
  func remembersFailures() throws {
    let decoder = AllowingDecoder(allowed: nil)
    let list = PictureList([["broken"], ["a"]], decoder: decoder)
    _ = try #require(list.run { $0.color(ofItem: 1) == red && list.pictures.failedInView == 1 })
    // The pipeline forgets after a while, and would try again when asked.
    list.pipeline.removeAll()
    #expect(list.pictures.failure(of: ImageKey("broken")) == .corrupt("as asked"))
    #expect(list.pictures.problem(with: ImageKey("broken")) == .broken)
    #expect(list.pictures.failure(of: ImageKey("a")) == nil)
    let hint = try #require(list.pictures.hint(about: .openImage(ImageKey("broken"))))
    #expect(hint.contains("damaged. Another copy"), "a tile has room for less")
    #expect(list.pictures.hint(about: .openFile("broken"))?.hasPrefix("This video") == true)
    #expect(list.pictures.hint(about: .openImage(ImageKey("a"))) == nil)
    list.pictures.retry(ImageKey("broken"))
    _ = try #require(list.run { _ in decoder.log.withLock { $0.count { $0 == "broken" } } == 2 })
  }

  @Test("A row keeps showing what it showed until it is drawn anew")
  func noFlash() throws {
    let decoder = AllowingDecoder(allowed: [])
    let list = PictureList([["a"]], decoder: decoder)
    _ = try #require(list.run(until: list.settled))
    decoder.allow("a")
    var colors: Set<UInt32?> = []
    _ = try #require(
      list.run { plan in
        colors.insert(plan.color(ofItem: 0))
        return plan.color(ofItem: 0) == red
      })
    #expect(colors.isSubset(of: [green, red]))
  }

  @Test("Pictures scrolled far away are cancelled, those in view come first")
  func scrolledAway() throws {
    let decoder = AllowingDecoder(allowed: [])
    let rows = (0..<400).map { ["p\($0)"] }
    let list = PictureList(rows, decoder: decoder, threads: 1)
    _ = try #require(list.run(until: list.settled))
    let asked = list.pipeline.statistics.pending
    // In view are 4 rows, ahead 8, and a row or two at the edge.
    #expect((8...16).contains(asked))
    list.engine.jump(to: 300)
    _ = try #require(list.run { plan in list.settled(plan) && plan.color(ofItem: 300) != nil })
    #expect(list.pipeline.statistics.cancelled == asked)
    for index in 0..<400 { decoder.allow("p\(index)") }
    _ = try #require(list.run { $0.color(ofItem: 300) == red && list.pictures.isComplete })
    let first = decoder.log.withLock { $0 }.prefix(4)
    #expect(first.allSatisfy { (297...303).contains(Int($0.dropFirst()) ?? 0) }, "\(first)")
  }

  @Test(
    "While a list's width changes, a picture that was shown stays, scaled, until it is decoded anew"
  )
  func narrowed() throws {
    let decoder = AllowingDecoder(allowed: ["a"])
    let list = PictureList([["a"], ["b"]], decoder: decoder)
    var seen = try #require(list.run { $0.color(ofItem: 0) == red && list.settled($0) })
    decoder.forbid("a")
    for width in [360, 320, 280] {
      list.engine.setViewport(
        PixelSize(width: width, height: 400), environment: LayoutEnvironment(width: width))
      let size = PixelSize(width: width / 8, height: width / 8)
      var colors: Set<UInt32> = []
      let plan = try #require(
        list.run { plan in
          if let color = plan.color(ofItem: 0) { colors.insert(color) }
          return list.settled(plan) && plan.bitmap(ofItem: 0) !== seen.bitmap(ofItem: 0)
            && plan.color(ofItem: 0) != nil
        })
      #expect(colors == [red], "neither a placeholder nor another picture, at \(width)")
      #expect(plan.color(ofItem: 1) == green)
      guard case .unknown = list.pipeline.outcome(of: ImageRequest(ImageKey("a"), size: size))
      else {
        Issue.record("it was decoded")
        return
      }
      #expect(!list.pictures.isComplete)
      seen = plan
    }
    decoder.allow("a")
    _ = try #require(
      list.run {
        list.settled($0) && $0.bitmap(ofItem: 0) !== seen.bitmap(ofItem: 0)
          && $0.color(ofItem: 0) == red
      }, "drawn once more, at its own size")
    #expect(decoder.log.withLock { $0 } == ["a", "a"])
  }

  @Test("A picture in memory is drawn at once, without a placeholder before")
  func fromMemory() async throws {
    let decoder = AllowingDecoder(allowed: nil)
    let list = PictureList([["a"]], decoder: decoder)
    let size = PixelSize(width: 50, height: 50)
    _ = try await list.pipeline.image(for: ImageRequest(ImageKey("a"), size: size))
    let plan = try #require(list.run(until: list.settled))
    #expect(plan.color(ofItem: 0) == red)
    #expect(decoder.log.withLock { $0 } == ["a"])
    let drawn = list.engine.statistics
    #expect(drawn.slicesDrawnByLane + drawn.slicesDrawnOnTheSpot == 1)
  }

  @Test("A broken picture is drawn once more, with the mark of a missing one")
  func broken() throws {
    let decoder = AllowingDecoder(allowed: [])
    let list = PictureList([["broken"]], decoder: decoder)
    let before = try #require(list.run(until: list.settled))
    decoder.allow("broken")
    let after = try #require(
      list.run { list.settled($0) && $0.bitmap(ofItem: 0) !== before.bitmap(ofItem: 0) })
    func words(_ plan: FramePlan) -> [UInt32]? {
      plan.bitmap(ofItem: 0)?.withPixels { Array($0) }
    }
    #expect(words(after) != words(before))
    for _ in 0..<20 { _ = list.frame() }
    #expect(decoder.log.withLock { $0 } == ["broken"])
    #expect(list.pictures.isComplete)
  }

  @Test("An item that an edge of the viewport cuts, or something covers, is not wholly in view")
  func wholeRows() throws {
    let list = PictureList((0..<40).map { ["p\($0)"] }, decoder: AllowingDecoder(allowed: nil))
    _ = try #require(list.run(until: list.settled))
    list.engine.scroll(toOffset: 10)
    _ = try #require(list.run(until: list.settled))
    let rows = list.engine.visibleRows
    let cut = try #require(rows.first { $0.y < 0 })
    let next = try #require(rows.first { $0.y >= 0 })
    #expect(!rows.holdAll(of: cut.position, within: 0..<400))
    #expect(rows.holdAll(of: next.position, within: 0..<400))
    #expect(!rows.holdAll(of: next.position, within: next.y + 1..<400))
    #expect(!rows.holdAll(of: next.position, within: 0..<next.y + next.height - 1))
    #expect(!rows.holdAll(of: 39, within: 0..<400))
  }

  @Test("A cache too small for the screen does not decode for ever")
  func tinyCache() throws {
    let decoder = AllowingDecoder(allowed: nil)
    // Room for two pictures; a row shows six.
    let list = PictureList(
      [(0..<6).map { "p\($0)" }], decoder: decoder, memoryLimit: 2 * 50 * 50 * 4)
    _ = try #require(list.run { list.settled($0) && list.pictures.isComplete })
    for _ in 0..<30 {
      _ = list.frame()
      _ = list.engine.waitForResults(seconds: 0.01)
    }
    let decodes = decoder.log.withLock { $0.count }
    for _ in 0..<20 {
      _ = list.frame()
      _ = list.engine.waitForResults(seconds: 0.01)
    }
    #expect(decoder.log.withLock { $0.count } == decodes)
    #expect(decodes <= 18)
  }

  @Test("A change of scheme draws the pictures that are there")
  func scheme() throws {
    let list = PictureList([["a"]], decoder: AllowingDecoder(allowed: nil))
    _ = try #require(list.run { $0.color(ofItem: 0) == red })
    list.engine.setColorScheme(.dark)
    let plan = try #require(list.run { list.settled($0) && $0.scheme == .dark })
    #expect(plan.color(ofItem: 0) == red)
  }
}
