public import LugeCore
public import LugeEngine
import LugeWords

/// Chart as a row of a list: as wide as the list, of a height of its own.
///
/// The row itself is a card that is laid out at once; the chart in it is a heavy view, which is
/// built and drawn once on a lane of its own, and keeps its zoom while it scrolls away and back.
public struct ChartRow: RowModel {
  public static let reuseIdentifier: ReuseIdentifier = "luge.chart"

  public let id: RowID
  /// Number that changes with the title, the store or the style, but not with new values in the
  /// store; for those see ``ListEngine/heavyViewsChanged``.
  public let revision: Revision
  public var content: ChartContent
  /// Height in points.
  public var height: Double

  public init(
    id: RowID, revision: Revision = .initial, content: ChartContent, height: Double = 240
  ) {
    self.id = id
    self.revision = revision
    self.content = content
    self.height = height
  }

  /// Identity of the row's chart, for reporting that its values have changed.
  public var key: ImageKey { Self.key(of: id) }

  public static func key(of id: RowID) -> ImageKey {
    ImageKey("chart:\(id.item.rawValue).\(id.part)")
  }

  /// Text for screen readers. It leaves out the values, because they change without a new layout of
  /// the row.
  private var accessibleText: String {
    let names = content.store.series.map(\.name).filter { $0 != content.title }
    return names.isEmpty
      ? localized("{title}, chart", ["title": content.title])
      : localized(
        "{title}, chart of {names}",
        ["title": content.title, "names": names.joined(separator: ", ")])
  }

  public static func layout(_ row: ChartRow, in context: LayoutContext) -> RowLayout {
    let style = row.content.style
    let size = PixelSize(width: context.width, height: max(1, Int(context.px(row.height))))
    let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let margin = context.px(style.margin)
    let card = Rect(
      x: margin, y: (margin / 2).rounded(), width: max(1, whole.width - 2 * margin),
      height: max(1, whole.height - margin))
    return RowLayout(
      size: size,
      drawList: DrawList([style.drawing(ofCard: card, px: context.px)]),
      rowLayers: [
        RowLayer(
          key: row.key, rect: whole, content: row.content, input: [.all, .showsFocus],
          inputArea: card)
      ],
      accessibleText: row.accessibleText, copyText: row.content.title)
  }
}
