/// Cached glyphs and widths of one segment (a range without spaces) in one context.
///
/// Indices are bytes of the segment. `advances[i]` is the advance of the characters that begin
/// before byte `i`, in Pango units.
struct Segment {
  /// A part of the segment that Pango makes an item of.
  struct Run: Equatable {
    var end: Int
    /// Index in the `TypefaceTable`.
    var typeface: UInt16
  }

  /// Line breaking classes of the first and last character; see `BreakPairs`.
  var firstClass: UInt8 = 0
  var lastClass: UInt8 = 0
  var edges: Edges = []
  var advance: Int32 = 0
  /// Advances, one per byte, like the flags.
  var advances: [Int32] = []
  var flags: [UInt8] = []
  /// Runs; empty when the segment has to be left to Pango.
  var runs: [Run] = []
  /// Glyphs for painting; empty when that is left to Pango.
  var glyphs: [SegmentGlyph] = []

  var isRefused: Bool { runs.isEmpty }

  /// Flag that a line may begin here.
  static let lineBreak: UInt8 = 1
  /// Flag that a line may begin here if nothing else helps.
  static let characterBreak: UInt8 = 2
  /// Flag that the two sides are shaped separately, so that cutting here changes nothing.
  static let boundary: UInt8 = 4
}

/// A glyph of a segment, from its start on the baseline, Pango units.
struct SegmentGlyph: Equatable {
  var index: UInt32
  var x: Int32
  var y: Int32
}

extension Segment {
  /// Flags of how the spaces next to a segment are itemized, and which kind of text it is.
  struct Edges: OptionSet {
    let rawValue: UInt16
    /// The segment begins (ends) with an emoji: Pango ends its item there, spaces included.
    static let emojiFirst = Edges(rawValue: 1)
    static let emojiLast = Edges(rawValue: 2)
    /// Spaces at the beginning (end) of a run take this segment's font.
    static let joinsFirst = Edges(rawValue: 4)
    static let joinsLast = Edges(rawValue: 8)
    /// The segment is one character that no rule of its font concerns.
    static let isolated = Edges(rawValue: 16)
    /// All characters are of the context's script, or common to all; see `ParagraphScan`.
    static let simple = Edges(rawValue: 32)
    /// Some characters are of the script.
    static let ownScript = Edges(rawValue: 64)
    /// `WordLines` can use the segment; see there.
    static let word = Edges(rawValue: 128)
    /// A line may begin within the segment.
    static let breaksInside = Edges(rawValue: 256)
    /// The segment has emoji, or consists of them.
    static let hasEmoji = Edges(rawValue: 512)
    /// The segment can be used only in lines that do not cut it; see `Unicode.Scalar.isUncut`.
    static let uncut = Edges(rawValue: 2048)
    /// No rule that concerns the spaces of its first (last) run's font can concern that run as
    /// well, when it follows (precedes) a space.
    static let leavesBlankBefore = Edges(rawValue: 4096)
    static let leavesBlankBehind = Edges(rawValue: 8192)
    /// Some of the segment has the typeface of spaces.
    static let hasMain = Edges(rawValue: 1024)

    /// Whether a space before (after) the segment is as wide as on its own.
    var leaveBlankBefore: Bool { !isDisjoint(with: [.isolated, .leavesBlankBefore]) }
    var leaveBlankBehind: Bool { !isDisjoint(with: [.isolated, .leavesBlankBehind]) }
  }
}

/// The part of a cached segment that has a fixed size: a cache line.
struct SegmentEntry {
  /// First 16 bytes, with zeros after them if there are fewer.
  var head: UInt64 = 0
  var headRest: UInt64 = 0
  /// Hash of the bytes and the context.
  var hash: UInt64 = 0
  /// Identifier of the context; 0 for a free slot.
  var context: UInt32 = 0
  /// Offset of the segment's storage, bytes.
  var offset: UInt32 = 0
  var advance: Int32 = 0
  var count: UInt16 = 0
  /// Typeface of the segment's first run.
  var typeface: UInt16 = 0
  /// Typeface of the emoji in a word that has some.
  var secondTypeface: UInt16 = 0
  var edges: Segment.Edges = []
  /// Number of runs; 0 for a segment that has to be left to Pango.
  var runCount: UInt8 = 0
  var firstClass: UInt8 = 0
  var lastClass: UInt8 = 0
  /// Padding to 64 bytes.
  private var padding: (UInt64, UInt64) = (0, 0)

  mutating func set(_ segment: Segment) {
    advance = segment.advance
    typeface = segment.runs.first?.typeface ?? 0
    secondTypeface = segment.runs.first { $0.typeface != typeface }?.typeface ?? typeface
    edges = segment.edges
    runCount = UInt8(segment.runs.count)
    (firstClass, lastClass) = (segment.firstClass, segment.lastClass)
  }

  static func head(of key: UnsafePointer<UInt8>, _ count: Int) -> (UInt64, UInt64) {
    var (first, second): (UInt64, UInt64) = (0, 0)
    for index in 0..<min(count, 8) { first |= UInt64(key[index]) << UInt64(8 * index) }
    for index in 8..<max(8, min(count, 16)) {
      second |= UInt64(key[index]) << UInt64(8 * (index - 8))
    }
    return (first, second)
  }
}
