/// The part of a message in a run of people who joined and left, each with a service message of its
/// own.
///
/// Each message stays an item of the list, so that searches and counts need not know runs; the
/// first one shows a summary in place of the others.
public enum JoinRunPart: Hashable, Sendable {
  /// The first message: above its own content it shows a summary of the whole run, "12 joined, 9
  /// left". A click performs ``ChatAction/fold``.
  case heading(String, isOpen: Bool)
  /// The run's first message represents this one, which has no height, except for a date above it.
  case folded
}
