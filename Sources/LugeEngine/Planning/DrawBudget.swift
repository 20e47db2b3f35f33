import LugeCore

/// Time that a frame may spend on drawing rows that the lane has not drawn yet.
struct DrawBudget {
  /// Budget at rest, seconds.
  let seconds: Double

  /// Returns the budget at a speed in screens per second. At high speed a skeleton is enough, and
  /// the frame is on time.
  func seconds(atScreensPerSecond speed: Double) -> Double {
    switch speed {
    case ..<1: seconds
    case ..<8: seconds * 3 / 8
    case ..<Travel.skeletonSpeed: seconds / 8
    default: 0
    }
  }

  /// Budget of a frame in which all rows change their look: another width, font or scheme. The
  /// content does not move then, and one late frame is less visible than skeletons in place of
  /// text.
  var afterRestyling: Double { seconds * 6 }
}
