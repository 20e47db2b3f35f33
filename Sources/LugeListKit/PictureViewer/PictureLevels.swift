import LugeCore

/// Sizes at which a picture is decoded for the viewer: the size at which it fits, then doubled as
/// it is zoomed, up to its own pixels or the memory limit.
struct PictureLevels: Equatable, Sendable {
  /// Maximum bytes of the largest level: half of what the cache holds.
  static let byteLimit = 48 << 20

  let sizes: [PixelSize]

  init(picture: PixelSize, fitted: PixelSize) {
    let area = Double(max(1, picture.width)) * Double(max(1, picture.height))
    let share = min(1, (Double(Self.byteLimit / 4) / area).squareRoot())
    func scaled(_ factor: Double) -> PixelSize {
      PixelSize(
        width: max(1, Int((Double(picture.width) * factor).rounded(.down))),
        height: max(1, Int((Double(picture.height) * factor).rounded(.down))))
    }
    let largest = scaled(share)
    // A small picture is enlarged when it is drawn, not when it is decoded.
    guard fitted.width < largest.width, fitted.height < largest.height else {
      sizes = [largest]
      return
    }
    var sizes = [fitted]
    var factor = 2 * Double(fitted.width) / Double(max(1, picture.width))
    while factor < share * 0.8 {
      sizes.append(scaled(factor))
      factor *= 2
    }
    self.sizes = sizes + [largest]
  }

  /// Returns the smallest level that is not smaller than what is shown, or the largest one.
  func level(for shown: PixelSize) -> Int {
    sizes.firstIndex { $0.width >= shown.width && $0.height >= shown.height } ?? sizes.count - 1
  }
}
