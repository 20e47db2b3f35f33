import LugeCore

extension Resampler {
  /// Takes the middle of a picture, as much of it as has the size's shape.
  ///
  /// - Parameters:
  ///   - size: of the result.
  ///   - own: of the picture.
  ///   - samples: across and down that stand for the whole picture, which may be fewer than its
  ///     pixels.
  ///   - available: of these, how many there are.
  init(
    filling size: PixelSize, from own: PixelSize, samples: (across: Double, down: Double),
    available: (across: Int, down: Int)
  ) {
    let factor = min(
      Double(own.width) / Double(size.width), Double(own.height) / Double(size.height))
    func span(_ count: Int, _ own: Int, _ samples: Double, _ available: Int) -> ResamplerSpan {
      let shown = Double(count) * factor
      let perPixel = samples / Double(own)
      return ResamplerSpan(
        offset: (Double(own) - shown) / 2 * perPixel, length: shown * perPixel, count: count,
        available: available)
    }
    self.init(
      across: span(size.width, own.width, samples.across, available.across),
      down: span(size.height, own.height, samples.down, available.down))
  }
}
