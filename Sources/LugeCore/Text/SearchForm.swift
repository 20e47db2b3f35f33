import Foundation
import Synchronization

/// Conversion of texts to the form in which words are indexed and searched. Words that are the same
/// to a user have the same form:
///
/// - Decomposed letters (in files of macOS and iOS: 한 as three scalars, й as и and a breve) are
///   composed.
/// - Full-width letters and digits (ＡＢＣ１２) and half-width katakana (ｶﾀｶﾅ) become usual ones.
/// - Letters that people do not tell apart when they search become one: with and without Hebrew
///   points, Arabic marks and Greek accents, `ς` and `σ`, `أ` and `ا`, `ё` and `е`, `đ` and `d`,
///   `ﬁ` and `fi`.
///
/// Case and Latin accents are left to SQLite's tokenizer. A text is converted character by
/// character (half-width katakana together with the voice mark behind it, ﾊﾞ), so that a match in
/// the result can be found in the text.
public enum SearchForm {
  /// Scalars whose characters may have another form in ``Edition/second``.
  package static let varying: [ClosedRange<UInt32>] =
    [
      // Combining accents, and the parts of Hangul and of kana.
      0x0300...0x036F, 0x1100...0x11FF, 0x3099...0x309A, 0xA960...0xA97F, 0xD7B0...0xD7FB,
    ] + wide
  /// Full-width and half-width digits and letters.
  private static let wide: [ClosedRange<UInt32>] = [
    0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A, 0xFF66...0xFFDC,
  ]

  /// Version of the form. An index is always read and changed with the version that it was made
  /// with. The first tokenizer, `luge`, did not convert texts.
  package enum Edition {
    /// Edition of the tokenizer `luge2`, which converts only decomposed, full-width and half-width
    /// characters.
    case second
    /// Edition of the tokenizer `luge3` of new archives, which converts all that is listed above.
    case third

    /// Scalars whose characters may have another form.
    package var varying: [ClosedRange<UInt32>] {
      self == .second ? SearchForm.varying : SearchForm.varying + SearchForm.folding
    }
  }

  /// Scalars that only the third edition changes, in ascending order: Latin letters whose base is
  /// not an ASCII letter (`đ`), `ё`, marks of Hebrew and Arabic, Arabic letters with several
  /// spellings, Greek letters with accents and variants, ligatures, and the presentation forms of
  /// Hebrew and Arabic.
  /// `ß` is not among them: `TextQuery.spellings` looks for both.
  package static let folding: [ClosedRange<UInt32>] = [
    0xC6...0xC6, 0xD0...0xD0, 0xD8...0xD8, 0xDE...0xDE, 0xE6...0xE6, 0xF0...0xF0, 0xF8...0xF8,
    0xFE...0xFE, 0x110...0x111, 0x126...0x127, 0x131...0x131, 0x138...0x138, 0x141...0x142,
    0x14A...0x14B, 0x152...0x153, 0x166...0x167, 0x17F...0x17F, 0x1FC...0x1FF, 0x386...0x386,
    0x388...0x390, 0x3AA...0x3B0, 0x3C2...0x3C2, 0x3CA...0x3CE, 0x3D0...0x3D6, 0x3F0...0x3F2,
    0x401...0x401,
    0x451...0x451, 0x591...0x5BD, 0x5BF...0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7...0x5C7,
    0x610...0x61A, 0x622...0x626, 0x629...0x629, tatweel...tatweel, 0x649...0x649, 0x64B...0x65F,
    0x670...0x671, 0x6A9...0x6A9, 0x6CC...0x6CC, 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7...0x6E8,
    0x6EA...0x6ED, 0x1F00...0x1FFF, 0xFB00...0xFB06, 0xFB13...0xFB17, 0xFB1D...0xFDFF,
    0xFE70...0xFEFC,
  ]

  /// Stroke that stretches an Arabic word and has no meaning.
  private static let tatweel: UInt32 = 0x640

  /// Cache of ``letter(_:)``, which ICU computes, by scalar.
  private static let letters = Mutex<[UInt32: String]>([:])

  /// Letters that people write in place of each other, and that ICU keeps apart.
  private static let alike: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{671}": "\u{627}", "\u{649}": "\u{64A}", "\u{6CC}": "\u{64A}", "\u{6A9}": "\u{643}",
    "\u{629}": "\u{647}", "\u{3C2}": "\u{3C3}",
  ]

  /// Returns the third edition's form of a scalar of ``folding``; empty for a mark.
  private static func letter(_ scalar: Unicode.Scalar) -> String {
    if let known = letters.withLock({ $0[scalar.value] }) { return known }
    let written = String(scalar)
    var letter = ""
    if scalar.value < 0x250 {
      letter = written.applyingTransform(StringTransform("Latin-ASCII"), reverse: false) ?? written
    } else if scalar.value != tatweel {
      let parts = written.decomposedStringWithCompatibilityMapping
      let bare = parts.applyingTransform(.stripCombiningMarks, reverse: false) ?? parts
      letter = String(String.UnicodeScalarView(bare.unicodeScalars.map { alike[$0] ?? $0 }))
    }
    letters.withLock { $0[scalar.value] = letter }
    return letter
  }

  /// A character in the form of the third edition.
  ///
  /// - Returns: nil for a character that has no other form.
  static func form(of character: String) -> String? {
    let composed = composed(character)
    let scalars = (composed ?? character).unicodeScalars
    guard scalars.contains(where: { isFolded($0.value) }) else { return composed }
    return scalars.reduce(into: "") { form, scalar in
      if isFolded(scalar.value) {
        form += letter(scalar)
      } else {
        form.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isFolded(_ scalar: UInt32) -> Bool {
    scalar >= 0xC6 && folding.contains { $0.contains(scalar) }
  }

  /// Whether the third edition removes a scalar, as it does with marks.
  package static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    isFolded(scalar.value) && letter(scalar).isEmpty
  }

  /// Returns the text decomposed: letters and accents apart, and all in one width.
  static func decomposed(_ text: String) -> String {
    text.unicodeScalars.contains { isWide($0.value) }
      ? text.decomposedStringWithCompatibilityMapping : text.decomposedStringWithCanonicalMapping
  }

  /// Returns a character in the form of the second edition; nil if it has no other form.
  private static func composed(_ character: String) -> String? {
    let scalars = character.unicodeScalars
    guard scalars.contains(where: { scalar in varying.contains { $0.contains(scalar.value) } })
    else { return nil }
    return scalars.contains { isWide($0.value) }
      ? character.decomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
      : character.precomposedStringWithCanonicalMapping
  }

  /// Whether the character is a voice mark that belongs to the half-width katakana before it.
  static func isVoiceMark(_ character: Character) -> Bool {
    character == "\u{FF9E}" || character == "\u{FF9F}"
  }

  private static func isWide(_ scalar: UInt32) -> Bool { wide.contains { $0.contains(scalar) } }

  /// A converted text, and for each of its bytes the character of the text that it came from.
  package struct Written {
    package var bytes: [UInt8] = []
    /// UTF-8 offsets in the text at which the character of each byte begins and ends.
    package var starts: [Int32] = []
    package var ends: [Int32] = []
  }

  /// - Complexity: O(bytes).
  package static func written(_ text: String, _ edition: Edition = .third) -> Written {
    var result = Written()
    result.bytes.reserveCapacity(text.utf8.count)
    result.starts.reserveCapacity(text.utf8.count)
    result.ends.reserveCapacity(text.utf8.count)
    var offset: Int32 = 0
    var characters = text.makeIterator()
    var next = characters.next()
    while let first = next {
      next = characters.next()
      var character = String(first)
      while let mark = next, isVoiceMark(mark) {
        character.append(mark)
        next = characters.next()
      }
      let length = Int32(clamping: character.utf8.count)
      let isPlain = length == 1
      let form = isPlain ? nil : edition == .third ? form(of: character) : composed(character)
      if let form {
        for byte in form.utf8 {
          result.bytes.append(byte)
          result.starts.append(offset)
          result.ends.append(offset.addingClamped(length))
        }
      } else {
        // Each byte has an offset of its own, because a token may begin within a character (an
        // emoji with a modifier for its colour).
        for (index, byte) in character.utf8.enumerated() {
          result.bytes.append(byte)
          let place = offset.addingClamped(Int32(clamping: index))
          result.starts.append(place)
          result.ends.append(place.addingClamped(1))
        }
      }
      offset = offset.addingClamped(length)
    }
    return result
  }
}
