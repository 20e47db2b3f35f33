import CPango
import LugeCore

/// A line of a shaped piece; a borrowed view of Pango's line.
struct ShapedLine {
  let line: UnsafeMutablePointer<PangoLayoutLine>
  /// Offset of the piece in the text.
  let origin: Int

  init(_ line: UnsafeMutablePointer<PangoLayoutLine>, origin: Int) {
    self.line = line
    self.origin = origin
  }

  /// UTF-8 offsets in the text, including the part that an ellipsis hides.
  var range: Range<Int> {
    let start = origin + Int(line.pointee.start_index)
    return start..<start + Int(line.pointee.length)
  }

  var isRightToLeft: Bool {
    let direction = pango_layout_line_get_resolved_direction(line)
    return direction == PANGO_DIRECTION_RTL || direction == PANGO_DIRECTION_WEAK_RTL
  }

  /// Returns ascent, descent and advance, rounded up to whole pixels.
  func metrics() -> (ascent: Int, descent: Int, width: Int) {
    var logical = PangoRectangle()
    ShapingGate.exclusive { pango_layout_line_get_extents(line, nil, &logical) }
    return (
      Self.pixelsUp(-logical.y), Self.pixelsUp(logical.y + logical.height),
      Self.pixelsUp(logical.x + logical.width)
    )
  }

  /// Returns the advance up to the last character that is not a space, rounded up to whole pixels.
  func widthWithoutTrailingBlanks() -> Int {
    guard let layout = line.pointee.layout, let text = pango_layout_get_text(layout) else {
      return 0
    }
    let start = line.pointee.start_index
    var end = start + line.pointee.length
    while end > start, text[Int(end) - 1] == 0x20 || text[Int(end) - 1] == 0x09 { end -= 1 }
    var logical = PangoRectangle()
    ShapingGate.exclusive { pango_layout_line_get_extents(line, nil, &logical) }
    guard end < start + line.pointee.length else { return Self.pixelsUp(logical.width) }
    var x: Int32 = 0
    pango_layout_line_index_to_x(line, end, 0, &x)
    // Spaces at the end of a line are at its end in reading direction, whatever precedes them.
    return Self.pixelsUp(isRightToLeft ? logical.width - x : x)
  }

  /// Returns the rectangle of the glyphs' ink, in pixels from the start of the line and from the
  /// baseline.
  func ink() -> Rect {
    var ink = PangoRectangle()
    ShapingGate.exclusive { pango_layout_line_get_extents(line, &ink, nil) }
    let unit = Double(PANGO_SCALE)
    return Rect(
      x: Double(ink.x) / unit, y: Double(ink.y) / unit, width: Double(ink.width) / unit,
      height: Double(ink.height) / unit)
  }

  /// Calls `body` with each glyph run, from left to right, and with its left edge in Pango units.
  func forEachRun(_ body: (UnsafeMutablePointer<PangoGlyphItem>, Int32) -> Void) {
    var x: Int32 = 0
    var node = line.pointee.runs
    while let current = node {
      guard let data = current.pointee.data else { break }
      let run = data.assumingMemoryBound(to: PangoGlyphItem.self)
      body(run, x + run.pointee.start_x_offset)
      x +=
        run.pointee.start_x_offset + pango_glyph_string_get_width(run.pointee.glyphs)
        + run.pointee.end_x_offset
      node = current.pointee.next
    }
  }

  /// Calls `body` with the item of each run.
  func forEachItem(_ body: (UnsafeMutablePointer<PangoItem>) -> Void) {
    var node = line.pointee.runs
    while let current = node {
      if let data = current.pointee.data,
        let item = data.assumingMemoryBound(to: PangoGlyphItem.self).pointee.item
      {
        body(item)
      }
      node = current.pointee.next
    }
  }

  /// Offset in the text of the ellipsis; nil for a line without an ellipsis.
  var ellipsisOffset: Int? {
    var offset: Int?
    forEachItem { item in
      if Int32(item.pointee.analysis.flags) & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS != 0 {
        offset = origin + Int(item.pointee.offset)
      }
    }
    return offset
  }

  private static func pixelsUp(_ units: Int32) -> Int {
    (Int(units) + Int(PANGO_SCALE) - 1) >> 10
  }
}
