import ArgumentParser
import Foundation
import LugeApp
import LugeCommandLine
import LugeCore
import LugeSamples
import LugeWords

struct GenerateCommand: ParsableCommand {
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case chat, thesis
  }

  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: localized("Makes up conversations, always the same for the same seed."),
    discussion: localized(
      """
      'chat' reads like a real conversation of friends; 'thesis' is the data set of the study: \
      three texts and pictures in even mixture.

      Examples:
        luge generate -o sample                               a Telegram export with pictures
        luge generate --messages 1000000 --format luge -o big.luge
        luge generate --messages 10000 --format timeline -o posts.luge
        luge generate --kind thesis --format drive -o thesis.json
      """))

  @Option(help: ArgumentHelp(localized("What to make up: chat or thesis.")))
  var kind: Kind = .chat

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(localized("Messages in all (default: 300 for a chat, 500 for the thesis).")))
  var messages: Int?

  @Option(
    parsing: .unconditional, help: ArgumentHelp(localized("The same seed gives the same messages."))
  )
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      localized(
        "telegram, luge, drive, whatsapp or irc; posts: timeline (an archive), mastodon or bluesky."
      )))
  var format: Generator.Format = .telegram

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(localized("Pictures to draw (default: 24 for a chat, 0 for the thesis).")))
  var pictures: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(localized("Number of conversations that the messages are divided among.")))
  var conversations = 1

  @Option(
    help: ArgumentHelp(
      localized(
        "Scripts of a chat, separated by commas, or 'all' ({names}).", ["names": Script.names]),
      valueName: "names"))
  var scripts: String = "all"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(localized("Share of a chat's exchanges that are not in English, 0 to 1.")))
  var mixing = 0.15

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Messages a day (default: 150; more when it would take over four years).")))
  var pace: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(localized("Thesis: probability of pictures instead of text, 0 to 1.")))
  var mediaProbability: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(localized("Thesis: probability of an incoming message, 0 to 1.")))
  var incomingProbability: Double?

  @Option(
    name: [.short, .long], help: ArgumentHelp(localized("Folder or file to write.")),
    completion: .file())
  var output: String

  @Flag(help: ArgumentHelp(localized("Replace what is there.")))
  var force = false

  @Flag(help: ArgumentHelp(localized("Report as JSON.")))
  var json = false

  func validate() throws {
    if let messages, messages < 1 {
      throw ValidationError(localized("--messages has to be at least 1."))
    }
    if let pictures, !(0...10_000).contains(pictures) {
      throw ValidationError(localized("--pictures has to be between 0 and 10000."))
    }
    guard (1...10_000).contains(conversations) else {
      throw ValidationError(localized("--conversations has to be between 1 and 10000."))
    }
    if let pace, !(pace >= 1 && pace <= 1_000_000) {
      throw ValidationError(localized("--pace has to be between 1 and 1000000."))
    }
    for (name, value) in [
      ("mixing", mixing), ("media-probability", mediaProbability ?? 0),
      ("incoming-probability", incomingProbability ?? 0),
    ] where !(value >= 0 && value <= 1) {
      throw ValidationError(
        localized("{name} has to be between 0 and 1.", ["name": "--\(name)"]))
    }
    if kind == .chat, mediaProbability != nil || incomingProbability != nil {
      throw ValidationError(
        localized("--media-probability and --incoming-probability belong to --kind thesis."))
    }
    if kind == .thesis, conversations != 1 {
      throw ValidationError(localized("--kind thesis is one conversation."))
    }
    if format == .drive, conversations != 1 {
      throw ValidationError(localized("--format drive holds one conversation."))
    }
    if output.isEmpty { throw ValidationError(localized("--output is empty.")) }
    _ = try languages()
  }

  func run() throws {
    let generator = Generator(
      format: format, path: output, pictures: pictures ?? (kind == .chat ? 24 : 0),
      pictureSeed: seed, replaces: force)
    let line = GenerateProgressLine()
    let interrupt = InterruptHandler([SIGINT, SIGTERM, SIGHUP]) { number in
      Generator.removeDrafts { InterruptHandler.end(by: number) }
    }
    defer { interrupt.stop() }
    do {
      let report =
        format.isTimeline
        ? try generator.run(GeneratedTimeline(count: messages ?? 300, seed: seed)) { line.show($0) }
        : try generator.run(try chats()) { line.show($0) }
      line.clear()
      var isNoted = true
      if let folder = report.mediaFolder, ArchiveLocator.isArchive(report.path) {
        isNoted = ImportCommand.allowMedia([folder], in: report.path) == nil
      }
      try show(report)
      guard isNoted else { throw ExitCode.failure }
    } catch let code as ExitCode {
      throw code
    } catch {
      line.clear()
      Terminal.printError("luge: \(Terminal.safe(SystemError.words(of: error)))")
      throw ExitCode.failure
    }
  }

  // MARK: - Parts

  private func languages() throws -> [Language] {
    if scripts == "all" { return Language.allCases }
    let names = scripts.split(separator: ",").map(String.init)
    let chosen = try names.map { name in
      guard let script = Script(rawValue: name) else {
        throw ValidationError(
          localized(
            "unknown script '{name}'; there are all, {names}.",
            ["name": name, "names": Script.names]))
      }
      return script
    }
    guard !chosen.isEmpty else { throw ValidationError(localized("--scripts names no script.")) }
    return chosen.flatMap(\.languages)
  }

  private func chats() throws -> [any MessageGenerating] {
    switch kind {
    case .thesis:
      let drawn = pictures ?? 0
      return [
        ThesisSet(
          .init(
            count: messages ?? 500, seed: seed, incomingProbability: incomingProbability ?? 0.5,
            mediaProbability: mediaProbability ?? 0.25,
            photos: drawn > 0 ? drawn : 100, animations: drawn > 0 ? 0 : 10))
      ]
    case .chat:
      let total = messages ?? 300
      let share = total / conversations
      let languages = try languages()
      return (0..<conversations).map { index in
        let count = share + (index < total % conversations ? 1 : 0)
        let pace = pace ?? max(150, Double(count) / 1500)
        return RealisticChat(
          .init(
            count: count, seed: seed, index: index, languages: languages, mixing: mixing,
            messagesPerDay: pace))
      }
    }
  }

  private func show(_ report: Generator.Report) throws {
    if json { return try JSONOutput.print(Summary(report, format: format)) }
    let rate = report.seconds > 0 ? Int(Double(report.messages) / report.seconds) : 0
    let messages = localizedPlural(one: "{count} message", other: "{count} messages")
    let events = localizedPlural(
      one: "{count} service entry", other: "{count} service entries")
    let written =
      Terminal.count(report.messages, messages)
      + (report.events > 0 ? ", " + Terminal.count(report.events, events) : "")
    let conversations = localizedPlural(
      one: "{count} conversation", other: "{count} conversations")
    let pictures = localizedPlural(one: "{count} picture", other: "{count} pictures")
    try Terminal.print(
      localized(
        "{path}: {messages} in {conversations}, {pictures}, {size} KiB ({rate} messages a second)",
        [
          "path": Terminal.safe(report.path),
          "messages": written,
          "conversations": Terminal.count(report.conversations, conversations),
          "pictures": Terminal.count(report.pictures, pictures), "size": "\(report.bytes / 1024)",
          "rate": "\(rate)",
        ]))
  }

  private struct Summary: Encodable {
    var path: String
    var format: String
    var mediaFolder: String?
    var conversations: Int
    var messages: Int
    var serviceEntries: Int
    var pictures: Int
    var bytes: Int64
    var seconds: Double

    init(_ report: Generator.Report, format: Generator.Format) {
      path = report.path
      self.format = format.rawValue
      mediaFolder = report.mediaFolder
      conversations = report.conversations
      messages = report.messages
      serviceEntries = report.events
      pictures = report.pictures
      bytes = report.bytes
      seconds = report.seconds
    }
  }
}

extension Generator.Format: ExpressibleByArgument {}

extension Script {
  fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// Progress in one line of a terminal, which is overwritten; nothing is written elsewhere.
private final class GenerateProgressLine {
  private let isTerminal = Terminal.errorsAreTerminal
  private var last: ContinuousClock.Instant?

  func show(_ progress: Generator.Progress) {
    guard isTerminal else { return }
    let now = ContinuousClock.now
    if let last, last.duration(to: now) < .milliseconds(100) { return }
    last = now
    switch progress {
    case .pictures(let done, let count): write("\r\u{1B}[KDrawing pictures: \(done) of \(count)")
    case .messages(let done, let count):
      write("\r\u{1B}[KWriting messages: \(done) of \(count) (\(done * 100 / max(1, count)) %)")
    }
  }

  func clear() { if isTerminal, last != nil { write("\r\u{1B}[K") } }

  private func write(_ text: String) { Terminal.writeError(text) }
}
