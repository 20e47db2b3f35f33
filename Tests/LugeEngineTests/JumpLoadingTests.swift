import Foundation
import LugeCore
import Testing

@testable import LugeEngine

@Suite("What a jump asks for") struct JumpLoadingTests {
  /// Draws as slowly as a lane on a busy machine.
  private final class SlowTools: LaneTools {
    let text: any TextMeasuring = TestText()

    func paint(
      _ layout: RowLayout, slice: Range<Int>, scheme: ColorScheme, background: ThemeColor
    ) -> Bitmap {
      Thread.sleep(forTimeInterval: 0.004)
      return Bitmap(size: PixelSize(width: max(1, layout.size.width), height: max(1, slice.count)))
    }
  }

  private func engine(_ items: [TestItem], slow: Bool) -> ListEngine {
    let engine = ListEngine(
      provider: provider(items),
      configuration: EngineConfiguration(opensAt: .start, drawBudget: 10),
      tools: { slow ? SlowTools() as any LaneTools : TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 400), environment: LayoutEnvironment(width: 400))
    return engine
  }

  @Test("Frames that wait for its drawing ask for no more items")
  func waiting() {
    let engine = engine(items(30_000) { _ in 40 }, slow: true)
    var time = 0.0
    engine.settle(from: &time)
    let before = engine.statistics.itemsLoaded
    engine.jump(to: 17_000)
    for _ in 0..<2000 where engine.isJumping {
      _ = engine.frame(at: time)
      time += 1 / 60
      _ = engine.waitForResults(seconds: 0.001)
    }
    #expect(engine.visibleRows.contains { $0.position == 17_000 })
    #expect(engine.statistics.itemsLoaded - before < 200)
  }

  @Test("Of two jumps the second, to what the first has loaded, lands by itself")
  func following() {
    let engine = engine(items(30_000) { _ in 40 }, slow: true)
    var time = 0.0
    engine.settle(from: &time)
    engine.jump(to: 17_000, alignment: .top)
    _ = engine.frame(at: time)
    engine.jump(to: 17_002, alignment: .top)
    // As a window does: frames when one is needed, else sleep until something arrives.
    for _ in 0..<2000 where engine.isJumping {
      guard engine.needsFrame || engine.waitForResults(seconds: 5) else { break }
      time += 1 / 60
      _ = engine.frame(at: time)
    }
    #expect(engine.firstVisible?.id == 17_002)
  }

  @Test(
    "Near the ends, and with rows of few pixels, the other side fills the viewport",
    arguments: [0, 1, 30, 2_900, 2_980, 2_999])
  func ends(target: Int) {
    for alignment in [PendingJump.Alignment.top, .center] {
      let engine = engine(items(3_000) { _ in 3 }, slow: false)
      var time = 0.0
      engine.settle(from: &time)
      engine.jump(to: target, alignment: alignment)
      let plan = engine.settle(from: &time)
      #expect(!engine.isJumping)
      #expect(plan.blankPixels == 0)
      #expect(engine.visibleRows.contains { $0.position == target })
    }
  }
}
