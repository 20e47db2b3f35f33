import LugeChat
import LugeCore

/// Delivery states that were reported for messages which are not in the list, until these are; and
/// the furthest state, which messages of older pages have reached, too.
struct DeliveryPlaces {
  struct Report: Hashable {
    var state: DeliveryState
    var message: ItemID
  }

  private static let mostReports = 256

  /// Reports for messages that are on their way to the list.
  private var coming: [Report] = []
  /// Reports for messages that older pages may contain.
  private var unmet: [Report] = []
  /// The furthest state of a message that was in the list.
  private(set) var furthest: DeliveryState?

  /// Whether reports wait for messages that are on their way.
  var isWaiting: Bool { !coming.isEmpty }

  /// Keeps a report for a message that is not in the list.
  ///
  /// - Parameter isComing: whether the list is about to change, perhaps by the message.
  mutating func keep(_ report: Report, isComing: Bool) {
    func add(to reports: inout [Report]) {
      if reports.count >= Self.mostReports { reports.removeFirst() }
      reports.append(report)
    }
    if isComing { add(to: &coming) } else { add(to: &unmet) }
  }

  /// Called when a message in the list has reached a state.
  mutating func reached(_ state: DeliveryState) { furthest = max(furthest ?? state, state) }

  /// Returns the reports for messages that were on their way, and forgets them.
  mutating func takeComing() -> [Report] {
    defer { coming = [] }
    return coming
  }

  /// Takes a page of older messages, which is on its way from now on.
  mutating func meet(_ page: [ChatMessage]) {
    let found = Set(page.map(\.id))
    coming += unmet.filter { found.contains($0.message) }
    unmet.removeAll { found.contains($0.message) }
  }

  /// Forgets the states of another conversation.
  mutating func beginAnother() { (furthest, unmet) = (nil, []) }
}
