import Foundation
import LugeApp
import LugeArchive

/// Measures the time from the start of the process to the first frame with messages, for archives
/// of several lengths, and that of a bare window of the same toolkit.
public struct OpenLab: Sendable {
  public static let lengths: [(name: String, messages: Int)] = [
    ("500", 500), ("10k", 10_000), ("100k", 100_000), ("1m", 1_000_000),
  ]
  /// All lengths that can be chosen. The longest is measured only if it is named, because making
  /// its archive takes minutes and two gigabytes.
  public static let named = lengths + [("10m", 10_000_000)]
  /// Lengths that are measured.
  public var lengths = Self.lengths
  /// Number of starts of each kind; their median is reported.
  public var repetitions: Int
  /// Limit for the measurement of exact heights: of the archives with at most so many messages, the
  /// longest is opened until all its heights are exact.
  public var exactLimit: Int
  /// Path of the program to start.
  public var program: String
  /// Names of the optimizations that are left out, except in starts of the bare window.
  public var without: [String] = []
  /// Names of all optimizations that can be left out.
  public static let tricks = LaunchTricks.names.map(\.name)

  public init(program: String, repetitions: Int = 5, exactLimit: Int = 100_000) {
    self.program = program
    self.exactLimit = exactLimit
    self.repetitions = max(1, repetitions)
  }

  /// Figures by name: `bare_ms`, `open_500_ms`, `open_500_cold_ms`, `pss_500_mb` and so on.
  public typealias Result = [String: Double]

  /// - Throws: ``LabError`` when a start fails.
  public func run(progress: (String) -> Void = { _ in }) throws -> Result {
    var paths: [String] = []
    for length in lengths {
      paths.append(try LabArchive.path(messages: length.messages, progress: progress))
    }
    // Each archive is first opened once and closed as a user would, which stores its settings. The
    // measured starts then find these, as those of a user do.
    for path in paths { _ = try start(path, ["--closing"]) }
    // Percent of each file that is in the page cache after the attempt to drop it from there.
    var resident: [Double] = []
    let bare = Measured()
    let opened = paths.map { _ in OpenWay.allCases.map { _ in Measured() } }
    _ = try start(nil)
    // In turns, so that other work on the machine affects all kinds of start alike.
    for repetition in 0..<repetitions {
      for (index, path) in paths.enumerated() {
        for way in OpenWay.allCases {
          // Memory is read once, because it is the same each time, and a window takes longer to
          // come to rest than to start.
          let rest = repetition == 0 ? ["--rest"] : []
          let yardstick = try start(nil, index == 0 && way == .warm ? rest : [])
          bare.add(yardstick)
          if way == .cold { resident += Self.drop([path, path + "-wal"]) }
          opened[index][way.rawValue].add(
            try start(path, way == .warm ? rest : []), over: yardstick)
        }
      }
    }
    var result = bare.figures("bare")
    result["pss_bare_mb"] = bare.pss
    if let most = resident.max() { result["cold_resident_percent"] = Timing.rounded(most) }
    for (index, length) in lengths.enumerated() {
      for way in OpenWay.allCases {
        result.merge(opened[index][way.rawValue].figures("open_\(length.name)\(way.suffix)")) { $1 }
      }
      result["pss_\(length.name)_mb"] = opened[index][OpenWay.warm.rawValue].pss
    }
    if let index = lengths.lastIndex(where: { $0.messages <= exactLimit }) {
      try result.merge(exact(paths[index], lengths[index])) { $1 }
    }
    return result
  }

  /// Opens an archive until all heights are exact: first without stored heights, then with those
  /// that the first start has stored.
  private func exact(_ path: String, _ length: (name: String, messages: Int)) throws -> Result {
    let notes = HeightNotes(archive: path)
    notes.forgetAll()
    notes.flush()
    let before = Self.bytes(path)
    let first = try start(path, ["--messages", "\(length.messages)"])
    let after = Self.bytes(path)
    let second = try start(path, ["--messages", "\(length.messages)"])
    return [
      "exact_\(length.name)_first_ms": Timing.rounded((first.exact ?? 0) * 1000),
      "exact_\(length.name)_second_ms": Timing.rounded((second.exact ?? 0) * 1000),
      "exact_\(length.name)_second_restored_rows": second.restored,
      "exact_\(length.name)_first_frame_ms": Timing.rounded(second.seconds * 1000),
      "kept_\(length.name)_mb": Timing.rounded(Megabytes.of(bytes: after - before)),
    ]
  }

  private static func bytes(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// Drops files from the page cache.
  ///
  /// - Returns: the percent of each that is still in it.
  private static func drop(_ files: [String]) -> [Double] {
    files.compactMap { file -> Double? in
      PageCache.drop(file)
      return PageCache.residentPercent(of: file)
    }
  }

  /// Starts the program with an archive, or with a bare window.
  ///
  /// - Parameter options: `--rest` also prints the memory once the window is at rest; `--closing`
  ///   waits until everything is shown, and closes the window as a user would; `--messages` does so
  ///   once the heights of so many messages are exact.
  private func start(_ path: String?, _ options: [String] = []) throws -> OpenStart {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments =
      ["open-probe"] + (path.map { [$0] } ?? []) + options
      + (path == nil || without.isEmpty ? [] : ["--without", without.joined(separator: ",")])
    let output = Pipe()
    process.standardOutput = output
    let begin = Timing.now
    do {
      try process.run()
    } catch {
      throw LabError.failed(program: program, reason: "\(error.localizedDescription)")
    }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var values: [Substring: Double] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      if parts.count == 2 { values[parts[0]] = Double(parts[1]) }
    }
    guard process.terminationStatus == 0, let first = values["@FIRST"] else {
      throw LabError.failed(
        program: program, reason: "no first frame (status \(process.terminationStatus))")
    }
    return OpenStart(
      seconds: first - begin, pss: values["@PSS"], exact: values["@EXACT"].map { $0 - begin },
      restored: values["@RESTORED"] ?? 0)
  }
}
