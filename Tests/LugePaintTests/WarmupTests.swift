import LugeCore
import LugeEngine
import LugePaint
import Testing

@Suite("Tools made beforehand")
struct WarmupTests {
  @Test("Tools made beforehand paint the pixels that fresh ones paint")
  func samePixels() {
    let warmup = ToolsWarmup()
    let warm = PaintTools.factory(warmup: warmup)()
    let fresh = PaintTools()
    let row = PaintSamples.message(fresh, scale: 1)
    func pixels(_ tools: any LaneTools) -> [UInt32] {
      tools.paint(
        row, slice: 0..<row.size.height, scheme: .dark, background: PaintSamples.background
      ).pixels
    }
    #expect(pixels(warm) == pixels(fresh))
  }

  @Test("Only the first lane gets them; everybody else has tools of their own")
  func givenOnce() {
    let factory = PaintTools.factory(warmup: ToolsWarmup())
    let tools = (0..<3).map { _ in factory() }
    #expect(Set(tools.map { ObjectIdentifier($0) }).count == 3)
  }

  private final class Token: Sendable {}

  @Test("A warm-up that nobody asks for ends by itself, and holds nothing after that")
  func unused() async {
    func begin() -> @Sendable () -> Token? {
      let token = Token()
      _ = ToolsWarmup(
        environment: LayoutEnvironment(width: 0, fontFamily: "No Such Family"),
        rows: {
          withExtendedLifetime(token) {}
          return []
        })
      return { [weak token] in token }
    }
    let token = begin()
    let deadline = ContinuousClock.now + .seconds(60)
    while token() != nil, ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(5))
    }
    #expect(token() == nil)
  }
}
