public import LugeCore

/// What a lane's thread owns: measuring and painting tools that are not thread-safe and need no
/// locks, because no other thread sees them.
public protocol LaneTools: AnyObject {
  var text: any TextMeasuring { get }

  /// Draws a horizontal slice of a row on the list's background.
  ///
  /// - Parameters:
  ///   - slice: rows of pixels of the layout to draw; the bitmap is as high as this range.
  func paint(_ layout: RowLayout, slice: Range<Int>, scheme: ColorScheme, background: ThemeColor)
    -> Bitmap

  /// Draws a slice without the columns beside `columns`, in which the row draws nothing; the
  /// bitmap's ``LugeCore/Bitmap/left`` says where it begins. Tools that know no columns draw all of
  /// them.
  func paint(
    _ layout: RowLayout, slice: Range<Int>, columns: Range<Int>, scheme: ColorScheme,
    background: ThemeColor
  ) -> Bitmap

  /// Draws what a row has below and above one of its live layers.
  func paintSurroundings(
    of layer: LiveLayer, in layout: RowLayout, scheme: ColorScheme, background: ThemeColor
  ) -> LayerSurroundings

  /// Draws a list over a copy of an opaque bitmap.
  func paint(_ list: DrawList, over base: Bitmap, scheme: ColorScheme) -> Bitmap

  /// Draws a list on nothing: premultiplied pixels, transparent where the list draws nothing.
  func paint(_ list: DrawList, origin: Point, size: PixelSize, scheme: ColorScheme) -> Bitmap
}

extension LaneTools {
  public func paint(_ list: DrawList, over base: Bitmap, scheme: ColorScheme) -> Bitmap { base }

  public func paint(
    _ list: DrawList, origin: Point, size: PixelSize, scheme: ColorScheme
  ) -> Bitmap {
    let bitmap = Bitmap(size: PixelSize(width: max(1, size.width), height: max(1, size.height)))
    bitmap.withMutablePixels { $0.update(repeating: 0) }
    return bitmap
  }

  public func paint(
    _ layout: RowLayout, slice: Range<Int>, columns: Range<Int>, scheme: ColorScheme,
    background: ThemeColor
  ) -> Bitmap {
    paint(layout, slice: slice, scheme: scheme, background: background)
  }

  public func paintSurroundings(
    of layer: LiveLayer, in layout: RowLayout, scheme: ColorScheme, background: ThemeColor
  ) -> LayerSurroundings { LayerSurroundings() }
}

/// The drawing of a row apart from one of its live layers, as bitmaps of the layer's size.
public struct LayerSurroundings: Sendable {
  /// Opaque: what a layer that can be seen through lies on. Nil leaves the row's own drawing there.
  public var below: Bitmap?
  /// Transparent where nothing is above the layer; nil when nothing is at all.
  public var above: Bitmap?

  public init(below: Bitmap? = nil, above: Bitmap? = nil) {
    self.below = below
    self.above = above
  }

  var byteCount: Int { (below?.byteCount ?? 0) + (above?.byteCount ?? 0) }
}

/// Makes a lane's tools, called on the lane's own thread.
public typealias LaneToolsFactory = @Sendable () -> any LaneTools
