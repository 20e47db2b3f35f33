public import LugeCore

/// One conversation as the side list shows it.
public struct Conversation: Sendable, Hashable {
  public var id: ItemID
  /// Changes whenever any other property does.
  public var revision: Revision
  public var name: String
  /// Which of ``ChatColors/authors`` the avatar has; any number, it wraps around.
  public var colorIndex: Int
  /// Beginning of the last message.
  public var snippet: String
  /// Bytes of ``snippet`` that stand out: what a search found.
  public var marks: [Range<Int>] = []
  /// Lines of the snippet at most.
  public var snippetLines = 1
  /// Who wrote it, shown in front of it; nil in conversations of two.
  public var snippetAuthor: String?
  /// When it was written, seconds since 1970 on the wall clock to show; nil when there is none.
  public var localSeconds: Int64?
  /// Messages altogether or unread ones, as the program likes; 0 shows nothing.
  public var count: Int
  /// Whether what is unread names the reader: the count says so with a sign.
  public var isMentioned = false
  public var isSelected: Bool
  /// Of whom one talks with, or of the group; nil shows initials.
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

  /// The first letters of the first and the last word of the name, at most two; a question mark
  /// for names without letters.
  public var initials: String { AuthorPalette.initials(of: name) }
}
