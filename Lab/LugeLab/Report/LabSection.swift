/// Section of the report about a lab, with the arguments of its run and its expectations.
struct LabSection: Sendable {
  var title: String
  /// Description of the measurement and of what it is compared with.
  var about: String
  /// Figures that write-ups reported; nil if none did.
  var published: String?
  var arguments: [String]
  /// Nil leaves it out of a quick report.
  var quickArguments: [String]?
  /// Size of a quick run, compared with the whole; nil if it is the whole.
  var quickSize: String?
  /// Seconds that it takes on two cores with nothing else to do, whole and quick: what is left is
  /// told from it.
  var expected = (whole: 30.0, quick: 10.0)

  /// Expectations for the figures that the lab prints with `--json`; none for a lab that only
  /// compares.
  var expectations: [LabExpectation] = []
  /// Rows of what, the published figure and ours; none where nothing was published or measured.
  var publishedTable: @Sendable (JSONValue) -> [[String]] = { _ in [] }
  /// Names of the columns of ours.
  var publishedColumns = ["here"]
  var plots: @Sendable (JSONValue) -> [GnuplotPlot] = { _ in [] }

  /// Seconds after which it is given up, and the page says so: several times what it takes, so that
  /// a slow machine is measured, and one that hangs does not take the night.
  func limit(isQuick: Bool) -> Double {
    max(60, 3 * (isQuick ? expected.quick : expected.whole))
  }
}
