public import LugeCore
public import LugeWords

/// Content of one row of an item: a value that says what to show, made off the main thread.
///
/// The layout function is static and pure: it gets the row and its context and nothing else, so it
/// cannot access state and may run on any lane.
public protocol RowModel: Sendable {
  /// Kind of cell that the row needs. Rows with equal identifiers can reuse each other's cells.
  static var reuseIdentifier: ReuseIdentifier { get }
  var id: RowID { get }
  /// Number that must change whenever what the row shows changes.
  var revision: Revision { get }
  /// Whether the row only introduces its item (a date above a message): the highlight after a jump
  /// leaves it out. Default: false.
  var isHeading: Bool { get }
  /// Heading that floats at the list's upper edge while this row is the first in view. Default:
  /// nil.
  var pinnedHeading: PinnedHeading? { get }
  /// Whether the row is hidden while the floating heading covers it: for a row that looks like the
  /// heading, so that neither could be read. Default: false.
  var hidesBelowHeading: Bool { get }
  /// Lays the row out at the context's width, scale and style. Equal inputs must give equal
  /// layouts.
  static func layout(_ row: Self, in context: LayoutContext) -> RowLayout
  /// Returns the height of that layout without making it, because most rows of a long list are only
  /// measured. The default makes the layout; another implementation must return the same height.
  static func height(_ row: Self, in context: LayoutContext) -> Int
}

extension RowModel {
  public var isHeading: Bool { false }

  public var pinnedHeading: PinnedHeading? { nil }

  public var hidesBelowHeading: Bool { false }

  public static func height(_ row: Self, in context: LayoutContext) -> Int {
    layout(row, in: context).size.height
  }

  /// Measures a row of any kind.
  public func height(in context: LayoutContext) -> Int { Self.height(self, in: context) }

  /// Lays out a row of any kind.
  public func layout(in context: LayoutContext) -> RowLayout {
    let layout = Self.layout(self, in: context)
    return context.environment.isMirrored ? layout.mirrored() : layout
  }
}

/// Values that a layout may depend on besides the row itself.
public struct LayoutContext {
  public let environment: LayoutEnvironment
  public let text: any TextMeasuring
  /// Whether to show spoilers; see ``ListEngine/disclose(_:)``.
  public var isDisclosed = false

  public init(environment: LayoutEnvironment, text: any TextMeasuring) {
    self.environment = environment
    self.text = text
  }

  /// Width of the list in device pixels.
  public var width: Int { environment.width }

  /// Converts points to device pixels, rounded to whole ones so that edges stay sharp.
  public func px(_ points: Double) -> Double { (points * environment.unit).rounded() }

  /// Returns a font of this size in points.
  public func font(
    _ points: Double, weight: FontSpec.Weight = .regular, isItalic: Bool = false
  ) -> FontSpec {
    FontSpec(
      family: environment.fontFamily, pixelSize: points * environment.unit, weight: weight,
      isItalic: isItalic)
  }
}

/// Environment of all layouts: when it changes, all rows are laid out again.
public struct LayoutEnvironment: Hashable, Sendable {
  /// Width of the list in device pixels.
  public var width: Int
  /// Device pixels per point (1, 1.5, 2 …).
  public var scale: Double
  /// User's zoom; 1 means no zoom.
  public var zoom: Double
  public var fontFamily: String
  /// Whether rows are mirrored for right-to-left languages. Rows are still laid out from left to
  /// right.
  public var isMirrored: Bool

  public init(
    width: Int, scale: Double = 1, zoom: Double = 1, fontFamily: String = "Noto Sans",
    isMirrored: Bool = Words.isRightToLeft
  ) {
    self.isMirrored = isMirrored
    self.width = width
    self.scale = scale
    self.zoom = zoom
    self.fontFamily = fontFamily
  }

  /// Device pixels per point of content: scale × zoom.
  public var unit: Double { scale * zoom }
}
