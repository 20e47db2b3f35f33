/// Times are for one message on average.
public struct TextLabResult: Sendable, Hashable, Encodable {
  public var name: String
  public var messages: Int
  /// Bytes of text, UTF-8.
  public var bytes = 0
  /// Width and height, all words known; the median of several passes.
  public var fastUs = 0.0
  /// A whole `TextLayout`, lines and all, likewise.
  public var layoutUs = 0.0
  /// The first pass over all messages. Few words are new to most of it.
  public var firstPassUs = 0.0
  /// A first screen of messages by an instance that has just been made, its font loaded and no word
  /// known, and the same by one of Pango as new; the medians of several screens.
  public var coldUs = 0.0
  public var coldPangoUs = 0.0
  /// The same with making the instance and loading the font.
  public var freshUs = 0.0
  public var freshPangoUs = 0.0
  /// Width and height from one reused `PangoLayout`.
  public var pangoUs = 0.0
  /// HarfBuzz over each text once, without breaking lines.
  public var shapeUs = 0.0
  /// Pango's time over the fast path's, messages that fall back included.
  public var ratio = 0.0
  /// Pango's time, without lines to draw, over that of a whole layout with all its lines.
  public var layoutRatio = 0.0
  /// Pango's warm time over that of the first pass.
  public var firstPassRatio = 0.0
  /// Pango's time over the fast path's for a first screen, and with making both.
  public var coldRatio = 0.0
  public var freshRatio = 0.0
  /// Messages of which some part went to Pango.
  public var fallbackMessagesPercent = 0.0
  /// Paragraphs that went to Pango.
  public var fallbackParagraphsPercent = 0.0
  /// Text in such paragraphs.
  public var fallbackBytesPercent = 0.0
  /// Layouts unlike Pango's.
  public var differences = 0

  public init(name: String, messages: Int) {
    self.name = name
    self.messages = messages
  }
}

/// Costs of another width: the heights of all messages, and the layouts of those on screen.
public struct RewrapResult: Sendable, Hashable, Encodable {
  public var messages: Int
  public var from: Int
  public var to: Int
  /// The heights of all messages, from words that are known.
  public var fastMs: Double
  /// Number of messages on a screen 800 px high, and the time to lay these out, lines and all.
  public var screenMessages: Int
  public var screenMs: Double
  /// Layouts of all messages, lines and all, which nobody waits for.
  public var layoutMs: Double
  /// `pango_layout_set_width` on layouts that were kept.
  public var pangoMs: Double
  public var heightBefore: Int
  public var heightAfter: Int
}

/// The exact heights of an archive's messages.
public struct HeightsResult: Sendable, Hashable, Encodable {
  public var messages = 0
  public var width: Int
  /// Seconds from opening the archive to the last height, and measuring alone.
  public var seconds = 0.0
  public var measuringSeconds = 0.0
  /// Most memory the process had, ``Megabytes``.
  public var peakMb: Double?
  /// Height of all messages, pixels.
  public var height = 0
  /// Paragraphs that went to Pango.
  public var declinedParagraphs = 0

  public init(width: Int) { self.width = width }
}
