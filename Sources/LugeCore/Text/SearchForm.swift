import Foundation

/// The one form in which words are searched, whatever way they were encoded: macOS and iOS
/// decompose letters in file names (한 into three, й into и and a breve), and East Asian keyboards
/// produce full-width letters and digits (ＡＢＣ１２) and half-width katakana (ｶﾀｶﾅ).
///
/// Index and query both use this form. Characters are converted one by one, or together with the
/// half-width marks after them (ﾊﾞ), so that each position in the result belongs to one in the
/// text.
public enum SearchForm {
  /// Scalars whose characters may have another form. The tokenizer's `may_vary`, and the condition
  /// of the migration that brought this, list the same ranges.
  package static let varying: [ClosedRange<UInt32>] =
    [
      // Combining accents, and the parts of Hangul and of kana.
      0x0300...0x036F, 0x1100...0x11FF, 0x3099...0x309A, 0xA960...0xA97F, 0xD7B0...0xD7FB,
    ] + wide
  /// Full-width and half-width digits and letters.
  private static let wide: [ClosedRange<UInt32>] = [
    0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A, 0xFF66...0xFFDC,
  ]

  /// Returns the text decomposed: letters and accents apart, and all in one width.
  static func decomposed(_ text: String) -> String {
    text.unicodeScalars.contains { isWide($0.value) }
      ? text.decomposedStringWithCompatibilityMapping : text.decomposedStringWithCanonicalMapping
  }

  /// Returns the converted character; nil if it has no other form.
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

  /// A text in the form that is searched, with the positions that its bytes came from.
  package struct Written {
    package var bytes: [UInt8] = []
    /// UTF-8 offsets in the text at which the character of each byte begins and ends.
    package var starts: [Int32] = []
    package var ends: [Int32] = []
  }

  /// Converts a text.
  ///
  /// - Complexity: O(bytes).
  package static func written(_ text: String) -> Written {
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
      if let composed = composed(character) {
        for byte in composed.utf8 {
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
