public import LugeCore
public import LugeEngine

/// A bubble, or one of the rows of a bubble too long for one.
public struct BubbleRow: RowModel {
  public static let reuseIdentifier: ReuseIdentifier = "chat.bubble"

  public let id: RowID
  public let revision: Revision
  /// Blocks from top to bottom.
  public let blocks: [any BubbleBlock]
  public let isOutgoing: Bool
  public let facts: NeighbourContext
  /// Ends (top, bottom) of the whole bubble that are in this row.
  public let ends: Ends
  /// Author with the avatar, whose name screen readers speak.
  public let author: ChatAuthor
  public let appearance: ChatAppearance
  /// Whether the row has slots for state and readers; see ``ChatMessage/tracksState``.
  public var tracksState = false

  public var pinnedHeading: PinnedHeading? {
    DayHeading.pinned(CivilDate.day(ofLocalSeconds: facts.localSeconds), appearance)
  }

  public struct Ends: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let top = Ends(rawValue: 1)
    public static let bottom = Ends(rawValue: 2)
  }

  /// Lays out the row.
  ///
  /// - Complexity: O(content), once per width.
  public static func layout(_ row: BubbleRow, in context: LayoutContext) -> RowLayout {
    var stack = BubbleStack(row, context)
    stack.measure()
    return stack.rowLayout()
  }

  /// Returns the height of the layout without making drawing, hit regions and text for screen
  /// readers.
  public static func height(_ row: BubbleRow, in context: LayoutContext) -> Int {
    var stack = BubbleStack(row, context)
    stack.measure()
    return stack.rowHeight
  }

  /// Whether bubbles of this side leave space for avatars.
  var hasAvatars: Bool {
    switch appearance.style.avatar.place {
    case .groups: !isOutgoing && facts.isGroupChat
    case .everywhere: !isOutgoing
    case .nowhere: false
    }
  }

  /// Author and time, such as "Anna, 14:05".
  var speaker: String {
    let strings = appearance.strings
    let name = isOutgoing ? strings.you : author.name.isEmpty ? strings.unknownAuthor : author.name
    let time = strings.timeOfDay(CivilDate.secondOfDay(ofLocalSeconds: facts.localSeconds))
    return "\(Clipping.singleLine(name)), \(time)"
  }
}
