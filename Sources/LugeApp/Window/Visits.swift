/// Back and forward history of places, as in a browser.
struct Visits<Visit: Sendable>: Sendable {
  private(set) var back: [Visit] = []
  private(set) var forward: [Visit] = []

  private static var limit: Int { 100 }

  /// Adds the place that is left, and clears the forward history.
  mutating func leave(_ visit: Visit) {
    back.append(visit)
    if back.count > Self.limit { back.removeFirst() }
    forward = []
  }

  /// Removes the last place of the back history without adding to the forward history.
  mutating func takeBack() -> Visit? { back.popLast() }

  mutating func goBack(from visit: Visit) {
    guard back.popLast() != nil else { return }
    forward.append(visit)
  }

  mutating func goForward(from visit: Visit) {
    guard forward.popLast() != nil else { return }
    back.append(visit)
  }
}
