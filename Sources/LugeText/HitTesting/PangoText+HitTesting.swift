import CPango
public import LugeCore

extension PangoText {
  /// - Complexity: O(log lines), plus the shaping of one piece if it is no longer cached.
  public func offset(at point: Point, in layout: TextLayout) -> Int? {
    guard point.x.isFinite, point.y.isFinite, abs(point.x) < 1_048_576,
      let index = layout.lineIndex(atY: point.y)
    else { return nil }
    var result: Int?
    withShapedLine(index, of: layout) { shaped, x in
      let line = layout.lines[index]
      var offset: Int32 = 0
      var trailing: Int32 = 0
      let units = Int32((point.x - Double(x)) * Double(PANGO_SCALE))
      guard pango_layout_line_x_to_index(shaped.line, units, &offset, &trailing) != 0,
        !line.range.isEmpty
      else { return }
      let inText = shaped.origin + Int(offset)
      result = inText < line.range.upperBound ? inText : nil
    }
    return result
  }

  /// Rectangles are as high as their lines; several in a line where the direction changes.
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

  private func withShapedLine(
    _ index: Int, of layout: TextLayout, _ body: (ShapedLine, _ x: Int) -> Void
  ) {
    guard let piece = layout.allPieces.first(where: { $0.lines.contains(index) }) else { return }
    var current = piece.lines.lowerBound
    shape(layout.request, piece).forEachLine { shaped in
      if current == index { body(shaped, layout.lineX(shaped, width: layout.lines[index].width)) }
      current += 1
      return current <= index
    }
  }
}

extension TextLayout {
  /// The line that covers a height; nil above the first and below the last.
  func lineIndex(atY y: Double) -> Int? {
    guard y >= 0, y < Double(size.height) else { return nil }
    return lines.partitioningIndex { Double($0.top + $0.height) > y }
  }

  /// Left edge of a line's glyphs, whole pixels.
  func lineX(_ line: ShapedLine, width lineWidth: Int) -> Int {
    switch request.alignment {
    case .center: return (size.width - lineWidth) / 2
    // Spaces at the end of a right-to-left line reach over the left edge.
    case .natural: return line.isRightToLeft ? size.width - line.metrics().width : 0
    }
  }
}

extension ShapedLine {
  /// Horizontal extents of a range of the text, pixels from the line's left edge, in visual order;
  /// adjacent ones are joined.
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

extension Array {
  /// Index of the first element that satisfies a predicate which, once true, stays true.
  func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
