import LugeCore
import LugeEngine

/// Author of the post, and its time.
public struct HeaderPiece: PostPiece {
  public init() {}

  public func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    let isFocus = context.configuration.focus == post.id
    let strings = context.appearance.strings
    let time = isFocus ? "" : context.timeText(post.time)
    let notes = [post.isEdited ? strings.edited : nil, strings.words(post.visibility)]
      .compactMap { $0 }.joined(separator: " · ")
    if context.configuration.profile?.author.id == post.author.id {
      // The profile shows the author, so only the time is needed.
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
  /// Text of the time; empty if another row shows it.
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

    let title = context.strings.name(of: row.author)
    let shown = row.author.handle == title ? "" : row.author.handle
    let all = [row.time, row.notes].filter { !$0.isEmpty }.joined(separator: " · ")
    // When name, time and notes do not fit side by side, the notes are beside the handle, because
    // the audience of a post must not be cut off.
    var isTight = false
    if !row.notes.isEmpty {
      let whole = context.line(all, type.small, room: 2 * room)
      let naming = context.line(title, type.name, .semibold, room: 2 * room)
      isTight = naming.size.width + gap + whole.size.width > room
    }
    let when = isTight ? row.time : all
    // When they do not fit, the time takes at most half of the width, because the name is more
    // important.
    let half = row.notes.isEmpty || isTight ? room / 2 : room
    let time = when.isEmpty ? nil : context.line(when, type.small, room: half)
    let timeWidth = time.map { $0.size.width + gap } ?? 0
    let name = context.line(title, type.name, .semibold, room: max(1, room - timeWidth))
    let notes = isTight ? context.line(row.notes, type.small, room: room) : nil
    let notesWidth = notes.map { $0.size.width + gap } ?? 0
    let handle =
      shown.isEmpty || room <= notesWidth
      ? nil : context.line(shown, type.small, room: room - notesWidth)
    let secondHeight = max(handle?.size.height ?? 0, notes?.size.height ?? 0)
    let textHeight = name.size.height + secondHeight
    let height = max(side, textHeight)
    let top = hasColumn && secondHeight > 0 ? 0 : (height - textHeight) / 2

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
    if let notes {
      list.append(
        .plainText(
          notes, x: context.width - notes.size.width, y: top + name.size.height,
          color: context.colors.secondary))
    }
    let profile = FeedAction.profile(author: row.author.id).action
    // With an avatar column, this row may end above the lower edge of the avatar: the text begins
    // right below.
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
      accessibleText: [title, shown, all].filter { !$0.isEmpty }.joined(separator: ", "))
  }

  private static func baseline(_ text: TextLayout) -> Int { text.lines.first?.baseline ?? 0 }
}
