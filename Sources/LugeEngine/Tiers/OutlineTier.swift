import LugeCore

extension EngineConfiguration {
  /// Seconds that a frame may draw what no lane has drawn, at a speed in screens a second. What
  /// flies past is not read: there an outline will do, and the frame is on time.
  func drawBudget(atScreensPerSecond speed: Double) -> Double {
    switch speed {
    case ..<1: drawBudget
    case ..<8: drawBudget * 3 / 8
    case ..<Self.outlineSpeed: drawBudget / 8
    default: 0
    }
  }

  /// Screens a second from which rows pass as outlines, whether or not there were time to draw
  /// them: a row is in view for less than four frames of a 60th of a second, and drawing it would
  /// cost the reader's battery for nothing.
  static let outlineSpeed = 16.0
}

extension ListEngine {
  var screensPerSecond: Double { abs(velocity) / Double(max(1, viewport.height)) }

  /// Whether the list moves too fast for anything but outlines.
  package var passesAsOutlines: Bool { screensPerSecond >= EngineConfiguration.outlineSpeed }
}
