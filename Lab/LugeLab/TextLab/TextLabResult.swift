/// Figures of one set of messages. Times are averages per message.
public struct TextLabResult: Sendable, Hashable, Encodable {
  public var name: String
  public var messages: Int
  /// Bytes of text, UTF-8.
  public var bytes = 0
  /// Width and height, with all words cached; the median of several passes.
  public var fastUs = 0.0
  /// A whole `TextLayout` with its lines, in the same way.
  public var layoutUs = 0.0
  /// The first pass over all messages. After its first messages, most words are cached.
  public var firstPassUs = 0.0
  /// The messages of a first screen, with a new `PangoText` that has loaded its font and cached no
  /// word; the median of several screens. The same with a new instance of plain Pango.
  public var coldUs = 0.0
  public var coldPangoUs = 0.0
  /// The same with the time to make the instance and to load its font.
  public var freshUs = 0.0
  public var freshPangoUs = 0.0
  /// Width and height from one reused `PangoLayout`.
  public var pangoUs = 0.0
  /// HarfBuzz over each text once, without breaking lines.
  public var shapeUs = 0.0
  /// ``pangoUs`` ÷ ``fastUs``. Messages that the cached words cannot lay out, and which Pango lays
  /// out instead, count as well.
  public var ratio = 0.0
  /// ``pangoUs``, which makes no lines to draw, ÷ ``layoutUs``.
  public var layoutRatio = 0.0
  /// ``pangoUs`` ÷ ``firstPassUs``.
  public var firstPassRatio = 0.0
  /// ``coldPangoUs`` ÷ ``coldUs``, and ``freshPangoUs`` ÷ ``freshUs``.
  public var coldRatio = 0.0
  public var freshRatio = 0.0
  /// Messages with a paragraph that Pango laid out.
  public var fallbackMessagesPercent = 0.0
  /// Paragraphs that Pango laid out.
  public var fallbackParagraphsPercent = 0.0
  /// Bytes of text in such paragraphs.
  public var fallbackBytesPercent = 0.0
  /// Number of layouts that differ from Pango's.
  public var differences = 0

  public init(name: String, messages: Int) {
    self.name = name
    self.messages = messages
  }
}

/// Times after a change of width: for the heights of all messages, and the layouts of those on the
/// screen.
public struct RewrapResult: Sendable, Hashable, Encodable {
  public var messages: Int
  /// Width before and after, pixels.
  public var from: Int
  public var to: Int
  /// The heights of all messages, from cached words.
  public var fastMs: Double
  /// Number of messages on a screen 800 px high, and the time to lay these out with their lines.
  public var screenMessages: Int
  public var screenMs: Double
  /// Layouts of all messages with their lines, for comparison: a list lays out only those around
  /// the screen.
  public var layoutMs: Double
  /// `pango_layout_set_width` on layouts that were kept.
  public var pangoMs: Double
  /// Height of all messages before and after, pixels.
  public var heightBefore: Int
  public var heightAfter: Int
}

/// The exact heights of an archive's messages.
public struct HeightsResult: Sendable, Hashable, Encodable {
  public var messages = 0
  public var width: Int
  /// Seconds from opening the archive to the last height, and of the measuring alone.
  public var seconds = 0.0
  public var measuringSeconds = 0.0
  /// Maximum memory of the process, ``Megabytes``.
  public var peakMb: Double?
  /// Height of all messages, pixels.
  public var height = 0
  /// Number of paragraphs that Pango laid out.
  public var declinedParagraphs = 0

  public init(width: Int) { self.width = width }
}
