import LugeCore

/// Parts that several motifs have in common.
extension PicturePainter {
  static func between(_ random: inout Xoshiro256, _ from: Float, _ to: Float) -> Float {
    from + (to - from) * Float(random.unit())
  }

  static func wave(_ turns: Float) -> Float { Float(Exact.wave(Double(turns))) }

  /// A jagged line: triangle waves of growing frequency.
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

  /// A soft line.
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
