public import LugeCore
import LugeEngine

/// A rectangle laid over a composed frame: a selection, a find hit, the row a search led to.
public struct Highlight: Hashable, Sendable {
  public enum Mode: Hashable, Sendable {
    /// The colour with its alpha lies over what is there.
    case over
    /// Light colours darken what is light, dark ones lighten what is dark: for marked text.
    case tint
    /// The colour takes the place of what the text stands on, whatever that is: ink keeps its
    /// distance from it. For text on grounds of several colours. What is at most of the corners is
    /// taken for the ground.
    case ground
  }

  /// From the viewport's top left, device pixels; rounded to whole ones.
  public var rect: Rect
  public var color: RGBA
  public var mode: Mode
  /// Corners of what lies ``Mode/over``; the other modes have none.
  public var radii = CornerRadii.zero

  public init(_ rect: Rect, color: RGBA, mode: Mode = .over) {
    self.rect = rect
    self.color = color
    self.mode = mode
  }
}

extension Highlight {
  /// What a jump led to, as strong as it is in its frame.
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
