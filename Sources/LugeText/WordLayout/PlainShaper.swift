import CPango

/// Shapes words of ASCII between two others as a `PangoLayout` does, but without a layout. A layout
/// finds scripts, directions, fonts and lines of each text, which takes longer than shaping; they
/// are the same for all such words, so they are found once.
///
/// All characters are common to scripts or of the context's script, run left to right, and each is
/// in the text's first font, which Pango looks for character by character. So every text of such
/// characters is one item, whatever their order. Only the work that Pango does per item
/// (`pango_shape_with_flags`) and for the text's breaks (`pango_default_break`, `pango_attr_break`)
/// is done here.
///
/// Belongs to one lane.
final class PlainShaper {
  private let left: [UInt8]
  private let right: [UInt8]
  private let characters: Set<UInt8>
  /// Break attributes; owned by the context's shaper, as the font is by the table of typefaces.
  private let attributes: OpaquePointer

  // MARK: Mutable State

  /// Analysis of the item; owned by the lane's thread, like everything below.
  private var analysis = PangoAnalysis()
  private let glyphs: UnsafeMutablePointer<PangoGlyphString>
  private var text: [UInt8] = []

  /// Makes a shaper; nil if the characters cannot be shaped this way.
  ///
  /// - Parameters:
  ///   - key: key of the item that a text of all characters is.
  ///   - characters: characters that words may have.
  ///   - left: text before a word; one byte per character, like `right`.
  ///   - attributes: attributes of the layouts that this replaces; outlives this object.
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
