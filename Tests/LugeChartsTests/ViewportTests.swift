import LugeTestSupport
import Testing

@testable import LugeCharts

@Suite("A chart's viewport")
struct ViewportTests {
  private let bounds = 1000.0...5000.0

  @Test(
    "Whatever the hands do, the window is within the data and not shorter than allowed",
    arguments: [1, 2, 3, 4, 5])
  func invariants(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var viewport = ChartViewport()
    var bounds = bounds
    for _ in 0..<2000 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        viewport.zoom(
          by: Double.random(in: 0.2...4, using: &random),
          at: Double.random(in: 0...6000, using: &random), in: bounds, shortest: 5)
      case 2: viewport.pan(by: Double.random(in: -3000...3000, using: &random), in: bounds)
      case 3:
        bounds = bounds.lowerBound...bounds.upperBound + Double.random(in: 0...20, using: &random)
      default: if Int.random(in: 0..<20, using: &random) == 0 { viewport.reset() }
      }
      let seen = viewport.visible(in: bounds)
      #expect(seen.lowerBound >= bounds.lowerBound - 1e-6)
      #expect(seen.upperBound <= bounds.upperBound + 1e-6)
      #expect(seen.length >= 5 - 1e-6)
    }
  }

  @Test("Zooming keeps the place under the pointer where it is")
  func pointer() {
    var random = SeededGenerator(seed: 9)
    var viewport = ChartViewport()
    for _ in 0..<200 {
      let before = viewport.visible(in: bounds)
      let place = Double.random(in: before, using: &random)
      let share = (place - before.lowerBound) / before.length
      viewport.zoom(by: 0.9, at: place, in: bounds, shortest: 1e-6)
      let after = viewport.visible(in: bounds)
      #expect(((place - after.lowerBound) / after.length - share).magnitude < 1e-6)
    }
  }

  @Test("A window at the end goes on with the data; one that was moved away stays")
  func following() {
    var viewport = ChartViewport()
    viewport.zoom(by: 0.5, at: 5000, in: bounds, shortest: 1)
    #expect(viewport.followsEnd)
    #expect(viewport.visible(in: 1000...6000) == 4000...6000)
    viewport.pan(by: -500, in: 1000...6000)
    #expect(!viewport.followsEnd)
    #expect(viewport.visible(in: 1000...9000) == 3500...5500)
    viewport.pan(by: 1e9, in: 1000...9000)
    #expect(viewport.followsEnd && viewport.visible(in: 1000...9000).upperBound == 9000)
    viewport.zoom(by: 1000, at: 8000, in: 1000...9000, shortest: 1)
    #expect(viewport.window == nil)
  }
}
