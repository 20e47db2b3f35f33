import LugeCore
import LugeEngine
import LugeFeed
import LugePaint
import Testing

@testable import LugeLab

@Suite("A timeline in two structures", .timeLimit(.minutes(5)))
struct TimelineLabTests {
  private let size = PixelSize(width: 420, height: 700)

  private func picture(_ plan: FramePlan) -> [UInt32] {
    let bitmap = Bitmap(size: size)
    Compositor.compose(plan, into: bitmap)
    return bitmap.withPixels { Array($0) }
  }

  @Test("Of two runs the means of what was spent count, and the worse of what was missed")
  func twoRuns() {
    var (one, two) = (TimelineLab.Result(posts: 9), TimelineLab.Result(posts: 9))
    (one.newUiMs, two.newUiMs) = (10, 20)
    (one.missedFrames, two.missedFrames) = (0, 3)
    (one.newDrawn, two.newDrawn) = (9, 8)
    let both = one.together(with: two)
    #expect((both.newUiMs, both.missedFrames, both.newDrawn) == (15, 3, 8))
    #expect(two.together(with: one) == both)
  }

  @Test("Processors' time is held against the large cells that need less of it")
  func processors() {
    var result = TimelineLab.Result(posts: 9)
    (result.oldTotalCpuMs, result.oldFastTextTotalCpuMs, result.newTotalCpuMs) = (600, 476, 582)
    result.compareProcessors()
    #expect(result.totalCpuRatio == 1.223)
    (result.oldTotalCpuMs, result.newTotalCpuMs) = (400, 200)
    result.compareProcessors()
    #expect(result.totalCpuRatio == 0.5)
  }

  @Test("Time that is saved is told within rounds, and how far rounds are apart")
  func totals() {
    var result = TimelineLab.Result(posts: 170)
    // A machine that is half as fast in the second round.
    result.takeTotals(old: [100, 200, 100], fastText: [80, 160, 100], new: [60, 120, 70])
    #expect(result.lessTotalPercent == 40)
    #expect(result.lessTotalThanFastTextPercent == 25)
    #expect((result.lessTotalP25Percent, result.lessTotalP75Percent) == (30, 40))
    #expect((result.oldTotalMs, result.newTotalMs) == (100, 70))
    #expect(result.totalSpreadPercent == 100)
  }

  @Test("Work that is done twice is counted, and every post is laid out")
  func twice() throws {
    let result = try TimelineLab(size: size, step: 300).run(12)
    #expect(result.newItemsLaidOut >= 12)
    #expect(result.newItemsLaidOutTwice == result.newItemsLaidOut - 12)
    // Only what a frame draws while the lane draws it; it may have been before counting began.
    #expect(result.newSlicesDrawnTwice <= result.newSlicesDrawnInFrames + 1)
    #expect(result.oldDrawn == 12)
  }

  @Test("Large cells and small rows show the same pixels, all the way down")
  func samePixels() throws {
    let data = try LabPosts(count: 24, size: size)
    let old = OldTimeline(data.posts, size: size, pictures: data.pictures)
    let engine = TimelineLab(size: size).engine(data)
    var time = OffscreenRun.settle(engine)
    var screens = 0
    var goesOn = true
    while goesOn {
      let now = picture(engine.frame(at: time + 1))
      let before = picture(old.frame())
      let differing = zip(now, before).count { $0 != $1 }
      #expect(differing == 0, "screen \(screens)")
      goesOn = old.scroll(by: 500)
      engine.scroll(by: 500)
      time = OffscreenRun.settle(engine, from: time + 2)
      screens += 1
    }
    #expect(screens > 5 && old.drawn.count == 24)
  }
}
