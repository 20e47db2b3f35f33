import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeWords

/// Entry of the side list: a conversation, or a search result while a search is shown.
enum SideItem: Sendable {
  case conversation(Conversation)
  /// Words, and what a click does; nil for nothing.
  case heading(String, number: Int, action: String? = nil)
  case hit(Conversation)

  var id: ItemID {
    switch self {
    case .conversation(let conversation): conversation.id
    case .heading(_, let number, _): ItemID(.max - Int64(number))
    case .hit(let row): row.id
    }
  }

  /// Key that changes with everything shown; constant only within one run of the program.
  var key: ItemKey {
    var hasher = Hasher()
    switch self {
    case .conversation(let row), .hit(let row): hasher.combine(row)
    case .heading(let words, _, let action):
      hasher.combine(words)
      hasher.combine(action)
    }
    return ItemKey(
      id: id, revision: Revision(UInt64(truncatingIfNeeded: hasher.finalize())))
  }

  /// Returns the row id of a search result. Ids of conversations and messages overlap, so results
  /// use the bitwise complement, which is always negative.
  static func id(ofFind message: Int64) -> ItemID { ItemID(~message) }

  /// Returns the row id of a search result in an account's archive, in which message ids begin with
  /// 1.
  static func id(ofFind message: Int64, inAccount account: Int) -> ItemID {
    ItemID(~(message | Int64(account + 1) << 48))
  }

  /// Returns a search result as a row: the conversation's name and colour above the author and the
  /// text.
  ///
  /// - Parameter isTitledByAuthor: whether `name` is the author's name.
  static func hit(
    _ hit: SearchHit, as id: ItemID? = nil, in conversation: ConversationSummary?, name: String,
    colorIndex: Int, picture: ImageKey? = nil, zone: ZoneOffsets, isTitledByAuthor: Bool = false
  ) -> SideItem {
    let whole = Snippet.visible(hit.snippet, marks: hit.matches)
    var (text, marks) = Snippet.leading(whole.0, marks: whole.1)
    if case .service = hit.kind, let author = hit.author {
      (text, marks) = Snippet.sentence(text, marks: marks, by: author.name, in: whole.0)
    }
    var row = Conversation(
      id: id ?? Self.id(ofFind: hit.id), name: name, colorIndex: colorIndex, snippet: text,
      localSeconds: zone.localSeconds(of: hit.time))
    row.picture = picture
    row.marks = marks
    row.snippetLines = 2
    // An export's note about other media counts as text.
    if let kind = hit.mediaKind, kind != .other || text.isEmpty {
      row.snippet = "\(kind.sign) \(text.isEmpty ? kind.name : text)"
      let shift = kind.sign.utf8.count + 1
      row.marks = marks.map { $0.lowerBound + shift..<$0.upperBound + shift }
    }
    // Service messages contain the name of their author.
    if let author = hit.author, hit.kind == .message, !isTitledByAuthor {
      let isOwn = conversation?.ownAuthorID == author.id
      let isPartner = conversation?.partnerID == author.id
      if isOwn {
        row.snippetAuthor = localized("You")
      } else if !isPartner {
        row.snippetAuthor = ForeignText.name(author.name)
      }
    }
    return .hit(row)
  }
}

/// A heading within the side list.
struct SideHeadingRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "side.heading"
  let id: RowID
  let revision: Revision
  let text: String
  /// Title of what a click on it does, below the text.
  var action: String?
  var column = LineBox.Column.list

  static func layout(_ row: SideHeadingRow, in context: LayoutContext) -> RowLayout {
    let tokens = DesignTokens.standard
    let left = LineBox(context, in: row.column).left
    let padding = min(context.pixels(12), context.width / 12)
    let text = context.layout(
      StyledText(row.text), points: tokens.type.secondary, weight: .semibold,
      maxWidth: context.width - 2 * padding, maxLines: 3)
    let gap = context.pixels(8)
    var list = DrawList([.plainText(text, x: left, y: gap, color: tokens.colors.secondary)])
    var height = text.size.height + 2 * gap
    if let title = row.action {
      let action = context.line(
        title, points: tokens.type.secondary, weight: .semibold,
        maxWidth: max(1, context.width - 2 * padding))
      list.append(
        .plainText(action, x: left, y: text.size.height + gap, color: tokens.colors.link))
      height += action.size.height
    }
    return RowLayout(
      size: PixelSize(width: context.width, height: height), drawList: list,
      accessibleText: [row.text, row.action].compactMap(\.self).joined(separator: ". "))
  }
}

struct SideRowFactory: RowFactory {
  let conversations: ConversationRowFactory

  func rows(for item: SideItem, previous: SideItem?, next: SideItem?) -> [any RowModel] {
    switch item {
    case .conversation(var conversation), .hit(var conversation):
      // The highlights of a search result change with every key stroke.
      conversation.revision = item.key.revision
      return conversations.rows(for: conversation, previous: nil, next: nil)
    case .heading(let text, _, let action):
      var mix = RevisionMix()
      mix.add(text)
      mix.add(action ?? "")
      return [
        SideHeadingRow(
          id: RowID(item: item.id, part: 0), revision: mix.revision, text: text, action: action)
      ]
    }
  }
}
