public import LugeCore
public import LugeEngine
public import LugeText

/// Measures text with Pango and draws rows with Cairo, for one lane.
///
/// One instance belongs to one thread. Recent layouts are cached, so drawing right after measuring
/// does not shape the text again.
public final class PaintTools: LaneTools {
  public let pangoText: PangoText
  public var text: any TextMeasuring { pangoText }
  // MARK: Mutable State

  /// Source of pictures; owned by the lane's thread and set before the first row.
  private var images: (any ImageProviding)?
  private let shapes = ShapeTiles()

  /// Number of bitmaps that Cairo failed to draw completely. Only the owning thread changes it.
  public private(set) var failedBitmaps = 0

  /// Makes tools.
  ///
  /// - Parameters:
  ///   - images: the source of pictures; nil: placeholders only.
  ///   - usesFastText: see ``PangoText/init(names:usesFastPath:)``; false: use Pango for all text.
  public init(images: (any ImageProviding)? = nil, usesFastText: Bool = true) {
    pangoText = PangoText(usesFastPath: usesFastText)
    self.images = images
  }

  /// Makes tools for an engine, one instance for each lane.
  ///
  /// - Parameter warmup: tools made beforehand, for the first lane.
  public static func factory(
    images: (any ImageProviding)? = nil, warmup: ToolsWarmup? = nil
  ) -> LaneToolsFactory {
    {
      guard let tools = warmup?.take() else { return PaintTools(images: images) }
      tools.images = images
      return tools
    }
  }

  /// Draws a slice; every pixel of the bitmap is opaque.
  ///
  /// A row drawn in slices equals the row drawn as a whole, pixel for pixel. An empty slice or row
  /// gives a bitmap of one pixel, because bitmaps can't be empty.
  ///
  /// - Complexity: O(pixels of the slice + commands of the row).
  public func paint(
    _ layout: RowLayout, slice: Range<Int>, scheme: ColorScheme, background: ThemeColor
  ) -> Bitmap {
    paint(
      layout, slice: slice, columns: 0..<layout.size.width, scheme: scheme, background: background)
  }

  public func paint(
    _ layout: RowLayout, slice: Range<Int>, columns: Range<Int>, scheme: ColorScheme,
    background: ThemeColor
  ) -> Bitmap {
    let bitmap = Bitmap(
      size: PixelSize(width: max(1, columns.count), height: max(1, slice.count)),
      left: columns.lowerBound)
    var opaque = background.resolved(scheme)
    opaque.alpha = 255
    bitmap.withMutablePixels { pixels in
      pixels.update(repeating: opaque.premultipliedWord)
      draw(
        layout.drawList, on: pixels, size: bitmap.size, left: columns.lowerBound,
        top: slice.lowerBound, scheme)
    }
    return bitmap
  }

  /// Draws the parts of a row behind and in front of a row layer, as two bitmaps of the layer's
  /// size.
  ///
  /// - Complexity: O(pixels of the layer + commands of the row).
  public func paintSurroundings(
    of layer: RowLayer, in layout: RowLayout, scheme: ColorScheme, background: ThemeColor
  ) -> LayerSurroundings {
    let commands = layout.drawList.commands
    let layerIndex = commands.lastIndex { command in
      guard case .image(layer.key?, layer.rect, _, _) = command else { return false }
      return true
    }
    guard let layerIndex, let size = ImageUse.size(filling: layer.rect), layer.rect.isDrawable
    else {
      return LayerSurroundings()
    }
    let ground = DrawCommand.rectangle(
      Rect(x: 0, y: 0, width: Double(layout.size.width), height: Double(layout.size.height)),
      fill: background)
    let below = paint(
      DrawList([ground] + commands[..<layerIndex]), origin: layer.rect.origin, size: size,
      scheme: scheme)
    let above = paint(
      DrawList(Array(commands[(layerIndex + 1)...])), origin: layer.rect.origin, size: size,
      scheme: scheme)
    let isEmpty = above.withPixels { $0.allSatisfy { $0 == 0 } }
    return LayerSurroundings(below: below, above: isEmpty ? nil : above)
  }

  /// Draws into a transparent bitmap with premultiplied pixels.
  ///
  /// - Parameter origin: the point of the list at the bitmap's upper left, whole device pixels.
  public func paint(
    _ list: DrawList, origin: Point = .zero, size: PixelSize, scheme: ColorScheme
  ) -> Bitmap {
    let bitmap = Bitmap(size: PixelSize(width: max(1, size.width), height: max(1, size.height)))
    bitmap.withMutablePixels { pixels in
      pixels.update(repeating: 0)
      draw(
        list, on: pixels, size: bitmap.size, left: Int(origin.x), top: Int(origin.y), scheme)
    }
    return bitmap
  }

  /// Draws a list over a copy of an opaque bitmap.
  ///
  /// - Complexity: O(pixels + commands).
  public func paint(_ list: DrawList, over base: Bitmap, scheme: ColorScheme) -> Bitmap {
    let bitmap = Bitmap(size: base.size, left: base.left)
    bitmap.withMutablePixels { pixels in
      base.withPixels { _ = pixels.update(fromContentsOf: $0) }
      draw(list, on: pixels, size: bitmap.size, left: 0, top: 0, scheme)
    }
    return bitmap
  }

  private func draw(
    _ list: DrawList, on pixels: UnsafeMutableBufferPointer<UInt32>, size: PixelSize, left: Int,
    top: Int, _ scheme: ColorScheme
  ) {
    let problem = Canvas.draw(on: pixels, size: size, left: left, top: top) { canvas in
      let painter = painter(on: canvas, scheme)
      for command in list.commands { painter.draw(command) }
    }
    if problem != nil { failedBitmaps += 1 }
  }

  private func painter(on canvas: Canvas, _ scheme: ColorScheme) -> DrawListPainter {
    DrawListPainter(
      canvas: canvas, scheme: scheme, text: TextPainter(pangoText), measuring: pangoText,
      images: images, shapes: shapes)
  }
}
