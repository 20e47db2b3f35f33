import CPango
import LugeCore

extension PangoText {
  /// Appends the lines of a range that ends at a paragraph's end: from cached words where possible,
  /// otherwise by Pango.
  ///
  /// - Parameter limit: maximum number of lines in the stack.
  /// - Returns: false, with the stack unchanged, when the whole range has to be left to Pango.
  /// - Complexity: O(bytes).
  func appendFast(
    _ request: TextRequest, _ bytes: UnsafeBufferPointer<UInt8>, _ stretch: Range<Int>, limit: Int,
    to stack: inout LineStack
  ) -> Bool {
    guard stretch.count <= Self.pieceLimit, let fast else { return false }
    let family = fast.family(request.font)
    let piece = UnsafeBufferPointer(rebasing: bytes[stretch])
    let styles = request.text.spans.isEmpty ? [] : request.text.fontRuns(in: stretch, bytes: bytes)
    let first = stack.lines.count
    fast.scratch.load(piece)
    var directions: ParagraphDirections?
    var start = 0
    while true {
      let separator = Paragraphs.separator(in: piece, from: start, before: piece.count)
      let range = start..<(separator?.lowerBound ?? piece.count)
      let isWhole = range.count == piece.count
      if piece.beginsWithMark(at: range) || (start > 0 && piece[range].contains(0x09)) {
        // Only at the beginning of a text HarfBuzz shows a mark on a dotted circle. Tabs are as
        // wide as eight spaces in the style with which the whole text begins: a span's, or an
        // emoji's font.
        if stack.lines.count > first { stack.truncate(to: first) }
        return false
      }
      if separator != nil, start == 0 { directions = ParagraphDirections(piece) }
      let isRightToLeft = directions?.isRightToLeft(range, in: piece) ?? false
      let offset = stretch.lowerBound
      let own = styles.isEmpty ? [] : styles.filter { $0.range.overlaps(offset, range) }
      if !own.contains(where: { !$0.traits.isDisjoint(with: .unremembered) }),
        fast.append(
          range, family: family, styles: own, origin: offset, width: request.pangoWidth,
          isLast: separator == nil,
          isNeutralLeftToRight: !isRightToLeft, limit: limit, to: &stack)
      {
        counters.pointee.fastParagraphs += 1
      } else {
        counters.pointee.declinedParagraphs += 1
        counters.pointee.declinedBytes += range.count
        if !isWhole, self.fast === fast {
          let end = separator?.upperBound ?? piece.count
          append(
            request, offset + range.lowerBound..<offset + end, isSeparated: separator != nil,
            direction: directions.map { _ in isRightToLeft ? .rightToLeft : .leftToRight }
              ?? .automatic, limit: limit, to: &stack)
        }
        // The fonts may have been loaded again; the cached words then belong to the old ones.
        if isWhole || self.fast !== fast {
          if stack.lines.count > first { stack.truncate(to: first) }
          return false
        }
      }
      guard let separator, stack.lines.count <= limit else {
        return true
      }
      start = separator.upperBound
    }
  }

  /// Appends the lines that Pango gives a single paragraph.
  private func append(
    _ request: TextRequest, _ range: Range<Int>, isSeparated: Bool,
    direction: TextLayout.Piece.Direction, limit: Int, to stack: inout LineStack
  ) {
    let room = Int(request.pangoWidth) >> 10
    let shaped = shapeOnce(
      request, TextLayout.Piece(range: range, lines: 0..<0, direction: direction))
    // After a separator at the end, Pango sees one more, empty paragraph.
    var held: ShapedLine?
    shaped.forEachLine { line in
      if let held { stack.append(held, range: held.range, room: room) }
      held = line
      return stack.lines.count <= limit
    }
    if !isSeparated, let held, stack.lines.count <= limit {
      stack.append(held, range: held.range, room: room)
    }
  }
}

/// Base directions of a range's paragraphs, as `pango_layout_check_lines` finds them: one without
/// strong characters has the direction of the previous one, the first ones that of the first strong
/// character.
private struct ParagraphDirections {
  private var previous: PangoDirection

  /// Finds the directions; nil when nothing runs right to left.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Lead bytes of Hebrew to Samaritan, of further forms of these scripts, and of direction marks.
    guard
      bytes.contains(where: { $0 >= 0xD6 && $0 <= 0xE0 || $0 == 0xEF || $0 == 0xF0 || $0 == 0xE2 })
    else { return nil }
    previous = Self.direction(bytes[...])
    if previous == PANGO_DIRECTION_NEUTRAL { previous = PANGO_DIRECTION_LTR }
  }

  mutating func isRightToLeft(_ range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let own = Self.direction(bytes[range])
    if own != PANGO_DIRECTION_NEUTRAL { previous = own }
    return previous == PANGO_DIRECTION_RTL
  }

  private static func direction(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> PangoDirection {
    let bytes = UnsafeBufferPointer(rebasing: bytes)
    return bytes.withMemoryRebound(to: CChar.self) {
      guard let base = $0.baseAddress, $0.count > 0 else { return PANGO_DIRECTION_NEUTRAL }
      return pango_find_base_dir(base, Int32(clamping: $0.count))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a paragraph begins with a character that combines with what is before it.
  @inline(__always)
  fileprivate func beginsWithMark(at range: Range<Int>) -> Bool {
    // No mark is encoded below U+0300, nor among the letters used most often.
    guard let first = range.first, self[first] >= 0xCC, !(0xCE...0xD1).contains(self[first]) else {
      return false
    }
    let part = self[first..<Swift.min(range.upperBound, first + 4)]
    guard let scalar = String(decoding: part, as: UTF8.self).unicodeScalars.first else {
      return true
    }
    return g_unichar_ismark(scalar.value) != 0
  }
}

extension StyledText {
  /// Returns the runs that choose another font, disjoint and in order.
  fileprivate func fontRuns(in range: Range<Int>, bytes: UnsafeBufferPointer<UInt8>) -> [StyleRun] {
    styleRuns(in: range, bytes: bytes).compactMap {
      let traits = $0.traits.intersection(.fonts)
      return traits.isEmpty ? nil : StyleRun(range: $0.range, traits: traits)
    }
  }
}

extension Range<Int> {
  fileprivate func overlaps(_ offset: Int, _ other: Range<Int>) -> Bool {
    lowerBound < offset + Swift.max(other.upperBound, other.lowerBound + 1)
      && upperBound > offset + other.lowerBound
  }
}
