import LugeCore
import LugeEngine
import LugePaint

/// The last frames as bars, newest at the right, with a line at the height of a 60th of a second.
struct FrameLogGraph {
  static let complete: UInt32 = 0x4BC08A
  static let skeleton: UInt32 = 0xE5B84B
  static let blank: UInt32 = 0xE54B4B
  /// Fraction of the height for a frame that takes the whole budget.
  static let full = 0.9
  /// Budget of a frame, seconds.
  static let budget = 1.0 / 60
  /// Width of a bar, points.
  static let barWidth = 2.0

  /// Position and size of the graph, device pixels.
  var left: Double
  var top: Double
  var width: Double
  var height: Double
  /// Device pixels per point.
  var unit: Double

  /// Returns a bar per frame, as many as fit, and the line last.
  func bars(_ frames: some BidirectionalCollection<FrameRecord>) -> [Highlight] {
    let barWidth = Self.barWidth * unit
    let room = max(0, Int(width / barWidth))
    let shown = frames.suffix(room)
    let bottom = top + height
    var bars = shown.enumerated().map { index, frame in
      let tall = max(1, min(1, frame.total / Self.budget) * height * Self.full)
      let color =
        frame.blankPixels > 0 ? Self.blank : frame.skeletons > 0 ? Self.skeleton : Self.complete
      return Highlight(
        Rect(
          x: left + Double(room - shown.count + index) * barWidth, y: bottom - tall,
          width: barWidth, height: tall),
        color: RGBA(color))
    }
    bars.append(
      Highlight(
        Rect(
          x: left, y: bottom - height * Self.full, width: Double(room) * barWidth,
          height: max(1, unit)), color: RGBA(Self.blank, alpha: 160)))
    return bars
  }
}
