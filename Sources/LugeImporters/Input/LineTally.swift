import LugeArchive

/// Counts of an input's lines by what became of them, to check that none was lost.
struct LineTally: Equatable {
  var lines = 0
  /// Messages of any kind.
  var records = 0
  /// Lines after the first of a message.
  var continuations = 0
  /// Lines reported as skipped.
  var skipped = 0
  /// Lines of the format itself, such as a date that counts from here on, and empty ones.
  var silent = 0
}
