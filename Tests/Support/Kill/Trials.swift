import Foundation
import LugeApp
import LugeArchive
import LugeTestSupport

/// Kills programs or lets them race, each time in a folder of its own, and compares the result with
/// undisturbed imports.
final class Trials {
  let programs: Programs
  let folder: TemporaryFolder
  let exports: Exports
  private var random: SeededGenerator
  private var expected: [Kind: Expected] = [:]
  private var number = 0
  private(set) var kills = 0
  private(set) var tooLate = 0
  private(set) var problems: [String] = []
  /// Number of findings right after kills, by kind.
  private(set) var found: [String: Int] = [:]

  private struct Expected {
    var before: [String]
    var after: [String]
    var media: [String]
    /// Duration of an import, in seconds and in calls that change files.
    var seconds = 0.0
    var steps = 0
    var windowSeconds = 0.0
    var windowSteps = 0
  }

  init(_ programs: Programs, seed: UInt64) throws {
    self.programs = programs
    random = SeededGenerator(seed: seed)
    folder = try TemporaryFolder()
    exports = try Exports(in: folder.path)
    for kind in Kind.allCases { expected[kind] = try undisturbed(kind) }
  }

  // MARK: - One place

  /// A folder with an archive at the path where the window looks for it, too.
  private struct Place {
    var folder: String
    var archive: String
    var media: String

    var environment: [String: String] {
      ["XDG_CACHE_HOME": "\(folder)/cache", "XDG_CONFIG_HOME": "\(folder)/config"]
    }
    var cache: String { "\(folder)/cache/luge/archives" }
  }

  private func place(_ kind: Kind) throws -> Place {
    number += 1
    let folder = "\(folder.path)/\(number)"
    var place = Place(folder: folder, archive: "", media: "")
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    place.archive = try ArchiveLocator.cachedArchive(
      forExport: exports.path(kind), cache: place.cache)
    place.media = "\(place.archive).media"
    if kind == .newer {
      let import1 = try Child(
        programs.luge, ["import", exports.older, "--into", place.archive, "--quiet"])
      guard import1.wait(seconds: 120) == 0 else { throw Trouble("the older import failed") }
    }
    return place
  }

  private func importer(
    _ kind: Kind, _ place: Place, _ environment: [String: String] = [:], log: String = "import"
  ) throws -> Child {
    // The media folder is named after the archive without its extension; the window's includes it.
    try Child(
      programs.luge,
      ["import", exports.path(kind), "--into", place.archive, "--quiet", "--commit-every", "100"],
      environment, errors: "\(place.folder)/\(log).log")
  }

  private func window(
    _ kind: Kind, _ place: Place, _ environment: [String: String] = [:], log: String = "window"
  ) throws -> Child {
    try Child(
      programs.luge, ["open", exports.path(kind), "--startup-times"],
      programs.display.merging(place.environment) { $1 }.merging(environment) { $1 }.merging([
        "SWIFT_BACKTRACE": "enable=yes,color=no,threads=all,limit=40,interactive=no"
      ]) { $1 },
      errors: "\(place.folder)/\(log).log")
  }

  private func steps(_ place: Place, kill: Int? = nil, count: String? = nil) -> [String: String] {
    var result = ["LD_PRELOAD": programs.steps, "LUGE_STEP_FOLDER": place.folder]
    if let kill { result["LUGE_STEP_KILL"] = "\(kill)" }
    if let count { result["LUGE_STEP_COUNT"] = count }
    return result
  }

  private static func count(_ file: String) -> Int {
    (try? Data(contentsOf: URL(filePath: file))).map { data in
      data.reversed().reduce(0) { $0 << 8 | Int($1) }
    } ?? 0
  }

  /// Whether a window shows messages now.
  private func shows(_ window: Child) -> Bool { window.words.contains(" ms  main") }

  private func undisturbed(_ kind: Kind) throws -> Expected {
    let place = try place(kind)
    var result = Expected(
      before: kind == .newer ? try content(place.archive) : [], after: [], media: [])
    let start = ContinuousClock.now
    let first = try importer(kind, place, steps(place, count: "\(place.folder)/count"))
    guard first.wait(seconds: 120) == 0 else { throw Trouble("an import failed: \(first.words)") }
    result.seconds = start.duration(to: .now) / .seconds(1)
    result.steps = Self.count("\(place.folder)/count")
    result.after = try content(place.archive)
    guard result.after.count > 100, result.steps > 20 else { throw Trouble("nothing was imported") }
    guard !programs.display.isEmpty else { return result }

    let other = try self.place(kind)
    let begin = ContinuousClock.now
    let window = try window(kind, other, steps(other, count: "\(other.folder)/count"))
    guard wait(60, until: { shows(window) }) else { throw Trouble("no window: \(window.words)") }
    // A known export shows the archive while it is imported again.
    _ = wait(60) { (try? content(other.archive)) == result.after }
    result.windowSeconds = begin.duration(to: .now) / .seconds(1)
    window.send(SIGTERM)
    guard window.wait(seconds: 30) == 0 else { throw Trouble("a window did not close") }
    result.windowSteps = Self.count("\(other.folder)/count")
    result.media = files(other.media, withSizes: true)
    guard try content(other.archive) == result.after else { throw Trouble("window ≠ import") }
    guard kind != .zip || result.media.count == 24 else { throw Trouble("media: \(result.media)") }
    try FileManager.default.removeItem(atPath: other.folder)
    return result
  }

  // MARK: - Kills

  /// Kills an import, a window or both at a random moment or a random step.
  func kill(_ victim: Victim) throws {
    // The window and the command have different media folders.
    let kinds: [Kind] = victim == .both ? [.new, .newer] : Kind.allCases
    let kind = kinds.randomElement(using: &random) ?? .new
    guard let known = expected[kind] else { return }
    let place = try place(kind)
    let isStep = Bool.random(using: &random)
    let isWindow = victim == .window || victim == .both && Bool.random(using: &random)
    let limit = isWindow ? known.windowSteps : known.steps
    let environment =
      isStep ? steps(place, kill: Int.random(in: 1...max(1, limit), using: &random)) : [:]
    let seconds = (isWindow ? known.windowSeconds : known.seconds) * 1.2
    var moment = Double.random(in: 0...seconds, using: &random)

    var other: Child?
    if victim == .both {
      other = try isWindow ? importer(kind, place, log: "other") : window(kind, place, log: "other")
      usleep(UInt32.random(in: 0...UInt32(seconds * 1e6), using: &random))
    }
    let child =
      try isWindow
      ? window(kind, place, environment) : importer(kind, place, environment)
    if isStep {
      if isWindow {
        _ = wait(30) { shows(child) || !child.isRunning }
        child.send(SIGTERM)
      }
      child.wait(seconds: 30)
    } else {
      // In half of the cases, while it closes.
      if isWindow, Bool.random(using: &random) {
        _ = wait(30) { shows(child) || !child.isRunning }
        child.send(SIGTERM)
        moment = Double.random(in: 0...0.3, using: &random)
      }
      child.wait(seconds: moment)
    }
    child.kill()
    if child.wasKilled { kills += 1 } else { tooLate += 1 }
    if let other {
      // The other one is killed as well, or finishes its work.
      if Bool.random(using: &random) {
        usleep(UInt32.random(in: 0...200_000, using: &random))
        other.kill()
      } else if victim == .both, isWindow {
        if other.wait(seconds: 60) == nil { problem(place, "an import hangs") }
      } else {
        if !wait(60, until: { shows(other) }) { problem(place, "a window shows nothing") }
        other.send(SIGTERM)
        if other.wait(seconds: 30) == nil {
          problem(place, "a window does not close:\n\(other.explain())")
        }
      }
      other.kill()
    }
    if Bool.random(using: &random) { look(place, known) }
    try complete(kind, place, known, inWindow: victim != .importer && Bool.random(using: &random))
  }

  /// Reads the archive right after a kill: its content must be that before or after the import.
  private func look(_ place: Place, _ known: Expected) {
    do {
      let content = try content(place.archive)
      let state = content == known.after ? "all" : content == known.before ? "none of it" : "?"
      found["read: \(state)", default: 0] += 1
      if state == "?" { problem(place, "half an import is seen: \(content.first ?? "")") }
    } catch ArchiveError.notFound {
      found["read: no file", default: 0] += 1
      if !known.before.isEmpty { problem(place, "the archive is gone") }
    } catch {
      problem(place, "reading: \(error)")
    }
  }

  /// Does what a user would do next, which must succeed as if nothing had happened.
  private func complete(_ kind: Kind, _ place: Place, _ known: Expected, inWindow: Bool) throws {
    if inWindow {
      let window = try window(kind, place, log: "again")
      if !wait(60, until: { shows(window) }) { problem(place, "the next window shows nothing") }
      // It shows the archive while it continues to read.
      _ = wait(20) {
        (try? content(place.archive)) == known.after
          && files(place.media, withSizes: true) == known.media
      }
      window.send(SIGTERM)
      // It may get the signal before it handles it.
      let status = window.wait(seconds: 30)
      if status == nil {
        problem(place, "the next window does not end:\n\(window.explain())")
      } else if status != 0, status != -SIGTERM {
        problem(place, "the next window ended with \(status ?? 0): \(window.words)")
      }
      // After a kill nobody holds it; the next import removes the file.
      if let lock = try? FileLock("\(place.archive)-lock") { withExtendedLifetime(lock) {} }
      let media = files(place.media, withSizes: true)
      if media != known.media { problem(place, "media: \(media.count) of \(known.media.count)") }
    } else {
      let again = try importer(kind, place, log: "again")
      if again.wait(seconds: 120) != 0 { problem(place, "the next import: \(again.words)") }
    }
    verify(place, known)
  }

  private func verify(_ place: Place, _ known: Expected) {
    let before = problems.count
    do {
      if try content(place.archive) != known.after { problem(place, "other content") }
      for words in try damage(place.archive) { problem(place, words) }
    } catch { problem(place, "\(error)") }
    let name = (place.archive as NSString).lastPathComponent
    let stem = (name as NSString).deletingPathExtension
    let left = files(place.cache).filter {
      $0 != name && !$0.hasPrefix("\(name).media/") && !$0.hasPrefix("\(stem).media/")
        && !isSpent(journal: "\(place.cache)/\($0)")
    }
    if !left.isEmpty { problem(place, "left behind: \(left)") }
    if problems.count == before { try? FileManager.default.removeItem(atPath: place.folder) }
  }

  /// Whether a journal begins with a zero byte: SQLite ignores it, and the next writer replaces it.
  private func isSpent(journal path: String) -> Bool {
    path.hasSuffix("-journal")
      && (try? FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 1)) == Data([0])
  }

  private func problem(_ place: Place, _ words: String) {
    problems.append("\((place.folder as NSString).lastPathComponent): \(words)")
    say("PROBLEM \(problems.last ?? "")")
  }

  // MARK: - Races

  /// Runs two imports into one new archive: one succeeds, the other one names the process of the
  /// first.
  func raceImports() throws {
    let kind: Kind = Bool.random(using: &random) ? .new : .zip
    guard let known = expected[kind] else { return }
    let place = try place(kind)
    let first = try importer(kind, place, log: "first")
    if Bool.random(using: &random) { usleep(UInt32.random(in: 0...150_000, using: &random)) }
    let second = try importer(kind, place, log: "second")
    let codes = [first, second].map { $0.wait(seconds: 120) }
    for (child, other) in [(first, second), (second, first)] where child.status != 0 {
      let says = "(process \(other.process)) is writing it"
      found[
        child.words.contains(says) ? "turned away with the number" : "turned away", default: 0] += 1
      if !child.words.contains("is writing it") {
        problem(place, "turned away with: \(child.words)")
      }
    }
    if !codes.contains(0) { problem(place, "nobody imported: \(codes)") }
    if codes == [0, 0] { found["both in turn", default: 0] += 1 }
    verify(place, known)
  }

  /// Runs two windows on one export that was not imported yet: both must show it. They show it
  /// while they read it, and in half of the cases are closed before they have read all.
  func raceWindows() throws {
    let kind = Kind.allCases.randomElement(using: &random) ?? .new
    guard let known = expected[kind] else { return }
    let place = try place(kind)
    let windows = try ["first", "second"].map { log in
      if log == "second", Bool.random(using: &random) {
        usleep(UInt32.random(in: 0...300_000, using: &random))
      }
      return try window(kind, place, log: log)
    }
    for window in windows where !wait(90, until: { shows(window) }) {
      problem(place, "a window shows nothing")
    }
    let isWhole = Bool.random(using: &random)
    if isWhole {
      _ = wait(60) {
        (try? content(place.archive)) == known.after
          && files(place.media, withSizes: true) == known.media
      }
    }
    for window in windows.shuffled(using: &random) {
      window.send(SIGTERM)
      if Bool.random(using: &random) { window.wait(seconds: 30) }
    }
    for window in windows where ![0, -SIGTERM].contains(window.wait(seconds: 30)) {
      let words = window.status == nil ? window.explain() : window.words
      problem(place, "a window ended with \(window.status ?? 0): \(words)")
    }
    guard isWhole else {
      return try complete(kind, place, known, inWindow: Bool.random(using: &random))
    }
    if files(place.media, withSizes: true) != known.media { problem(place, "not all media") }
    verify(place, known)
  }
}

enum Victim: String, CaseIterable {
  case importer = "import"
  case window
  case both
}

/// Paths of the programs.
struct Programs {
  var luge: String
  /// The library that kills a program at a step.
  var steps: String
  /// Environment variables of the display; empty without one.
  var display: [String: String]
}
