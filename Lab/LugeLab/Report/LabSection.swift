/// One lab of the report: the command that is run, and what is said of it.
public struct LabSection: Sendable {
  /// Of the command.
  public var name: String
  public var title: String
  /// What is measured, and against what.
  public var about: String
  /// What write-ups reported of it; nil where none did.
  public var published: String?
  public var arguments: [String]
  /// Nil leaves it out of a quick report.
  public var quickArguments: [String]?
  /// What a quick run is of, instead of what; nil where it is the whole.
  public var quickSize: String?
  /// Seconds that it takes on two cores with nothing else to do, whole and quick: what is left is
  /// told from it.
  public var expected = (whole: 30.0, quick: 10.0)

  /// Seconds after which it is given up, and the page says so: several times what it takes, so that
  /// a slow machine is measured, and one that hangs does not take the night.
  public func limit(isQuick: Bool) -> Double {
    max(60, 3 * (isQuick ? expected.quick : expected.whole))
  }

  /// All labs, in the report's order.
  public static let all: [LabSection] = [
    LabSection(
      name: "study", title: "The study: thirteen ways to show the same messages",
      about: """
        500 messages with pictures from a local HTTP server, scrolled by the study's script in a \
        window (50 in a quick report, and fewer lines). From the worst case to the thesis' end result (8) each \
        line adds one improvement to the line before it; 9 was tried on 7 alone, as the thesis did; \
        10 and 11 are steps from the end result to Luge (12); 13 is the best case's text on Luge.
        """,
      published: """
        The thesis' end result (8) against its worst case: 26.0 to 53.4 frames a second, stability \
        23.6 to 87.1 %, CPU 3.6 times the best case's. The table below has each published figure beside \
        ours. A telephone of that time and this machine differ: what can be compared is the direction and \
        the share of a step. No published figure belongs to Luge's own row.
        """,
      arguments: [], quickArguments: ["--quick"], quickSize: "50 messages, not 500",
      expected: (840, 65)),
    LabSection(
      name: "peers", title: "What users would take instead",
      about: "The same chat in other toolkits, moved by the same script in the same run.",
      arguments: [], quickArguments: ["--quick"],
      quickSize: "W3 alone, where Luge may show outlines; neither pictures nor W1, W2 and W4",
      expected: (240, 45)),
    LabSection(
      name: "rotate", title: "A turned screen",
      about: """
        The width changes once. The first frame shows all rows in view at the new width, in their place; \
        rows out of view have estimated heights until all are exact, which the reader sees only by the \
        scroll bar. Plain Pango lays out every text on the main thread.
        """,
      published: "Chatto: 10 to 20 s for 10,000 messages on an iPhone 4s.",
      arguments: [], quickArguments: [], expected: (15, 3)),
    LabSection(
      name: "timeline", title: "Posts as small rows",
      about: "A timeline whose posts become several rows made off the main thread.",
      published: "LINE: 170, 200 and 1,012 posts were drawn 19, 25 and 44 % sooner.",
      arguments: [], quickArguments: ["--posts", "170"],
      quickSize: "170 posts, not up to 1,012", expected: (60, 10)),
    LabSection(
      name: "charts", title: "Heavy views that stay",
      about: "Charts that are built once and moved between cells.",
      published: "The write-up says that scrolling became smooth, and gives no figures.",
      arguments: ["--window"], quickArguments: ["--charts", "12", "--points", "2000"],
      quickSize: "12 charts of 2,000 points without a window, not 50 of 10,000 in one",
      expected: (60, 12)),
    LabSection(
      name: "updates", title: "Setters that are folded",
      about: "A row whose properties are set several times a frame: shown each time, or once.",
      published: "The setNeedsLayout pattern: one update a frame, however many setters ran.",
      arguments: [], quickArguments: ["--frames", "60"],
      quickSize: "60 frames, not 120", expected: (4, 2)),
    LabSection(
      name: "window", title: "A sliding window",
      about: "A million messages behind a slow and failing network, read upwards and back down.",
      published: "Chatto: pages of 50, at most 500 items held.",
      arguments: [], quickArguments: ["--seconds", "5"],
      quickSize: "5 s, not 14", expected: (25, 8)),
    LabSection(
      name: "scroll", title: "What scrolling costs",
      about: "CPU of a frame in that of the same toolkit moving ready bitmaps.",
      arguments: [], quickArguments: ["--seconds", "1", "--size", "400x800"],
      quickSize: "1 s at one size, not 3 s at each", expected: (60, 15)),
    LabSection(
      name: "lanes", title: "What the lanes' low priority is worth",
      about: """
        The same scroll with lanes of low priority and of the usual one, while a thread for each \
        processor lays out text at that priority.
        """,
      arguments: [], quickArguments: ["--seconds", "1"], quickSize: "1 s, not 5",
      expected: (25, 8)),
    LabSection(
      name: "jump", title: "Jumps", about: "Random places of a long conversation, exact at once.",
      arguments: [], quickArguments: ["--messages", "10000", "--jumps", "100"],
      quickSize: "100 jumps in 10,000 messages, not 1,000 in 1,000,000", expected: (60, 8)),
    LabSection(
      name: "rewidth", title: "A window that is pulled",
      about: "From 400 to 700 points and back in 30 steps: how far the line at the eye moved.",
      arguments: [], quickArguments: ["--messages", "10000", "--exact-limit", "10"],
      quickSize: "10,000 messages, not 1,000,000 as well",
      expected: (90, 4)),
    LabSection(
      name: "storm", title: "Everything changes at once",
      about: "Inserts at both ends, edits, deletions and moves, while still and while flinging.",
      arguments: [], quickArguments: ["--seconds", "2"],
      quickSize: "2 s, not 10", expected: (25, 5)),
    LabSection(
      name: "text", title: "Text", about: "Time to lay out a message, and whether Pango agrees.",
      arguments: [], quickArguments: ["--messages", "4000"],
      quickSize: "4,000 messages, not 20,000", expected: (40, 3)),
    LabSection(
      name: "heights", title: "The height index", about: "A million rows of different heights.",
      arguments: [], quickArguments: [], expected: (8, 4)),
    LabSection(
      name: "images", title: "Pictures decoded",
      about: "Thumbnails a second, against libvips called bare and gdk-pixbuf.",
      arguments: ["--photos", "40"], expected: (35, 0)),
    LabSection(
      name: "pictures", title: "Pictures over the network",
      about: "The study's messages with a server that answers after 0, 50 and 300 ms.",
      arguments: ["--seconds", "4"], expected: (35, 0)),
    LabSection(
      name: "animations", title: "Animated pictures",
      about: "Thirty animations, then none in view: nothing may run.",
      arguments: ["--seconds", "20"],
      expected: (42, 0)),
    LabSection(
      name: "open", title: "Opening",
      about: "From process start to the first frame with messages, against a bare window.",
      arguments: ["--repetitions", "3"], expected: (90, 0)),
  ]
}
