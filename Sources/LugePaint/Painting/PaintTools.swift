public import LugeCore
public import LugeEngine
public import LugeText

/// A lane's tools: measures with Pango and draws rows into bitmaps with Cairo.
///
/// One instance belongs to one thread. What is measured with it is remembered for a while, so that
/// drawing right after does not shape again.
public final class PaintTools: LaneTools {
  public let pangoText: PangoText
  public var text: any TextMeasuring { pangoText }
  // MARK: Mutable State

  /// Owned by the lane's thread; set before the first row.
  private var images: (any ImageProviding)?
  private let shapes = ShapeTiles()

  /// Owned by the lane's thread: bitmaps that Cairo could not draw to the end.
  public private(set) var failures = 0

  /// - Parameters:
  ///   - images: where pictures come from; without it placeholders stand for all of them.
  ///   - usesFastText: see ``PangoText/init(names:usesFastPath:)``; without it all text is Pango's.
  public init(images: (any ImageProviding)? = nil, usesFastText: Bool = true) {
    pangoText = PangoText(usesFastPath: usesFastText)
    self.images = images
  }

  /// For an engine that asks for tools: each lane gets its own.
  ///
  /// - Parameter warmup: tools made beforehand, for the first lane that asks.
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
  /// gives a bitmap of one pixel, for bitmaps can't be empty.
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
      let problem = Canvas.draw(
        on: pixels, size: bitmap.size, left: columns.lowerBound, top: slice.lowerBound
      ) { canvas in
        let painter = painter(on: canvas, scheme)
        for command in layout.drawList.commands { painter.draw(command) }
      }
      if problem != nil { failures += 1 }
    }
    return bitmap
  }

  /// Draws what a row has below and above one of its live layers.
  ///
  /// - Complexity: O(pixels of the layer + commands of the row).
  public func paintSurroundings(
    of layer: LiveLayer, in layout: RowLayout, scheme: ColorScheme, background: ThemeColor
  ) -> LayerSurroundings {
    let commands = layout.drawList.commands
    let own = commands.lastIndex { command in
      guard case .image(layer.key?, layer.rect, _, _) = command else { return false }
      return true
    }
    guard let own, let size = ImageUse.size(filling: layer.rect), layer.rect.isDrawable else {
      return LayerSurroundings()
    }
    let ground = DrawCommand.rectangle(
      Rect(x: 0, y: 0, width: Double(layout.size.width), height: Double(layout.size.height)),
      fill: background)
    let below = paint(
      DrawList([ground] + commands[..<own]), origin: layer.rect.origin, size: size, scheme: scheme)
    let above = paint(
      DrawList(Array(commands[(own + 1)...])), origin: layer.rect.origin, size: size,
      scheme: scheme)
    let isEmpty = above.withPixels { $0.allSatisfy { $0 == 0 } }
    return LayerSurroundings(below: below, above: isEmpty ? nil : above)
  }

  /// Draws a list on nothing: premultiplied pixels, transparent where the list draws nothing.
  ///
  /// - Parameter origin: the point of the list that is the bitmap's upper left, whole pixels.
  public func paint(
    _ list: DrawList, origin: Point = .zero, size: PixelSize, scheme: ColorScheme
  ) -> Bitmap {
    let bitmap = Bitmap(size: PixelSize(width: max(1, size.width), height: max(1, size.height)))
    bitmap.withMutablePixels { pixels in
      pixels.update(repeating: 0)
      let problem = Canvas.draw(
        on: pixels, size: bitmap.size, left: Int(origin.x), top: Int(origin.y)
      ) { canvas in
        let painter = painter(on: canvas, scheme)
        for command in list.commands { painter.draw(command) }
      }
      if problem != nil { failures += 1 }
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
      let problem = Canvas.draw(on: pixels, size: bitmap.size, top: 0) { canvas in
        let painter = painter(on: canvas, scheme)
        for command in list.commands { painter.draw(command) }
      }
      if problem != nil { failures += 1 }
    }
    return bitmap
  }

  private func painter(on canvas: Canvas, _ scheme: ColorScheme) -> DrawListPainter {
    DrawListPainter(
      canvas: canvas, scheme: scheme, text: TextPainter(pangoText), measuring: pangoText,
      images: images, shapes: shapes)
  }
}
