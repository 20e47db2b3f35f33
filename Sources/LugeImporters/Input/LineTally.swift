import LugeArchive

/// Numbers of an input's lines by their use, to check that none was lost.
struct LineTally: Equatable {
  var lines = 0
  /// Messages of any kind.
  var records = 0
  /// Lines of messages after their first ones.
  var continuations = 0
  /// Lines reported as skipped.
  var skipped = 0
  /// Lines of the format itself, such as dates, and empty ones.
  var silent = 0
}
