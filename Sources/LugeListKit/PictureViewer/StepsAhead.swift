import LugeCore

/// Steps that the user takes before the list's pictures are known. They are taken once these are.
struct StepsAhead: Equatable {
  enum Start { case opened, first, last }

  /// Picture from which the steps are counted.
  private var start = Start.opened
  /// Number of steps; negative ones lead back.
  private var steps = 0

  /// Adds steps, which end at the first and the last picture.
  mutating func move(by count: Int) {
    steps = steps.addingClamped(count)
    switch start {
    case .opened: break
    case .first: steps = max(0, steps)
    case .last: steps = min(0, steps)
    }
  }

  /// Goes to the first or the last picture, wherever the steps so far lead.
  mutating func go(to start: Start) {
    self.start = start
    steps = 0
  }

  /// Returns the index of the picture that the steps lead to.
  ///
  /// - Parameters:
  ///   - opened: index of the picture that was opened.
  ///   - count: number of pictures, at least 1.
  func place(from opened: Int, of count: Int) -> Int {
    let begin =
      switch start {
      case .opened: opened
      case .first: 0
      case .last: count - 1
      }
    return begin.addingClamped(steps).clamped(to: 0...max(0, count - 1))
  }
}
