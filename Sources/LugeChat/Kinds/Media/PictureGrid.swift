import LugeCore

/// Where a message's pictures go: one as a square, two or three side by side, more in rows of two
/// or three (four of ten) below each other.
struct PictureGrid: Hashable {
  let size: PixelSize
  /// A rectangle for each picture that is shown, whole pixels.
  let cells: [Rect]
  /// How many pictures have no cell.
  let hidden: Int

  /// - Parameters:
  ///   - count: pictures of the message.
  ///   - single: size of the only picture; larger than `maxWidth`, it is scaled down.
  init(count: Int, metrics: ChatStyle.MediaMetrics, single: PixelSize, in context: BlockContext) {
    let shown = min(max(0, count), max(1, metrics.maxPictures))
    hidden = max(0, count - shown)
    let room = context.maxWidth
    guard shown > 1 else {
      let width = max(1, min(single.width, room))
      let height =
        width == single.width ? single.height : single.height * width / max(1, single.width)
      size = PixelSize(width: width, height: max(1, height))
      cells = shown == 0 ? [] : [Rect(x: 0, y: 0, width: size.width, height: size.height)]
      return
    }
    let gap = min(context.px(metrics.gap), room / 16)
    let side = context.px(metrics.smallSide)
    let columns = min(shown, 3)
    let width = max(columns, min(columns * side + (columns - 1) * gap, room))
    // Squares shrink together with a narrow list.
    let height = max(1, min(side, (width - (columns - 1) * gap) / columns))
    var cells: [Rect] = []
    var y = 0
    for inRow in Self.rows(of: shown) {
      for column in 0..<inRow {
        let left = column * (width + gap) / inRow
        let right = (column + 1) * (width + gap) / inRow - gap
        cells.append(Rect(x: left, y: y, width: max(1, right - left), height: height))
      }
      y += height + gap
    }
    self.cells = cells
    size = PixelSize(width: width, height: y - gap)
  }

  /// How many pictures each row has: as few rows of equal cells as rows of three allow, the fuller
  /// ones below.
  static func rows(of count: Int) -> [Int] {
    guard count > 3 else { return count > 0 ? [count] : [] }
    let rows = (count + 2) / 3
    let few = count / rows
    let fuller = count % rows
    return (0..<rows).map { $0 < rows - fuller ? few : few + 1 }
  }
}
