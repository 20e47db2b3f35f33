extension String {
  /// Whether nothing of the text is visible: it is empty, or has only blank characters. For most
  /// texts the first character decides.
  package var isBlank: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      // Blank characters that Unicode counts as letters or symbols, in Hangul and Braille.
      case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800: true
      // Marks that take no room: a joiner of an emoji, a direction.
      case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFE00...0xFE0F: true
      default: scalar.properties.isWhitespace
      }
    }
  }
}
