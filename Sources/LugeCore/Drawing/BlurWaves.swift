#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The waves of a ``BlurHash``: red, green and blue of each, in linear light.
struct BlurWaves {
  typealias Wave = SIMD3<Double>

  /// Amplitudes, row by row; the first is the mean colour.
  var waves: [Wave]
  let components: PixelSize

  init(waves: [Wave], components: PixelSize) {
    self.waves = waves
    self.components = components
  }

  init(pixels: UnsafeBufferPointer<UInt32>, size: PixelSize, components: PixelSize) {
    self.components = components
    waves = Array(repeating: .zero, count: components.width * components.height)
    let across = Self.cosines(components.width, size.width)
    let down = Self.cosines(components.height, size.height)
    for y in 0..<size.height {
      // One row's waves across, then each of them down.
      var row = [Wave](repeating: .zero, count: components.width)
      for x in 0..<size.width {
        let color = Self.linear(pixels[y * size.width + x])
        for i in 0..<components.width { row[i] += color * across[i * size.width + x] }
      }
      for j in 0..<components.height {
        for i in 0..<components.width {
          waves[j * components.width + i] += row[i] * down[j * size.height + y]
        }
      }
    }
    let count = Double(size.width * size.height)
    for index in waves.indices { waves[index] *= (index == 0 ? 1 : 2) / count }
  }

  func pixels(_ size: PixelSize) -> [UInt32] {
    let across = Self.cosines(components.width, size.width)
    let down = Self.cosines(components.height, size.height)
    var result: [UInt32] = []
    result.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        var color = Wave.zero
        for j in 0..<components.height {
          for i in 0..<components.width {
            let amount: Double = across[i * size.width + x] * down[j * size.height + y]
            color += waves[j * components.width + i] * amount
          }
        }
        result.append(
          0xFF00_0000 | UInt32(SRGB.encoded(color.x)) << 16
            | UInt32(SRGB.encoded(color.y)) << 8 | UInt32(SRGB.encoded(color.z)))
      }
    }
    return result
  }

  /// Returns cos(π · wave · (x + ½) / length): sampled at the centres of pixels, where the waves
  /// are orthogonal, so that a plain picture stays plain.
  private static func cosines(_ waves: Int, _ length: Int) -> [Double] {
    (0..<waves * length).map { index in
      cos(.pi * Double(index / length) * (Double(index % length) + 0.5) / Double(length))
    }
  }

  private static func linear(_ word: UInt32) -> Wave {
    // Transparent pixels count as grey.
    let rest = (255 - (word >> 24)) / 2
    func channel(_ shift: UInt32) -> Double {
      SRGB.linear(UInt8(truncatingIfNeeded: min(255, (word >> shift & 0xFF) + rest)))
    }
    return Wave(channel(16), channel(8), channel(0))
  }
}

/// The transfer function of sRGB.
enum SRGB {
  private static let table: [Double] = (0..<256).map { value in
    let part = Double(value) / 255
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }

  static func linear(_ value: UInt8) -> Double { table[Int(value)] }

  static func encoded(_ value: Double) -> UInt8 {
    let part = min(max(value, 0), 1)
    let curved = part <= 0.0031308 ? part * 12.92 : 1.055 * pow(part, 1 / 2.4) - 0.055
    return UInt8(min(max((curved * 255).rounded(), 0), 255))
  }
}
