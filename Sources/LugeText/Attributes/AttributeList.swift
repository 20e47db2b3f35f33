import CPango
import LugeCore

/// Pango's attributes for a piece of text.
enum AttributeList {
  /// Makes the attributes of a piece.
  ///
  /// - Parameters:
  ///   - runs: runs of styles in the text's offsets, disjoint and in order.
  ///   - origin: offset of the piece's first byte.
  ///   - bytes: the piece's display bytes.
  ///   - images: inline pictures in the text's offsets.
  ///   - fontSize: device pixels per em.
  /// - Returns: a list that the caller owns.
  static func make(
    runs: [StyleRun], origin: Int, bytes: UnsafeBufferPointer<UInt8>, monospaced: String,
    images: [StyledText.ImageOccurrence], fontSize: Double
  ) -> OpaquePointer {
    let list: OpaquePointer = pango_attr_list_new()
    for run in runs {
      let start = UInt32(clamping: run.range.lowerBound - origin)
      let end = UInt32(clamping: run.range.upperBound - origin)
      func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>) {
        attribute.pointee.start_index = start
        attribute.pointee.end_index = end
        pango_attr_list_insert(list, attribute)
      }
      if run.traits.contains(.monospaced) { insert(pango_attr_family_new(monospaced)) }
      if run.traits.contains(.bold) { insert(pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
      if !run.traits.isDisjoint(with: [.italic, .quote]) {
        insert(pango_attr_style_new(PANGO_STYLE_ITALIC))
      }
      if run.traits.contains(.scaled) { insert(pango_attr_scale_new(run.scale)) }
      // This attribute is not used as a colour: it makes Pango end its glyph runs where traits
      // change, so that the painter can give each run its own colour.
      insert(pango_attr_foreground_new(run.traits.rawValue, 0, 0))
    }
    for occurrence in images {
      insert(occurrence, into: list, origin: origin, bytes: bytes, fontSize: fontSize)
    }
    // Insert it after the styles, so that Pango tries the emoji font before a style's family.
    EmojiPresentation.insert(EmojiPresentation.signs(in: bytes), into: list)
    insertHyphenRules(list, bytes)
    return list
  }

  /// Inserts the shape of an inline picture. Pango applies a shape's width to every scalar in its
  /// range, so the first scalar gets the picture's width and the others 0.
  private static func insert(
    _ occurrence: StyledText.ImageOccurrence, into list: OpaquePointer, origin: Int,
    bytes: UnsafeBufferPointer<UInt8>, fontSize: Double
  ) {
    let start = occurrence.range.lowerBound - origin
    let end = min(occurrence.range.upperBound - origin, bytes.count)
    guard start >= 0, start < end else { return }
    var firstEnd = start + 1
    while firstEnd < end, Paragraphs.isContinuation(bytes[firstEnd]) { firstEnd += 1 }
    let extent = occurrence.image.extent(fontSize: fontSize)
    func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>, _ range: Range<Int>) {
      attribute.pointee.start_index = UInt32(clamping: range.lowerBound)
      attribute.pointee.end_index = UInt32(clamping: range.upperBound)
      pango_attr_list_insert(list, attribute)
    }
    for (part, width) in [(start..<firstEnd, extent.width), (firstEnd..<end, 0)]
    where !part.isEmpty {
      var shape = PangoRectangle(
        x: 0, y: -Int32(extent.ascent) * PANGO_SCALE, width: Int32(width) * PANGO_SCALE,
        height: Int32(extent.ascent + extent.descent) * PANGO_SCALE)
      insert(pango_attr_shape_new(&shape, &shape), part)
    }
    if let whole = pango_attr_allow_breaks_new(0) { insert(whole, start..<end) }
  }

  /// Inserts rules that hyphens appear only at soft hyphens, and not where a long word or a link is
  /// cut to fit.
  private static func insertHyphenRules(_ list: OpaquePointer, _ bytes: UnsafeBufferPointer<UInt8>)
  {
    var start = 0
    func forbid(until end: Int) {
      guard let attribute = pango_attr_insert_hyphens_new(0) else { return }
      attribute.pointee.start_index = UInt32(clamping: start)
      attribute.pointee.end_index = UInt32(clamping: end)
      pango_attr_list_insert(list, attribute)
      start = end
    }
    var index = 1
    while index < bytes.count {
      if bytes[index] == 0xAD, bytes[index - 1] == 0xC2 { forbid(until: index + 1) }
      index += 1
    }
    if start < bytes.count { forbid(until: bytes.count) }
  }
}
