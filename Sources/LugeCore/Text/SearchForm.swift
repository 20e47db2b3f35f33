import Foundation

/// The one form in which words are searched, however they were written down: files of macOS and iOS
/// have letters in parts (한 as three, й as и and a breve), and East Asian keyboards have letters
/// and digits as wide as ideographs (ＡＢＣ１２) and katakana half as wide (ｶﾀｶﾅ).
///
/// Index and query both come through here. What belongs together is one `Character`, or one with
/// the narrow marks behind it (ﾊﾞ), so that each place in the result has one in the text.
public enum SearchForm {
  /// Whether characters with this scalar may have another form. The tokenizer's `may_vary`, and
  /// the condition of the migration that brought this, name the same ones.
  package static let varying: [ClosedRange<UInt32>] =
    [
      // Accents, and the parts of Hangul and of kana.
      0x0300...0x036F, 0x1100...0x11FF, 0x3099...0x309A, 0xA960...0xA97F, 0xD7B0...0xD7FB,
    ] + wide
  /// Digits and letters of another width.
  private static let wide: [ClosedRange<UInt32>] = [
    0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A, 0xFF66...0xFFDC,
  ]

  /// The text in parts: letters and accents, and all in one width.
  static func decomposed(_ text: String) -> String {
    text.unicodeScalars.contains { isWide($0.value) }
      ? text.decomposedStringWithCompatibilityMapping : text.decomposedStringWithCanonicalMapping
  }

  /// - Returns: nil for a character that has no other form.
  private static func composed(_ character: String) -> String? {
    let scalars = character.unicodeScalars
    guard scalars.contains(where: { scalar in varying.contains { $0.contains(scalar.value) } })
    else { return nil }
    return scalars.contains { isWide($0.value) }
      ? character.decomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
      : character.precomposedStringWithCanonicalMapping
  }

  /// Whether it belongs to the katakana before it, which is half as wide as the character that both
  /// are.
  static func isVoiceMark(_ character: Character) -> Bool {
    character == "\u{FF9E}" || character == "\u{FF9F}"
  }

  private static func isWide(_ scalar: UInt32) -> Bool { wide.contains { $0.contains(scalar) } }

  /// A text in the form that is searched, and where each of its bytes was before.
  package struct Written {
    package var bytes: [UInt8] = []
    /// For each byte, the UTF-8 offsets at which its character begins and ends in the text.
    package var starts: [Int32] = []
    package var ends: [Int32] = []
  }

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
        // A token may begin within a character: an emoji with a sign for its colour.
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
