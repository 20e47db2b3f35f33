import ArgumentParser
import LugeArchive
import LugeCommandLine
import LugeCore
import LugeSamples

struct TextLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "text",
    abstract: "Time to lay out a message, against Pango, and whether both agree.",
    discussion: """
      Without --archive, generated messages are measured: English ones, and ones of many scripts.

      Examples:
        luge lab text --json
        luge lab text --archive chats.luge --width 420
        luge lab text --rewrap 300,420 --messages 10000
        luge lab text --heights --archive chats.luge --messages 1000000
      """)

  static let section = LabSection(
    title: "Text", about: "Time to lay out a message, and whether Pango agrees.",
    arguments: [], quickArguments: ["--messages", "4000"],
    quickSize: "4,000 messages, not 20,000", expected: (25, 4),
    expectations: [
      .init("differences from Pango", "differences", .atMost(0)),
      .init(
        "English: Pango's time ÷ Luge's", "ratio", .atLeast(50),
        where: ["name": .text("English")]),
      .init(
        "mixed scripts: Pango's time ÷ Luge's", "ratio", .atLeast(20),
        where: ["name": .text("mixed scripts")]),
      .init(
        "first screen of 100 messages with making the instance and loading the font, worst set: "
          + "Pango's time ÷ Luge's", "fresh_ratio", .atLeast(3)
      ).because("each word that is new is shaped alone: docs/decisions/0002-fast-text.md"),
      .init(
        "the same with the font loaded and no word cached: Pango's time ÷ Luge's", "cold_ratio",
        .atLeast(3)
      ).because { value in
        (value["sets"]?.array ?? []).compactMap { set -> String? in
          guard let name = set["name"]?.text, let cold = set["cold_us"]?.number,
            let warm = set["fast_us"]?.number
          else { return nil }
          return
            "\(name): \(ReportTable.number(cold)) µs a message, \(ReportTable.number(warm)) once "
            + "its words are known: what is left is shaping each word for the first time"
        }.joined(separator: "; ")
      },
      .init(
        "another width: heights of 10,000 messages, and the layouts of those on screen (ms)",
        .atMost(30)
      ) { value in
        guard let heights = tenThousand("fast_ms", value),
          let screen = value["rewrap"]?["screen_ms"]?.number
        else { return nil }
        return heights + screen
      }.noting { value in
        guard let heights = tenThousand("fast_ms", value),
          let layouts = tenThousand("layout_ms", value),
          let screen = value["rewrap"]?["screen_ms"]?.number,
          let count = value["rewrap"]?["screen_messages"]?.number
        else { return nil }
        let number = ReportTable.number
        return "heights \(number(heights)) ms, layouts of the \(number(count)) messages on screen "
          + "\(number(screen)) ms: what is seen first, and then exact; layouts of all 10,000, which "
          + "nobody waits for, \(number(layouts)) ms; a list takes longer until all is exact: rotate"
      },
    ])

  /// A time of the other width's, as for 10,000 messages.
  @Sendable private static func tenThousand(_ key: String, _ value: JSONValue) -> Double? {
    guard let time = value["rewrap"]?[key]?.number,
      let count = value["rewrap"]?["messages"]?.number, count > 0
    else { return nil }
    return time * 10_000 / count
  }

  @Option(help: "Measure the messages of this archive.")
  var archive: String?

  @Option(help: "Widest line, pixels.")
  var width = 300

  @Option(help: "Em, pixels.")
  var size = 15.0

  @Option(help: "How many messages, at most.")
  var messages = 20_000

  @Option(
    help: ArgumentHelp(
      "All heights, and a screen's layouts, at another width.", valueName: "from,to"))
  var rewrap: Widths?

  @Flag(help: "Only measure the heights of the archive's messages, reading included.")
  var heights = false

  @Flag(help: "Report as JSON.")
  var json = false

  struct Widths: ExpressibleByArgument {
    var from: Int
    var to: Int

    init?(argument: String) {
      let parts = argument.split(separator: ",").compactMap { Int($0) }
      guard parts.count == 2, parts.allSatisfy((1...100_000).contains) else { return nil }
      (from, to) = (parts[0], parts[1])
    }
  }

  func validate() throws {
    try LabRun.check("--width", width, in: 1...100_000)
    guard !heights || archive != nil else {
      throw ValidationError("--heights needs --archive.")
    }
    try LabRun.check("--size", size, in: 1...1024)
    try LabRun.check("--messages", messages, in: 1...5_000_000)
  }

  func run() throws {
    try Terminal.run {
      let lab = TextLab(
        .init(width: width, font: FontSpec(family: "", pixelSize: size)))
      if heights, let archive {
        let result = try lab.heights { body throws(ArchiveError) in
          try TextSets.pages(of: archive, limit: messages, body)
        }
        return json ? try JSONOutput.print(result) : show(result)
      }
      if let rewrap {
        let texts = try archiveTexts() ?? TextSets.english(count: messages)
        let result = lab.rewrap(texts, from: rewrap.from, to: rewrap.to)
        if json { return try JSONOutput.print(result) }
        let report = Rewrapped(rewrap: result)
        return try LabOutput.print(Self.self, report, json: false, isPart: true) { show(result) }
      }
      let results =
        try archiveTexts().map { [lab.measure("archive", $0)] }
        ?? [
          lab.measure("English", TextSets.english(count: messages)),
          lab.measure("mixed scripts", TextSets.mixed(count: messages)),
        ]
      let rewrapped = try lab.rewrap(
        archiveTexts() ?? TextSets.english(count: min(messages, 10_000)), from: 300, to: 420)
      let report = Report(width: width, sets: results, rewrap: rewrapped)
      try LabOutput.print(Self.self, report, json: json) {
        show(results)
        show(rewrapped)
      }
    }
  }

  private func archiveTexts() throws(ArchiveError) -> [StyledText]? {
    guard let archive else { return nil }
    return try TextSets.archive(archive, limit: messages)
  }

  private func show(_ results: [TextLabResult]) {
    for result in results {
      print(
        """
        \(result.name): \(result.messages) messages, \(result.bytes / max(1, result.messages)) \
        bytes each, width \(width)
          \(number(result.fastUs)) µs a message with its words known, \
        \(number(result.firstPassUs)) in the first pass over all, \(number(result.layoutUs)) with all its lines
          \(number(result.pangoUs)) µs with Pango, \(number(result.shapeUs)) for shaping alone: \
        \(number(result.ratio)) times as long as with words known, \
        \(number(result.layoutRatio)) with all lines, \(number(result.firstPassRatio)) in the first pass
          a first screen, no word known: \(number(result.coldUs)) µs a message, with Pango \
        \(number(result.coldPangoUs)), \(number(result.coldRatio)) times as long; with making both \
        \(number(result.freshUs)) and \(number(result.freshPangoUs)), \(number(result.freshRatio)) times
          \(number(result.fallbackMessagesPercent)) % of the messages \
        (\(number(result.fallbackBytesPercent)) % of the text) went to Pango
          \(result.differences) differences
        """)
    }
  }

  private func show(_ result: HeightsResult) {
    print(
      """
      \(result.messages) messages at \(result.width) pixels: \(number(result.seconds)) s, \
      \(number(result.measuringSeconds)) s of it measuring; \(number(result.peakMb ?? 0)) MB at \
      most, \(result.height) pixels high
      """)
  }

  private func show(_ result: RewrapResult) {
    print(
      """
      \(result.messages) messages from \(result.from) to \(result.to) pixels: \
      \(number(result.fastMs)) ms for all heights, \(number(result.screenMs)) ms for the layouts of \
      \(result.screenMessages) on screen (\(number(result.layoutMs)) ms for those of all); with Pango \
      \(number(result.pangoMs)) ms
      """)
  }

  private func number(_ value: Double) -> String {
    "\((value * 100).rounded() / 100)"
  }

  /// Path at which the expectations look for it.
  private struct Rewrapped: Encodable { var rewrap: RewrapResult }

  /// The first set's figures, and those of all.
  struct Report: Encodable {
    var width: Int
    var sets: [TextLabResult]
    /// At another width: what is laid out for the first frame, and measured before all heights are
    /// exact.
    var rewrap: RewrapResult

    enum CodingKeys: CodingKey { case width, sets, rewrap }

    func encode(to encoder: any Encoder) throws {
      try sets.first?.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(width, forKey: .width)
      try container.encode(sets, forKey: .sets)
      try container.encode(rewrap, forKey: .rewrap)
    }
  }
}
