/// A picture in a line of text, like a character: a custom emoji, a small formula.
///
/// The text that it covers is copied, searched and read aloud; the layout reserves space for the
/// picture in its place. Lengths are in em of the text's font, so the picture grows with the text.
public struct InlineImage: Sendable, Hashable, Codable {
  public var key: ImageKey
  public var width: Double
  public var height: Double
  /// Length by which it reaches below the baseline, em.
  public var descent: Double

  public init(_ key: ImageKey, width: Double, height: Double, descent: Double = 0) {
    self.key = key
    self.width = width
    self.height = height
    self.descent = descent
  }

  /// Makes a custom emoji: a square that fits into the lines of common fonts without making them
  /// higher.
  public static func emoji(_ key: ImageKey) -> InlineImage {
    InlineImage(key, width: 1.25, height: 1.25, descent: 0.25)
  }

  /// Returns its size in a line in whole device pixels; never empty, at most 64 em and 4,096
  /// pixels.
  ///
  /// - Parameter fontSize: device pixels per em.
  public func extent(fontSize: Double) -> (width: Int, ascent: Int, descent: Int) {
    let fontSize = fontSize.isFinite ? min(max(fontSize, 1), 1024) : 16
    func pixels(_ em: Double) -> Int {
      let wanted = em.isFinite ? min(em, 64) * fontSize : 0
      return Int(min(max(wanted, 0), 4096).rounded())
    }
    let height = max(1, pixels(height))
    let below = min(pixels(descent), height)
    return (max(1, pixels(width)), height - below, below)
  }
}

extension StyledText {
  /// An inline picture and the text that it covers.
  public struct ImageOccurrence: Sendable, Hashable {
    /// Range of UTF-8 offsets, on scalar boundaries.
    public var range: Range<Int>
    public var image: InlineImage
    /// Whether a spoiler covers a part of the range.
    public var isConcealed: Bool
  }

  /// Maximum length of the text that a picture covers, UTF-8 bytes.
  static let imageTextLimit = 128

  /// Inline pictures, disjoint and in order. A picture that covers a line break, more than 128
  /// bytes or a part of an earlier picture is shown as its text.
  ///
  /// - Complexity: O(spans · log spans + bytes they cover); O(spans) without pictures.
  public var imageOccurrences: [ImageOccurrence] {
    guard spans.contains(where: \.attribute.isImage) else { return [] }
    let spoilers = spans.filter { $0.attribute == .spoiler }.map(\.range)
      .sorted { $0.lowerBound < $1.lowerBound }
    var string = string
    return string.withUTF8 { bytes in
      var result: [ImageOccurrence] = []
      var nextSpoiler = 0
      var concealedEnd = 0
      for span in spans.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
        guard case .image(let image) = span.attribute,
          span.range.lowerBound >= result.last?.range.upperBound ?? 0,
          span.range.upperBound <= bytes.count, !span.range.isEmpty,
          Self.canBeImage(bytes, span.range)
        else { continue }
        while nextSpoiler < spoilers.count,
          spoilers[nextSpoiler].lowerBound < span.range.upperBound
        {
          concealedEnd = max(concealedEnd, spoilers[nextSpoiler].upperBound)
          nextSpoiler += 1
        }
        result.append(
          ImageOccurrence(
            range: span.range, image: image, isConcealed: concealedEnd > span.range.lowerBound))
      }
      return result
    }
  }

  private static func canBeImage(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    func isContinuation(_ index: Int) -> Bool {
      index < bytes.count && bytes[index] & 0xC0 == 0x80
    }
    guard range.count <= imageTextLimit, !isContinuation(range.lowerBound),
      !isContinuation(range.upperBound)
    else { return false }
    for index in range {
      if bytes[index] < 0x20 || bytes[index] == 0x7F { return false }
      // U+0085 is C2 85; the line and paragraph separators are E2 80 A8 and E2 80 A9.
      if bytes[index] == 0x85, index > 0, bytes[index - 1] == 0xC2 { return false }
      if bytes[index] & 0xFE == 0xA8, index > 1, bytes[index - 1] == 0x80,
        bytes[index - 2] == 0xE2
      {
        return false
      }
    }
    return true
  }
}

extension StyledText.Attribute {
  var isImage: Bool {
    if case .image = self { true } else { false }
  }
}
