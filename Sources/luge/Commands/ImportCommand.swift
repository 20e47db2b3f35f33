import ArgumentParser
import Foundation
import LugeApp
import LugeArchive
import LugeCommandLine
import LugeImporters
import LugeWords

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: localized("Import chat exports into an archive."),
    discussion: localized(
      """
      Formats are recognised by content. Importing the same export again adds nothing; a newer \
      export adds what is new and updates what was edited. An import that was interrupted goes on \
      where it was when it is run again.

      Exit codes: 0 everything was imported (single records that make no sense are listed and \
      left out); 1 something could not be read or imported (the rest was); 3 with --partial: an input was broken, and \
      what was complete was kept; 64 wrong usage.
      """))

  @Argument(
    help: ArgumentHelp(localized("Export files, folders or zip files.")), completion: .file())
  var paths: [String]

  // `-o` as in the other commands that write a file, because users try it.
  @Option(
    name: [.long, .customShort("o")],
    help: ArgumentHelp(
      localized("The archive. Default: the input's name with .luge, in the current folder.")),
    completion: .file(extensions: ["luge"]))
  var into: String?

  @Flag(help: ArgumentHelp(localized("Keep the complete messages of an input that is broken.")))
  var partial = false

  @Flag(help: ArgumentHelp(localized("Print nothing but errors.")))
  var quiet = false

  @Flag(help: ArgumentHelp(localized("List all records that were left out.")))
  var verbose = false

  @Flag(help: ArgumentHelp(localized("Print one JSON object.")))
  var json = false

  @Flag(
    help: ArgumentHelp(
      localized("Import nothing; print the format of each file, how certain it is and why."))
  )
  var explain = false

  @Flag(
    help: ArgumentHelp(
      localized(
        "Leave the media of a zip packed; otherwise they go into a folder beside the archive.")))
  var noMedia = false

  @Option(
    help: ArgumentHelp(
      localized(
        """
        Maximum size of the unpacked media of a zip, such as 500M or 20G, or 0 for no limit. \
        Default: four times the size of the zip and 256 MB.
        """), valueName: "size"))
  var mediaLimit: ByteSize?

  @Option(help: ArgumentHelp(localized("Your name in the chats, where the export does not tell.")))
  var me: String?

  @Option(help: ArgumentHelp(localized("Messages between two commits."), visibility: .hidden))
  var commitEvery = ImportOptions().messagesPerCommit

  func validate() throws {
    guard commitEvery > 0 else {
      throw ValidationError(localized("--commit-every should be at least 1."))
    }
    guard !paths.isEmpty else { throw ValidationError(localized("Name at least one export.")) }
    if me?.allSatisfy(\.isWhitespace) == true {
      throw ValidationError(localized("--{name} is empty.", ["name": "me"]))
    }
    guard into != nil || paths.count == 1 || explain else {
      throw ValidationError(localized("Several exports need --into FILE.luge."))
    }
  }

  func run() throws {
    if explain { return try ExportExplanation(paths: paths, json: json, verbose: verbose).run() }
    let archive = into ?? Self.defaultArchive(for: paths[0])
    let cancellation = ImportCancellation()
    let interrupt = InterruptHandler([SIGINT], cancelling: cancellation)
    defer { interrupt.stop() }
    var summary = ImportSummary(archive: archive)
    for path in paths where !cancellation.isCancelled {
      switch importOne(path, into: archive, cancellation) {
      case .failure(let failure):
        Terminal.printError("luge: \(Terminal.safe(failure.description))")
        summary.fail(path, failure.error)
        summary.ignore(failure.ignored.passedOver, otherFiles: failure.ignored.otherFiles)
      case .success(let (report, mediaError, noteError)):
        summary.add(report)
        if let noteError { summary.fail(path, noteError) }
        if !quiet, !json { try show(report) }
        if report.isMostlyIgnored { showMostlyIgnored(report) }
        for record in report.unreadable.prefix(verbose ? .max : 20) {
          Terminal.printError(
            "luge: "
              + Terminal.safe(
                localized(
                  "{file}: not read: {reason}", ["file": record.file, "reason": record.reasonWords])
              ))
        }
        if !report.unreadable.isEmpty {
          let count = Terminal.count(
            report.unreadable.count,
            localizedPlural(one: "{count} file or folder", other: "{count} files or folders"))
          Terminal.printError(
            "luge: \(Terminal.safe(path)): "
              + localized(
                "{count} could not be read; everything else was imported", ["count": count])
          )
        }
        for chat in report.conversations where chat.isUnread {
          let words = localizedPlural(
            one: "the only message of {name} could not be read",
            other: "none of the {count} messages of {name} could be read")
          let said = words(
            chat.skipped,
            ["count": "\(chat.skipped)", "name": Terminal.name(chat.name)])
          Terminal.printError("luge: \(Terminal.safe(path)): \(said)")
          summary.fail(path, unread: chat)
        }
        if let me { Self.warn(ofUnknown: me, in: archive, report) }
        guard let mediaError else { continue }
        Terminal.printError(
          "luge: "
            + localized(
              "{reason}; the messages are imported, not all media",
              ["reason": Terminal.safe(mediaError.words)])
        )
        summary.fail(path, mediaError)
      }
    }
    if json { try JSONOutput.print(summary) }
    if cancellation.isCancelled { throw ExitCode(130) }
    if !summary.errors.isEmpty { throw ExitCode.failure }
    if summary.isPartial { throw ExitCode(3) }
  }

  private func importOne(
    _ path: String, into archive: String, _ cancellation: ImportCancellation
  ) -> Result<
    (ImportReport, mediaError: ArchiveError?, noteError: ArchiveError?), ImportFailure
  > {
    let base = URL(fileURLWithPath: archive).deletingPathExtension().path
    var input: ImportInput
    var ignored = IgnoredFiles()
    do {
      input = try ImportInput(opening: path, mediaFolder: noMedia ? nil : "\(base).media") {
        ignored = $0
      }
      let number = Self.zipNumber(of: input, in: archive)
      if input.media != nil, number > 1 {
        input = try ImportInput(opening: path, mediaFolder: "\(base).\(number).media")
      }
    } catch {
      return .failure(ImportFailure(error: error, canBePartial: false, ignored: ignored))
    }
    input.mediaLimit = mediaLimit?.bytes
    let options = ImportOptions(
      keepsPartialInput: partial, ownName: me, messagesPerCommit: commitEvery)
    let importer = ArchiveImporter(into: archive, options: options, cancellation: cancellation)
    let progress = ProgressLine(path: path, isShown: !quiet && !json)
    let skips = SkipList(limit: verbose ? .max : quiet || json ? 0 : 20, progress: progress)
    importer.onProgress = progress.show
    importer.onSkip = skips.add
    defer {
      progress.clear()
      skips.finish()
    }
    do {
      let (report, mediaError) = try importer.runWithMedia(input)
      return .success((report, mediaError, Self.allowMedia(report.mediaRoots, in: archive)))
    } catch {
      return .failure(ImportFailure(error: error, canBePartial: !partial))
    }
  }

  /// Warns if nobody in the export has the user's name.
  private static func warn(ofUnknown name: String, in path: String, _ report: ImportReport) {
    guard !report.conversations.isEmpty, let archive = try? Archive(opening: path),
      (try? archive.people(named: name))?.isEmpty == true
    else { return }
    Terminal.printError(
      "luge: --me: "
        + localized(
          "nobody in {archive} is called {name}",
          ["archive": Terminal.safe(path), "name": Terminal.name(name)]))
  }

  /// Returns the number of a zip, from 1, among those imported into an archive: each has a media
  /// folder of its own, because two exports may use the same file names. A zip whose size has
  /// changed counts as another one.
  private static func zipNumber(of input: ImportInput, in archive: String) -> Int {
    guard input.media != nil, let runs = try? Archive(opening: archive).imports() else { return 1 }
    struct Export: Hashable {
      var path: String
      var size: Int64?
    }
    let this = Export(
      path: URL(fileURLWithPath: input.path).standardizedFileURL.path, size: input.size)
    var zips: [Export] = []
    for run in runs
    where run.path.lowercased().hasSuffix((this.path as NSString).pathExtension.lowercased()) {
      let export = Export(path: run.path, size: run.size)
      if !zips.contains(export) { zips.append(export) }
    }
    return (zips.firstIndex(of: this) ?? zips.count) + 1
  }

  /// Stores that an archive may read these folders. If that fails, everything except the pictures
  /// is shown.
  ///
  /// - Returns: the error, which was printed, if that failed.
  static func allowMedia(_ folders: Set<String>, in archive: String) -> ArchiveError? {
    do {
      try MediaPermissions.ofUser.allow(folders, inArchive: archive)
      return nil
    } catch {
      // Without media, nothing is missing.
      guard (try? Archive(opening: archive).hasMedia()) ?? true else { return nil }
      Terminal.printError(
        "luge: "
          + localized(
            "{reason}; so {archive} is complete, but does not show its pictures. Mend that folder, or name another one in XDG_DATA_HOME, and run the same command again",
            ["reason": Terminal.safe(error.plain.words), "archive": Terminal.safe(archive)]))
      return error
    }
  }

  private func show(_ report: ImportReport) throws {
    for conversation in report.conversations {
      var parts = [localized("{count} added", ["count": "\(conversation.added)"])]
      if conversation.updated > 0 {
        parts.append(localized("{count} updated", ["count": "\(conversation.updated)"]))
      }
      if conversation.unchanged > 0 {
        parts.append(localized("{count} already there", ["count": "\(conversation.unchanged)"]))
      }
      try Terminal.print("\(Terminal.name(conversation.name)): \(parts.joined(separator: ", "))")
    }
    if report.completedInterrupted {
      try Terminal.print(localized("An interrupted import was completed."))
    }
    for note in report.notes.prefix(verbose ? .max : 3) {
      Terminal.printError(
        "luge: \(Terminal.safe("\(note.file): \(note.placeWords): \(note.reasonWords)"))")
    }
    if report.noteCount > 3, !verbose {
      Terminal.printError(
        "luge: "
          + Terminal.count(
            report.noteCount - 3,
            localizedPlural(
              one: "… and {count} more note (--verbose lists them)",
              other: "… and {count} more notes (--verbose lists them)")))
    }
    showPassedOver(report)
    if let error = report.inputError {
      Terminal.printError("luge: \(Terminal.safe(error.words))")
    }
  }

  private func showPassedOver(_ report: ImportReport) {
    for group in PassedOverGroup.groups(report.passedOver) {
      Terminal.printError("luge: \(Terminal.safe("\(report.path): \(group.text)"))")
      for path in group.paths where verbose { Terminal.printError("  \(Terminal.safe(path))") }
    }
  }

  /// Prints a warning, even with `--quiet`: the user may believe that these files are chats.
  private func showMostlyIgnored(_ report: ImportReport) {
    let doubtful = report.passedOver.filter(\.isDoubtful)
    let some = doubtful.prefix(3).map { ($0.path as NSString).lastPathComponent }
      .joined(separator: ", ")
    let text =
      "\(report.path): of \(report.chatFiles + doubtful.count) text files only "
      + "\(report.chatFiles) \(report.chatFiles == 1 ? "is a chat" : "are chats"); not read: \(some)… "
      + "(luge import --explain says why)"
    Terminal.printError("luge: \(Terminal.safe(text))")
  }

  private static func defaultArchive(for path: String) -> String {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    return "\(name).luge"
  }
}

/// Files that were not imported for one reason.
private struct PassedOverGroup {
  /// Reason for programs.
  var reason: String
  var paths: [String] = []
  private var format = ""
  private let words: PluralWords

  /// Text for users.
  var text: String { words(paths.count, ["format": format]) }

  /// Groups files in the order of their first ones.
  static func groups(_ files: [PassedOverFile]) -> [PassedOverGroup] {
    var groups: [PassedOverGroup] = []
    var places: [PassedOverFile.Reason: Int] = [:]
    for file in files {
      let place = places[file.reason] ?? groups.count
      if place == groups.count {
        places[file.reason] = place
        groups.append(PassedOverGroup(file.reason))
      }
      groups[place].paths.append(file.path)
    }
    return groups
  }

  private init(_ reason: PassedOverFile.Reason) {
    switch reason {
    case .unknown:
      self.reason = "text of no known format"
      words = localizedPlural(
        one: "{count} other text file is no chat", other: "{count} other text files are no chats")
    case .unsure(let format):
      self.reason = "too little of \(format) for a file that nobody named"
      words = localizedPlural(
        one: "{count} file may be of {format}, and was left out: import it by itself",
        other: "{count} files may be of {format}, and were left out: import them by themselves")
      self.format = format
    case .attachment(let format):
      self.reason = "an attachment of a chat that looks like \(format)"
      words = localizedPlural(
        one: "{count} attachment looks like {format}, and was left out: import it by itself",
        other:
          "{count} attachments look like {format}, and were left out: import them by themselves")
      self.format = format
    case .noChatInside:
      self.reason = "a zip without a chat"
      words = localizedPlural(
        one: "{count} zip has no chat in it", other: "{count} zips have no chat in them")
    case .packed:
      self.reason = "a zip within a zip"
      words = localizedPlural(
        one: "{count} zip within the zip was not read: unpack it, and import it by itself",
        other:
          "{count} zips within the zip were not read: unpack them, and import them by themselves")
    case .unnamed:
      self.reason = "the name is not UTF-8"
      words = localizedPlural(
        one: "{count} file has a name that is not UTF-8, and was left out; rename it",
        other: "{count} files have names that are not UTF-8, and were left out; rename them")
    case .link:
      self.reason = "a link, which is not followed"
      words = localizedPlural(
        one: "{count} link is not followed; import what it leads to by itself",
        other: "{count} links are not followed; import what they lead to by themselves")
    case .empty:
      self.reason = "the file is empty"
      words = localizedPlural(one: "{count} file is empty", other: "{count} files are empty")
    case .sameExport(let file):
      self.reason = "tells what \(file) tells"
      words = localizedPlural(
        one: "{count} page tells what {format} tells, which has more, and was left out",
        other: "{count} pages tell what {format} tells, which has more, and were left out")
      self.format = file
    }
  }
}

/// Reason why an input was not imported.
private struct ImportFailure: Error, CustomStringConvertible {
  let error: ArchiveError
  /// Whether it failed while its messages were read, so that the earlier ones could be kept.
  let canBePartial: Bool
  /// The files that it has, if none of them is a chat.
  var ignored = IgnoredFiles()

  var description: String {
    switch error {
    case .truncated, .malformed, .tooLarge:
      let problem = ["reason": error.words]
      return canBePartial
        ? localized(
          "{reason}; nothing was imported (--partial keeps the messages that are complete)", problem
        )
        : localized("{reason}; nothing was imported", problem)
    default: return Terminal.words(of: error)
    }
  }
}

/// Output of `luge import --json`.
struct ImportSummary: Encodable {
  struct Conversation: Encodable {
    var name: String
    var key: String
    var added: Int
    var updated: Int
    var unchanged: Int
  }
  struct Skip: Encodable {
    var file: String
    var place: String
    var reason: String
  }
  /// Files that were not imported.
  struct Ignored: Encodable {
    var reason: String
    var count: Int
    /// The first files.
    var files: [String]
  }
  struct Failure: Encodable {
    var path: String
    var reason: String
  }

  var archive: String
  var added = 0
  var updated = 0
  var unchanged = 0
  var skippedCount = 0
  var repairedCount = 0
  /// Number of files and folders of the exports that could not be read; ``errors`` has the reasons.
  var unreadableCount = 0
  /// Number of files of the exports that are not chats, text or not.
  var ignoredCount = 0
  var ignored: [Ignored] = []
  /// Whether most text files of an export belong to no chat.
  var isMostlyIgnored = false
  var conversations: [Conversation] = []
  var skipped: [Skip] = []
  var errors: [Failure] = []
  var isPartial = false
  var durationMs = 0.0
  var inputMb = 0.0
  var messagesPerS = 0.0

  init(archive: String) { self.archive = archive }

  mutating func add(_ report: ImportReport) {
    added += report.added
    updated += report.updated
    unchanged += report.unchanged
    skippedCount += report.skippedCount
    repairedCount += report.noteCount
    conversations += report.conversations.map {
      Conversation(
        name: $0.name, key: $0.key, added: $0.added, updated: $0.updated, unchanged: $0.unchanged)
    }
    skipped += report.skipped.map { Skip(file: $0.file, place: $0.place, reason: $0.reason) }
    ignore(report.passedOver, otherFiles: report.otherFiles)
    if report.isMostlyIgnored { isMostlyIgnored = true }
    unreadableCount += report.unreadable.count
    errors += report.unreadable.map { Failure(path: $0.file, reason: $0.reason) }
    if report.inputError != nil { isPartial = true }
    durationMs += (report.seconds * 10_000).rounded() / 10
    inputMb += (Double(report.bytesRead) / 1e4).rounded() / 100
    let all = Double(added + updated + unchanged)
    messagesPerS = durationMs > 0 ? (all / durationMs * 1000).rounded() : 0
  }

  mutating func ignore(_ passedOver: [PassedOverFile], otherFiles: Int) {
    let kinds =
      PassedOverGroup.groups(passedOver).map { ($0.reason, $0.paths.count, $0.paths) }
      + [("no text: pictures, films, documents", otherFiles, [])]
    for (reason, count, files) in kinds where count > 0 {
      ignoredCount += count
      let index = ignored.firstIndex { $0.reason == reason } ?? ignored.count
      if index == ignored.count { ignored.append(Ignored(reason: reason, count: 0, files: [])) }
      ignored[index].count += count
      ignored[index].files += files.prefix(max(0, 100 - ignored[index].files.count))
    }
  }

  /// Records that no message of a chat could be read.
  mutating func fail(_ path: String, unread chat: ImportReport.Conversation) {
    errors.append(
      Failure(
        path: path, reason: "\(chat.name): none of its \(chat.skipped) messages could be read"))
  }

  mutating func fail(_ path: String, _ error: ArchiveError) {
    errors.append(Failure(path: path, reason: error.description))
  }
}
