import LugeCore
import LugeEngine

/// Block of code with a background, its language, and a button that copies it.
struct CodeBlock: BubbleBlock {
  let text: StyledText
  /// UTF-8 offset of `text` in the message's whole text.
  let offset: Int
  /// Language of the code; empty if the source names none.
  let language: String

  private static let padding = 8.0

  static func layout(_ block: CodeBlock, in context: BlockContext) -> BlockLayout {
    let padding = min(context.px(Self.padding), context.maxWidth / 8)
    let room = max(1, context.maxWidth - 2 * padding)
    let type = context.style.type
    let copy = context.line(
      context.strings.copy, points: type.time, weight: .semibold, maxWidth: room)
    let language = context.line(
      Clipping.prefix(block.language, bytes: 64), points: type.time,
      maxWidth: max(1, room - copy.size.width - padding))
    let code = context.layout(block.text, points: type.text, maxWidth: room)
    let header = max(copy.size.height, language.size.height)
    let inner = min(
      room, max(code.size.width, language.size.width + 2 * padding + copy.size.width))
    let top = padding + header + padding / 2
    let height = top + code.size.height + padding
    let (text, offset) = (block.text.string, block.offset)
    let title = context.strings.copyCode
    let (colors, radius) = (context.colors, Double(context.px(8)))
    @Sendable func layout(_ width: Int) -> BlockLayout {
      let right = max(padding, width - padding - copy.size.width)
      let drawList = DrawList([
        .roundedRectangle(
          Rect(x: 0, y: 0, width: width, height: height),
          CornerRadii(min(radius, Double(min(width, height)) / 2)), fill: colors.pill, stroke: nil),
        .plainText(
          language, x: padding, y: padding + (header - language.size.height) / 2,
          color: colors.secondary),
        .plainText(
          copy, x: right, y: padding + (header - copy.size.height) / 2, color: colors.accent),
        .text(
          code, at: Point(x: Double(padding), y: Double(top)), color: colors.text,
          linkColor: colors.link),
      ])
      return BlockLayout(
        size: PixelSize(width: width, height: height), drawList: drawList,
        hitRegions: [
          HitRegion(
            Rect(
              x: max(0, right - padding), y: 0, width: min(width, copy.size.width + 2 * padding),
              height: top),
            CopyText(text), label: title)
        ],
        lines: code.lines.map { LineMark(top: $0.top + top, key: offset + $0.range.lowerBound) },
        accessibleText: text, copyText: text,
        texts: [
          RowText(code, origin: Point(x: Double(padding), y: Double(top)), offset: offset)
        ])
    }
    var result = layout(inner + 2 * padding)
    result.stretch = { width, _ in layout(width) }
    return result
  }
}

/// Division of a text where blocks of code begin and end.
enum CodeParts {
  struct Part {
    var text: StyledText
    var offset: Int
    /// Language of a code block; nil for other text.
    var language: String?
  }

  /// Maximum bytes of a text that is divided here. Longer texts are cut into rows, wherever their
  /// code is.
  private static let byteLimit = 4_096

  /// Returns the parts of a text.
  ///
  /// - Returns: nil for a text without blocks of code, or with too many of them.
  /// - Complexity: O(bytes + parts · spans).
  static func parts(of text: StyledText) -> [Part]? {
    guard text.string.utf8.count <= byteLimit else { return nil }
    let bytes = Array(text.string.utf8)
    var blocks: [(range: Range<Int>, language: String)] = []
    for span in text.spans {
      guard case .preformatted(let language) = span.attribute,
        span.range.lowerBound >= (blocks.last?.range.upperBound ?? 0),
        span.range.upperBound <= bytes.count, !span.range.isEmpty,
        // Code within a line is not a block.
        span.range.lowerBound == 0 || bytes[span.range.lowerBound - 1] == 0x0A,
        span.range.upperBound == bytes.count || bytes[span.range.upperBound] == 0x0A
          || bytes[span.range.upperBound - 1] == 0x0A
      else { continue }
      // The bounds are between characters, because there is a line break, or an end of the text, on
      // either side.
      blocks.append((span.range, language ?? ""))
    }
    guard !blocks.isEmpty, blocks.count <= 16 else { return nil }
    var parts: [Part] = []
    func add(_ range: Range<Int>, _ language: String?) {
      var range = range
      // Line breaks between blocks are replaced by the distance between them.
      while !range.isEmpty, bytes[range.lowerBound] == 0x0A { range = range.dropFirst() }
      while !range.isEmpty, bytes[range.upperBound - 1] == 0x0A { range = range.dropLast() }
      // Nor is a space that divided them from a text behind code.
      if language == nil, range.lowerBound > 0 {
        while !range.isEmpty, bytes[range.lowerBound] == 0x20 { range = range.dropFirst() }
      }
      guard !range.isEmpty else { return }
      parts.append(
        Part(text: slice(text, bytes, range), offset: range.lowerBound, language: language))
    }
    func slice(_ text: StyledText, _ bytes: [UInt8], _ range: Range<Int>) -> StyledText {
      StyledText(
        String(decoding: bytes[range], as: UTF8.self),
        spans: text.spans.compactMap { span in
          let part = span.range.clamped(to: range)
          guard !part.isEmpty else { return nil }
          return StyledText.Span(
            part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound, span.attribute)
        })
    }
    var end = 0
    for block in blocks {
      add(end..<block.range.lowerBound, nil)
      add(block.range, block.language)
      end = block.range.upperBound
    }
    add(end..<bytes.count, nil)
    return parts
  }
}
