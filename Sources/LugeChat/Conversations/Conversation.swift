public import LugeCore
import LugeWords

/// A conversation in the side list.
public struct Conversation: Sendable, Hashable {
  public var id: ItemID
  /// Number that must change whenever any other property does.
  public var revision: Revision
  public var name: String
  /// Index of the avatar's colour in ``ChatColors/authors``; it wraps around.
  public var colorIndex: Int
  /// Beginning of the last message.
  public var snippet: String
  /// Ranges of UTF-8 bytes in ``snippet`` that are highlighted: matches of a search.
  public var marks: [Range<Int>] = []
  /// Maximum number of lines of the snippet.
  public var snippetLines = 1
  /// Author of the last message, shown before the snippet; nil in conversations of two.
  public var snippetAuthor: String?
  /// Local time of the last message, seconds since 1970; nil without messages.
  public var localSeconds: Int64?
  /// Number of all or of unread messages, as the program chooses; 0 shows nothing.
  public var count: Int
  /// Largest number that is written out for ``count``; "999+" stands for more than 999.
  public var largestCount = Int.max
  /// Text of ``count`` for screen readers. Nil: the messages are unread, as "5 unread"; "": the
  /// other words say it.
  public var spokenCount: String?
  /// Whether the user is mentioned in unread messages, which a sign beside the count shows.
  public var isMentioned = false
  public var isSelected: Bool
  /// Picture of the other person or the group; nil: initials.
  public var picture: ImageKey?

  public init(
    id: ItemID, revision: Revision = .initial, name: String, colorIndex: Int = 0,
    snippet: String = "", snippetAuthor: String? = nil, localSeconds: Int64? = nil, count: Int = 0,
    isSelected: Bool = false
  ) {
    self.id = id
    self.revision = revision
    self.name = name
    self.colorIndex = colorIndex
    self.snippet = snippet
    self.snippetAuthor = snippetAuthor
    self.localSeconds = localSeconds
    self.count = count
    self.isSelected = isSelected
  }

  /// Text of ``count`` as it is shown.
  var countText: String {
    guard count > 0 else { return "" }
    return (isMentioned ? "@ " : "") + countDigits
  }

  private var countDigits: String { count > largestCount ? "\(largestCount)+" : "\(count)" }

  /// Returns the words for ``count``, and for ``isMentioned``; none without a count.
  func countWords(_ strings: ChatStrings) -> [String] {
    guard count > 0 else { return [] }
    return [
      spokenCount ?? strings.unreadCount(count, ["count": countDigits]),
      isMentioned ? strings.mentioned : "",
    ]
  }
}
