/// Delivery state of a message that the user sent. A message that could not be sent has a
/// ``ChatMessage/failure`` instead.
public enum DeliveryState: Hashable, Sendable, CaseIterable, Comparable {
  case sending
  /// The server has received it.
  case sent
  /// The recipients' devices have received it.
  case delivered
  /// At least one person has read it; ``MessageFacts/readers`` has the names.
  case read
}
