import LugeCore

/// Parameters of a shadow, for drawing it from its shape's drawing.
struct ShadowTile: Hashable {
  var blur: Int
  var drop: Int

  /// Returns the shadow of a shape's tile, except below the shape itself.
  ///
  /// - Complexity: O(pixels · blur).
  func cast(by shape: ShapeTiles.Tile, _ color: RGBA) -> ShapeTiles.Tile {
    let (width, height) = (shape.width, shape.height)
    let covered = shape.pixels.map { Double($0 >> 24) / 255 }
    var lowered = [Double](repeating: 0, count: covered.count)
    for y in max(0, drop)..<max(max(0, drop), min(height, height + drop)) {
      for x in 0..<width { lowered[y * width + x] = covered[(y - drop) * width + x] }
    }
    let across = blurred(lowered, length: width, step: 1, lines: height, stride: width)
    let soft = blurred(across, length: height, step: width, lines: width, stride: 1)
    var tile = shape
    for index in covered.indices {
      // The shape's smooth edge is partly transparent, so the shadow continues below it.
      tile.pixels[index] =
        covered[index] > 0.999 ? 0 : Premultiplied.word(color, opacity: min(1, soft[index]))
    }
    return tile
  }

  /// Returns weighted means along one axis; the weights fall linearly to zero at the blur's
  /// distance.
  private func blurred(
    _ values: [Double], length: Int, step: Int, lines: Int, stride: Int
  ) -> [Double] {
    guard blur > 0 else { return values }
    let weights = (-blur...blur).map { Double(blur + 1 - abs($0)) }
    let total = weights.reduce(0, +)
    var result = values
    for line in 0..<lines {
      for place in 0..<length {
        var sum = 0.0
        for offset in -blur...blur where (0..<length).contains(place + offset) {
          sum += values[line * stride + (place + offset) * step] * weights[offset + blur]
        }
        result[line * stride + place * step] = sum / total
      }
    }
    return result
  }
}
