import LugeCore

/// Measures as if every character were half an em wide: deterministic, without fonts. Lines break
/// at blanks, or inside of words too long for a line.
final class FakeText: TextMeasuring {
  static func advance(_ font: FontSpec) -> Int { max(1, Int((font.pixelSize / 2).rounded(.up))) }
  static func lineHeight(_ font: FontSpec) -> Int {
    max(1, Int((font.pixelSize * 1.4).rounded(.up)))
  }

  func layout(_ request: TextRequest) -> TextLayout {
    let advance = Self.advance(request.font)
    let height = Self.lineHeight(request.font)
    let perLine = max(1, request.maxWidth / advance)
    var ranges: [(Range<Int>, Int)] = []
    var start = 0
    var count = 0
    var offset = 0
    var lastBlank: (end: Int, count: Int)?
    for scalar in request.text.string.unicodeScalars {
      let size = UTF8.width(scalar)
      if scalar == "\n" {
        ranges.append((start..<offset, count))
        (start, count, lastBlank) = (offset + size, 0, nil)
      } else {
        if count == perLine {
          if let blank = lastBlank {
            ranges.append((start..<blank.end, blank.count - 1))
            (start, count) = (blank.end, count - blank.count)
          } else {
            ranges.append((start..<offset, count))
            (start, count) = (offset, 0)
          }
          lastBlank = nil
        }
        count += 1
        if scalar == " " { lastBlank = (offset + size, count) }
      }
      offset += size
    }
    ranges.append((start..<offset, count))
    if let limit = request.maxLines { ranges = Array(ranges.prefix(max(1, limit))) }
    let lines = ranges.enumerated().map { index, line in
      TextLayout.Line(
        range: line.0, top: index * height, height: height, baseline: height * 3 / 4,
        width: min(request.maxWidth, line.1 * advance))
    }
    return TextLayout(
      request: request,
      size: PixelSize(width: lines.map(\.width).max() ?? 0, height: lines.count * height),
      lines: lines)
  }

  func rectangles(for range: Range<Int>, in layout: TextLayout) -> [Rect] {
    let advance = Double(Self.advance(layout.request.font))
    return layout.lines.compactMap { line in
      let part = range.clamped(to: line.range)
      guard !part.isEmpty else { return nil }
      // Off the pixel grid on purpose: the rows have to put them on it.
      return Rect(
        x: Double(part.lowerBound - line.range.lowerBound) * advance + 0.3,
        y: Double(line.top) + 0.2, width: Double(part.count) * advance - 0.6,
        height: Double(line.height) - 0.4)
    }
  }
}
