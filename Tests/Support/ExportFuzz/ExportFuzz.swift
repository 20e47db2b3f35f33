import Foundation
import Glibc
import LugeArchive
import LugeImporters
import LugeTestSupport

/// Prints a line at once, because a reader may need it before the next step.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

/// Makes inputs, lets child processes read them, and keeps those that end a child.
struct ExportFuzz {
  private let folder: String
  private let seeds: [Seed]
  /// Valid archives, one per seed that could be imported.
  private var archives: [String] = []
  private var mutator: Mutator
  private var runs = 0
  private var outcomes: [String: Int] = [:]
  /// Number of mutations of each export, by its name.
  private var bySeed: [String: Int] = [:]
  private var offences = 0
  private var slowest = 0.0

  /// Number of inputs per child: starting a child takes as long as several inputs.
  private static let batch = 24
  /// Timeout for one input, seconds. It takes a fraction of a second, but a busy machine may need
  /// many times that.
  private static let patience = 60.0

  init(seed: UInt64, folder: String) throws {
    self.folder = folder
    mutator = Mutator(random: SeededGenerator(seed: seed))
    try FileManager.default.createDirectory(
      atPath: folder + "/inputs", withIntermediateDirectories: true)
    seeds = try Seeds.write(to: folder + "/seeds")
    for (index, seed) in seeds.enumerated() {
      let path = "\(folder)/seeds/\(index).luge"
      do throws(ArchiveError) {
        _ = try ArchiveImporter(into: path).run(ImportInput(opening: seed.path))
        archives.append(path)
      } catch {
        say("offence: a seed is not imported: \(error)")
        offences += 1
      }
    }
    let reached = Set(
      seeds.flatMap { (try? ExportOpener().explain(path: $0.path)) ?? [] }
        .filter { $0.fate == .read }.compactMap(\.format))
    for reader in ExportOpener.registry where !reached.contains(reader.formatName) {
      say("offence: no seed is read as \(reader.formatName): add one to FormatSeeds")
      offences += 1
    }
  }

  var report: String {
    let outcomes = outcomes.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    let bySeed = bySeed.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    return """
      {"runs":\(runs),"by_seed":{\(bySeed.joined(separator: ","))},"seeds":\(seeds.count),"outcomes":{\(outcomes.joined(separator: ","))},\
      "slowest_ms":\(Int(slowest * 1000)),"offences":\(offences)}
      """
  }

  /// - Returns: whether all inputs were handled correctly.
  mutating func run(seconds: Double) throws -> Bool {
    let end = Self.now + seconds
    while Self.now < end {
      var inputs = try (0..<Self.batch).map { _ in try input() }
      while !inputs.isEmpty, Self.now < end { try look(at: &inputs) }
      for path in inputs { try? FileManager.default.removeItem(atPath: path) }
    }
    return offences == 0
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: Inputs

  /// - Returns: the path of a new export or archive.
  private mutating func input() throws -> String {
    runs += 1
    if runs % 3 == 0, let archive = archives.randomElement(using: &mutator.random) {
      let path = "\(folder)/inputs/\(runs).luge"
      try FileManager.default.copyItem(atPath: archive, toPath: path)
      try ArchiveMutator.mutate(path, &mutator)
      return path
    }
    let seed = seeds[Int.random(in: seeds.indices, using: &mutator.random)]
    bySeed[String(seed.file.dropFirst(folder.count + "/seeds/".count)), default: 0] += 1
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: seed.file)))
    let mutated = Data(mutator.mutated(bytes))
    let name = (seed.path as NSString).lastPathComponent
    // In a folder of its own, so that its name still indicates the format.
    let path = "\(folder)/inputs/\(runs)/\(name)"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/inputs/\(runs)", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: seed.path, toPath: path)
    try mutated.write(to: URL(filePath: path + seed.file.dropFirst(seed.path.count)))
    return path
  }

  private func remove(_ path: String) {
    let own = path.hasSuffix(".luge") ? path : (path as NSString).deletingLastPathComponent
    try? FileManager.default.removeItem(atPath: own)
  }

  // MARK: Children

  /// Lets a child read inputs until none are left or it ends.
  private mutating func look(at inputs: inout [String]) throws {
    let zone = Bool.random(using: &mutator.random) ? "Asia/Tokyo" : "America/St_Johns"
    let child = try LookingChild(zone: zone)
    defer { child.stop() }
    while let path = inputs.first {
      let start = Self.now
      let answer = child.look(at: path, seconds: Self.patience)
      slowest = max(slowest, Self.now - start)
      inputs.removeFirst()
      switch answer {
      case .done(let outcome):
        outcomes[outcome, default: 0] += 1
        if path.hasSuffix(".luge") { try info(path, zone: zone) }
        if FileManager.default.fileExists(atPath: path) { remove(path) }
      case .ended(let status):
        keep(path, "ended with \(status) (TZ=\(zone))", child.errors)
        return
      case .silent:
        keep(path, "took more than \(Int(Self.patience)) s (TZ=\(zone))", "")
        return
      }
    }
  }

  /// Runs the program `luge` beside this one.
  private mutating func info(_ path: String, zone: String) throws {
    let program = LookingChild.folder.appending(path: "luge")
    guard runs % 4 == 0, FileManager.default.isExecutableFile(atPath: program.path) else { return }
    let process = Process()
    process.executableURL = program
    process.arguments = ["info", "--json", path]
    process.environment = ProcessInfo.processInfo.environment.merging(["TZ": zone]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationReason == .uncaughtSignal {
      keep(path, "luge info ended with \(process.terminationStatus)", "")
    }
  }

  private mutating func keep(_ path: String, _ words: String, _ errors: String) {
    offences += 1
    say("offence: \(path): \(words)")
    if !errors.isEmpty { say(errors) }
    let kept = folder + "/kept"
    try? FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    let own = path.hasSuffix(".luge") ? path : (path as NSString).deletingLastPathComponent
    let name = (own as NSString).lastPathComponent
    try? FileManager.default.moveItem(atPath: own, toPath: "\(kept)/\(name)")
    say("kept: \(kept)/\(name); again: luge-fuzz --look PATH")
  }
}
