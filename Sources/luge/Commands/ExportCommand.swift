import ArgumentParser
import Foundation
import LugeApp
import LugeArchive
import LugeCommandLine
import LugeCore
import LugeImporters
import LugeWords

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: localized("Write messages of an archive out again."),
    discussion: localized(
      """
      JSON Lines hold everything, and `luge import` makes the same archive of them; Markdown, plain text \
      and CSV are for people and programs; HTML is one page with its pictures in it, which needs \
      nothing else. The format is told by --format or by the ending of the output's name. Without \
      --output, text goes to standard output.

      Exit codes: 0 written; 1 something could not be read or written; 64 wrong usage.
      """))

  @Argument(help: ArgumentHelp(localized("The archive.")), completion: .file(extensions: ["luge"]))
  var archive: String

  @Option(
    name: [.long, .customShort("o")],
    help: ArgumentHelp(localized("The file to write; - for standard output.")),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      localized("jsonl, markdown, text, csv or html. Default: by the output's name, or else jsonl.")
    ))
  var format: ExportFormat?

  @Option(
    help: ArgumentHelp(localized("This conversation only (its name, or a unique beginning of it)."))
  )
  var conversation: String?

  @Option(help: ArgumentHelp(localized("Messages of this person only.")))
  var person: String?

  @Option(help: ArgumentHelp(localized("From this day on."), valueName: "yyyy-mm-dd"))
  var since: String?

  @Option(help: ArgumentHelp(localized("Up to the end of this day."), valueName: "yyyy-mm-dd"))
  var until: String?

  @Option(help: ArgumentHelp(localized("Messages that contain these words only.")))
  var search: String?

  @Option(
    help: ArgumentHelp(
      localized(
        "The time zone of days and times, such as Europe/Berlin or UTC. Default: this computer's."
      ), valueName: "name"))
  var zone: String?

  @Flag(help: ArgumentHelp(localized("Overwrite an existing file.")))
  var force = false

  @Flag(help: ArgumentHelp(localized("Print nothing but errors.")))
  var quiet = false

  func validate() throws {
    for day in [since, until].compactMap({ $0 }) where Self.day(day) == nil {
      throw ValidationError(
        localized("'{day}' should be a day such as 2024-01-31.", ["day": day]))
    }
    if let first = since.flatMap(Self.day), let last = until.flatMap(Self.day), first > last {
      throw ValidationError(localized("--since is after --until: no day is within both."))
    }
    if let zone, TimeZone(identifier: zone) == nil {
      throw ValidationError(
        localized(
          "'{zone}' is not a time zone; use a name such as Europe/Berlin or UTC.",
          ["zone": Terminal.safe(zone)]))
    }
    for (name, value) in [("search", search), ("person", person)] {
      guard value?.allSatisfy(\.isWhitespace) == true else { continue }
      throw ValidationError(localized("--{name} is empty.", ["name": name]))
    }
  }

  func run() throws {
    try Terminal.run {
      let source = try MediaPermissions.ofUser.open(archive, mediaFolder: nil)
      try UnfinishedImports.check(source, path: archive)
      var selection = ExportSelection()
      selection.conversation = try conversation.map { try source.conversation(named: $0).id }
      selection.person = try person.map { try Self.person($0, of: source, path: archive) }
      selection.since = since.flatMap(Self.day)
      selection.until = until.flatMap(Self.day).map { $0 + 86_400 }
      selection.zone = ExportZone(zone.flatMap { TimeZone(identifier: $0) } ?? .current)
      if let search {
        let now = selection.zone.offsets.localSeconds(at: Int64(Date().timeIntervalSince1970))
        selection.query = SearchQuery(search, today: CivilDate.day(ofLocalSeconds: now))
      }
      let count: Int
      if let file {
        count = try write(source, selection, to: file)
      } else {
        count = try write(source, selection, to: { try Terminal.write([UInt8]($0)) })
      }
      if !quiet, file != nil {
        Terminal.printError(
          "luge: "
            + Terminal.count(
              count,
              localizedPlural(one: "{count} message written", other: "{count} messages written")))
      }
    }
  }

  /// - Throws: an error if nobody has this name.
  private static func person(_ name: String, of source: Archive, path: String) throws -> String {
    guard try source.people(named: name).isEmpty else { return name }
    let known = try source.people(limit: 20).map(\.name).joined(separator: ", ")
    throw ArchiveError.notReadable(
      path: path,
      reason: localized(
        "nobody in it is called {name}; there are {names}",
        ["name": Terminal.safe(name), "names": Terminal.safe(known)]))
  }

  /// Path of the file to write; nil for standard output.
  private var file: String? { output == "-" ? nil : output }

  private var chosen: ExportFormat {
    format ?? file.flatMap { ExportFormat(extension: ($0 as NSString).pathExtension) } ?? .jsonl
  }

  /// Writes an export. An existing file stays until the new one is complete.
  private func write(_ source: Archive, _ selection: ExportSelection, to path: String) throws -> Int
  {
    try Terminal.checkIsNotOf(archive, path)
    let ending = (path as NSString).pathExtension
    guard format != nil || ending.isEmpty || ExportFormat(extension: ending) != nil else {
      throw ValidationError(
        localized(
          "{name}: no format has this extension; choose one with --format: {formats}.",
          [
            "name": Terminal.safe(path),
            "formats": ExportFormat.allCases.map(\.rawValue).joined(separator: ", "),
          ]))
    }
    return try ExportTarget.write(
      to: path, replaces: force,
      isThere: localized("a file of this name exists; --force overwrites it")
    ) { put in try write(source, selection, to: put) }
  }

  private func write(
    _ source: Archive, _ selection: ExportSelection, to put: @escaping ExportTarget.Put
  ) throws -> Int {
    let title = conversation ?? (archive as NSString).lastPathComponent
    let folder = file.map {
      URL(fileURLWithPath: $0).standardizedFileURL.deletingLastPathComponent().path
    }
    let (count, leftOut) = try source.export(
      selection, as: chosen, title: title, in: folder, showing: PagePictures.converter(), to: put)
    if leftOut > 0, !quiet {
      Terminal.printError(
        "luge: "
          + Terminal.count(
            leftOut,
            localizedPlural(
              one:
                "{count} picture is not in the page: too large, or of a kind that browsers don't show",
              other:
                "{count} pictures are not in the page: too large, or of a kind that browsers don't show"
            ))
      )
    }
    return count
  }

  /// Midnight of a day on the wall clock.
  private static func day(_ text: String) -> Int64? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return Int64(date.daysSince1970) * 86_400
  }
}

extension ExportFormat: ExpressibleByArgument {}
