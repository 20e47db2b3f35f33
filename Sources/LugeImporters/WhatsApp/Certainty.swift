import LugeArchive

/// How sure a decision about a whole file is.
enum Certainty: String, Sendable {
  /// Nothing speaks for it but a custom of the region.
  case guessed
  /// The order of the messages speaks for it.
  case likely
  /// The file allows no other reading.
  case certain
}
