import LugeCore
import LugeEngine

/// Photos, videos and animations of a message, cropped to fill their cells.
struct PictureGridBlock: BubbleBlock {
  let media: [ChatMedia]

  var margin: BlockMargin { .picture }

  static func layout(_ block: PictureGridBlock, in context: BlockContext) -> BlockLayout {
    let metrics = context.style.media
    let grid = PictureGrid(
      ratios: block.media.map(ratio), metrics: metrics,
      single: singleSize(block.media.first?.pixelSize, context),
      width: context.px(mosaicWidth(metrics)), in: context)
    // In a bubble made wider by its text, the pictures fill the width and are cropped at the top
    // and bottom.
    let filled = context.filledWidth.map { grid.stretched(to: max(grid.size.width, $0)) }
    return layout(block.media, filled ?? grid, in: context)
  }

  private static func layout(
    _ media: [ChatMedia], _ grid: PictureGrid, in context: BlockContext
  ) -> BlockLayout {
    var layout = BlockLayout(size: grid.size, trailerSpace: .overPicture)
    for (index, (medium, cell)) in zip(media, grid.cells).enumerated() {
      let radii = context.corners.at(cell, of: grid.size)
      layout.drawList.append(
        .image(medium.imageKey, cell, radii, placeholder: medium.placeholder(context)))
      if index == grid.cells.count - 1, grid.hidden > 0 {
        cover(cell, radii, "+\(grid.hidden)", &layout, context)
      } else if medium.mayMove {
        layout.rowLayers += medium.rowLayer(cell, radii)
        if medium.kind == .animation {
          badge(context.strings.animationBadge, cell, &layout, context)
        }
      } else if medium.isPlayable {
        if !medium.isMissing { PlayMark.draw(over: cell, in: context, into: &layout.drawList) }
        if let duration = context.strings.duration(medium.duration) {
          badge(duration, cell, &layout, context)
        }
      }
      // Screen readers distinguish pictures by a number, which the list adds to their names.
      layout.hitRegions += medium.openRegion(
        cell,
        label: medium.isPlayable ? medium.spoken(context.strings) : context.strings.media.photo)
    }
    layout.accessibleText = spoken(media, context.strings)
    return layout
  }

  /// Returns the ratio of width to height; 1 if the size is unknown.
  private static func ratio(_ medium: ChatMedia) -> Double {
    guard let pixels = medium.pixelSize, pixels.width > 0, pixels.height > 0 else { return 1 }
    return Double(pixels.width) / Double(pixels.height)
  }

  /// Returns the maximum width of a single picture.
  private static func mosaicWidth(_ metrics: ChatStyle.MediaMetrics) -> Double {
    switch metrics.singlePicture {
    case .square: 2 * metrics.singlePictureSize
    case .natural(let maxWidth, _): maxWidth
    }
  }

  /// Returns the size of a single picture: a square, or its own shape within limits.
  private static func singleSize(_ pixels: PixelSize?, _ context: BlockContext) -> PixelSize {
    let metrics = context.style.media
    let side = max(1, context.px(metrics.singlePictureSize))
    guard case .natural(let maxWidth, let maxHeight) = metrics.singlePicture, let pixels,
      pixels.width > 0, pixels.height > 0
    else { return PixelSize(width: side, height: side) }
    // Extremely long or flat pictures are cropped instead of shown as a line.
    let ratio = min(max(Double(pixels.width) / Double(pixels.height), 0.4), 2.5)
    // A tiny picture is not enlarged much.
    let natural = context.px(max(Double(pixels.width), metrics.smallestPictureSize))
    let room = Double(min(context.px(maxWidth), context.maxWidth, natural))
    let width = max(1, min(room, Double(context.px(maxHeight)) * ratio).rounded(.down))
    return PixelSize(width: Int(width), height: max(1, Int((width / ratio).rounded(.down))))
  }

  /// Adds the duration of a video, or "GIF", if there is space in its cell.
  private static func badge(
    _ words: String, _ cell: Rect, _ layout: inout BlockLayout, _ context: BlockContext
  ) {
    let pill = OverlayPill(words, in: context)
    let gap = context.px(4)
    // It is at the top, because the message's time is at the bottom.
    guard Double(pill.size.width + 2 * gap) <= cell.width,
      Double(2 * pill.size.height + 3 * gap) <= cell.height
    else { return }
    layout.drawList.append(
      pill.drawList(context.style.colors),
      at: Point(x: cell.x + Double(gap), y: cell.y + Double(gap)))
  }

  /// Adds "+N" over the last picture.
  private static func cover(
    _ cell: Rect, _ radii: CornerRadii, _ words: String, _ layout: inout BlockLayout,
    _ context: BlockContext
  ) {
    let colors = context.style.colors
    layout.drawList.append(
      .roundedRectangle(cell, radii, fill: colors.overlay, stroke: nil))
    let room = PixelSize(width: Int(cell.width), height: Int(cell.height))
    // Tiny cells of narrow lists have space for small text or none.
    let sizes = [context.style.type.text * 1.5, context.style.type.time]
    let fitting = sizes.lazy
      .map { context.line(words, points: $0, weight: .semibold, maxWidth: room.width) }
      .first { $0.size.width <= room.width && $0.size.height <= room.height }
    guard let text = fitting else { return }
    let x = Int(cell.x) + (room.width - text.size.width) / 2
    let y = Int(cell.y) + (room.height - text.size.height) / 2
    layout.drawList.append(.plainText(text, x: x, y: y, color: colors.overlayText))
  }

  private static func spoken(_ media: [ChatMedia], _ strings: ChatStrings) -> String {
    guard let first = media.first else { return "" }
    guard media.count > 1 else { return first.spoken(strings) }
    let words = [
      (ChatMedia.Kind.photo, strings.media.photos), (.video, strings.media.videos),
      (.animation, strings.media.animations),
    ]
    return words.compactMap { kind, words in
      let count = media.count { $0.kind == kind }
      return count > 0 ? words(count) : nil
    }.joined(separator: ", ")
  }
}

extension PictureGrid {
  private init(size: PixelSize, cells: [Rect], hidden: Int) {
    self.size = size
    self.cells = cells
    self.hidden = hidden
  }

  /// Returns the same rows at a larger width.
  fileprivate func stretched(to width: Int) -> PictureGrid {
    guard size.width > 0 else { return self }
    let factor = Double(width) / Double(size.width)
    return PictureGrid(
      size: PixelSize(width: width, height: size.height),
      cells: cells.map { cell in
        let left = (cell.x * factor).rounded()
        let right = (cell.maxX * factor).rounded()
        return Rect(x: left, y: cell.y, width: right - left, height: cell.height)
      }, hidden: hidden)
  }
}

extension CornerRadii {
  /// Returns the corners of a part of the area: the area's own where the part touches them, else 0.
  fileprivate func at(_ cell: Rect, of size: PixelSize) -> CornerRadii {
    let limit = min(cell.width, cell.height) / 2
    let (left, right) = (cell.x == 0, cell.maxX == Double(size.width))
    let (top, bottom) = (cell.y == 0, cell.maxY == Double(size.height))
    func radius(_ radius: Double, _ isThere: Bool) -> Double { isThere ? min(radius, limit) : 0 }
    return CornerRadii(
      topLeft: radius(topLeft, top && left), topRight: radius(topRight, top && right),
      bottomRight: radius(bottomRight, bottom && right),
      bottomLeft: radius(bottomLeft, bottom && left))
  }
}
