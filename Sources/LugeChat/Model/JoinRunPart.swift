/// The part that a message has in a run of people who came and left, each a service message of its
/// own.
///
/// Each stays an item of the list, so that searches and counts need to know nothing of runs; the
/// first of them says what the others would.
public enum JoinRunPart: Hashable, Sendable {
  /// The first: above whatever it shows itself stands what happened in the whole run, "12 joined,
  /// 9 left". A click asks for ``ChatAction/fold``.
  case heading(String, isOpen: Bool)
  /// The run's first message speaks for it: it takes no room, except for a date above it.
  case folded
}
