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

  /// Seconds that a frame may draw in which all rows look otherwise than in the one before: another width, font
  /// or scheme. What was read a moment ago stands still there; bars in its place for a frame are seen, a frame
  /// that comes late is not.
  var restyleBudget: Double { drawBudget * 6 }

  /// Screens a second from which rows pass as outlines, whether or not there were time to draw
  /// them: a row is in view for less than four frames of a 60th of a second, and drawing it would
  /// cost the reader's battery for nothing.
  static let outlineSpeed = 16.0
}

extension ListEngine {
  /// Seconds that this frame may draw.
  func spotBudget() -> Double {
    let style = state.style
    defer { lastDrawnStyle = style }
    guard let last = lastDrawnStyle, last != style, !passesAsOutlines else {
      return configuration.drawBudget(atScreensPerSecond: screensPerSecond)
    }
    return configuration.restyleBudget
  }

  var screensPerSecond: Double { abs(velocity) / Double(max(1, viewport.height)) }

  /// Whether the list moves too fast for anything but outlines.
  package var passesAsOutlines: Bool { screensPerSecond >= EngineConfiguration.outlineSpeed }
}
