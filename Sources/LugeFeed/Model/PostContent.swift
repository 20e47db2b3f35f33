public import LugeCore

/// Picture, video or other file of a post.
public struct PostMedia: Hashable, Sendable {
  public enum Kind: UInt8, Hashable, Sendable { case photo, video, animation, audio, file }

  public var kind: Kind
  /// Picture to show; nil without one.
  public var imageKey: ImageKey?
  /// Path of the file; nil without one.
  public var path: String?
  /// Whether the file at ``path`` is known to be missing; then it gets no play button.
  public var isMissing = false
  /// Size of the picture in its own pixels, from the source.
  public var pixelSize: PixelSize?
  /// Blurred placeholder of the picture.
  public var preview: BlurHash?
  /// Duration in seconds.
  public var duration: Double?
  /// Description for people who cannot see it.
  public var caption: String

  public init(
    kind: Kind, imageKey: ImageKey? = nil, path: String? = nil, pixelSize: PixelSize? = nil,
    preview: BlurHash? = nil, duration: Double? = nil, caption: String = ""
  ) {
    self.kind = kind
    self.imageKey = imageKey
    self.path = path
    self.pixelSize = pixelSize
    self.preview = preview
    self.duration = duration
    self.caption = caption
  }

  /// Whether the picture may be animated, judged by its name.
  var mayMove: Bool {
    guard let source = imageKey?.source, kind == .photo || kind == .animation else { return false }
    let name = source.suffix(8).lowercased()
    return [".gif", ".webp", ".apng"].contains(where: name.hasSuffix)
  }
}

/// Poll: a question with answers to choose from.
public struct PostPoll: Hashable, Sendable {
  public struct Answer: Hashable, Sendable {
    public var text: String
    public var votes: Int
    /// Whether the user has chosen the answer.
    public var isChosen: Bool

    public init(text: String, votes: Int, isChosen: Bool = false) {
      self.text = text
      self.votes = votes
      self.isChosen = isChosen
    }
  }

  public var answers: [Answer]
  /// Time at which it closes or closed, seconds since 1970 UTC.
  public var closes: Int64?

  public init(answers: [Answer], closes: Int64? = nil) {
    self.answers = answers
    self.closes = closes
  }
}

/// Preview of a linked page.
public struct LinkPreview: Hashable, Sendable {
  public var url: String
  public var title: String
  public var summary: String
  public var imageKey: ImageKey?

  public init(url: String, title: String, summary: String = "", imageKey: ImageKey? = nil) {
    self.url = url
    self.title = title
    self.summary = summary
    self.imageKey = imageKey
  }

  /// Host of the page without "www.".
  public var host: String {
    guard let start = url.range(of: "://")?.upperBound else { return "" }
    let host = url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let bare = host.split(separator: "@").last ?? host
    return bare.hasPrefix("www.") ? String(bare.dropFirst(4)) : String(bare)
  }
}

/// A post quoted within another post.
public struct QuotedPost: Hashable, Sendable {
  /// Item of the quoted post; nil if the list does not have it.
  public var item: ItemID?
  public var author: PostAuthor
  /// Time in seconds since 1970 UTC; nil when unknown.
  public var time: Int64?
  public var text: StyledText
  public var imageKey: ImageKey?
  /// URL of the post's own page, shown if nothing else of it is known.
  public var url: String?

  public init(
    item: ItemID? = nil, author: PostAuthor, time: Int64? = nil, text: StyledText,
    imageKey: ImageKey? = nil, url: String? = nil
  ) {
    self.item = item
    self.author = author
    self.time = time
    self.text = text
    self.imageKey = imageKey
    self.url = url
  }
}

extension String {
  /// The URL in short form: without scheme, "www." and a slash at its end.
  var shownAddress: String {
    var rest = self[...]
    if let start = range(of: "://")?.upperBound { rest = self[start...] }
    if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
    return String(rest.hasSuffix("/") ? rest.dropLast() : rest)
  }
}
