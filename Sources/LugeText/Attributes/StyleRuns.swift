import LugeCore

/// Traits of overlapping spans at one position of the text.
struct Traits: OptionSet, Hashable {
  let rawValue: UInt16

  static let bold = Traits(rawValue: 1 << 0)
  static let italic = Traits(rawValue: 1 << 1)
  static let underline = Traits(rawValue: 1 << 2)
  static let strike = Traits(rawValue: 1 << 3)
  static let monospaced = Traits(rawValue: 1 << 4)
  static let spoiler = Traits(rawValue: 1 << 5)
  static let quote = Traits(rawValue: 1 << 6)
  /// The link colour.
  static let link = Traits(rawValue: 1 << 7)
  /// A picture in the place of the text.
  static let image = Traits(rawValue: 1 << 8)
  /// Another font size.
  static let scaled = Traits(rawValue: 1 << 9)
  /// A block of code, whose background is drawn by the row.
  static let block = Traits(rawValue: 1 << 10)
  static let count = 11
  /// Traits that choose another font, or anything else that changes the text's size.
  static let fonts: Traits = [.bold, .italic, .monospaced, .quote, .image, .scaled]
  /// Traits that cached words do not support.
  static let unremembered: Traits = [.image, .scaled]

  /// Returns the traits of a span's attribute; empty for those that are shown plain.
  init(_ attribute: StyledText.Attribute) {
    switch attribute {
    case .bold: self = .bold
    case .italic: self = .italic
    case .underline: self = .underline
    case .strike: self = .strike
    case .code: self = .monospaced
    case .preformatted: self = [.monospaced, .block]
    case .spoiler: self = .spoiler
    case .blockquote: self = .quote
    // Links are also underlined, because not everybody can distinguish them by colour; mentions and
    // hashtags are recognized by their first character.
    case .link: self = [.link, .underline]
    case .mention, .hashtag: self = .link
    case .image: self = .image
    case .size: self = .scaled
    case .customEmoji, .other: self = []
    }
  }

  init(rawValue: UInt16) { self.rawValue = rawValue }
}

extension StyledText {
  /// Whether a part of the text has another font than the rest.
  @inline(__always)
  var hasFontSpans: Bool {
    spans.isEmpty ? false : spans.contains { !Traits($0.attribute).isDisjoint(with: .fonts) }
  }
}

/// A range of text with the same traits throughout.
struct StyleRun: Hashable {
  var range: Range<Int>
  var traits: Traits
  /// Font size as a multiple of the text's; used with ``Traits/scaled``.
  var scale = 1.0
}

extension StyledText {
  /// Returns the spans made disjoint, within `part` of the text, without ranges that have no
  /// traits.
  ///
  /// Bounds inside a scalar are moved to its start, bounds outside of the text into it: Pango would
  /// cut the scalar.
  ///
  /// - Complexity: O(spans log spans).
  func styleRuns(in part: Range<Int>, bytes: UnsafeBufferPointer<UInt8>) -> [StyleRun] {
    guard !spans.isEmpty else { return [] }
    var events: [(offset: Int, traits: Traits, factor: Double, change: Int)] = []
    for span in spans {
      let traits = Traits(span.attribute)
      guard !traits.isEmpty, span.range.overlaps(part) else { continue }
      let clamped = span.range.clamped(to: part)
      let lower = Self.aligned(clamped.lowerBound, bytes)
      let upper = Self.aligned(clamped.upperBound, bytes)
      guard lower < upper else { continue }
      let factor = Self.factor(span.attribute)
      events.append((lower, traits, factor, 1))
      events.append((upper, traits, factor, -1))
    }
    events.sort { $0.offset < $1.offset }

    var runs: [StyleRun] = []
    var counts = [Int](repeating: 0, count: Traits.count)
    var current: Traits = []
    var start = 0
    var product = 1.0
    for event in events {
      if event.offset > start, !current.isEmpty {
        // Rounding to 1/256 hides that nested factors were multiplied in one order and divided in
        // another.
        let scale =
          current.contains(.scaled) ? (min(max(product, 0.5), 3) * 256).rounded() / 256 : 1
        if let last = runs.last, last.range.upperBound == start, last.traits == current,
          last.scale == scale
        {
          runs[runs.count - 1].range = last.range.lowerBound..<event.offset
        } else {
          runs.append(StyleRun(range: start..<event.offset, traits: current, scale: scale))
        }
      }
      start = event.offset
      product *= event.change > 0 ? event.factor : 1 / event.factor
      for bit in 0..<Traits.count where event.traits.rawValue & 1 << bit != 0 {
        counts[bit] += event.change
        let trait = Traits(rawValue: 1 << bit)
        if counts[bit] > 0 { current.insert(trait) } else { current.remove(trait) }
      }
      if !current.contains(.scaled) { product = 1 }
    }
    return runs
  }

  private static func factor(_ attribute: Attribute) -> Double {
    guard case .size(let factor) = attribute, factor.isFinite else { return 1 }
    return min(max(factor, 0.5), 3)
  }

  private static func aligned(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var offset = min(max(offset, 0), bytes.count)
    while offset > 0, offset < bytes.count, Paragraphs.isContinuation(bytes[offset]) { offset -= 1 }
    return offset
  }
}
