/// Text that others wrote (names, file names, addresses), put where words of the program stand:
/// into its sentences, its dialogs and terminals.
///
/// Unicode's marks of direction can turn the text around them: with U+202E in it, "Invoice_fdp.exe"
/// reads as "Invoice_exe.pdf". Messages themselves keep them, each in its own paragraph.
public enum ForeignText {
  /// U+2066 to U+2069 enclose text of a direction, U+202A to U+202E do and override the characters'
  /// own.
  package static func turnsText(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Marks without width that are like a letter of a direction.
  private static func isMark(_ scalar: UInt32) -> Bool {
    scalar == 0x061C || scalar == 0x200E || scalar == 0x200F
  }

  /// C0, DEL and C1: to a terminal some of them are commands.
  private static func isControl(_ scalar: UInt32) -> Bool {
    scalar < 0x20 || (0x7F...0x9F).contains(scalar)
  }

  private static func code(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>"
  }

  /// With the characters that turn text written as their numbers, and controls as spaces:
  /// "<U+202E>".
  ///
  /// - Complexity: O(bytes); most texts are looked at and returned.
  public static func visible(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else {
      return text
    }
    return mapped(text) { scalar in
      if turnsText(scalar) { return code(scalar) }
      return isControl(scalar) ? " " : nil
    }
  }

  /// A name as a part of a sentence that runs from left to right: one of a script that runs the
  /// other way keeps its own direction and leaves the sentence its own.
  ///
  /// - Complexity: O(bytes).
  public static func isolated(_ name: String) -> String {
    let shown = visible(name)
    let bytes = shown.utf8.count
    guard Directionality.hasRightToLeft(shown, in: 0..<bytes) else { return shown }
    // Enclosed in FSI and PDI (Unicode Standard Annex 9, section 2.4). Pango takes the direction of
    // a paragraph from its first letter even if that is enclosed, so that LRM stands before it.
    return "\u{200E}\u{2068}\(shown)\u{2069}"
  }

  /// For a terminal: no controls, nothing that turns what else is on the line. Separators of lines
  /// and paragraphs are spaces, too.
  public static func forTerminal(_ text: String) -> String {
    mapped(text) { scalar in
      if isControl(scalar) || scalar == 0x2028 || scalar == 0x2029 { return " " }
      if turnsText(scalar) { return code(scalar) }
      return isMark(scalar) ? "" : nil
    }
  }

  /// - Parameter replacement: of a scalar; nil keeps it.
  private static func mapped(_ text: String, _ replacement: (UInt32) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let replacement = replacement(scalar.value) {
        result.append(contentsOf: replacement.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
