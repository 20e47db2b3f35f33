import CPango

/// A line that was shaped for inspection: its items in logical order, and its characters.
///
/// Valid until the layout gets another text.
struct ShapedSample {
  struct Item {
    var key: TypefaceTable.Key
    /// Indices of the item's characters.
    var characters: Range<Int>
    var level: UInt8
    /// Ascent in Pango units.
    var ascent: Int32
    var descent: Int32
    /// Whether some glyph represents a character that no font has.
    var hasUnknownGlyph: Bool
    /// Index of the only glyph; nil when there are several.
    var onlyGlyph: UInt32?
    /// Glyphs in visual order, `x` from the item's left edge.
    var glyphs: [SegmentGlyph] = []
    /// Offset in the sample of the first byte that each glyph represents.
    var clusters: [Int] = []
    /// Whether no ink leaves the font's height.
    var isInkWithin = false
  }

  private(set) var items: [Item] = []
  /// Advance of each character, Pango units.
  private(set) var widths: [Int32] = []
  private(set) var attributes: [PangoLogAttr] = []

  func itemIndex(ofCharacter character: Int) -> Int? {
    items.firstIndex { $0.characters.contains(character) }
  }

  /// Shapes a text; nil when it has several lines, or Pango returns fewer attributes than expected.
  ///
  /// - Parameter attributes: attributes that any text has; those of this text's emoji signs are
  ///   added.
  init?(_ text: String, _ layout: OpaquePointer, _ attributes: OpaquePointer) {
    var text = text
    let signs = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress, Int32(clamping: $0.count))
      }
      return EmojiPresentation.signs(in: bytes)
    }
    if !signs.isEmpty, let list = pango_attr_list_copy(attributes) {
      EmojiPresentation.insert(signs, into: list)
      pango_layout_set_attributes(layout, list)
      pango_attr_list_unref(list)
    } else {
      pango_layout_set_attributes(layout, attributes)
    }
    let count = text.unicodeScalars.count
    guard ShapingGate.exclusive({ read(layout, characters: count) }) else { return nil }
  }

  /// Reads a line that is known to be one item; see ``PlainShaper``.
  ///
  /// - Parameters:
  ///   - text: text of which the item is all.
  ///   - attributes: attributes of its characters, and of the position after them.
  init?(
    _ text: UnsafePointer<CChar>, _ item: UnsafeMutablePointer<PangoItem>,
    _ glyphs: UnsafeMutablePointer<PangoGlyphString>, attributes: [PangoLogAttr]
  ) {
    guard let font = item.pointee.analysis.font else { return nil }
    var run = PangoGlyphItem()
    run.item = item
    run.glyphs = glyphs
    append(&run, item, glyphs, font: font, text: text)
    self.attributes = attributes
  }

  private mutating func read(_ layout: OpaquePointer, characters: Int) -> Bool {
    guard let node = pango_layout_get_lines_readonly(layout), node.pointee.next == nil,
      let data = node.pointee.data
    else { return false }
    let line = data.assumingMemoryBound(to: PangoLayoutLine.self)
    var runs: [UnsafeMutablePointer<PangoGlyphItem>] = []
    ShapedLine(line, origin: 0).forEachRun { run, _ in runs.append(run) }
    runs.sort { ($0.pointee.item?.pointee.offset ?? 0) < ($1.pointee.item?.pointee.offset ?? 0) }
    for run in runs {
      guard let item = run.pointee.item, let glyphs = run.pointee.glyphs,
        let font = item.pointee.analysis.font
      else { return false }
      append(run, item, glyphs, font: font, text: pango_layout_get_text(layout))
    }
    var count: Int32 = 0
    guard widths.count == characters,
      let attributes = pango_layout_get_log_attrs_readonly(layout, &count),
      Int(count) == characters + 1
    else { return false }
    self.attributes = Array(UnsafeBufferPointer(start: attributes, count: characters + 1))
    return true
  }

  /// Appends the next run in logical order.
  private mutating func append(
    _ run: UnsafeMutablePointer<PangoGlyphItem>, _ item: UnsafeMutablePointer<PangoItem>,
    _ glyphs: UnsafeMutablePointer<PangoGlyphString>, font: UnsafeMutablePointer<PangoFont>,
    text: UnsafePointer<CChar>?
  ) {
    let start = widths.count
    widths.append(contentsOf: repeatElement(0, count: Int(item.pointee.num_chars)))
    widths.withUnsafeMutableBufferPointer {
      guard let base = $0.baseAddress else { return }
      pango_glyph_item_get_logical_widths(run, text, base + start)
    }
    var (ink, logical) = (PangoRectangle(), PangoRectangle())
    pango_glyph_string_extents(glyphs, font, &ink, &logical)
    items.append(
      Item(
        key: TypefaceTable.Key(
          font: font, language: item.pointee.analysis.language,
          script: item.pointee.analysis.script),
        characters: start..<widths.count, level: item.pointee.analysis.level,
        ascent: -logical.y, descent: logical.y + logical.height,
        hasUnknownGlyph: run.hasUnknownGlyph,
        onlyGlyph: glyphs.pointee.num_glyphs == 1 ? glyphs.pointee.glyphs[0].glyph : nil))
    items[items.count - 1].isInkWithin =
      ink.y >= logical.y && ink.y + ink.height <= logical.y + logical.height
    readGlyphs(glyphs.pointee, offset: Int(item.pointee.offset))
  }

  /// Appends glyphs to the last item.
  private mutating func readGlyphs(_ string: PangoGlyphString, offset: Int) {
    guard let infos = string.glyphs, let clusters = string.log_clusters else { return }
    var x: Int32 = 0
    for index in 0..<Int(string.num_glyphs) {
      let info = infos[index]
      items[items.count - 1].glyphs.append(
        SegmentGlyph(
          index: info.glyph, x: x + info.geometry.x_offset, y: info.geometry.y_offset))
      items[items.count - 1].clusters.append(offset + Int(clusters[index]))
      x += info.geometry.width
    }
  }

  /// Returns the glyphs of a range of an item, with `x` from the range's left edge; nil when they
  /// cannot be separated from their neighbours.
  ///
  /// - Parameters:
  ///   - bytes: range of bytes in the sample.
  ///   - start: left edge of the range, from the item's.
  func glyphs(of bytes: Range<Int>, in item: Item, from start: Int32) -> [SegmentGlyph]? {
    guard item.isInkWithin, item.level & 1 == 0 else { return nil }
    var found: [SegmentGlyph] = []
    for (glyph, cluster) in zip(item.glyphs, item.clusters) where bytes.contains(cluster) {
      // `PANGO_GLYPH_EMPTY` paints nothing.
      if glyph.index == 0x0FFF_FFFF { continue }
      found.append(SegmentGlyph(index: glyph.index, x: glyph.x - start, y: glyph.y))
    }
    return found
  }
}

extension UnsafeMutablePointer<PangoGlyphItem> {
  /// Whether some glyph stands for a character that the font lacks.
  fileprivate var hasUnknownGlyph: Bool {
    guard let glyphs = pointee.glyphs?.pointee else { return true }
    return (0..<Int(glyphs.num_glyphs)).contains {
      glyphs.glyphs[$0].glyph & 0x1000_0000 != 0
    }
  }
}
