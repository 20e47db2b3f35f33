import Foundation

extension RGBA {
  /// Relative luminance as WCAG 2.2 defines it, 0 (black) to 1 (white); alpha is ignored.
  public var relativeLuminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns the contrast ratio as WCAG 2.2 defines it, 1 (equal) to 21 (black and white).
  public func contrast(to other: RGBA) -> Double {
    let a = relativeLuminance
    let b = other.relativeLuminance
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Returns this colour laid over an opaque one.
  public func over(_ below: RGBA) -> RGBA {
    func mixed(_ top: UInt8, _ bottom: UInt8) -> UInt32 {
      (UInt32(top) * UInt32(alpha) + UInt32(bottom) * UInt32(255 - alpha) + 127) / 255
    }
    return RGBA(
      mixed(red, below.red) << 16 | mixed(green, below.green) << 8 | mixed(blue, below.blue))
  }
}
