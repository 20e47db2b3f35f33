import LugeCore

/// What overlapping spans come to at one place of the text.
struct Traits: OptionSet, Hashable {
  let rawValue: UInt16

  static let bold = Traits(rawValue: 1 << 0)
  static let italic = Traits(rawValue: 1 << 1)
  static let underline = Traits(rawValue: 1 << 2)
  static let strike = Traits(rawValue: 1 << 3)
  static let monospaced = Traits(rawValue: 1 << 4)
  static let spoiler = Traits(rawValue: 1 << 5)
  static let quote = Traits(rawValue: 1 << 6)
  /// In the link colour.
  static let link = Traits(rawValue: 1 << 7)
  static let count = 8
  /// Those that choose another font.
  static let fonts: Traits = [.bold, .italic, .monospaced, .quote]

  /// What a span's attribute adds; empty for those that are shown plain.
  init(_ attribute: StyledText.Attribute) {
    switch attribute {
    case .bold: self = .bold
    case .italic: self = .italic
    case .underline: self = .underline
    case .strike: self = .strike
    case .code, .preformatted: self = .monospaced
    case .spoiler: self = .spoiler
    case .blockquote: self = .quote
    // Colour alone does not tell a link from text to everyone; mentions and hashtags are told by
    // their first character.
    case .link: self = [.link, .underline]
    case .mention, .hashtag: self = .link
    case .customEmoji, .other: self = []
    }
  }

  init(rawValue: UInt16) { self.rawValue = rawValue }
}

extension StyledText {
  /// Whether some of it has another font than the rest.
  @inline(__always)
  var hasFontSpans: Bool {
    spans.isEmpty ? false : spans.contains { !Traits($0.attribute).isDisjoint(with: .fonts) }
  }
}

/// A stretch of text with the same traits throughout.
struct StyleRun: Hashable {
  var range: Range<Int>
  var traits: Traits
}

extension StyledText {
  /// The spans made disjoint, within `part` of the text; places without traits are left out.
  ///
  /// Bounds inside a scalar are moved to its start, bounds outside of the text into it: Pango would
  /// cut the scalar.
  ///
  /// - Complexity: O(spans log spans).
  func styleRuns(in part: Range<Int>, bytes: UnsafeBufferPointer<UInt8>) -> [StyleRun] {
    guard !spans.isEmpty else { return [] }
    var events: [(offset: Int, traits: Traits, change: Int)] = []
    for span in spans {
      let traits = Traits(span.attribute)
      guard !traits.isEmpty, span.range.overlaps(part) else { continue }
      let clamped = span.range.clamped(to: part)
      let lower = Self.aligned(clamped.lowerBound, bytes)
      let upper = Self.aligned(clamped.upperBound, bytes)
      guard lower < upper else { continue }
      events.append((lower, traits, 1))
      events.append((upper, traits, -1))
    }
    events.sort { $0.offset < $1.offset }

    var runs: [StyleRun] = []
    var counts = [Int](repeating: 0, count: Traits.count)
    var current: Traits = []
    var start = 0
    for event in events {
      if event.offset > start, !current.isEmpty {
        if let last = runs.last, last.range.upperBound == start, last.traits == current {
          runs[runs.count - 1].range = last.range.lowerBound..<event.offset
        } else {
          runs.append(StyleRun(range: start..<event.offset, traits: current))
        }
      }
      start = event.offset
      for bit in 0..<Traits.count where event.traits.rawValue & 1 << bit != 0 {
        counts[bit] += event.change
        let trait = Traits(rawValue: 1 << bit)
        if counts[bit] > 0 { current.insert(trait) } else { current.remove(trait) }
      }
    }
    return runs
  }

  private static func aligned(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var offset = min(max(offset, 0), bytes.count)
    while offset > 0, offset < bytes.count, Paragraphs.isContinuation(bytes[offset]) { offset -= 1 }
    return offset
  }
}
