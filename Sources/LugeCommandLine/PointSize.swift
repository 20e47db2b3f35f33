public import ArgumentParser
internal import LugeWords

/// A size written as `400x800`.
package struct PointSize: ExpressibleByArgument, Equatable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  package init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...20_000).contains(width), (1...20_000).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  /// Throws a command's error if a picture of this size at `scale` cannot be drawn.
  package func validate(scale: Double) throws {
    guard (0.5...8).contains(scale) else {
      throw ValidationError(localized("--scale takes 0.5 to 8."))
    }
    let pixels = Double(width) * Double(height) * scale * scale
    guard pixels <= 100e6 else {
      throw ValidationError(localized("The picture would have more than 100 million pixels."))
    }
    // Maximum side of Cairo's image surfaces.
    let longest = 32_767.0
    guard Double(max(width, height)) * scale <= longest else {
      throw ValidationError(
        localized("The picture would be more than 32,767 pixels wide or high."))
    }
  }

  package var defaultValueDescription: String { "\(width)x\(height)" }
}
