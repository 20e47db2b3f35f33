public import LugeCore

/// One generated post, before it is written in some format.
public struct GeneratedPost: Sendable, Hashable {
  /// Number, from 1, ascending with time.
  public var id: Int64
  public var author: GeneratedAuthor
  /// Seconds since 1970-01-01 00:00 UTC; never less than the previous post's.
  public var time: Int64
  public var text = StyledText("")
  public var warning: String?
  public var pictures: [PictureChoice] = []
  public var poll: GeneratedMessage.Poll?
  public var link: Link?
  /// The posts that this one answers, quotes or boosts, as complete values, so that no writer has
  /// to remember earlier posts.
  public var replyTo: Reference?
  public var quote: Reference?
  public var boosts: Reference?
  public var likes = 0
  public var boostCount = 0
  public var replies = 0
  public var isUnlisted = false

  public struct Link: Sendable, Hashable {
    public var url: String
    public var title: String
    public var summary: String
  }

  public struct Reference: Sendable, Hashable {
    public var id: Int64
    public var author: GeneratedAuthor
    public var time: Int64
    public var text: StyledText
    public var pictures: [PictureChoice]
  }

  var reference: Reference {
    Reference(id: id, author: author, time: time, text: text, pictures: pictures)
  }
}

extension GeneratedAuthor {
  /// Handle such as "@nora@example.social".
  public var handle: String { "@\(userName)@\(GeneratedTimeline.host)" }

  /// Letters and digits of the name, or a number.
  public var userName: String {
    let letters = name.lowercased().unicodeScalars.filter {
      (0x61...0x7A).contains($0.value) || (0x30...0x39).contains($0.value)
    }
    return letters.isEmpty ? "user\(id)" : String(String.UnicodeScalarView(letters))
  }
}
