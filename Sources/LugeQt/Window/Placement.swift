import CQtShim

/// Position and size of a window, to be stored between launches. Lengths are points.
public struct Placement: Hashable, Sendable, Codable {
  /// Position; nil: the window system chooses it, as Wayland always does.
  public var x, y: Int?
  public var width, height: Int
  public var sideWidth: Int
  /// Whether the user wants the side list; a narrow window hides it by itself.
  public var isSideVisible: Bool
  public var isMaximized, isFullScreen: Bool

  public init(
    x: Int? = nil, y: Int? = nil, width: Int = 960, height: Int = 720, sideWidth: Int = 280,
    isSideVisible: Bool = true, isMaximized: Bool = false, isFullScreen: Bool = false
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.sideWidth = sideWidth
    self.isSideVisible = isSideVisible
    self.isMaximized = isMaximized
    self.isFullScreen = isFullScreen
  }

  init(_ placement: lq_placement) {
    self.init(
      x: Int(placement.x), y: Int(placement.y), width: Int(placement.width),
      height: Int(placement.height), sideWidth: Int(placement.side_width),
      isSideVisible: placement.side_visible, isMaximized: placement.maximized,
      isFullScreen: placement.full_screen)
  }

  /// The C value; lengths are limited to those of a screen, whatever a saved file contains.
  var shim: lq_placement {
    func length(_ value: Int, _ range: ClosedRange<Int>) -> Int32 {
      Int32(min(max(value, range.lowerBound), range.upperBound))
    }
    return lq_placement(
      x: length(x ?? 0, -100_000...100_000), y: length(y ?? 0, -100_000...100_000),
      width: length(width, 100...100_000), height: length(height, 100...100_000),
      has_position: x != nil && y != nil, side_width: length(sideWidth, 0...10_000),
      side_visible: isSideVisible,
      maximized: isMaximized, full_screen: isFullScreen)
  }
}
