import ArgumentParser
import Foundation
import LugeApp
import LugeCommandLine
import LugeQt

struct DriveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive",
    abstract: "Scroll a chat by script in a window and print what was measured.",
    discussion: """
      DATA is a JSON array of {messageId, direction, message, mediaItems, author, date}; `luge \
      generate --format drive` makes one. Workloads: W1 animated steps as in the study (docs/LAB.md), W2 2,000 px/s, \
      W3 20,000 px/s, W4 back and forth, W5 changes of width, W6 a stress test of insertions. \
      Lines on standard output: @FIRST, @MEM, @BEGIN, @END, @DATA with JSON, @DONE; @FAIL with the \
      reason. They are for a program that measures; `luge lab scroll --archive` and `luge lab peers` explain \
      the results.
      """)

  @Argument(help: "The messages.", completion: .file()) var data: String
  @Argument(help: "Folder of the media files.", completion: .directory) var media: String
  @Argument(help: "Workloads, such as W1,W2; \"\" for none.") var workloads: String = ""
  @Option(name: .customLong("win"), help: "Width of the window in points.") var width = 400

  @Option(
    help: ArgumentHelp(
      "Write what was done to the list to this file, for \"luge lab replay\".", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var recordTrace: String?

  func validate() throws {
    try LabRun.check("--win", width, in: 200...8000)
  }

  func run() throws {
    if !FileManager.default.fileExists(atPath: media) {
      Terminal.printError(
        "luge-lab: \(Terminal.safe(media)): no such folder; pictures stay placeholders")
    }
    let warmup = Launch.warmup()
    let code = try MainActor.assumeIsolated { () throws -> Int32 in
      do {
        let application = try Application(
          .init(name: "luge", displayName: "Luge", version: LugeVersion.text))
        let session = try DriveSession(
          application, data: data, mediaFolder: media, workloads: workloads, width: width,
          warmup: warmup)
        let recording = recordTrace.map(TraceRecording.init)
        recording?.begin(session.engine)
        session.show()
        let code = withExtendedLifetime(session) { application.run() }
        try recording?.write()
        return code
      } catch {
        print("@FAIL \(error)")
        Terminal.printError("luge-lab: \(error)")
        throw ExitCode.failure
      }
    }
    if code != 0 { throw ExitCode(code) }
  }
}
