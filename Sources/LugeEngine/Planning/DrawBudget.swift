import LugeCore

/// Seconds that a frame may draw what no lane has drawn yet.
struct DrawBudget {
  /// At rest.
  let seconds: Double

  /// At a speed in screens a second. What flies past is not read: there a skeleton will do, and the
  /// frame is on time.
  func seconds(atScreensPerSecond speed: Double) -> Double {
    switch speed {
    case ..<1: seconds
    case ..<8: seconds * 3 / 8
    case ..<Travel.skeletonSpeed: seconds / 8
    default: 0
    }
  }

  /// In a frame in which all rows look otherwise than in the one before: another width, font or
  /// scheme. What was read a moment ago stands still there; bars in its place for a frame are seen,
  /// a frame that comes late is not.
  var afterRestyling: Double { seconds * 6 }
}
