import LugeChat
import LugeCore
import LugeEngine
import LugeLive
import LugeWords

/// Entry of a room's details.
enum RoomDetailsItem: Sendable, Hashable {
  /// A text below a small title.
  case text(title: String, StyledText)
  case action(RoomDetailsAction)
  case heading(String)
  case person(LiveRoomDetails.Person, role: String, picture: ImageKey?)

  /// Text in which words are found.
  var text: String {
    switch self {
    case .text(_, let text): text.string
    case .action(let action): action.title
    case .heading(let words): words
    case .person(let person, _, _):
      "\(ForeignText.name(person.name)) \(ForeignText.visible(person.id))"
    }
  }
}

enum RoomDetailsAction: String, Sendable, Hashable, CaseIterable {
  case invite, leave

  var title: String {
    switch self {
    case .invite: localized("Invite People…")
    case .leave: localized("Leave Room…")
    }
  }
}

struct RoomDetailsRowFactory: RowFactory {
  struct Placed: Sendable {
    var id: ItemID
    var item: RoomDetailsItem
  }

  func rows(for placed: Placed, previous: Placed?, next: Placed?) -> [any RowModel] {
    var hasher = Hasher()
    hasher.combine(placed.item)
    return [
      RoomDetailsRow(
        id: RowID(item: placed.id, part: 0),
        revision: Revision(UInt64(truncatingIfNeeded: hasher.finalize())), item: placed.item)
    ]
  }
}

/// One entry, in a column of limited width.
struct RoomDetailsRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "room.details"
  let id: RowID
  let revision: Revision
  let item: RoomDetailsItem

  /// Left edge and width of the contents, device pixels.
  private struct Column {
    var x: Int
    var width: Int
  }

  /// Lengths in points.
  private static let columnWidth = 640.0
  private static let edge = 16.0
  private static let faceSide = 36.0
  private static let gap = 10.0

  static func layout(_ row: RoomDetailsRow, in context: LayoutContext) -> RowLayout {
    let width = max(0, context.width)
    let column = min(width, context.pixels(columnWidth))
    let edge = min(context.pixels(edge), width / 12)
    let area = Column(x: (width - column) / 2 + edge, width: max(1, column - 2 * edge))
    return switch row.item {
    case .text(let title, let text): self.text(title, text, in: area, context)
    case .action(let action): self.action(action, in: area, context)
    case .heading(let words): heading(words, in: area, context)
    case .person(let person, let role, let picture):
      self.person(person, role, picture, in: area, context)
    }
  }

  private static func text(
    _ title: String, _ text: StyledText, in area: Column, _ context: LayoutContext
  ) -> RowLayout {
    let tokens = DesignTokens.standard
    let above = context.line(
      title, points: tokens.type.secondary, weight: .semibold, maxWidth: area.width)
    let below = context.layout(
      text, points: tokens.type.text, maxWidth: area.width, maxLines: 40)
    let top = context.pixels(gap)
    let y = top + above.size.height + context.pixels(2)
    return RowLayout(
      size: PixelSize(width: context.width, height: y + below.size.height),
      drawList: DrawList([
        .plainText(above, x: area.x, y: top, color: tokens.colors.secondary),
        .text(
          below, at: Point(x: Double(area.x), y: Double(y)), color: tokens.colors.text,
          linkColor: tokens.colors.link),
      ]),
      hitRegions: context.regions(of: below).map {
        $0.offsetBy(x: Double(area.x), y: Double(y))
      }, accessibleText: "\(title): \(text.string)", copyText: text.string)
  }

  private static func action(
    _ action: RoomDetailsAction, in area: Column, _ context: LayoutContext
  ) -> RowLayout {
    let tokens = DesignTokens.standard
    let text = context.line(
      action.title, points: tokens.type.text, weight: .medium, maxWidth: area.width)
    let padding = context.pixels(8)
    let height = text.size.height + 2 * padding
    let top = context.pixels(gap) / 2
    let rect = Rect(
      x: area.x, y: top, width: min(area.width, text.size.width + 4 * padding), height: height)
    return RowLayout(
      size: PixelSize(width: context.width, height: height + context.pixels(gap)),
      drawList: DrawList([
        .roundedRectangle(
          rect, CornerRadii(context.px(tokens.radii.inset)), fill: tokens.colors.panel,
          stroke: nil),
        .plainText(
          text, x: area.x + 2 * padding, y: top + padding, color: tokens.colors.link),
      ]), hitRegions: [HitRegion(rect, .custom(action.rawValue))], accessibleText: action.title)
  }

  private static func heading(
    _ words: String, in area: Column, _ context: LayoutContext
  ) -> RowLayout {
    let tokens = DesignTokens.standard
    let text = context.layout(
      StyledText(words), points: tokens.type.secondary, weight: .semibold, maxWidth: area.width,
      maxLines: 4)
    let y = context.pixels(2 * gap)
    return RowLayout(
      size: PixelSize(
        width: context.width, height: y + text.size.height + context.pixels(gap) / 2),
      drawList: DrawList([.plainText(text, x: area.x, y: y, color: tokens.colors.secondary)]),
      accessibleText: words)
  }

  private static func person(
    _ person: LiveRoomDetails.Person, _ role: String, _ picture: ImageKey?, in area: Column,
    _ context: LayoutContext
  ) -> RowLayout {
    let tokens = DesignTokens.standard
    let side = min(context.pixels(faceSide), area.width / 4)
    let x = area.x + side + context.pixels(gap)
    let room = max(1, area.x + area.width - x)
    let shownRole =
      role.isEmpty
      ? nil : context.line(role, points: tokens.type.secondary, maxWidth: max(1, room / 2))
    let roleWidth = shownRole.map { $0.size.width + context.pixels(gap) } ?? 0
    let name = ForeignText.name(person.name)
    let above = context.line(
      name, points: tokens.type.text, weight: .medium, maxWidth: max(1, room - roleWidth))
    let id = ForeignText.visible(person.id)
    let below = context.line(
      id, points: tokens.type.secondary, maxWidth: max(1, room - roleWidth))
    let textHeight = above.size.height + below.size.height
    let height = max(side, textHeight) + context.pixels(gap)
    let top = (height - textHeight) / 2
    let author = ChatAuthor(
      id: 0, name: name,
      colorIndex: LiveMessageMapper.colorIndex(of: person.number, person.id), picture: picture)
    var list = DrawList()
    list.commands += Avatar(author).commands(
      x: area.x, y: (height - side) / 2, side: side, style: ChatStyle(), in: context)
    list.append(.plainText(above, x: x, y: top, color: tokens.colors.text))
    list.append(
      .plainText(below, x: x, y: top + above.size.height, color: tokens.colors.secondary))
    if let shownRole {
      list.append(
        .plainText(
          shownRole, x: area.x + area.width - shownRole.size.width,
          y: (height - shownRole.size.height) / 2, color: tokens.colors.secondary))
    }
    return RowLayout(
      size: PixelSize(width: context.width, height: height), drawList: list,
      accessibleText: [name, id, role].filter { !$0.isEmpty }.joined(separator: ", "),
      copyText: "\(name) \(id)")
  }
}
