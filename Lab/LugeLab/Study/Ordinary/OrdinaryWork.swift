/// Counts of an ordinary list's work. They prove that a switch does what its name says, which equal
/// pixels would not.
struct OrdinaryWork: Hashable, Sendable {
  var cellsMade = 0
  /// Systems of constraints solved: two for a text, one for pictures.
  var systemsSolved = 0
  /// Layouts placed by a function.
  var layoutsCalculated = 0
  /// Heights asked of a layout or a function.
  var heightsComputed = 0
  /// Texts measured on the main thread.
  var textsMeasured = 0
  /// Number of these paragraphs that were put together from cached words, without shaping.
  var paragraphsFromWords = 0
  /// Number of texts that Pango shaped as a whole on the main thread, to measure or to draw them.
  var textsShaped = 0
  /// Labels drawn on the main thread.
  var labelsDrawn = 0
  /// Pixels on screen of pictures that were scaled as they were drawn.
  var scaledPixels = 0
  var groupsPushed = 0
  /// Rows drawn into bitmaps of their own.
  var rowsDrawn = 0
  /// Layouts that a thread had ready when their row came into view.
  var layoutsTaken = 0
}

/// Counts work where it is done.
final class OrdinaryTally {
  var work = OrdinaryWork()
}
