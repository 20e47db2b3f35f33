/// What a heavy view is made of: a value that a row's layout carries, cheap to copy.
///
/// The view itself exists only while it has a lease: near the screen, or remembered from there.
/// When the lease ends it leaves its picture and its ``LiveView/state`` behind, and the next view
/// of the same key begins with both.
public protocol LiveContent: Sendable {
  /// Builds the view. Runs on the lane of heavy views, which the view never leaves.
  ///
  /// - Parameter state: what the last view of this key left behind; nil for the first one.
  func makeView(restoring state: (any Sendable)?) -> any LiveView

  /// Whether the focused view wants a key; others stay with the list. Asked on the main thread.
  func takes(_ key: LiveKey) -> Bool
}

extension LiveContent {
  public func takes(_ key: LiveKey) -> Bool { false }
}

/// A heavy view, such as a chart: expensive to build and to draw, so neither happens on the main
/// thread, and only when what it shows has changed.
///
/// All calls come on one thread of low priority, one after the other; a view needs no locks. (The
/// idea of keeping heavy views alive outside of the cell pool is from "Caching views for smooth
/// scrolling"; that they are drawn apart from the main thread is Luge's.)
public protocol LiveView: AnyObject {
  /// What it shows, apart from what ``drawOverlay(in:)`` adds.
  func draw(in context: LiveContext) -> DrawList

  /// What lies above and changes more often, such as a crosshair: a change of it alone costs a copy
  /// of the drawing and this list. Called after each ``draw(in:)``, too.
  func drawOverlay(in context: LiveContext) -> DrawList

  /// Takes in what the reader's hands did.
  func handle(_ event: LiveEvent) -> LiveChange

  /// What the content refers to (a store of numbers, say) has changed.
  func contentChanged() -> LiveChange

  /// Memory that the view takes beside its pictures.
  var byteCount: Int { get }

  /// What a screen reader says of the view as it was drawn last: what is in view of it, the values
  /// under its crosshair. Nil leaves it at the row's accessible text.
  var spokenText: String? { get }

  /// What makes the next view of the same key as this one is: where the reader zoomed to, what is
  /// folded away. Small: it is kept when nothing else is.
  var state: (any Sendable)? { get }
}

extension LiveView {
  public func drawOverlay(in context: LiveContext) -> DrawList { DrawList() }
  public func handle(_ event: LiveEvent) -> LiveChange { .none }
  public func contentChanged() -> LiveChange { .all }
  public var byteCount: Int { 0 }
  public var spokenText: String? { nil }
  public var state: (any Sendable)? { nil }
}

/// What has to be drawn again.
public enum LiveChange: Int, Hashable, Sendable, Comparable {
  case none, overlay, all

  public static func < (a: LiveChange, b: LiveChange) -> Bool { a.rawValue < b.rawValue }
}

/// What a heavy view is drawn for.
public struct LiveContext {
  /// Device pixels.
  public let size: PixelSize
  /// Device pixels a point.
  public let unit: Double
  public let fontFamily: String
  public let text: any TextMeasuring

  public init(size: PixelSize, unit: Double, fontFamily: String, text: any TextMeasuring) {
    self.size = size
    self.unit = unit
    self.fontFamily = fontFamily
    self.text = text
  }

  /// Points to device pixels, rounded to whole ones so that edges stay sharp.
  public func px(_ points: Double) -> Double { (points * unit).rounded() }

  /// A text of one line, in a font of so many points.
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
