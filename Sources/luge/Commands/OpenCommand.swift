import ArgumentParser
import Foundation
import LugeApp
import LugeArchive
import LugeCommandLine
import LugeEngine
import LugeQt
import LugeWords

struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: localized("Show an archive or an export in a window."),
    discussion: localized(
      """
      An export of chats or of a timeline (of Telegram, WhatsApp, Signal, Discord, Slack, Mastodon and \
      others) is first imported into an archive in your cache folder; opening it again adds only what \
      is new. Without PATH the welcome page opens: recent archives, a sample, or a file that you open \
      or drop.
      """))

  @Argument(
    help: ArgumentHelp(
      localized("Archive or export; several exports are imported into one archive."),
      valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Size of the window in points, each from 1 to 20000."), valueName: "WxH"))
  var size: PointSize?

  @Option(
    help: ArgumentHelp(
      localized(
        """
        Where the archive's pictures are, from now on. Default: where they were when you imported it; of an \
        archive that somebody gave you, none are shown until you name a folder.
        """), valueName: "folder"),
    completion: .directory)
  var media: String?

  @Option(
    help: ArgumentHelp(
      localized(
        "Your name in the chats, if the archive does not know it; it is stored in the archive."),
      valueName: "name"))
  var me: String?

  @Option(
    help: ArgumentHelp(
      localized("Write frame figures to this file, as JSON, when the window closes."),
      valueName: "file"),
    completion: .file())
  var report: String?

  @Option(
    help: ArgumentHelp(
      localized(
        "Write how the conversation shown last was scrolled, sized and changed to this file, for "
          + "\"luge lab replay\"; nothing of its messages is in it."), valueName: "file"),
    completion: .file(extensions: ["json"]))
  var recordTrace: String?

  @Flag(
    help: ArgumentHelp(
      localized("Write to standard error what happened when, from the start to the first messages.")
    ))
  var startupTimes = false

  /// Checks in advance that the files can be written, because they are written when the window
  /// closes.
  func validate() throws {
    for (path, beginning) in [(report, "{\"blank_px\""), (recordTrace, "{\"events\"")] {
      guard let path else { continue }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
        throw ValidationError(localized("{name}: it is a folder", ["name": Terminal.safe(path)]))
      }
      guard FileManager.default.isWritableFile(atPath: folder) else {
        throw ValidationError(
          localized("{name}: cannot be written", ["name": Terminal.safe(path)]))
      }
      guard Self.mayReplace(path, beginning) else {
        throw ValidationError(
          localized(
            "{name}: there is another file of this name, which was not written by this option",
            ["name": Terminal.safe(path)]))
      }
      do throws(ArchiveError) {
        for archive in paths { try Terminal.checkIsNotOf(archive, path) }
        try ArchiveFile.checkBelongsToNone(path)
      } catch {
        throw ValidationError(Terminal.words(of: error))
      }
    }
  }

  /// Whether a file is missing, is empty, or begins with a text, ignoring spaces.
  private static func mayReplace(_ path: String, _ beginning: String) -> Bool {
    guard let head = Terminal.beginning(of: path, count: 64) else { return true }
    return String(decoding: head, as: UTF8.self).filter { !$0.isWhitespace }.hasPrefix(beginning)
  }

  func run() throws {
    if startupTimes { StartupTimes.begin() }
    for path in paths {
      guard !path.isEmpty else {
        Terminal.printError("luge: " + localized("'': no file is named"))
        throw ExitCode.failure
      }
      guard FileManager.default.fileExists(atPath: path) else {
        Terminal.printError(
          "luge: " + localized("{name}: no such file or folder", ["name": Terminal.safe(path)]))
        throw ExitCode.failure
      }
    }
    if let media { try choose(media) }
    // While this process connects to the window system, one thread opens the archive and another
    // creates the first lane's tools.
    let only = paths.count == 1 ? paths[0] : nil
    let ahead = StartAhead.take(only) ?? only.map { StartAhead(path: $0) }
    var options = ViewerController.Options(
      opening: ahead?.opening, warmup: ahead?.warmup ?? Launch.warmup(),
      size: size.map { ($0.width, $0.height) }, reportPath: report)
    options.ownName = me
    if only == nil { options.exports = paths }
    options.makeSample = { try Sample.make() }
    options.accounts = Accounts.windowBook
    if startupTimes {
      options.onFirstFrame = {
        for line in StartupTimes.lines(StartupTimes.end()) { Terminal.printError(line) }
      }
    }
    // `main` is synchronous and still on the main thread, where the main actor runs.
    let code = try MainActor.assumeIsolated { () throws -> Int32 in
      let recording = recordTrace.map(TraceRecording.init)
      if let recording { options.onList = { recording.begin($0) } }
      do {
        let application = try Application(
          .init(name: "luge", displayName: "Luge", version: LugeVersion.text))
        let viewer = try ViewerController(application, options: options)
        viewer.show()
        let signals = TerminationSignals { [weak viewer] in viewer?.close() }
        let code = withExtendedLifetime((viewer, signals)) { application.run() }
        try recording?.write()
        return code == 0 && viewer.reportIsMissing ? 1 : code
      } catch let error as QtError {
        Terminal.printError("luge: \(error)")
        if error == .noDisplay {
          Terminal.printError(
            "luge: "
              + localized(
                "to make a picture without a display: luge render ARCHIVE -o FILE.png"))
        }
        throw ExitCode.failure
      }
    }
    // Lanes may still be drawing: `exit` would unload the libraries that they use. Everything to be
    // stored has been written.
    fflush(nil)
    _exit(code)
  }
}

extension OpenCommand {
  /// Stores the folder as that of the archive's pictures.
  private func choose(_ folder: String) throws {
    try MediaFolder.check(folder)
    guard paths.count == 1, let path = paths.first, ArchiveLocator.isArchive(path) else {
      Terminal.printError(
        "luge: --media: " + localized("works only with an archive (.luge)"))
      throw ExitCode.failure
    }
    try Terminal.run { try MediaPermissions.ofUser.choose(folder, forArchive: path) }
  }
}
