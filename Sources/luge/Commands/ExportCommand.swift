import ArgumentParser
import Foundation
import LugeApp
import LugeArchive
import LugeCommandLine
import LugeCore
import LugeImporters
import LugeWords

struct ExportCommand: ParsableCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case jsonl, markdown, text, csv, html

    init?(extension name: String) {
      switch name.lowercased() {
      case "jsonl", "ndjson": self = .jsonl
      case "md", "markdown": self = .markdown
      case "txt": self = .text
      case "csv": self = .csv
      case "html", "htm": self = .html
      default: return nil
      }
    }
  }

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
    name: [.long, .customShort("o")], help: ArgumentHelp(localized("The file to write.")),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      localized("jsonl, markdown, text, csv or html. Default: by the output's name, or else jsonl.")
    ))
  var format: Format?

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

  @Flag(help: ArgumentHelp(localized("Write over a file that is there.")))
  var force = false

  @Flag(help: ArgumentHelp(localized("Print nothing but errors.")))
  var quiet = false

  func validate() throws {
    for day in [since, until].compactMap({ $0 }) where Self.day(day) == nil {
      throw ValidationError(
        localized("'{day}' should be a day such as 2024-01-31.", ["day": day]))
    }
  }

  func run() throws {
    try Terminal.run {
      let source = try MediaPermissions.ofUser.open(archive, mediaFolder: nil)
      var selection = ExportSelection()
      selection.conversation = try conversation.map { try source.conversation(named: $0).id }
      selection.person = person
      selection.since = since.flatMap(Self.day)
      selection.until = until.flatMap(Self.day).map { $0 + 86_400 }
      selection.words = search
      let count: Int
      if let output {
        count = try write(source, selection, to: output)
      } else {
        count = try write(source, selection) { try Terminal.write([UInt8]($0)) }
      }
      if !quiet, output != nil {
        Terminal.printError(
          "luge: "
            + Terminal.count(
              count,
              localizedPlural(one: "{count} message written", other: "{count} messages written")))
      }
    }
  }

  private var chosen: Format {
    format ?? output.flatMap { Format(extension: ($0 as NSString).pathExtension) } ?? .jsonl
  }

  /// What is there stays until the new file is complete.
  private func write(_ source: Archive, _ selection: ExportSelection, to path: String) throws -> Int
  {
    try Terminal.checkIsNotOf(archive, path)
    var info = stat()
    let isThere = stat(path, &info) == 0
    // A pipe or a device takes what it is given: nothing of it is lost, and it stays one.
    let isFile = !isThere || info.st_mode & S_IFMT == S_IFREG
    guard force || !isThere || !isFile else {
      throw ArchiveError.notWritable(
        path: path, reason: localized("there is a file of this name; --force writes over it"))
    }
    let target = isFile ? Self.withoutLinks(path) : path
    // Of this process alone: neither what somebody else has there nor another export's is touched.
    let draft = isFile ? "\(target).\(getpid()).part" : path
    let flags = O_WRONLY | O_CLOEXEC | (isFile ? O_CREAT | O_EXCL : 0)
    let descriptor = Foundation.open(draft, flags, 0o666)
    guard descriptor >= 0 else { throw Self.notWritten(path) }
    if isFile, isThere { fchmod(descriptor, info.st_mode & 0o777) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    func put(_ body: () throws -> Void) throws {
      do { try body() } catch CocoaError.fileWriteOutOfSpace {
        throw ArchiveError.diskFull(path: path)
      } catch {
        // Foundation's own words name a domain and a number.
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        throw ArchiveError.notWritable(
          path: path,
          reason: cause.map { String(cString: strerror(Int32(clamping: $0.code))) }
            ?? error.localizedDescription)
      }
    }
    do {
      let count = try write(source, selection) { data in
        try put { try handle.write(contentsOf: data) }
      }
      try put(handle.close)
      guard !isFile || rename(draft, target) == 0 else { throw Self.notWritten(path) }
      return count
    } catch {
      if isFile { unlink(draft) }
      throw error
    }
  }

  private static func notWritten(_ path: String) -> ArchiveError {
    switch errno {
    case ENOSPC, EDQUOT: .diskFull(path: path)
    case let code: .notWritable(path: path, reason: String(cString: strerror(code)))
    }
  }

  private static func withoutLinks(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private func write(
    _ source: Archive, _ selection: ExportSelection, to put: @escaping (Data) throws -> Void
  ) throws -> Int {
    let buffer = OutputBuffer(put)
    let output: ExportOutput = { try buffer.write($0) }
    let writer: any ExportWriting =
      switch chosen {
      case .jsonl: LinesExport(output)
      case .markdown: MarkdownExport(output)
      case .text: PlainTextExport(output)
      case .csv: CSVExport(output)
      case .html: HTMLExport(title: conversation ?? (archive as NSString).lastPathComponent, output)
      }
    let count = try source.export(selection, to: writer)
    try buffer.flush()
    if let page = writer as? HTMLExport, page.leftOut > 0, !quiet {
      Terminal.printError(
        "luge: "
          + Terminal.count(
            page.leftOut,
            localizedPlural(
              one: "{count} picture is too large to be in the page",
              other: "{count} pictures are too large to be in the page"))
      )
    }
    return count
  }

  /// Midnight of a day, as wall clocks without a zone are kept.
  private static func day(_ text: String) -> Int64? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1...9999).contains(parts[0]), (1...12).contains(parts[1]),
      (1...31).contains(parts[2])
    else { return nil }
    return Int64(CivilDate.day(year: parts[0], month: parts[1], day: parts[2])) * 86_400
  }

  /// Writes in pieces of some size.
  private final class OutputBuffer {
    private let put: (Data) throws -> Void
    private var data = Data()

    init(_ put: @escaping (Data) throws -> Void) { self.put = put }

    func write(_ text: String) throws {
      data.append(contentsOf: text.utf8)
      if data.count >= 1 << 18 { try flush() }
    }

    func flush() throws {
      guard !data.isEmpty else { return }
      try put(data)
      data.removeAll(keepingCapacity: true)
    }
  }
}
