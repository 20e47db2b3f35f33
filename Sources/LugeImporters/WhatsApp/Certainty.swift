import LugeArchive

/// Certainty of a decision about a whole file.
enum Certainty: String, Sendable {
  /// Only a custom of the region supports it.
  case guessed
  /// The order of the messages supports it.
  case likely
  /// The file allows no other reading.
  case certain
}
