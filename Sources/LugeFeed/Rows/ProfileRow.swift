import LugeCore
import LugeEngine

/// Profile of the person whose posts the page shows, above the first of their posts.
public struct ProfilePiece: PostPiece {
  private let first: ItemID

  /// Makes the piece.
  ///
  /// - Parameter first: the list's first post.
  public init(above first: ItemID) { self.first = first }

  public func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    guard post.id == first, let profile = context.configuration.profile else { return [] }
    let strings = context.appearance.strings
    let count = max(0, profile.posts)
    var facts = [strings.posts(count)]
    if let first = profile.first, let last = profile.last {
      let days = [context.date(first), context.date(last)]
      facts.append(days[0] == days[1] ? days[0] : days.joined(separator: " – "))
    }
    return [
      ProfileRow(
        id: RowID(item: post.id, part: FeedPart.profile),
        revision: context.revision {
          $0.add(profile.author)
          for fact in facts { $0.add(fact) }
          $0.add(profile.about)
        },
        author: profile.author, facts: facts, about: profile.about)
    ]
  }
}

/// Card with a large picture, name and handle, and the person's description.
struct ProfileRow: PostRow {
  static let reuseIdentifier: ReuseIdentifier = "feed.profile"
  static var isOnCard: Bool { false }
  let id: RowID
  var revision: Revision
  var card = CardPlace.nowhere
  let author: PostAuthor
  let facts: [String]
  let about: StyledText
  /// Maximum lines of the description.
  private static let aboutLines = 12

  static func layout(_ row: ProfileRow, in context: LayoutContext) -> RowLayout {
    // The first post has a card of its own.
    let place = CardPlace(
      ends: [.top, .bottom], isFirst: true, hasColumn: false, appearance: row.card.appearance)
    let card = CardContext(context, place)
    var layout = card.framed(content(of: row, in: card), opens: false)
    let gap = card.px(card.style.card.gap)
    var list = DrawList()
    list.append(layout.drawList, at: Point(x: 0, y: Double(gap)))
    layout.drawList = list
    layout.hitRegions = layout.hitRegions.map {
      HitRegion($0.rect.offsetBy(x: 0, y: Double(gap)), $0.action)
    }
    layout.size.height += gap
    return layout
  }

  static func content(of row: ProfileRow, in context: CardContext) -> RowLayout {
    let type = context.style.type
    let side = min(context.px(context.style.card.largeAvatar), context.width / 3)
    let x = side + context.px(context.style.card.columnGap + 4)
    let room = max(1, context.width - x)
    let title = context.strings.name(of: row.author)
    let handle = row.author.handle == title ? "" : row.author.handle
    let facts = row.facts.joined(separator: " · ")
    let name = context.base.layout(
      StyledText(Clipping.singleLine(title)), points: type.profileName, weight: .semibold,
      maxWidth: room, maxLines: 2)
    let others = [handle, facts].filter { !$0.isEmpty }.map {
      context.base.layout(StyledText($0), points: type.secondary, maxWidth: room, maxLines: 2)
    }
    let gap = context.px(2)
    let textHeight = others.reduce(name.size.height) { $0 + gap + $1.size.height }
    let height = max(side, textHeight)
    var list = DrawList()
    context.avatar(row.author, x: 0, y: (height - side) / 2, side: side, into: &list)
    var y = (height - textHeight) / 2
    list.append(.plainText(name, x: x, y: y, color: context.colors.text))
    y += name.size.height + gap
    for line in others {
      list.append(.plainText(line, x: x, y: y, color: context.colors.secondary))
      y += line.size.height + gap
    }
    var bottom = height
    var hits: [HitRegion] = []
    if !row.about.isEmpty {
      let about = context.base.layout(
        row.about, points: type.secondary, maxWidth: context.width, maxLines: aboutLines)
      bottom += context.px(10)
      list.append(
        .text(
          about, at: Point(x: 0, y: Double(bottom)), color: context.colors.text,
          linkColor: context.colors.link))
      hits = context.base.regions(of: about).map {
        HitRegion($0.rect.offsetBy(x: 0, y: Double(bottom)), $0.action)
      }
      bottom += about.size.height
    }
    return RowLayout(
      size: PixelSize(width: context.width, height: bottom + context.px(4)), drawList: list,
      hitRegions: hits,
      accessibleText: [title, handle, facts, row.about.string].filter { !$0.isEmpty }
        .joined(separator: ", "),
      copyText: [title, handle].filter { !$0.isEmpty }.joined(separator: " "))
  }
}
