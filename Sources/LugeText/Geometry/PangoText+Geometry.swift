import CPango
public import LugeCore

extension PangoText {
  /// Returns the positions of a layout's characters, as Pango computes them. Edges are those of
  /// `pango_layout_line_index_to_x`. A character is a step of Pango's cursor. Words are those that
  /// Pango finds, with a dictionary in scripts without spaces.
  ///
  /// - Complexity: O(bytes + Σ(characters of a run)²); shapes text that is no longer cached.
  public func geometry(of layout: TextLayout) -> TextGeometry {
    var lines: [TextGeometry.Line] = []
    var cells: [TextGeometry.Cell] = []
    var bounds: [Int32] = []
    for piece in layout.allPieces where !piece.lines.isEmpty {
      let shaped = shape(layout.request, piece)
      let marks = BoundaryMarks(shaped)
      var index = piece.lines.lowerBound
      shaped.forEachLine { shapedLine in
        guard index < piece.lines.upperBound else { return false }
        let line = layout.lines[index]
        let first = cells.count
        let left = Double(layout.lineX(shapedLine, width: line.width))
        shapedLine.appendCells(marks, left: left, to: &cells)
        lines.append(
          TextGeometry.Line(
            range: line.range, top: line.top, height: line.height, cells: first..<cells.count,
            isRightToLeft: shapedLine.isRightToLeft))
        index += 1
        return true
      }
      let end =
        layout.lines.indices.contains(piece.lines.upperBound - 1)
        ? layout.lines[piece.lines.upperBound - 1].range.upperBound : 0
      // Pieces of a long paragraph overlap.
      for offset in marks.wordBounds
      where offset <= end && offset > Int(bounds.last ?? -1) {
        bounds.append(Int32(clamping: offset))
      }
    }
    return TextGeometry(size: layout.size, lines: lines, cells: cells, wordBounds: bounds)
  }
}

/// The bytes of a shaped piece at which characters (as the steps of a cursor) and words begin.
private struct BoundaryMarks {
  /// Index of the scalar that begins at each byte of the piece; negative within a scalar.
  let scalars: [Int32]
  let attributes: UnsafeBufferPointer<PangoLogAttr>
  let origin: Int

  /// Reads the boundaries of a piece. The attributes belong to the piece's layout and live as long
  /// as it.
  init(_ shaped: ShapedPiece) {
    origin = shaped.piece.range.lowerBound
    var count: Int32 = 0
    let known = ShapingGate.exclusive { pango_layout_get_log_attrs_readonly(shaped.layout, &count) }
    attributes = UnsafeBufferPointer(start: known, count: Int(count))
    var scalars: [Int32] = []
    var next: Int32 = 0
    if let text = pango_layout_get_text(shaped.layout) {
      var index = 0
      while text[index] != 0 {
        let isFirst = UInt8(bitPattern: text[index]) & 0xC0 != 0x80
        scalars.append(isFirst ? next : -1)
        if isFirst { next += 1 }
        index += 1
      }
    }
    self.scalars = scalars
  }

  /// Whether a cursor can stand before a byte; also at the end of the text.
  func beginsCharacter(at byte: Int) -> Bool {
    guard scalars.indices.contains(byte), scalars[byte] >= 0,
      attributes.indices.contains(Int(scalars[byte]))
    else { return byte >= scalars.count }
    return attributes[Int(scalars[byte])].is_cursor_position != 0
  }

  func attribute(at byte: Int) -> UnsafePointer<PangoLogAttr>? {
    guard scalars.indices.contains(byte), scalars[byte] >= 0,
      attributes.indices.contains(Int(scalars[byte]))
    else { return nil }
    return attributes.baseAddress?.advanced(by: Int(scalars[byte]))
  }

  var wordBounds: [Int] {
    scalars.indices.compactMap { byte in
      guard let attribute = attribute(at: byte)?.pointee else { return nil }
      // Word boundaries of UAX #29, which do not divide a word at an apostrophe; and positions
      // where two words adjoin, as the dictionary finds them in Thai.
      let meets = attribute.is_word_start != 0 && attribute.is_word_end != 0
      return attribute.is_word_boundary != 0 || meets ? origin + byte : nil
    }
  }
}

extension ShapedLine {
  fileprivate func appendCells(
    _ marks: BoundaryMarks, left: Double, to cells: inout [TextGeometry.Cell]
  ) {
    guard let layout = line.pointee.layout, let text = pango_layout_get_text(layout) else { return }
    let unit = Double(PANGO_SCALE)
    forEachRun { run, x in
      guard let item = run.pointee.item,
        Int32(item.pointee.analysis.flags) & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS == 0
      else { return }
      let start = Int(item.pointee.offset)
      let length = Int(item.pointee.length)
      func edge(_ byte: Int, trailing: Bool) -> Double {
        var position: Int32 = 0
        pango_glyph_string_index_to_x_full(
          run.pointee.glyphs, text + start, Int32(length), &item.pointee.analysis,
          marks.attribute(at: start).map { UnsafeMutablePointer(mutating: $0) },
          Int32(byte - start), trailing ? 1 : 0, &position)
        return left + Double(x + position) / unit
      }
      let isRightToLeft = item.pointee.analysis.level % 2 == 1
      let first = cells.count
      var byte = start
      while byte < start + length {
        var last = byte
        var next = byte + 1
        while next < start + length, !marks.beginsCharacter(at: next) {
          if marks.scalars.indices.contains(next), marks.scalars[next] >= 0 { last = next }
          next += 1
        }
        let (a, b) = (edge(byte, trailing: false), edge(last, trailing: true))
        cells.append(
          TextGeometry.Cell(
            offset: origin + byte, length: next - byte, x: min(a, b), width: abs(b - a),
            isRightToLeft: isRightToLeft))
        byte = next
      }
      if isRightToLeft { cells[first...].reverse() }
    }
  }
}

extension PangoText {
  /// Returns the rectangles that cover a range of text, as high as their lines; a line has several
  /// where the direction changes.
  ///
  /// - Complexity: O(bytes of the pieces the range touches).
  public func rectangles(for range: Range<Int>, in layout: TextLayout) -> [Rect] {
    var result: [Rect] = []
    for piece in layout.allPieces where !piece.lines.isEmpty {
      let covered =
        layout.lines[piece.lines.lowerBound].range
        .lowerBound..<layout.lines[piece.lines.upperBound - 1].range.upperBound
      guard covered.overlaps(range) else { continue }
      let shaped = shape(layout.request, piece)
      var index = piece.lines.lowerBound
      shaped.forEachLine { shapedLine in
        guard index < piece.lines.upperBound else { return false }
        let line = layout.lines[index]
        if line.range.overlaps(range) {
          let x = Double(layout.lineX(shapedLine, width: line.width))
          for (low, high) in shapedLine.extents(of: range.clamped(to: line.range)) {
            result.append(
              Rect(
                x: x + low, y: Double(line.top), width: high - low, height: Double(line.height)))
          }
        }
        index += 1
        return true
      }
    }
    return result
  }
}

extension TextLayout {
  /// Returns the left edge of a line's glyphs, whole pixels.
  func lineX(_ line: ShapedLine, width lineWidth: Int) -> Int {
    switch request.alignment {
    case .center: return (size.width - lineWidth) / 2
    // Spaces at the end of a right-to-left line extend beyond the left edge.
    case .natural: return line.isRightToLeft ? size.width - line.metrics().width : 0
    }
  }
}

extension ShapedLine {
  /// Returns the horizontal extents of a range of the text, pixels from the line's left edge, in
  /// visual order; adjacent ones are joined.
  func extents(of range: Range<Int>) -> [(low: Double, high: Double)] {
    guard let layout = line.pointee.layout, let text = pango_layout_get_text(layout) else {
      return []
    }
    let unit = Double(PANGO_SCALE)
    var result: [(low: Double, high: Double)] = []
    forEachRun { run, x in
      guard let item = run.pointee.item else { return }
      let start = origin + Int(item.pointee.offset)
      let covered = range.clamped(to: start..<start + Int(item.pointee.length))
      guard !covered.isEmpty else { return }
      func position(_ offset: Int) -> Double {
        var position: Int32 = 0
        pango_glyph_string_index_to_x(
          run.pointee.glyphs, text + Int(item.pointee.offset), item.pointee.length,
          &item.pointee.analysis, Int32(offset - start), 0, &position)
        return Double(x + position) / unit
      }
      let (a, b) = (position(covered.lowerBound), position(covered.upperBound))
      let (low, high) = (min(a, b), max(a, b))
      if let last = result.last, last.high >= low {
        result[result.count - 1].high = max(last.high, high)
      } else {
        result.append((low, high))
      }
    }
    return result
  }
}
