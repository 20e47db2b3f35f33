/// An opaque or translucent sRGB colour, 8 bits per channel, not premultiplied.
public struct RGBA: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  /// Makes a colour from `0xRRGGBB`.
  public init(_ rgb: UInt32, alpha: UInt8 = 255) {
    red = UInt8(truncatingIfNeeded: rgb >> 16)
    green = UInt8(truncatingIfNeeded: rgb >> 8)
    blue = UInt8(truncatingIfNeeded: rgb)
    self.alpha = alpha
  }

  /// The premultiplied native-endian 0xAARRGGBB value of Cairo's ARGB32 and Qt's
  /// `Format_ARGB32_Premultiplied`.
  public var premultipliedWord: UInt32 {
    Premultiplied.word(
      red: UInt32(red), green: UInt32(green), blue: UInt32(blue), alpha: UInt32(alpha))
  }
}

/// Whether a surface is light or dark.
public enum ColorScheme: UInt8, Hashable, Sendable {
  case light
  case dark
}

/// A colour with a value for each scheme.
///
/// Draw lists contain these rather than resolved values, so that a change of scheme repaints rows
/// without laying them out again.
public struct ThemeColor: Hashable, Sendable {
  public var light: RGBA
  public var dark: RGBA

  public init(light: RGBA, dark: RGBA) {
    self.light = light
    self.dark = dark
  }

  /// Makes a colour from two `0xRRGGBB` values.
  public init(_ light: UInt32, dark: UInt32) {
    self.init(light: RGBA(light), dark: RGBA(dark))
  }

  public func resolved(_ scheme: ColorScheme) -> RGBA { scheme == .light ? light : dark }
}
