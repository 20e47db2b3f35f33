/// A blurred placeholder of a picture, encoded in about 30 characters.
///
/// The format of blurha.sh, which chats and social networks send along with their pictures: for
/// each channel the amplitudes of up to 9 × 9 cosine waves, in linear light.
public struct BlurHash: Hashable, Sendable {
  /// The encoded picture, in digits of base 83.
  public let text: String
  /// Number of waves across and down, 1 to 9 each.
  public let components: PixelSize

  /// - Returns: nil for an invalid text.
  public init?(_ text: String) {
    let digits = text.utf8.map { Base83.value($0) }
    guard digits.count >= 6, !digits.contains(nil), let size = digits[0], size < 81 else {
      return nil
    }
    components = PixelSize(width: size % 9 + 1, height: size / 9 + 1)
    guard digits.count == 4 + 2 * components.width * components.height else { return nil }
    self.text = text
  }

  /// Encodes a picture; 32 pixels a side are enough.
  ///
  /// - Parameters:
  ///   - pixels: premultiplied 0xAARRGGBB, `size.width * size.height` of them. Transparency counts
  ///     as grey.
  ///   - components: number of waves across and down, 1 to 9 each.
  /// - Complexity: O(pixels · components).
  public init?(
    pixels: UnsafeBufferPointer<UInt32>, size: PixelSize,
    components: PixelSize = PixelSize(width: 4, height: 3)
  ) {
    guard size.width > 0, size.height > 0,
      pixels.count >= size.width.multipliedClamped(by: size.height),
      (1...9).contains(components.width), (1...9).contains(components.height)
    else { return nil }
    self.components = components
    text = Self.encode(BlurWaves(pixels: pixels, size: size, components: components))
  }

  /// Maximum pixels of a decoded picture, which is small.
  private static let mostPixels = 1 << 24

  /// Decodes the picture at a size, as opaque 0xFFRRGGBB pixels; none for a size of more than 2^24
  /// pixels.
  ///
  /// - Complexity: O(pixels · components): decode about 32 pixels a side and scale.
  public func pixels(_ size: PixelSize) -> [UInt32] {
    guard size.width > 0, size.height > 0,
      size.width.multipliedClamped(by: size.height) <= Self.mostPixels, let waves = decoded()
    else { return [] }
    return waves.pixels(size)
  }

  private func decoded() -> BlurWaves? {
    let digits = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int {
      digits[range].reduce(0) { $0 * 83 + (Base83.value($1) ?? 0) }
    }
    let largest = Double(number(1..<2) + 1) / 166
    let mean = number(2..<6)
    var waves = [
      BlurWaves.Wave(
        SRGB.linear(UInt8(truncatingIfNeeded: mean >> 16)),
        SRGB.linear(UInt8(truncatingIfNeeded: mean >> 8)),
        SRGB.linear(UInt8(truncatingIfNeeded: mean)))
    ]
    func amplitude(_ step: Int) -> Double {
      let part = (Double(step) - 9) / 9
      return (part < 0 ? -part * part : part * part) * largest
    }
    for index in 1..<max(1, components.width * components.height) {
      let value = number(4 + 2 * index..<6 + 2 * index)
      waves.append(
        BlurWaves.Wave(
          amplitude(value / 361), amplitude(value / 19 % 19), amplitude(value % 19)))
    }
    return BlurWaves(waves: waves, components: components)
  }

  private static func encode(_ blur: BlurWaves) -> String {
    let rest = blur.waves.dropFirst()
    let largest = rest.reduce(0) { max($0, $1.x.magnitude, $1.y.magnitude, $1.z.magnitude) }
    let step = rest.isEmpty ? 0 : min(max(Int(largest * 166 - 0.5), 0), 82)
    let scale = Double(step + 1) / 166
    func quantized(_ value: Double) -> Int {
      let part = value / scale
      let root = part < 0 ? -(-part).squareRoot() : part.squareRoot()
      return min(max(Int((root * 9 + 9.5).rounded(.down)), 0), 18)
    }
    var bytes = Base83.digits(blur.components.width - 1 + (blur.components.height - 1) * 9, 1)
    bytes += Base83.digits(step, 1)
    let mean = blur.waves.first ?? BlurWaves.Wave(0, 0, 0)
    bytes += Base83.digits(
      Int(SRGB.encoded(mean.x)) << 16 | Int(SRGB.encoded(mean.y)) << 8 | Int(SRGB.encoded(mean.z)),
      4)
    for wave in rest {
      bytes += Base83.digits(
        quantized(wave.x) * 361 + quantized(wave.y) * 19 + quantized(wave.z), 2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The digits of the format.
private enum Base83 {
  static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)
  private static let values: [Int?] = (0..<256).map { byte in
    alphabet.firstIndex(of: UInt8(byte))
  }

  static func value(_ digit: UInt8) -> Int? { values[Int(digit)] }

  static func digits(_ number: Int, _ count: Int) -> [UInt8] {
    var rest = number
    var result = [UInt8](repeating: alphabet[0], count: count)
    for index in result.indices.reversed() {
      result[index] = alphabet[rest % 83]
      rest /= 83
    }
    return result
  }
}
