public import LugeCore
public import LugeWords

/// One small piece of an item: a plain value that says what to show, made off the main thread.
///
/// The layout function is static and pure: it sees the row and its context and nothing else, so it
/// cannot touch state and may run on any lane (Texture's rule).
public protocol RowModel: Sendable {
  /// Rows with equal identifiers can take over each other's cell.
  static var reuseIdentifier: ReuseIdentifier { get }
  var id: RowID { get }
  /// Changes whenever what the row shows changes.
  var revision: Revision { get }
  /// Whether the row only introduces its item (a date above a message): the highlight of an item
  /// that was jumped to leaves it out. False unless said otherwise.
  var isHeading: Bool { get }
  /// What stays at the list's upper edge while the row is the first in view; nil for nothing.
  var pinnedHeading: PinnedHeading? { get }
  /// The row at the context's width, scale and style. Equal inputs give equal layouts.
  static func layout(_ row: Self, in context: LayoutContext) -> RowLayout
  /// The height of that layout, and nothing else of it: most rows of a long list are only measured.
  /// That of the layout unless said otherwise, which whoever says otherwise has to equal.
  static func height(_ row: Self, in context: LayoutContext) -> Int
}

extension RowModel {
  public var isHeading: Bool { false }

  public var pinnedHeading: PinnedHeading? { nil }

  public static func height(_ row: Self, in context: LayoutContext) -> Int {
    layout(row, in: context).size.height
  }

  /// Measures a row whose kind is not known statically.
  public func height(in context: LayoutContext) -> Int { Self.height(self, in: context) }

  /// Lays out a row whose kind is not known statically.
  public func layout(in context: LayoutContext) -> RowLayout {
    let layout = Self.layout(self, in: context)
    return context.environment.isMirrored ? layout.mirrored() : layout
  }
}

/// What a layout may depend on beside the row itself.
public struct LayoutContext {
  public let environment: LayoutEnvironment
  public let text: any TextMeasuring
  /// Whether what the row hides (spoilers) is to be shown; see ``ListEngine/disclose(_:)``.
  public var isDisclosed = false

  public init(environment: LayoutEnvironment, text: any TextMeasuring) {
    self.environment = environment
    self.text = text
  }

  /// Width of the list in device pixels.
  public var width: Int { environment.width }

  /// Points to device pixels, rounded to whole ones so that edges stay sharp.
  public func px(_ points: Double) -> Double { (points * environment.unit).rounded() }

  /// A font of so many points.
  public func font(
    _ points: Double, weight: FontSpec.Weight = .regular, isItalic: Bool = false
  ) -> FontSpec {
    FontSpec(
      family: environment.fontFamily, pixelSize: points * environment.unit, weight: weight,
      isItalic: isItalic)
  }
}

/// Everything that layouts are keyed by beside the row: change any of it and rows are laid out
/// anew.
public struct LayoutEnvironment: Hashable, Sendable {
  /// Width of the list in device pixels.
  public var width: Int
  /// Device pixels a point (1, 1.5, 2 …).
  public var scale: Double
  /// The reader's own magnification, 1 is none.
  public var zoom: Double
  public var fontFamily: String
  /// Rows lay themselves out from left to right, and are read the other way round.
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

  /// Device pixels a point of content.
  public var unit: Double { scale * zoom }
}
