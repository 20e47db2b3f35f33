import LugeCore

extension PangoText {
  /// Breaks the request's text into lines, shaping it piece by piece.
  ///
  /// A piece ends between two paragraphs if one ends within the limit. Otherwise it cuts a
  /// paragraph. Then two lines are dropped: the last one, which may continue after the cut, and the
  /// one before, whose end may depend on the spaces before the cut (Pango 1.52). The next piece
  /// begins there. So lines break as if the paragraph had been shaped as a whole.
  func stackLines(
    of request: TextRequest, bytes: UnsafeBufferPointer<UInt8>, mayBeFast: Bool,
    into stack: inout LineStack
  ) -> [TextLayout.Piece] {
    let room = Int(request.pangoWidth) >> 10
    let limit = request.maxLines.map { max($0, 1) } ?? .max
    let bytesAtOnce = request.bytesAtOnce
    let cutLimit = min(bytesAtOnce, max(Self.cutLimit, Int(4 * request.bytesPerLine)))
    var pieces: [TextLayout.Piece] = []
    var start = 0
    var continues = false
    while true {
      let stretch = Stretch(
        from: start, in: bytes, continues: continues, limit: bytesAtOnce,
        cutLimit: cutLimit)
      let direction = TextLayout.Piece.Direction(
        isRightToLeft: stack.isRightToLeft(stack.lines.count - 1), continues: continues)
      let first = stack.lines.count
      let piece = TextLayout.Piece(range: stretch.range, lines: first..<first, direction: direction)
      if !(mayBeFast && !stretch.isCut && direction == .automatic
        && appendFast(request, bytes, stretch.range, limit: limit, to: &stack))
      {
        shape(request, piece).forEachLine { line in
          stack.append(line, range: line.range, room: room)
          // One line more than allowed is enough to know that the text is too long.
          return stack.lines.count <= limit || stretch.isCut
        }
      }

      var next = stretch.next
      if stretch.isCut, stack.lines.count - first > 1 {
        let kept = max(first + 1, stack.lines.count - 2)
        next = stack.lines[kept].range.lowerBound
        stack.truncate(to: kept)
      }
      pieces.append(
        TextLayout.Piece(
          range: stretch.range, lines: first..<stack.lines.count, direction: direction))
      if stack.lines.count > limit || (stack.lines.count == limit && next != nil) {
        elide(request, bytes: bytes, limit: limit, stack: &stack, pieces: &pieces)
        return pieces
      }
      guard let next else { return pieces }
      start = next
      continues = stretch.isCut
    }
  }

  /// Replaces line number `limit` and the following ones by one line that ends in an ellipsis.
  private func elide(
    _ request: TextRequest, bytes: UnsafeBufferPointer<UInt8>, limit: Int, stack: inout LineStack,
    pieces: inout [TextLayout.Piece]
  ) {
    let index = limit - 1
    let start = stack.lines[index].range.lowerBound
    let isRightToLeft = stack.isRightToLeft(index)
    stack.truncate(to: index)
    pieces.removeAll { $0.lines.lowerBound >= index }
    if let last = pieces.indices.last, pieces[last].lines.upperBound > index {
      pieces[last].lines = pieces[last].lines.lowerBound..<index
    }

    let longest = min(bytes.count, start + max(request.bytesAtOnce, 64))
    var end = Paragraphs.separator(in: bytes, from: start, before: longest)?.lowerBound ?? longest
    while end < bytes.count, end > start, Paragraphs.isContinuation(bytes[end]) { end -= 1 }
    let tail = TextLayout.Piece(
      range: start..<end, lines: index..<index + 1,
      direction: isRightToLeft ? .rightToLeft : .leftToRight, isElided: true)
    shape(request, tail).forEachLine { line in
      let visible = min(line.ellipsisOffset ?? end, end)
      stack.append(line, range: start..<visible, room: Int(request.pangoWidth) >> 10)
      return false
    }
    pieces.append(tail)
  }
}

extension TextRequest {
  /// How much to shape at once: up to the limit, or about what the allowed lines can hold.
  var bytesAtOnce: Int {
    guard let maxLines else { return PangoText.pieceLimit }
    let wanted = bytesPerLine * (Double(max(maxLines, 1)) + 1)
    return Int(min(max(wanted, 256), Double(PangoText.pieceLimit)))
  }

  /// About the bytes that a line can hold: few glyphs are narrower than a quarter em, and few
  /// scripts take more than three bytes a glyph.
  var bytesPerLine: Double { 3 * Double(pangoWidth >> 10) / (font.safePixelSize / 4) }
}

extension TextLayout.Piece.Direction {
  fileprivate init(isRightToLeft: Bool, continues: Bool) {
    self =
      continues
      ? (isRightToLeft ? .rightToLeft : .leftToRight)
      : (isRightToLeft ? .automaticRightToLeft : .automatic)
  }
}

/// The bytes to shape next.
private struct Stretch {
  var range: Range<Int>
  /// Offset at which the text continues; nil at its end.
  var next: Int?
  /// Whether the range ends within a paragraph.
  var isCut: Bool

  /// - Parameter continues: whether the text before `start` belongs to the same paragraph; then the
  ///   range ends with it at the latest.
  init(
    from start: Int, in bytes: UnsafeBufferPointer<UInt8>, continues: Bool, limit: Int,
    cutLimit: Int
  ) {
    let end = min(bytes.count, start + limit)
    let separator =
      continues
      ? Paragraphs.separator(in: bytes, from: start, before: min(bytes.count, start + cutLimit))
      : end == bytes.count
        ? nil : Paragraphs.lastSeparator(in: bytes, start..<end)
    if let separator {
      (range, next, isCut) = (start..<separator.lowerBound, separator.upperBound, false)
    } else if end == bytes.count, !continues || bytes.count <= start + cutLimit {
      (range, next, isCut) = (start..<bytes.count, nil, false)
    } else {
      let cut = Paragraphs.cut(
        in: bytes, after: start, limit: min(start + cutLimit, bytes.count - 1))
      (range, next, isCut) = (start..<cut, cut, cut < bytes.count)
      if cut == bytes.count { next = nil }
    }
  }
}
