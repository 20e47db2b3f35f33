/// Makes text from others (names, file names, addresses) safe to show within the program's own
/// texts: sentences, dialogs, terminals.
///
/// Unicode's direction marks can reorder the text around them: with U+202E in it, "Invoice_fdp.exe"
/// reads as "Invoice_exe.pdf". The texts of messages keep these marks, because each is a paragraph
/// of its own.
public enum ForeignText {
  /// Whether a scalar changes the direction of text: U+2066 to U+2069 isolate text with a
  /// direction; U+202A to U+202E embed it or override the direction of characters.
  package static func turnsText(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether a scalar is a zero-width mark that acts like a letter with a direction.
  private static func isMark(_ scalar: UInt32) -> Bool {
    scalar == 0x061C || scalar == 0x200E || scalar == 0x200F
  }

  /// Whether a scalar is a control character (C0, DEL, C1); terminals interpret some of them as
  /// commands.
  package static func isControl(_ scalar: UInt32) -> Bool {
    scalar < 0x20 || (0x7F...0x9F).contains(scalar)
  }

  private static func code(_ scalar: UInt32) -> String {
    "<U+\(digits(of: scalar).uppercased())>"
  }

  /// Returns at least four hexadecimal digits.
  private static func digits(of scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Returns JSON with some scalars of the first plane by their numbers, which its strings can
  /// have: a terminal that shows them as they are would show another text, or do what they say.
  /// Outside of strings JSON has none of them.
  ///
  /// - Complexity: O(bytes).
  package static func escapingJSON(
    _ json: String, where isEscaped: (UInt32) -> Bool
  ) -> String {
    mapped(json) { isEscaped($0) ? "\\u" + digits(of: $0) : nil }
  }

  /// Replaces direction marks by their code points ("<U+202E>"), and controls by spaces.
  ///
  /// - Complexity: O(bytes); most texts are returned unchanged.
  public static func visible(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else {
      return text
    }
    return mapped(text) { scalar in
      if turnsText(scalar) { return code(scalar) }
      return isControl(scalar) ? " " : nil
    }
  }

  /// Cuts a name to the limit of ``Clipping/name(_:)``, then makes it ``visible(_:)``. A name of
  /// which nothing is visible is empty, and is shown as any that is not known.
  public static func name(_ text: String) -> String {
    let shown = visible(Clipping.name(text))
    return shown.isBlank ? "" : shown
  }

  /// Returns a name for use within a left-to-right sentence: a right-to-left name keeps its own
  /// direction and does not change that of the sentence.
  ///
  /// - Complexity: O(bytes).
  public static func isolated(_ name: String) -> String {
    let shown = self.name(name)
    let bytes = shown.utf8.count
    guard Directionality.hasRightToLeft(shown, in: 0..<bytes) else { return shown }
    // Enclosed in FSI and PDI (Unicode Standard Annex 9, section 2.4). Pango takes a paragraph's
    // direction from its first letter even if that is isolated, so an LRM comes first.
    return "\u{200E}\u{2068}\(shown)\u{2069}"
  }

  /// Replaces controls, direction marks, and line and paragraph separators, so that a terminal
  /// shows the text and executes nothing.
  public static func forTerminal(_ text: String) -> String {
    mapped(text) { scalar in
      if isControl(scalar) || scalar == 0x2028 || scalar == 0x2029 { return " " }
      if turnsText(scalar) { return code(scalar) }
      return isMark(scalar) ? "" : nil
    }
  }

  /// Replaces scalars of a text.
  ///
  /// - Parameter replacement: returns the replacement of a scalar; nil keeps it.
  /// - Complexity: O(bytes).
  private static func mapped(_ text: String, _ replacement: (UInt32) -> String?) -> String {
    // `+=` copies only what is added; appending several scalars to a view copies the whole text.
    var result = ""
    for scalar in text.unicodeScalars {
      if let replacement = replacement(scalar.value) {
        result += replacement
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension StyledText {
  /// Returns the text with links that cannot be disguised. If it has a link, characters that
  /// override the direction of letters are replaced in the whole text, and all characters that
  /// change the direction are replaced within links. Otherwise these characters could show a link
  /// mirrored and at another place, so that it seems to lead elsewhere.
  ///
  /// The replacement (U+2060, of no width) has as many bytes, so the ranges of spans stay valid.
  ///
  /// - Complexity: O(bytes + spans log spans); most texts are returned unchanged.
  public func withReadableLinks() -> StyledText {
    let links = spans.compactMap { span in
      if case .link = span.attribute { span.range } else { nil }
    }
    guard !links.isEmpty, string.utf8.contains(0xE2) else { return self }
    let ordered = links.sorted { $0.lowerBound < $1.lowerBound }
    var (next, reach, place) = (0, 0, 0)
    var scalars = String.UnicodeScalarView()
    var isChanged = false
    for scalar in string.unicodeScalars {
      if ForeignText.turnsText(scalar.value) {
        while next < ordered.count, ordered[next].lowerBound <= place {
          reach = max(reach, ordered[next].upperBound)
          next += 1
        }
        let isOverride = scalar.value == 0x202D || scalar.value == 0x202E
        isChanged = isChanged || isOverride || place < reach
        scalars.append(isOverride || place < reach ? "\u{2060}" : scalar)
      } else {
        scalars.append(scalar)
      }
      place += UTF8.width(scalar)
    }
    return isChanged ? StyledText(String(scalars), spans: spans) : self
  }
}
