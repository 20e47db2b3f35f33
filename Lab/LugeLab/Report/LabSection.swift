/// Section of the report about a lab, with the arguments of its run and its expectations.
struct LabSection: Sendable {
  var title: String
  /// Description of the measurement and of what it is compared with.
  var about: String
  /// Figures that write-ups reported; nil if none did.
  var published: String?
  var arguments: [String]
  /// Arguments in a quick report; nil: the lab is left out of it.
  var quickArguments: [String]?
  /// Text about the size of a quick run; nil if it is as large as a whole one.
  var quickSize: String?
  /// Seconds that it takes on two idle cores, whole and quick, from which the remaining time is
  /// estimated.
  var expected = (whole: 30.0, quick: 10.0)

  /// Expectations for the figures that the lab prints with `--json`; none for a lab that only
  /// compares.
  var expectations: [LabExpectation] = []
  /// Returns rows with a figure's name, its published value and ours; empty if nothing was
  /// published or measured.
  var publishedTable: @Sendable (JSONValue) -> [[String]] = { _ in [] }
  /// Titles of the columns with our figures.
  var publishedColumns = ["here"]
  var plots: @Sendable (JSONValue) -> [GnuplotPlot] = { _ in [] }

  /// Returns the timeout of a run, seconds: several times the expected duration, so that a slow
  /// machine finishes it and a lab that hangs is ended. The report says so then.
  func limit(isQuick: Bool) -> Double {
    max(60, 3 * (isQuick ? expected.quick : expected.whole))
  }
}
