import LugeChat
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
    /// Whether the list has lines, which are at most as wide as the column of messages.
    var isColumn = false
  }

  private let appearance: ChatAppearance

  init() {
    let chat = ChatPresentation.appearance
    var style = chat.style
    // Names are as wide as the box.
    style.media.fileTextWidth = style.bubble.columnWidth
    appearance = ChatAppearance(style: style, strings: chat.strings)
  }

  func rows(for placed: Placed, previous: Placed?, next: Placed?) -> [any RowModel] {
    let id = RowID(item: placed.id, part: 0)
    switch placed.item {
    case .heading(let text):
      var row = SideHeadingRow(id: id, revision: .initial, text: text)
      row.column = placed.isColumn ? .messages : .pane
      return [row]
    case .pictures(let cells): return [MediaGridRow(id: id, cells: cells, seen: placed.seen)]
    case .line(let line):
      if let medium = line.medium {
        return [
          MediumRow(
            id: id, listed: ListedMedium(medium, in: placed.id, source: line.detail), line: line,
            appearance: appearance)
        ]
      }
      var row = MediaLineRow(id: id, line: line)
      row.column = .messages
      return [row]
    }
  }
}

/// A video, recording or file: what its message shows of it, with sender and date.
struct MediumRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "media.medium"
  let id: RowID
  var revision: Revision { .initial }
  let listed: ListedMedium
  let line: MediaLine
  let appearance: ChatAppearance

  static func layout(_ row: MediumRow, in context: LayoutContext) -> RowLayout {
    let box = LineBox(context, in: .messages)
    let padding = context.pixels(10)
    let room = max(1, box.width - 2 * box.padding)
    let block = row.listed.layout(
      in: BlockContext(
        base: context, appearance: row.appearance, isOutgoing: false, maxWidth: room))
    // The player's marks erase with the colour of bubbles.
    let panel = box.panel(
      height: block.size.height + 2 * padding, fill: row.appearance.style.colors.inbound.fill,
      in: context)
    let origin = Point(
      x: Double(box.left + box.padding), y: panel.body.rect.y + Double(padding))
    var list = DrawList([panel.command])
    list.append(block.drawList, at: origin)
    var layout = RowLayout(
      size: PixelSize(
        width: context.width, height: Int(panel.body.rect.height) + 2 * context.pixels(2)),
      drawList: list,
      // Where the medium has no controls, the whole box acts.
      hitRegions: row.listed.medium.playsInRow
        ? block.hitRegions.map { $0.offsetBy(x: origin.x, y: origin.y) }
        : [HitRegion(panel.body.rect, row.line.action, label: block.accessibleText)],
      accessibleText: block.accessibleText, copyText: row.line.title)
    layout.slots = block.slots.map { $0.offsetBy(x: origin.x, y: origin.y) }
    // Where the medium has controls, only these react to clicks, and not the whole box.
    if !row.listed.medium.playsInRow { layout.body = panel.body }
    return layout
  }
}

extension MediaLine {
  /// A click on the line.
  fileprivate var action: HitRegion.Action {
    switch target {
    case .file(let path): .openFile(path)
    case .link(let url): .openLink(url)
    case .message, .nothing: .goTo(ItemID(message))
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
    let box = LineBox(context, in: .pane)
    let least = context.pixels(leastSide)
    let count = columns.first { box.width / $0 - gap >= least } ?? 1
    let side = max(1, (box.width - (count - 1) * gap) / count)
    var list = DrawList()
    var regions: [HitRegion] = []
    for (index, cell) in row.cells.enumerated() {
      let place = box.cell(index % count, of: count, gap: gap)
      let rect = Rect(
        x: place.left, y: index / count * (side + gap), width: place.width, height: side)
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

/// An address or a message: its text, and below it sender and date.
struct MediaLineRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "media.line"
  let id: RowID
  var revision: Revision { .initial }
  let line: MediaLine
  var column = LineBox.Column.list

  static func layout(_ row: MediaLineRow, in context: LayoutContext) -> RowLayout {
    let tokens = DesignTokens.standard
    let box = LineBox(context, in: row.column)
    let room = max(1, box.width - 2 * box.padding)
    let title = context.line(
      row.line.title, points: tokens.type.text, weight: .medium, maxWidth: room)
    let detail = context.line(row.line.detail, points: tokens.type.secondary, maxWidth: room)
    let height = title.size.height + detail.size.height + 2 * context.pixels(8)
    let colors = tokens.colors
    let panel = box.panel(
      height: height, fill: row.column == .messages ? colors.incoming : colors.panel, in: context)
    let ink =
      switch row.line.target {
      case .file, .message: colors.text
      case .link: colors.link
      case .nothing: colors.secondary
      }
    let top = context.pixels(2) + context.pixels(8)
    var layout = RowLayout(
      size: PixelSize(width: context.width, height: height + context.pixels(4)),
      drawList: DrawList([
        panel.command,
        .plainText(title, x: box.left + box.padding, y: top, color: ink),
        .plainText(
          detail, x: box.left + box.padding, y: top + title.size.height, color: colors.secondary),
      ]), hitRegions: [HitRegion(panel.body.rect, row.line.action)],
      accessibleText: "\(row.line.title), \(row.line.detail)", copyText: row.line.title)
    layout.body = panel.body
    return layout
  }
}
