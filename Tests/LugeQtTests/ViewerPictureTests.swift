import Foundation
import LugeArchive
import Testing

/// Pictures of the window that come late; a helper that does as it is told
/// stands between the window and the decoder.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct ViewerPictureTests {
  private let display: Display
  private let export: PictureExport

  init() throws {
    display = try Display()
    export = try PictureExport()
  }

  /// The window with a decoder that a script stands before.
  private func open(decoder script: String? = nil) throws -> ViewerProbe {
    var environment = export.environment
    if let script {
      let path = export.folder.appendingPathComponent("decoder-\(UUID().uuidString)").path
      let decoder = try #require(Tools.besideTests("luge-decode"))
      try Data("#!/bin/sh\n\(script)\nexec \"\(decoder)\" \"$@\"\n".utf8).write(
        to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      environment["LUGE_DECODE"] = path
    }
    let probe = try ViewerProbe(
      display.probe("viewer", export.path, environment: environment))
    _ = try probe.state {
      $0["conversation"] == "Anna" && $0["settled"] == "true"
        && (Int($0["height"] ?? "") ?? 0) > 1000
    }
    try display.focus("Luge")
    return probe
  }

  private static let blue: UInt32 = 0x2060C0

  /// Whether the middle of the window is as blue as the portrait picture, or nearly.
  private func isBlue() throws -> Bool {
    let pixel = try display.pixels(width: 640, height: 600)[330 * 640 + 320]
    return [16, 8, 0].allSatisfy {
      abs(Int(pixel >> $0 & 0xFF) - Int(Self.blue >> $0 & 0xFF)) < 24
    }
  }

  /// Whether an archive of the export knows what a picture looks like.
  private func isNoted(_ picture: String) -> Bool {
    let cache = URL(fileURLWithPath: export.environment["XDG_CACHE_HOME"] ?? "")
    let folder = cache.appendingPathComponent("luge/archives").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { name in
      guard name.hasSuffix(".luge"), let archive = try? Archive(opening: "\(folder)/\(name)"),
        let conversations = try? archive.conversations()
      else { return false }
      return conversations.contains {
        let facts = try? archive.pictureFacts(of: [picture], in: $0.id)
        return facts?[picture]?.blurHash != nil
      }
    }
  }

  @Test("What is known of a picture stands in for it until it is decoded")
  func standIn() throws {
    let first = try open()
    // It is decoded in its row, and what it looks like noted, in the background.
    let end = Date(timeIntervalSinceNow: 60)
    while !isNoted("b.png"), Date() < end { Thread.sleep(forTimeInterval: 0.1) }
    #expect(isNoted("b.png"))
    first.stop()
    let late = try open(decoder: "sleep 6")
    try display.act("mousemove 510 250 click 1")
    let waiting = try late.state { $0["picture"] == "1" && $0["preview"] == "yes" }
    #expect(waiting["bitmap"] == "0")
    // The frame that shows it follows the state.
    let shown = Date(timeIntervalSinceNow: 4)
    while try !isBlue(), Date() < shown { Thread.sleep(forTimeInterval: 0.05) }
    #expect(try isBlue())
    _ = try late.state { $0["picture"] == "1" && $0["bitmap"] != "0" }
  }
}

/// The viewer's window under test.
final class ViewerProbe {
  private let program: RunningProgram
  /// Its files are gone when it is.
  private let export: PictureExport?

  init(_ program: RunningProgram, on export: PictureExport? = nil) {
    self.program = program
    self.export = export
  }

  /// The program's window with an export, its first conversation at rest, and the keys in it.
  convenience init(opening export: PictureExport, on display: Display) throws {
    self.init(
      try display.probe("viewer", export.path, environment: export.environment), on: export)
    _ = try state { $0["conversation"] == "Anna" && $0["settled"] == "true" }
    try display.focus("Luge")
  }

  func stop() { program.stop() }

  /// Waits for the program's end, which somebody asked it for.
  func ended() throws -> Int32 { try program.finish() }

  /// The next state at rest that is as wanted, by name.
  func state(where isWanted: ([String: String]) -> Bool) throws -> [String: String] {
    while true {
      var state: [String: String] = [:]
      for word in try program.expect("state ", seconds: 60) {
        let parts = word.split(separator: "=", maxSplits: 1)
        if parts.count == 2 { state[String(parts[0])] = String(parts[1]) }
      }
      if isWanted(state) { return state }
    }
  }
}
