import LugeCore

/// Colours of the picture viewer: muted, so that the picture stands out.
enum ViewerColors {
  static let ground = ThemeColor(0xF1F4F5, dark: 0x0B1014)
  static let bar = ThemeColor(
    light: RGBA(0xFFFFFF, alpha: 236), dark: RGBA(0x141C22, alpha: 232))
  static let edge = ThemeColor(0xD5DCE0, dark: 0x232D34)
  static let text = ThemeColor(0x1B2327, dark: 0xE9EDEF)
  static let secondary = ThemeColor(0x56636A, dark: 0xA3B1B9)
  static let hover = ThemeColor(light: RGBA(0x000000, alpha: 22), dark: RGBA(0xFFFFFF, alpha: 30))
  /// Round buttons over pictures of unknown colours, the same in both schemes: a shade on which
  /// white is readable, with a ring that shows it on black.
  static let button = same(RGBA(0x10171B, alpha: 140))
  static let buttonHover = same(RGBA(0x10171B, alpha: 196))
  static let buttonEdge = same(RGBA(0xFFFFFF, alpha: 64))
  static let buttonText = same(RGBA(0xFFFFFF))

  private static func same(_ color: RGBA) -> ThemeColor { ThemeColor(light: color, dark: color) }
}
