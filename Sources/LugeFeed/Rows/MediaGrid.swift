import LugeCore

/// Arrangement of a post's pictures: one in its own shape, two side by side, three with a tall one
/// first, four (or more, with a count of the rest) in two rows.
struct MediaGrid {
  let cells: [Rect]
  let height: Int
  /// Number of pictures without a cell.
  let hidden: Int
  let width: Int

  init(_ media: [PostMedia], in context: CardContext) {
    let metrics = context.style.media
    let shown = min(media.count, min(4, max(1, metrics.maxPictures)))
    hidden = media.count - shown
    width = context.width
    let gap = min(context.px(metrics.gap), width / 16)
    let left = (width - gap) / 2
    let rightX = left + gap
    let right = width - rightX
    let tall = max(2, min(context.px(metrics.gridHeight), width))
    let upper = (tall - gap) / 2
    let lowerY = upper + gap
    let lower = tall - lowerY
    switch shown {
    case 0:
      cells = []
      height = 0
    case 1:
      let size = Self.single(media[0].pixelSize, in: context)
      cells = [Rect(x: 0, y: 0, width: size.width, height: size.height)]
      height = size.height
    case 2:
      cells = [
        Rect(x: 0, y: 0, width: left, height: tall),
        Rect(x: rightX, y: 0, width: right, height: tall),
      ]
      height = tall
    case 3:
      cells = [
        Rect(x: 0, y: 0, width: left, height: tall),
        Rect(x: rightX, y: 0, width: right, height: upper),
        Rect(x: rightX, y: lowerY, width: right, height: lower),
      ]
      height = tall
    default:
      cells = [
        Rect(x: 0, y: 0, width: left, height: upper),
        Rect(x: rightX, y: 0, width: right, height: upper),
        Rect(x: 0, y: lowerY, width: left, height: lower),
        Rect(x: rightX, y: lowerY, width: right, height: lower),
      ]
      height = tall
    }
  }

  /// Returns the radii of a cell: only the corners of the whole grid are round.
  func radii(_ cell: Rect, _ radius: Double) -> CornerRadii {
    let radius = min(radius, min(cell.width, cell.height) / 2)
    let single = cells.count == 1
    let (isLeft, isTop) = (cell.x == 0, cell.y == 0)
    let isRight = single || cell.maxX >= Double(width)
    let isBottom = cell.maxY >= Double(height)
    return CornerRadii(
      topLeft: isTop && isLeft ? radius : 0, topRight: isTop && isRight ? radius : 0,
      bottomRight: isBottom && isRight ? radius : 0, bottomLeft: isBottom && isLeft ? radius : 0)
  }

  /// Returns the size of a single picture in its own shape: as wide as the column if it is not too
  /// high then; enlarged at most to twice its size, unless it is tiny.
  private static func single(_ pixels: PixelSize?, in context: CardContext) -> PixelSize {
    let room = Double(context.width)
    let highest = Double(max(1, context.px(context.style.media.maxHeight)))
    guard let pixels, pixels.width > 0, pixels.height > 0 else {
      return PixelSize(width: context.width, height: max(1, Int(min(room * 9 / 16, highest))))
    }
    // Extremely long or flat pictures are cropped.
    let claimed = Double(pixels.width) / Double(pixels.height)
    let ratio = min(max(claimed, 0.5), 3)
    // A tiny picture must still be visible and clickable.
    var widest = Double(context.px(max(48, Double(pixels.width) * 2)))
    // A cropped picture that is extremely long or flat would be too small to be recognized.
    if claimed != ratio { widest = max(widest, Double(context.px(context.style.media.leastSide))) }
    let width = max(1, min(room, min(highest * ratio, widest)).rounded(.down))
    return PixelSize(width: Int(width), height: max(1, Int((width / ratio).rounded(.down))))
  }
}
