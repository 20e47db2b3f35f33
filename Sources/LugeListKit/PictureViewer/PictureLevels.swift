import LugeCore

/// At which sizes a picture is decoded for the viewer: as it is seen when it is fitted, then
/// doubled as it is zoomed, up to its own pixels or what memory allows.
struct PictureLevels: Equatable, Sendable {
  /// Bytes of the largest, at most: half of what the cache holds.
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
    // Small pictures are enlarged when they are drawn, not when they are decoded.
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

  /// The smallest that is no smaller than what is shown, or the largest there is.
  func level(for shown: PixelSize) -> Int {
    sizes.firstIndex { $0.width >= shown.width && $0.height >= shown.height } ?? sizes.count - 1
  }
}
