import LugeCore

/// Seconds that a frame may draw rows that the lane has not drawn yet.
struct DrawBudget {
  /// The budget at rest.
  let seconds: Double

  /// The budget at a speed in screens a second. At high speed a skeleton is enough, and the frame
  /// is on time.
  func seconds(atScreensPerSecond speed: Double) -> Double {
    switch speed {
    case ..<1: seconds
    case ..<8: seconds * 3 / 8
    case ..<Travel.skeletonSpeed: seconds / 8
    default: 0
    }
  }

  /// The budget of a frame in which all rows change their look: another width, font or scheme. The
  /// content does not move then: one late frame is less visible than skeletons in place of text.
  var afterRestyling: Double { seconds * 6 }
}
