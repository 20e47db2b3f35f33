/// The places before and after the present one, as in a browser.
struct Visits<Visit: Sendable>: Sendable {
  private(set) var back: [Visit] = []
  private(set) var forward: [Visit] = []

  private static var limit: Int { 100 }

  /// On to another place; what was ahead is forgotten.
  mutating func leave(_ visit: Visit) {
    back.append(visit)
    if back.count > Self.limit { back.removeFirst() }
    forward = []
  }

  /// Back to a place that stays no step ahead.
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
