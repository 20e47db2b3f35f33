/// Arithmetic on premultiplied 0xAARRGGBB pixels, with pixman's rounding to nearest, so that the
/// result equals Cairo's.
public enum Premultiplied {
  /// Returns every channel times `alpha` / 255.
  @inlinable
  @inline(__always)
  public static func scaled(_ word: UInt32, by alpha: UInt32) -> UInt32 {
    var odd = (word & 0x00FF_00FF) &* alpha &+ 0x0080_0080
    odd = ((odd &+ ((odd >> 8) & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
    var even = ((word >> 8) & 0x00FF_00FF) &* alpha &+ 0x0080_0080
    even = (even &+ ((even >> 8) & 0x00FF_00FF)) & 0xFF00_FF00
    return odd | even
  }

  /// Returns the pixel of a colour whose channels, 0 to 255, are not multiplied by alpha yet.
  @inlinable
  @inline(__always)
  public static func word(red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32) -> UInt32 {
    // An opaque pixel with every channel, alpha included, times alpha / 255.
    scaled(0xFF00_0000 | red << 16 | green << 8 | blue, by: alpha)
  }

  /// Returns a pixel blended over another.
  @inlinable
  @inline(__always)
  public static func over(_ source: UInt32, _ below: UInt32) -> UInt32 {
    source &+ scaled(below, by: 255 &- (source >> 24))
  }

  /// Returns the colour as Cairo passes it to pixman: 16 bits per channel, rounded
  /// (`_cairo_color_double_to_short`), of which pixman uses the upper 8.
  public static func word(_ color: RGBA, opacity: Double = 1) -> UInt32 {
    let alpha = Double(color.alpha) / 255 * opacity
    func cut(_ value: Double) -> UInt32 {
      UInt32(min(max(value, 0), 1) * 65535 + 0.5) >> 8
    }
    return cut(alpha) << 24 | cut(Double(color.red) / 255 * alpha) << 16
      | cut(Double(color.green) / 255 * alpha) << 8 | cut(Double(color.blue) / 255 * alpha)
  }

  /// Blends one pixel over several.
  ///
  /// - Complexity: O(count).
  @inlinable
  public static func fill(
    _ pixels: UnsafeMutablePointer<UInt32>, count: Int, with word: UInt32
  ) {
    guard count > 0, word != 0 else { return }
    if word >> 24 == 255 {
      pixels.update(repeating: word, count: count)
    } else {
      for index in 0..<count { pixels[index] = over(word, pixels[index]) }
    }
  }
}
