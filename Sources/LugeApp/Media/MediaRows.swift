import LugeCore
import LugeEngine
import LugeWords

/// Makes the rows of a conversation's media. Rows do not depend on each other: a month's pictures
/// are several rows of twelve.
struct MediaRowFactory: RowFactory {
  struct Placed: Sendable {
    var id: ItemID
    var item: MediaItem
    /// The item's picture that was viewed last, and is therefore highlighted.
    var seen: MediaCell?
  }

  func rows(for placed: Placed, previous: Placed?, next: Placed?) -> [any RowModel] {
    let id = RowID(item: placed.id, part: 0)
    switch placed.item {
    case .heading(let text):
      return [SideHeadingRow(id: id, revision: .initial, text: text)]
    case .pictures(let cells): return [MediaGridRow(id: id, cells: cells, seen: placed.seen)]
    case .line(let line): return [MediaLineRow(id: id, line: line)]
    }
  }
}

/// Pictures side by side, in as many columns as fit.
struct MediaGridRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "media.grid"
  let id: RowID
  /// Revision that depends on which cell is highlighted.
  var revision: Revision {
    Revision(UInt64(seen.flatMap { cells.firstIndex(of: $0) }.map { $0 + 1 } ?? 0))
  }
  let cells: [MediaCell]
  var seen: MediaCell?

  /// Numbers of columns, divisors of a chunk, and the minimum side of a picture, points.
  private static let columns = [12, 6, 4, 3, 2, 1]
  private static let leastSide = 100.0

  static func layout(_ row: MediaGridRow, in context: LayoutContext) -> RowLayout {
    let tokens = DesignTokens.standard
    let gap = context.pixels(4)
    let edge = context.pixels(12)
    let room = max(1, context.width - 2 * edge)
    let least = context.pixels(leastSide)
    let count = columns.first { room / $0 - gap >= least } ?? 1
    let side = max(1, (room - (count - 1) * gap) / count)
    var list = DrawList()
    var regions: [HitRegion] = []
    for (index, cell) in row.cells.enumerated() {
      let rect = Rect(
        x: edge + index % count * (side + gap), y: index / count * (side + gap), width: side,
        height: side)
      list.append(
        .image(
          cell.key, rect, CornerRadii(Double(context.pixels(6))),
          placeholder: ImagePlaceholder(
            fill: tokens.colors.picturePlaceholder, mark: .photo, preview: cell.preview)))
      if cell == row.seen {
        list.append(
          .roundedRectangle(
            rect, CornerRadii(Double(context.pixels(6))), fill: nil,
            stroke: Stroke(tokens.colors.accent, width: Double(context.pixels(3)))))
      }
      regions.append(HitRegion(rect, .openImage(cell.key)))
    }
    let lines = (row.cells.count + count - 1) / count
    return RowLayout(
      size: PixelSize(width: context.width, height: max(1, lines * (side + gap))), drawList: list,
      hitRegions: regions,
      accessibleText: localized(
        one: "{count} picture", other: "{count} pictures", count: row.cells.count))
  }
}

/// A file, a recording or an address: its name, and below it sender and date.
struct MediaLineRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "media.line"
  let id: RowID
  var revision: Revision { .initial }
  let line: MediaLine

  static func layout(_ row: MediaLineRow, in context: LayoutContext) -> RowLayout {
    let tokens = DesignTokens.standard
    let (edge, padding) = (context.pixels(12), context.pixels(10))
    let room = max(1, context.width - 2 * edge - 2 * padding)
    let title = context.line(
      row.line.title, points: tokens.type.text, weight: .medium, maxWidth: room)
    let detail = context.line(row.line.detail, points: tokens.type.secondary, maxWidth: room)
    let height = title.size.height + detail.size.height + 2 * context.pixels(8)
    let rect = Rect(
      x: edge, y: context.pixels(2), width: max(1, context.width - 2 * edge), height: height)
    let colors = tokens.colors
    let (ink, action): (ThemeColor, HitRegion.Action) =
      switch row.line.target {
      case .file(let path): (colors.text, .openFile(path))
      case .link(let url): (colors.link, .openLink(url))
      case .message: (colors.text, .goTo(ItemID(row.line.message)))
      case .nothing: (colors.secondary, .goTo(ItemID(row.line.message)))
      }
    return RowLayout(
      size: PixelSize(width: context.width, height: height + context.pixels(4)),
      drawList: DrawList([
        .roundedRectangle(
          rect, CornerRadii(context.px(tokens.radii.inset)), fill: colors.panel, stroke: nil),
        .plainText(
          title, x: edge + padding, y: context.pixels(2) + context.pixels(8), color: ink),
        .plainText(
          detail, x: edge + padding,
          y: context.pixels(2) + context.pixels(8) + title.size.height, color: colors.secondary),
      ]), hitRegions: [HitRegion(rect, action)],
      accessibleText: "\(row.line.title), \(row.line.detail)", copyText: row.line.title)
  }
}
