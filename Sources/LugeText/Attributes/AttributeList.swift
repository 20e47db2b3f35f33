import CPango

/// Makes Pango's attributes for a piece of text.
enum AttributeList {
  /// - Parameters:
  ///   - runs: in the text's offsets, disjoint and in order.
  ///   - origin: offset of the piece's first byte.
  ///   - bytes: the piece's display bytes.
  /// - Returns: a list that the caller owns.
  static func make(
    runs: [StyleRun], origin: Int, bytes: UnsafeBufferPointer<UInt8>, monospaced: String
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
      // Never used as a colour: it makes Pango end its glyph runs where traits change, so that the
      // painter can give each run its own.
      insert(pango_attr_foreground_new(run.traits.rawValue, 0, 0))
    }
    insertHyphenRules(list, bytes)
    return list
  }

  /// No hyphens where a long word or a link is cut to fit, only where the text has a soft hyphen.
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
