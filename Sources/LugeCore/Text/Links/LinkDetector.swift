/// Finds web addresses with and without a scheme, e-mail addresses, phone numbers, @mentions and
/// #tags in plain text.
///
/// The rules are those on which well-kept detectors agree (linkify-it, GitHub's autolinks,
/// Telegram's parser); where they differ, the stricter one is taken, for a missed link costs less
/// than a file name that opens a stranger's web site:
///
/// - A scheme is http, https, mailto or tel; nothing else becomes a link.
/// - Without one a host needs a top-level domain of IANA's list, in small letters unless all of it
///   is in capitals ("over.It" is a forgotten space), and a letter in the label before it ("5.pm").
///   Where the domain is a common file extension too ("README.md"), it needs `www.` or a path.
/// - Punctuation at the end does not belong to an address, nor does a closing bracket that the
///   address did not open, nor quotes; where Chinese or Japanese text joins without a space, the
///   host ends at the change of script.
/// - A phone number begins with `+`, or is written in groups as in North America, or with a trunk
///   `0`; other digits are dates, versions and sums.
///
/// The time is linear in the text's length, whatever it contains.
public struct LinkDetector: Sendable {
  public struct Kinds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let addresses = Kinds(rawValue: 1)
    public static let emails = Kinds(rawValue: 2)
    public static let phones = Kinds(rawValue: 4)
    public static let mentions = Kinds(rawValue: 8)
    public static let hashtags = Kinds(rawValue: 16)
    public static let all: Kinds = [.addresses, .emails, .phones, .mentions, .hashtags]
  }

  public var kinds: Kinds

  public init(_ kinds: Kinds = .all) { self.kinds = kinds }

  /// Returns the matches: disjoint spans in order, links with a target that has a scheme.
  ///
  /// - Complexity: O(bytes).
  public func spans(in text: String) -> [StyledText.Span] {
    var text = text
    return text.withUTF8 { bytes in
      var scanner = LinkScanner(bytes, kinds)
      scanner.scan()
      return scanner.found
    }
  }

  /// Returns the text with links added where the source has none, and with links made readable
  /// (``StyledText/withReadableLinks()``). Ranges that the source marked as links, names, code or
  /// pictures stay as they are.
  ///
  /// - Complexity: O(bytes + spans log spans).
  public func linking(_ text: StyledText) -> StyledText {
    let found = spans(in: text.string)
    guard !found.isEmpty else { return text.withReadableLinks() }
    let taken = text.spans.lazy.filter { $0.attribute.excludesLinks }.map(\.range)
      .sorted { $0.lowerBound < $1.lowerBound }
    var next = 0
    var reach = 0
    var linked = text
    for span in found {
      while next < taken.count, taken[next].lowerBound < span.range.upperBound {
        reach = max(reach, taken[next].upperBound)
        next += 1
      }
      // Keep spans that begin before this one's end and reach into it.
      if reach <= span.range.lowerBound { linked.spans.append(span) }
    }
    // Sort stably, so that spans that begin at the same offset keep their order.
    let order = linked.spans.indices.sorted {
      (linked.spans[$0].range.lowerBound, $0) < (linked.spans[$1].range.lowerBound, $1)
    }
    linked.spans = order.map { linked.spans[$0] }
    return linked.withReadableLinks()
  }
}

extension StyledText.Attribute {
  /// Whether the covered text must not get links.
  fileprivate var excludesLinks: Bool {
    switch self {
    case .link, .mention, .hashtag, .code, .preformatted, .customEmoji, .image: true
    case .bold, .italic, .underline, .strike, .spoiler, .blockquote, .size, .other: false
    }
  }
}
