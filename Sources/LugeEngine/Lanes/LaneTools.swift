public import LugeCore

/// Text measuring and drawing for one thread at a time: an instance has no locks.
public protocol LaneTools: AnyObject {
  var text: any TextMeasuring { get }

  /// Draws a horizontal slice of a row on the list's background.
  ///
  /// - Parameters:
  ///   - slice: device pixels from the row's top; the bitmap is as high as this range.
  func paint(_ layout: RowLayout, slice: Range<Int>, scheme: ColorScheme, background: ThemeColor)
    -> Bitmap

  /// Draws some columns of a slice; the bitmap's ``LugeCore/Bitmap/left`` is the first one drawn.
  /// The caller passes those in which the row has anything to draw. The default draws all columns.
  func paint(
    _ layout: RowLayout, slice: Range<Int>, columns: Range<Int>, scheme: ColorScheme,
    background: ThemeColor
  ) -> Bitmap

  /// Draws what lies behind and in front of a row layer of a row, as two bitmaps of the layer's
  /// size.
  func paintSurroundings(
    of layer: RowLayer, in layout: RowLayout, scheme: ColorScheme, background: ThemeColor
  ) -> LayerSurroundings

  /// Draws commands over a copy of an opaque bitmap. The default draws nothing.
  func paint(_ list: DrawList, over base: Bitmap, scheme: ColorScheme) -> Bitmap

  /// Draws commands into a transparent bitmap with premultiplied pixels. The default draws nothing.
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
    of layer: RowLayer, in layout: RowLayout, scheme: ColorScheme, background: ThemeColor
  ) -> LayerSurroundings { LayerSurroundings() }
}

/// Drawings of a row behind and in front of a row layer, as bitmaps of the layer's size.
public struct LayerSurroundings: Sendable {
  /// Opaque bitmap, seen through transparent parts of the layer. Nil leaves the row's own drawing
  /// there.
  public var below: Bitmap?
  /// Bitmap that is transparent where nothing is in front of the layer; nil when it is transparent
  /// everywhere.
  public var above: Bitmap?

  public init(below: Bitmap? = nil, above: Bitmap? = nil) {
    self.below = below
    self.above = above
  }

  var byteCount: Int { (below?.byteCount ?? 0) + (above?.byteCount ?? 0) }
}

/// Makes tools: those of a lane, on its thread, and those of the engine, on the engine's thread or
/// on one that prepares them.
public typealias LaneToolsFactory = @Sendable () -> any LaneTools
