import CPango
import LugeCore

/// Shapes single segments with the lane's own Pango context, and refuses those that would come out
/// differently in another place.
final class SegmentShaper {
  private let layout: OpaquePointer
  private let typeface: Typeface
  private let neighbour: [UInt8]
  private var text: [UInt8] = []

  init(_ typeface: Typeface, script: FastScript, font: FontSpec, fonts: PangoFonts) {
    self.typeface = typeface
    neighbour = script.neighbour.bytes
    layout = pango_layout_new(fonts.context(.leftToRight))
    pango_layout_set_font_description(layout, fonts.description(font))
    let attributes: OpaquePointer = pango_attr_list_new()
    if let hyphens = pango_attr_insert_hyphens_new(0) {
      pango_attr_list_insert(attributes, hyphens)
    }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// The segment between two words of its script, and once more alone. It is refused unless the
  /// first gives a single run in the typeface and both give the same advance.
  ///
  /// - Complexity: O(bytes), some tens of microseconds.
  func shape(_ key: UnsafeBufferPointer<UInt8>) -> Segment {
    text.removeAll(keepingCapacity: true)
    text += neighbour
    text.append(0x20)
    text += key
    text.append(0x20)
    text += neighbour
    text.append(0x0A)
    text += key
    return ShapingGate.shared {
      text.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          pango_layout_set_text(layout, $0.baseAddress, Int32(clamping: $0.count))
        }
      }
      return read(key) ?? Segment()
    }
  }

  private func read(_ key: UnsafeBufferPointer<UInt8>) -> Segment? {
    guard let node = pango_layout_get_lines_readonly(layout), let data = node.pointee.data,
      let second = node.pointee.next, second.pointee.next == nil,
      let alone = second.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self)
    else { return nil }
    let line = data.assumingMemoryBound(to: PangoLayoutLine.self)
    let metrics = ShapedLine(line, origin: 0).metrics()
    guard let run = line.onlyRun, let item = run.pointee.item,
      item.pointee.analysis.font == typeface.font,
      item.pointee.analysis.language == typeface.language, item.pointee.analysis.level == 0,
      !run.hasUnknownGlyph, metrics.ascent == typeface.ascent, metrics.descent == typeface.descent
    else { return nil }
    let widths = run.logicalWidths(in: layout)
    let scalars = String(decoding: key, as: UTF8.self).unicodeScalars
    guard let first = scalars.first, let last = scalars.last, widths.count == scalars.count + 4,
      widths[1] == typeface.spaceAdvance, widths[widths.count - 2] == typeface.spaceAdvance
    else { return nil }

    var attributeCount: Int32 = 0
    guard let attributes = pango_layout_get_log_attrs_readonly(layout, &attributeCount),
      Int(attributeCount) > widths.count
    else { return nil }
    var segment = Segment()
    segment.firstClass = BreakPairs.lineBreakClass(first)
    segment.lastClass = BreakPairs.lineBreakClass(last)
    for (index, scalar) in scalars.enumerated() {
      let attribute = attributes[index + 2]
      let width = widths[index + 2]
      guard attribute.is_white == 0, attribute.break_inserts_hyphen == 0,
        attribute.break_removes_preceding == 0, attribute.is_char_break != 0, width >= 0,
        width % PANGO_SCALE == 0
      else { return nil }
      segment.advances.append(segment.advance)
      segment.advance += width
      segment.flags.append(
        Segment.characterBreak | (attribute.is_line_break != 0 ? Segment.lineBreak : 0))
      for _ in 1..<max(1, UTF8.width(scalar)) {
        segment.advances.append(segment.advance)
        segment.flags.append(0)
      }
    }
    let behind = attributes[scalars.count + 2]
    guard segment.advances.count == key.count, behind.is_line_break == 0,
      behind.break_inserts_hyphen == 0, advance(of: alone) == segment.advance
    else { return nil }
    segment.isRefused = false
    return segment
  }

  private func advance(of line: UnsafeMutablePointer<PangoLayoutLine>) -> Int32 {
    var logical = PangoRectangle()
    pango_layout_line_get_extents(line, nil, &logical)
    return logical.x + logical.width
  }
}
