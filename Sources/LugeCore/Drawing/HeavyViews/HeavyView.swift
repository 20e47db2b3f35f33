/// The content of a heavy view: a value in a row's layout, cheap to copy, from which the view is
/// built.
///
/// The view itself exists only while its row is near the screen, and for some time after. When it
/// ends it leaves its picture and its ``HeavyView/state``, and the next view of the same key begins
/// with both.
public protocol HeavyViewContent: Sendable {
  /// Builds the view. Runs on the lane of heavy views; the view never leaves that thread.
  ///
  /// - Parameter state: the state that the last view of this key left; nil for the first one.
  func makeView(restoring state: (any Sendable)?) -> any HeavyView

  /// Whether the focused view wants a key; the list handles the others. Called on the main thread.
  func takes(_ key: HeavyViewKey) -> Bool
}

extension HeavyViewContent {
  public func takes(_ key: HeavyViewKey) -> Bool { false }
}

/// A heavy view, such as a chart: expensive to build and to draw, so both happen off the main
/// thread, and only when its content has changed.
///
/// All calls come on one low-priority thread, one after the other; a view needs no locks.
public protocol HeavyView: AnyObject {
  /// Draws the view without what ``drawOverlay(in:)`` adds.
  func draw(in context: HeavyViewContext) -> DrawList

  /// Draws the part that changes more often, such as a crosshair: if only this changes, the drawing
  /// below is copied. Also called after each ``draw(in:)``.
  func drawOverlay(in context: HeavyViewContext) -> DrawList

  /// Handles an input event and returns what has to be drawn again.
  func handle(_ event: HeavyViewEvent) -> HeavyViewChange

  /// Called when data outside of the content value (a store of numbers, for example) has changed.
  func contentChanged() -> HeavyViewChange

  /// Bytes of memory that the view takes besides its pictures.
  var byteCount: Int { get }

  /// Text for screen readers of the view as last drawn, such as the visible range and the values
  /// under its crosshair; nil: the row's accessible text is used.
  var spokenText: String? { get }

  /// State for the next view of the same key: the zoomed range, what is collapsed. It should be
  /// small, because it is kept longest.
  var state: (any Sendable)? { get }
}

extension HeavyView {
  public func drawOverlay(in context: HeavyViewContext) -> DrawList { DrawList() }
  public func handle(_ event: HeavyViewEvent) -> HeavyViewChange { .none }
  public func contentChanged() -> HeavyViewChange { .all }
  public var byteCount: Int { 0 }
  public var spokenText: String? { nil }
  public var state: (any Sendable)? { nil }
}

/// Part of a heavy view that has to be drawn again.
public enum HeavyViewChange: Int, Hashable, Sendable, Comparable {
  case none, overlay, all

  public static func < (a: HeavyViewChange, b: HeavyViewChange) -> Bool { a.rawValue < b.rawValue }
}

/// Size, scale, style and fonts that a heavy view is drawn with.
public struct HeavyViewContext {
  /// Size of the view in device pixels.
  public let size: PixelSize
  /// Device pixels per point.
  public let unit: Double
  public let fontFamily: String
  public let text: any TextMeasuring
  /// Whether the rows around the view are mirrored for right-to-left languages. A view that should
  /// be mirrored, too, mirrors its own drawing (``DrawList/mirrored(in:turnsLines:)``).
  public let isMirrored: Bool

  public init(
    size: PixelSize, unit: Double, fontFamily: String, text: any TextMeasuring,
    isMirrored: Bool = false
  ) {
    self.size = size
    self.unit = unit
    self.fontFamily = fontFamily
    self.text = text
    self.isMirrored = isMirrored
  }

  /// Converts points to device pixels, rounded to whole ones so that edges stay sharp.
  public func px(_ points: Double) -> Double { (points * unit).rounded() }

  /// Lays out a text as one line, in a font of this size in points.
  public func line(
    _ string: String, points: Double, weight: FontSpec.Weight = .regular, maxWidth: Double? = nil
  ) -> TextLayout {
    text.layout(
      TextRequest(
        StyledText(string),
        font: FontSpec(family: fontFamily, pixelSize: points * unit, weight: weight),
        maxWidth: max(1, Int(maxWidth ?? 16_000)), maxLines: 1))
  }
}
