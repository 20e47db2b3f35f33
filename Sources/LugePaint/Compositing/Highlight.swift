public import LugeCore
import LugeEngine

/// Rectangle drawn over a composed frame: a selection, a match, the row that a jump led to.
public struct Highlight: Hashable, Sendable {
  public enum Mode: Hashable, Sendable {
    /// The colour is blended over the frame by its alpha.
    case over
    /// Light colours darken light pixels, dark ones lighten dark pixels: for highlighted text.
    case tint
    /// The colour replaces the background of the text, and the text keeps its contrast. For text on
    /// several backgrounds; the colour at most corners counts as the background.
    case ground
  }

  /// Rectangle from the viewport's upper left, device pixels; rounded to whole ones.
  public var rect: Rect
  public var color: RGBA
  public var mode: Mode
  /// Radii of the corners in the mode ``Mode/over``; the other modes have square ones.
  public var radii = CornerRadii.zero
  /// Width in pixels of a line along the inner side of the edge, in the mode ``Mode/over``; then
  /// only this line is drawn. 0 fills the rectangle.
  public var line = 0

  public init(_ rect: Rect, color: RGBA, mode: Mode = .over) {
    self.rect = rect
    self.color = color
    self.mode = mode
  }
}

extension Highlight {
  /// Makes the highlight after a jump, at its strength in this frame.
  init(_ emphasis: FramePlan.Emphasis, _ scheme: ColorScheme, width: Int) {
    var color = emphasis.color.resolved(scheme)
    color.alpha = UInt8((Double(color.alpha) * min(1, max(0, emphasis.strength))).rounded())
    self.init(
      Rect(
        x: emphasis.columns?.lowerBound ?? 0, y: emphasis.y,
        width: emphasis.columns?.count ?? width, height: emphasis.height),
      color: color)
    radii = emphasis.radii
  }
}
