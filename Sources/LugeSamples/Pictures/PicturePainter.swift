import LugeCore

/// Paints made-up photos. The same seed and number yield the same pixels everywhere.
enum PicturePainter {
  private static let sizes = [
    PixelSize(width: 640, height: 480), PixelSize(width: 720, height: 405),
    PixelSize(width: 480, height: 640), PixelSize(width: 640, height: 426),
    PixelSize(width: 560, height: 560),
  ]

  /// - Parameter size: size of the picture; nil: a random one of the usual sizes.
  /// - Complexity: O(pixels × layers).
  static func paint(
    _ motif: Motif, seed: UInt64, number: Int, size: PixelSize? = nil
  ) -> Bitmap {
    var random = Xoshiro256(seed: seed, stream: 0x1000_0000 + UInt64(number))
    let usual = sizes[random.below(sizes.count)]
    let size = size ?? usual
    switch motif {
    case .mountains: return mountains(size, &random)
    case .sea: return sea(size, &random)
    case .hills: return hills(size, &random)
    case .sunset: return sunset(size, &random)
    case .garden: return garden(size, &random)
    case .bowl: return bowl(size, &random)
    }
  }

  // MARK: - Motifs

  private static func mountains(_ size: PixelSize, _ random: inout Xoshiro256) -> Bitmap {
    let skies: [(Paint, Paint)] = [
      (Paint(0x3F7FBF), Paint(0xDCEBF5)), (Paint(0x5B6FA8), Paint(0xF6D9C5)),
      (Paint(0x6C8FB8), Paint(0xF3EBDD)),
    ]
    let (top, haze) = random.pick(skies) ?? skies[0]
    var picture = Raster(size: size, from: top, to: haze)
    clouds(&picture, &random)
    let layers = 4
    for layer in 0..<layers {
      let depth = Float(layer) / Float(layers - 1)
      let line = ridge(&random, base: 0.38 + 0.15 * depth, peaks: 0.22 - 0.12 * depth)
      let rock = Paint.mix(haze, Paint(0x2F4858), 0.25 + 0.65 * depth)
      if layer < 2 {
        picture.fill(below: line, from: .mix(rock, .one, 0.75), to: haze)
        picture.fill(below: { x in line(x) + 0.035 + 0.02 * wave(x * 9) }, from: rock, to: haze)
      } else {
        picture.fill(below: line, from: rock, to: .mix(rock, Paint(0x6B8E4E), 0.8))
      }
    }
    return picture.bitmap()
  }

  private static func sea(_ size: PixelSize, _ random: inout Xoshiro256) -> Bitmap {
    var picture = Raster(size: size, from: Paint(0x4FA3DD), to: Paint(0xE8F4F8))
    sun(&picture, x: 0.2 + between(&random, 0, 0.6) * picture.width, y: 0.18, .one)
    clouds(&picture, &random)
    let horizon = between(&random, 0.42, 0.52)
    picture.fill(below: { _ in horizon }, from: Paint(0x1F6F9F), to: Paint(0x59C3C3))
    for _ in 0..<140 {
      let near = between(&random, 0, 1)
      picture.ellipse(
        x: between(&random, 0, 1) * picture.width, y: horizon + 0.01 + near * near * 0.4,
        rx: 0.02 + 0.06 * near, ry: 0.002 + 0.004 * near, .one, opacity: 0.35)
    }
    let shore = between(&random, 0.78, 0.86)
    let phase = between(&random, 0, 1)
    let beach: (Float) -> Float = { x in shore + 0.03 * wave(x * 0.6 + phase) }
    picture.fill(below: { beach($0) - 0.02 }, from: .one, to: .one)
    picture.fill(below: beach, from: Paint(0xE9D8A6), to: Paint(0xD4B483))
    boat(&picture, x: between(&random, 0.2, 0.8) * picture.width, y: horizon + 0.02)
    return picture.bitmap()
  }

  private static func hills(_ size: PixelSize, _ random: inout Xoshiro256) -> Bitmap {
    var picture = Raster(size: size, from: Paint(0x7FB7E6), to: Paint(0xFDF3D8))
    sun(&picture, x: between(&random, 0.2, 0.8) * picture.width, y: 0.22, Paint(0xFFF6C9))
    clouds(&picture, &random)
    let greens = [Paint(0xA9C99A), Paint(0x84B26B), Paint(0x5E9A4E), Paint(0x3F7D3C)]
    for (index, green) in greens.enumerated() {
      let depth = Float(index) / 3
      let line = swell(&random, base: 0.5 + 0.14 * depth, height: 0.07)
      picture.fill(below: line, from: green, to: .mix(green, Paint(0x24502A), 0.5))
      guard index > 0 else { continue }
      for _ in 0..<random.within(4...9) {
        let x = between(&random, 0, 1) * picture.width
        tree(&picture, x: x, y: line(x) + 0.01, size: 0.03 + 0.035 * depth, green)
      }
    }
    return picture.bitmap()
  }

  private static func sunset(_ size: PixelSize, _ random: inout Xoshiro256) -> Bitmap {
    var picture = Raster(size: size, from: Paint(0x3D348B), to: Paint(0xF7B267))
    let x = between(&random, 0.3, 0.7) * picture.width
    sun(&picture, x: x, y: 0.55, Paint(0xFFE8A3))
    for _ in 0..<7 {
      picture.ellipse(
        x: between(&random, 0, 1) * picture.width, y: between(&random, 0.12, 0.5),
        rx: between(&random, 0.15, 0.4), ry: between(&random, 0.006, 0.018), Paint(0xF25C54),
        opacity: 0.5, softness: 0.012)
    }
    let far = swell(&random, base: 0.64, height: 0.03)
    picture.fill(below: far, from: Paint(0x6A3D6F), to: Paint(0x4B2C5E))
    picture.fill(below: { _ in 0.7 }, from: Paint(0xE58F65), to: Paint(0x2D1E4F))
    for step in 0..<26 {
      let y = 0.705 + Float(step) * 0.011
      picture.ellipse(
        x: x + between(&random, -0.02, 0.02), y: y, rx: between(&random, 0.03, 0.12), ry: 0.0035,
        Paint(0xFFE8A3), opacity: 0.7)
    }
    city(&picture, &random)
    return picture.bitmap()
  }

  private static func garden(_ size: PixelSize, _ random: inout Xoshiro256) -> Bitmap {
    var picture = Raster(size: size, from: Paint(0xBFE3F2), to: Paint(0xEAF6DF))
    let line = swell(&random, base: 0.38, height: 0.04)
    picture.fill(below: line, from: Paint(0x9CC77B), to: Paint(0x3E7C3A))
    for _ in 0..<5 {
      let x = between(&random, 0, 1) * picture.width
      tree(&picture, x: x, y: line(x), size: 0.12, Paint(0x5C9A50))
    }
    let petals = [
      Paint(0xF94144), Paint(0xF9C74F), Paint(0xF8BBD0), Paint(0xB388EB), Paint(0xFFFFFF),
    ]
    for step in 0..<150 {
      // From far to near, so that near flowers cover far ones.
      let near = Float(step) / 150
      let r = 0.006 + 0.026 * near
      let x = between(&random, 0, 1) * picture.width
      let y = 0.5 + 0.5 * near + between(&random, -0.02, 0.02)
      picture.rectangle(x: x - r * 0.12...x + r * 0.12, y: y...y + r * 4, Paint(0x2F6B2F))
      flower(&picture, x: x, y: y, r: r, random.pick(petals) ?? .one)
    }
    return picture.bitmap()
  }

  private static func bowl(_ size: PixelSize, _ random: inout Xoshiro256) -> Bitmap {
    let walls = [Paint(0xF1E3D3), Paint(0xDDE7E4), Paint(0xEFE1E8)]
    let wall = random.pick(walls) ?? walls[0]
    var picture = Raster(size: size, from: wall, to: .mix(wall, .zero, 0.12))
    picture.fill(below: { _ in 0.62 }, from: Paint(0xB08968), to: Paint(0x7F5539))
    let middle = picture.width / 2
    picture.ellipse(
      x: middle, y: 0.84, rx: 0.44, ry: 0.07, Paint(0x3B2417), opacity: 0.5, softness: 0.05)
    let fruits: [(Paint, Paint)] = [
      (Paint(0xFFB347), Paint(0xC75B12)), (Paint(0xE63946), Paint(0x7A1420)),
      (Paint(0xC5D86D), Paint(0x5F7F2A)), (Paint(0xFFD966), Paint(0xC08A1E)),
    ]
    for row in 0..<3 {
      for column in 0..<(5 - row) {
        let (color, shade) = random.pick(fruits) ?? fruits[0]
        let x = middle + (Float(column) - Float(4 - row) / 2) * 0.145
        picture.ellipse(
          x: x, y: 0.58 - Float(row) * 0.11, rx: 0.08, ry: 0.08, color, shade: shade)
        picture.ellipse(
          x: x - 0.025, y: 0.55 - Float(row) * 0.11, rx: 0.016, ry: 0.012, .one, opacity: 0.6,
          softness: 0.01)
      }
    }
    let glazes: [(Paint, Paint)] = [
      (Paint(0x5FA8D3), Paint(0x1B4965)), (Paint(0xF4F1DE), Paint(0x9A8C98)),
      (Paint(0x84A98C), Paint(0x354F52)),
    ]
    let (glaze, dark) = random.pick(glazes) ?? glazes[0]
    for step in 0..<60 {
      let t = Float(step) / 59
      picture.ellipse(
        x: middle, y: 0.64 + 0.16 * t, rx: 0.42 * (1 - 0.55 * t * t), ry: 0.06,
        .mix(glaze, dark, t * 0.8))
    }
    return picture.bitmap()
  }
}

/// Parts shared by several motifs.
extension PicturePainter {
  static func between(_ random: inout Xoshiro256, _ from: Float, _ to: Float) -> Float {
    from + (to - from) * Float(random.unit())
  }

  static func wave(_ turns: Float) -> Float { Float(Exact.wave(Double(turns))) }

  /// Returns a jagged line: triangle waves of increasing frequency.
  static func ridge(
    _ random: inout Xoshiro256, base: Float, peaks: Float
  ) -> (Float) -> Float {
    let octaves = (0..<6).map { octave in
      let frequency = between(&random, 0.8, 1.3) * Float(1 << octave)
      return (frequency, between(&random, 0, 1), peaks / Float(1 << octave))
    }
    return { x in
      octaves.reduce(base) { sum, octave in
        let turn = x * octave.0 + octave.1
        let fraction = turn - turn.rounded(.down)
        return sum - octave.2 * (1 - (2 * fraction - 1).magnitude * 2) * 0.6
      }
    }
  }

  /// Returns a smooth line.
  static func swell(_ random: inout Xoshiro256, base: Float, height: Float) -> (Float) -> Float {
    let (a, b) = (between(&random, 0, 1), between(&random, 0, 1))
    let frequency = between(&random, 0.4, 0.8)
    return { x in
      base + height * wave(x * frequency + a) + height * 0.4 * wave(x * frequency * 2.3 + b)
    }
  }

  static func sun(_ picture: inout Raster, x: Float, y: Float, _ color: Paint) {
    picture.ellipse(x: x, y: y, rx: 0.4, ry: 0.4, color, opacity: 0.55, softness: 0.38)
    picture.ellipse(x: x, y: y, rx: 0.065, ry: 0.065, color)
  }

  static func clouds(_ picture: inout Raster, _ random: inout Xoshiro256) {
    for _ in 0..<random.within(1...4) {
      let x = between(&random, 0, 1) * picture.width
      let y = between(&random, 0.08, 0.28)
      let size = between(&random, 0.03, 0.06)
      for puff in 0..<6 {
        let shift = (Float(puff) - 2.5) * size
        picture.ellipse(
          x: x + shift, y: y + between(&random, -0.3, 0.2) * size, rx: size * 1.3, ry: size * 0.7,
          .one, opacity: 0.45, softness: size * 0.5)
      }
    }
  }

  static func tree(_ picture: inout Raster, x: Float, y: Float, size: Float, _ green: Paint) {
    picture.rectangle(
      x: x - size * 0.08...x + size * 0.08, y: y - size * 0.6...y, Paint(0x5B4636))
    let leaf = Paint.mix(green, Paint(0x1F4D2B), 0.45)
    for (dx, dy, r) in [(-0.3, -0.8, 0.45), (0.3, -0.85, 0.42), (0.0, -1.15, 0.5)]
      as [(Float, Float, Float)]
    {
      picture.ellipse(
        x: x + dx * size, y: y + dy * size, rx: r * size, ry: r * size,
        .mix(leaf, .one, 0.15), shade: .mix(leaf, .zero, 0.35))
    }
  }

  static func flower(_ picture: inout Raster, x: Float, y: Float, r: Float, _ petal: Paint) {
    for (dx, dy) in [(0, -1), (0.95, -0.3), (0.6, 0.8), (-0.6, 0.8), (-0.95, -0.3)]
      as [(Float, Float)]
    {
      picture.ellipse(
        x: x + dx * r * 0.6, y: y + dy * r * 0.6, rx: r * 0.55, ry: r * 0.55, petal,
        shade: .mix(petal, .zero, 0.25))
    }
    picture.ellipse(x: x, y: y, rx: r * 0.4, ry: r * 0.4, Paint(0xFFD166))
  }

  static func boat(_ picture: inout Raster, x: Float, y: Float) {
    for step in 0..<30 {
      let t = Float(step) / 30
      picture.rectangle(
        x: x...x + 0.002 + 0.035 * t, y: y - 0.075 + 0.07 * t...y - 0.07 + 0.07 * t, .one)
    }
    picture.ellipse(x: x + 0.01, y: y, rx: 0.04, ry: 0.009, Paint(0x8A3324))
  }

  static func city(_ picture: inout Raster, _ random: inout Xoshiro256) {
    var x: Float = 0
    while x < picture.width {
      let width = between(&random, 0.03, 0.08)
      let height = between(&random, 0.015, 0.075)
      picture.rectangle(x: x...x + width, y: 0.7 - height...0.7, Paint(0x35234B))
      x += width + between(&random, 0, 0.05)
    }
  }
}
