import LugeCore
import LugeEngine

/// Who wrote the post, and when.
public struct HeaderPiece: PostPiece {
  public init() {}

  public func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    let isFocus = context.configuration.focus == post.id
    let strings = context.appearance.strings
    let time = isFocus ? "" : context.timeText(post.time)
    let notes = [post.isEdited ? strings.edited : nil, strings.words(post.visibility)]
      .compactMap { $0 }.joined(separator: " · ")
    if context.configuration.profile?.author.id == post.author.id {
      // The profile says who it is: when remains to be said.
      let words = [time, notes].filter { !$0.isEmpty }.joined(separator: " · ")
      return [
        LineRow(
          id: RowID(item: post.id, part: FeedPart.header),
          revision: context.revision { $0.add(words) }, glyph: nil, words: words, action: nil)
      ]
    }
    return [
      HeaderRow(
        id: RowID(item: post.id, part: FeedPart.header),
        revision: context.revision {
          $0.add(post.author)
          $0.add(time)
          $0.add(notes)
        },
        author: post.author, time: time, notes: notes)
    ]
  }
}

struct HeaderRow: PostRow {
  static let reuseIdentifier: ReuseIdentifier = "feed.header"
  let id: RowID
  var revision: Revision
  var card = CardPlace.nowhere
  let author: PostAuthor
  /// Empty where another row says it.
  let time: String
  let notes: String

  static func content(of row: HeaderRow, in context: CardContext) -> RowLayout {
    let side = context.avatarSide
    let hasColumn = context.inset > context.padding
    let x = hasColumn ? 0 : side + context.px(context.style.card.columnGap)
    let avatarX = hasColumn ? context.avatarX : 0
    let room = max(1, context.width - x)
    let type = context.style.type
    let gap = context.px(8)

    let when = [row.time, row.notes].filter { !$0.isEmpty }.joined(separator: " · ")
    // The time and its notes take at most half: the name matters more.
    let time = when.isEmpty ? nil : context.line(when, type.small, room: room / 2)
    let timeWidth = time.map { $0.size.width + gap } ?? 0
    let title = context.strings.name(of: row.author)
    let name = context.line(title, type.name, .semibold, room: room - timeWidth)
    let shown = row.author.handle == title ? "" : row.author.handle
    let handle = shown.isEmpty ? nil : context.line(shown, type.small, room: room)
    let textHeight = name.size.height + (handle?.size.height ?? 0)
    let height = max(side, textHeight)
    let top = hasColumn && handle != nil ? 0 : (height - textHeight) / 2

    var list = DrawList()
    context.avatar(row.author, x: avatarX, y: 0, side: side, into: &list)
    list.append(.plainText(name, x: x, y: top, color: context.colors.text))
    if let time {
      list.append(
        .plainText(
          time, x: context.width - time.size.width,
          y: top + max(0, baseline(name) - baseline(time)), color: context.colors.secondary))
    }
    if let handle {
      list.append(
        .plainText(handle, x: x, y: top + name.size.height, color: context.colors.secondary))
    }
    let profile = FeedAction.profile(author: row.author.id).action
    // In the column, the words end before the avatar does: the text begins right below them.
    let used = hasColumn ? max(textHeight + context.px(4), side - context.px(2)) : height
    return RowLayout(
      size: PixelSize(width: context.width, height: used + context.px(2)), drawList: list,
      hitRegions: [
        HitRegion(Rect(x: avatarX, y: 0, width: side, height: side), profile),
        HitRegion(
          Rect(
            x: x, y: top, width: max(name.size.width, handle?.size.width ?? 0),
            height: textHeight), profile),
      ],
      accessibleText: [title, shown, when].filter { !$0.isEmpty }.joined(separator: ", "))
  }

  private static func baseline(_ text: TextLayout) -> Int { text.lines.first?.baseline ?? 0 }
}
