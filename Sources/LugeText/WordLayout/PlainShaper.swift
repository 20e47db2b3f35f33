import CPango

/// Shapes words of ASCII between two others as a `PangoLayout` does, without one: what a layout
/// finds out about a text (scripts, directions, fonts, lines) is the same for all of them, and is
/// found out once. It takes longer than shaping.
///
/// All characters are common to scripts or of the context's script, run left to right, and each is
/// in the font that the text asks for first, which Pango looks for character by character: so a
/// text of them is one item, whatever their order. What is left is what Pango does with an item
/// (`pango_shape_with_flags`) and with the text's breaks (`pango_default_break`,
/// `pango_attr_break`).
///
/// Belongs to one lane.
final class PlainShaper {
  private let left: [UInt8]
  private let right: [UInt8]
  private let characters: Set<UInt8>
  /// Owned by the context's shaper, like the font by the table of typefaces.
  private let attributes: OpaquePointer

  // MARK: Mutable State

  /// Owned by the lane's thread, like everything below.
  private var analysis = PangoAnalysis()
  private let glyphs: UnsafeMutablePointer<PangoGlyphString>
  private var text: [UInt8] = []

  /// - Parameters:
  ///   - key: of the item that a text of all characters is.
  ///   - characters: that words may have.
  ///   - left: what stands before a word; one byte each character, like `right`.
  ///   - attributes: of the layouts whose work this does; outlives this object.
  init?(
    _ key: TypefaceTable.Key, characters: [UnicodeScalar], left: String, right: String,
    attributes: OpaquePointer
  ) {
    guard left.utf8.count == left.unicodeScalars.count,
      right.utf8.count == right.unicodeScalars.count, let glyphs = pango_glyph_string_new()
    else { return nil }
    self.glyphs = glyphs
    self.left = Array(left.utf8)
    self.right = Array(right.utf8)
    self.characters = Set(characters.compactMap { UInt8(exactly: $0.value) })
    self.attributes = attributes
    analysis.font = key.font
    analysis.language = key.language
    analysis.script = key.script
  }

  deinit { pango_glyph_string_free(glyphs) }

  /// Whether all of a word's characters are known.
  func takes(_ word: UnsafeBufferPointer<UInt8>) -> Bool { word.allSatisfy(characters.contains) }

  /// Returns the glyphs that a layout would give the word between its neighbours.
  ///
  /// - Complexity: O(bytes).
  func sample(of word: UnsafeBufferPointer<UInt8>) -> ShapedSample? {
    text.removeAll(keepingCapacity: true)
    text += left
    text += word
    text += right
    let count = text.count
    return text.withUnsafeBytes { bytes in
      let text = bytes.bindMemory(to: CChar.self)
      guard let base = text.baseAddress else { return nil }
      return ShapingGate.exclusive {
        pango_shape_with_flags(
          base, Int32(count), base, Int32(count), &analysis, glyphs, PANGO_SHAPE_ROUND_POSITIONS)
        var breaks = [PangoLogAttr](repeating: PangoLogAttr(), count: count + 1)
        pango_default_break(base, Int32(count), nil, &breaks, Int32(count + 1))
        pango_attr_break(base, Int32(count), attributes, 0, &breaks, Int32(count + 1))
        var item = PangoItem()
        item.length = Int32(count)
        item.num_chars = Int32(count)
        item.analysis = analysis
        return ShapedSample(base, &item, glyphs, attributes: breaks)
      }
    }
  }
}
