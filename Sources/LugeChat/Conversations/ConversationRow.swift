public import LugeCore
public import LugeEngine

/// Row of the side list: avatar, name, date, last message, count.
public struct ConversationRow: RowModel {
  public static let reuseIdentifier: ReuseIdentifier = "chat.conversation"

  public let id: RowID
  public let revision: Revision
  public let conversation: Conversation
  /// Text of the last message's date; empty: none.
  public let dateText: String
  public let appearance: ChatAppearance

  public static func layout(_ row: ConversationRow, in context: LayoutContext) -> RowLayout {
    let conversation = row.conversation
    let colors = row.appearance.style.colors.conversations
    let width = max(0, context.width)
    let padding = min(context.pixels(10), width / 12)
    let gap = min(context.pixels(10), width / 12)
    let side = min(context.pixels(46), width / 3)
    let left = padding + side + gap
    let room = max(1, width - padding - left)
    func lines(
      _ text: StyledText, _ points: Double, _ weight: FontSpec.Weight, _ room: Int, _ count: Int
    ) -> TextLayout {
      context.layout(text, points: points, weight: weight, maxWidth: room, maxLines: count)
    }
    func line(_ text: String, _ points: Double, _ weight: FontSpec.Weight, _ room: Int)
      -> TextLayout
    {
      lines(StyledText(Clipping.singleLine(text)), points, weight, room, 1)
    }

    let title = conversation.name.isEmpty ? row.appearance.strings.unknownAuthor : conversation.name
    // The name gives way to the date first: its beginning tells it, but half a date tells nothing.
    // The count takes at most a third, because the message is more important.
    let date =
      row.dateText.isEmpty ? nil : line(row.dateText, 11, .regular, max(1, room * 4 / 5 - gap))
    let dateWidth = date.map { $0.size.width + gap } ?? 0
    let name = line(title, 14, .semibold, max(1, room - dateWidth))
    let count = conversation.countText
    let badge = count.isEmpty ? nil : line(count, 11, .semibold, room / 3)
    let badgePadding = badge == nil ? 0 : min(context.pixels(6), width / 24)
    let badgeWidth = badge.map { $0.size.width + 2 * badgePadding } ?? 0
    let snippet = lines(
      snippetText(conversation), 13, .regular, room - badgeWidth - (badge == nil ? 0 : gap),
      max(1, conversation.snippetLines))

    let textHeight = name.size.height + context.pixels(2) + snippet.size.height
    let height = max(side, textHeight) + 2 * context.pixels(8)
    let top = (height - textHeight) / 2
    let second = top + name.size.height + context.pixels(2)
    // The plate is set off from the edges, one of which may be that of the scroll bar. Selected, or
    // under the pointer or the cursor, a row shows it.
    let (margin, end) = (context.pixels(4), context.pixels(1))
    let plate = RowBody(
      Rect(
        x: margin, y: end, width: max(0, width - 2 * margin), height: max(0, height - 2 * end)),
      CornerRadii(Double(context.pixels(DesignTokens.standard.radii.picture))))
    var list = DrawList()
    if conversation.isSelected {
      list.append(.roundedRectangle(plate.rect, plate.radii, fill: colors.selected, stroke: nil))
    }
    list.commands += Avatar(conversation).commands(
      x: padding, y: (height - side) / 2, side: side, style: row.appearance.style, in: context)
    list.append(.plainText(name, x: left, y: top, color: colors.name))
    if let date {
      let x = max(0, width - padding - date.size.width)
      let y = top + max(0, name.size.height - date.size.height) / 2
      list.append(.plainText(date, x: x, y: y, color: colors.snippet))
    }
    list.append(.plainText(snippet, x: left, y: second, color: colors.snippet))
    if let badge {
      let x = max(0, width - padding - badgeWidth)
      let y = second + (snippet.size.height - badge.size.height) / 2
      list.append(
        .roundedRectangle(
          Rect(x: x, y: y, width: badgeWidth, height: badge.size.height),
          CornerRadii(Double(min(badgeWidth, badge.size.height)) / 2), fill: colors.badge,
          stroke: nil))
      list.append(.plainText(badge, x: x + badgePadding, y: y, color: colors.badgeText))
    }
    var layout = RowLayout(
      size: PixelSize(width: width, height: max(1, height)), drawList: list,
      accessibleText: ([name.request.text.string, row.dateText, snippet.request.text.string]
        + conversation.countWords(row.appearance.strings))
        .filter { !$0.isEmpty }.joined(separator: ", "))
    layout.body = plate
    return layout
  }

  /// Returns the text of the snippet. Line breaks are replaced by spaces of the same length, so
  /// that ranges stay valid.
  private static func snippetText(_ conversation: Conversation) -> StyledText {
    var start = ""
    if let author = conversation.snippetAuthor, !author.isEmpty {
      start = Clipping.singleLine(
        "\(ForeignText.isolated(Clipping.prefix(author, bytes: 64))): ")
    }
    let words = Clipping.singleLine(conversation.snippet)
    // After a name, text in the other direction is isolated, so that it keeps its direction and its
    // punctuation stays at its end.
    if !start.isEmpty, Directionality.hasRightToLeft(words, in: 0..<words.utf8.count) {
      start += "\u{2068}"
    }
    let text = start + words
    let marks = conversation.marks.map { mark in
      let lower = min(mark.lowerBound.addingClamped(start.utf8.count), text.utf8.count)
      let upper = min(mark.upperBound.addingClamped(start.utf8.count), text.utf8.count)
      return StyledText.Span(max(0, lower)..<max(0, lower, upper), .bold)
    }
    return StyledText(text, spans: marks).normalized()
  }
}

extension Avatar {
  init(_ conversation: Conversation) {
    name = conversation.name
    colorIndex = conversation.colorIndex
    picture = conversation.picture
  }
}
