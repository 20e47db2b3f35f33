import Foundation
import LugeArchive
import LugeViewer

/// From process start to the first frame with messages, for archives of several lengths, against a
/// bare window of the same toolkit.
public struct OpenLab: Sendable {
  public var lengths: [(name: String, messages: Int)] = [
    ("500", 500), ("10k", 10_000), ("100k", 100_000), ("1m", 1_000_000),
  ]
  /// Starts of each kind; the median counts.
  public var repetitions: Int
  /// The longest archive of no more messages than this is opened until all heights are exact.
  public var exactLimit: Int
  /// The program to start.
  public var program: String

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
    // In turns, so that whatever else happens on the machine meets all of them.
    var bare: [Start] = []
    var warm: [[Start]] = lengths.map { _ in [] }
    var cold: [[Start]] = lengths.map { _ in [] }
    _ = try start(nil)
    for repetition in 0..<repetitions {
      // Memory is the same each time, and to come to rest takes longer than to start.
      let rests = repetition == 0
      bare.append(try start(nil, resting: rests))
      for (index, path) in paths.enumerated() {
        Self.dropFromCache(path)
        cold[index].append(try start(path))
        warm[index].append(try start(path, resting: rests))
      }
    }
    var result: Result = ["bare_ms": Self.milliseconds(bare), "pss_bare_mb": Self.pss(bare)]
    for (index, length) in lengths.enumerated() {
      result["open_\(length.name)_ms"] = Self.milliseconds(warm[index])
      result["open_\(length.name)_cold_ms"] = Self.milliseconds(cold[index])
      result["pss_\(length.name)_mb"] = Self.pss(warm[index])
    }
    if let index = lengths.lastIndex(where: { $0.messages <= exactLimit }) {
      try result.merge(exact(paths[index], lengths[index])) { $1 }
    }
    return result
  }

  /// Opening until all heights are exact, with none kept and with those that the first one kept.
  private func exact(_ path: String, _ length: (name: String, messages: Int)) throws -> Result {
    let notes = HeightNotes(archive: path)
    notes.forgetAll()
    notes.flush()
    let before = Self.bytes(path)
    let first = try start(path, measuring: length.messages)
    let after = Self.bytes(path)
    let second = try start(path, measuring: length.messages)
    return [
      "exact_\(length.name)_first_ms": Timing.rounded((first.exact ?? 0) * 1000),
      "exact_\(length.name)_second_ms": Timing.rounded((second.exact ?? 0) * 1000),
      "exact_\(length.name)_second_restored_rows": second.restored,
      "exact_\(length.name)_first_frame_ms": Timing.rounded(second.seconds * 1000),
      "kept_\(length.name)_mb": Timing.rounded(Double(after - before) / 1_048_576),
    ]
  }

  private static func bytes(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  private struct Start {
    var seconds: Double
    /// At rest, if that was waited for.
    var pss: Double?
    /// Seconds until all heights were exact.
    var exact: Double?
    var restored = 0.0
  }

  /// - Parameters:
  ///   - messages: runs until the heights of so many are exact.
  ///   - rests: runs until the window has come to rest.
  private func start(
    _ path: String?, measuring messages: Int? = nil, resting rests: Bool = false
  ) throws -> Start {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments =
      ["lab", "open-probe"] + (path.map { [$0] } ?? [])
      + (messages.map { ["--messages", "\($0)"] } ?? []) + (rests ? ["--rest"] : [])
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
    return Start(
      seconds: first - begin, pss: values["@PSS"], exact: values["@EXACT"].map { $0 - begin },
      restored: values["@RESTORED"] ?? 0)
  }

  /// Has the next start read the archive from the disk.
  private static func dropFromCache(_ path: String) {
    for file in [path, path + "-wal"] {
      let descriptor = Foundation.open(file, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      fdatasync(descriptor)
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
      close(descriptor)
    }
  }

  private static func milliseconds(_ starts: [Start]) -> Double {
    Timing.rounded(Timing.percentile(0.5, of: starts.map(\.seconds)) * 1000)
  }

  private static func pss(_ starts: [Start]) -> Double {
    Timing.rounded(Timing.percentile(0.5, of: starts.compactMap(\.pss)))
  }
}
