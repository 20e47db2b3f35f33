import ArgumentParser
import Foundation
import LugeApp
import LugeArchive
import LugeCommandLine
import LugeCore
import LugePaint
import LugeWords

struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: localized("Count who wrote how much, when, and in which words."),
    discussion: localized(
      """
      Messages by day, hour, day of the week and person; words, emoji and links, and the longest \
      silence. Service entries and deleted messages do not count. Listed are words of four letters \
      and more. Times are those of this computer's time zone.
      """))

  @Argument(help: ArgumentHelp(localized("The archive.")), completion: .file(extensions: ["luge"]))
  var archive: String

  @Option(
    help: ArgumentHelp(localized("Only this conversation (its name, or a unique beginning of it)."))
  )
  var conversation: String?

  @Option(help: ArgumentHelp(localized("Only what this person wrote.")))
  var person: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(localized("How many people, words, emoji and hosts to list.")))
  var limit = 20

  @Flag(help: ArgumentHelp(localized("Print one JSON object.")))
  var json = false

  @Option(
    name: .shortAndLong, help: ArgumentHelp(localized("Draw the page into this PNG file.")),
    completion: .file(extensions: ["png"]))
  var output: String?

  @Flag(help: ArgumentHelp(localized("Overwrite an existing file.")))
  var force = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Size of the picture in points, each from 1 to 20000."), valueName: "WxH"))
  var size = PointSize(width: 800, height: 1600)

  @Option(
    parsing: .unconditional, help: ArgumentHelp(localized("Device pixels per point, 0.5 to 8.")))
  var scale = 1.0

  @Option(help: ArgumentHelp(localized("Colours of the picture.")))
  var theme = RenderCommand.Theme.light

  func validate() throws {
    guard limit > 0 else { throw ValidationError(localized("--limit should be at least 1.")) }
    if person?.allSatisfy(\.isWhitespace) == true {
      throw ValidationError(localized("--{name} is empty.", ["name": "person"]))
    }
    try size.validate(scale: scale)
  }

  func run() throws {
    try Terminal.run {
      if let output {
        try Terminal.checkMayBePicture(output, of: archive, replaces: force)
      }
      let store = try Archive(opening: archive)
      try UnfinishedImports.warn(of: store)
      let chosen = try conversation.map { try store.conversation(named: $0) }
      var scope = StatisticsScope(conversations: chosen.map { [$0.id] })
      if let person {
        let people = try store.people(named: person)
        guard !people.isEmpty else {
          Terminal.printError(
            "luge: "
              + localized(
                "nobody in {archive} is called {name}",
                ["archive": Terminal.safe(archive), "name": Terminal.name(person)]))
          throw ExitCode.failure
        }
        scope.people = Set(people)
      }
      let showsProgress = isatty(STDERR_FILENO) == 1
      let report = try StatisticsReport(
        of: store, scope: scope, zone: ZoneOffsets(.current), listed: limit
      ) { done, total in
        if showsProgress, total > 100_000 {
          Terminal.writeError(
            "\r\(100 * Int64(done) / Int64(max(1, total))) % of \(total) messages")
        }
        return true
      }
      if showsProgress { Terminal.writeError("\r\u{1B}[K") }
      if let output { try draw(report, to: output) }
      if json { try JSONOutput.print(report) } else if output == nil { try show(report) }
    }
  }

  private func draw(_ report: StatisticsReport, to path: String) throws {
    do {
      let page = StatisticsPage(report)
      let bitmap = try OffscreenList.render(
        page.provider, configuration: StatisticsPage.configuration,
        size: PixelSize(width: size.width, height: size.height), scale: scale,
        scheme: theme == .dark ? .dark : .light, place: .oldest)
      try PNG.write(bitmap, to: path)
    } catch let error as ViewerError {
      Terminal.printError("luge: \(archive): \(error)")
      throw ExitCode.failure
    } catch let error as PaintError {
      Terminal.printError("luge: \(error)")
      throw ExitCode.failure
    }
  }

  private func show(_ report: StatisticsReport) throws {
    try Terminal.print(
      [
        Terminal.count(
          report.messages, localizedPlural(one: "{count} message", other: "{count} messages")),
        Terminal.count(report.words, localizedPlural(one: "{count} word", other: "{count} words")),
        localized("{number} emoji", ["number": "\(report.emoji)"]),
        Terminal.count(report.links, localizedPlural(one: "{count} link", other: "{count} links")),
        localized("{number} pictures and files", ["number": "\(report.withMedia)"]),
      ].joined(separator: ", "))
    if let first = report.days.first, let last = report.days.last {
      let days = Terminal.count(
        report.activeDays,
        localizedPlural(one: "{count} day with messages", other: "{count} days with messages"))
      try Terminal.print(
        localized("from {first} to {last}", ["first": first.day, "last": last.day]) + ", " + days)
    }
    if let most = report.days.max(by: { $0.messages < $1.messages }) {
      try Terminal.print(
        localized("most on {day}: {number}", ["day": most.day, "number": "\(most.messages)"]))
    }
    if let silence = report.longestSilence {
      try Terminal.print(
        localized(
          "longest silence: {days} days in {name}",
          ["days": "\(silence.days)", "name": Terminal.name(silence.conversation)]))
    }
    try list(
      localized("By Hour of the Day"),
      report.hours.enumerated().map { ("\($0.offset):00", $0.element) })
    try list(localized("Who Wrote the Most"), report.people.map { ($0.name, $0.messages) })
    try list(localized("Words"), report.commonWords.map { ($0.name, $0.count) })
    try list(localized("Emoji"), report.commonEmoji.map { ($0.name, $0.count) })
    try list(localized("Links"), report.commonHosts.map { ($0.name, $0.count) })
  }

  private func list(_ title: String, _ entries: [(String, Int)]) throws {
    guard !entries.isEmpty else { return }
    try Terminal.print("\(title):")
    for (name, count) in entries { try Terminal.print("  \(count)\t\(Terminal.name(name))") }
  }
}
