import Foundation
import LugeViewer

/// From process start to the first frame with messages, for archives of several lengths, against a
/// bare window of the same toolkit.
public struct OpenLab: Sendable {
  public var lengths: [(name: String, messages: Int)] = [
    ("500", 500), ("10k", 10_000), ("100k", 100_000), ("1m", 1_000_000),
  ]
  /// Starts of each kind; the median counts.
  public var repetitions: Int
  /// The program to start.
  public var program: String

  public init(program: String, repetitions: Int = 5) {
    self.program = program
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
    for _ in 0..<repetitions {
      bare.append(try start(nil))
      for (index, path) in paths.enumerated() {
        Self.dropFromCache(path)
        cold[index].append(try start(path))
        warm[index].append(try start(path))
      }
    }
    var result: Result = ["bare_ms": Self.milliseconds(bare), "pss_bare_mb": Self.pss(bare)]
    for (index, length) in lengths.enumerated() {
      result["open_\(length.name)_ms"] = Self.milliseconds(warm[index])
      result["open_\(length.name)_cold_ms"] = Self.milliseconds(cold[index])
      result["pss_\(length.name)_mb"] = Self.pss(warm[index])
    }
    return result
  }

  private struct Start {
    var seconds: Double
    var pss: Double
  }

  private func start(_ path: String?) throws -> Start {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["lab", "open-probe"] + (path.map { [$0] } ?? [])
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
    guard process.terminationStatus == 0, let first = values["@FIRST"], let pss = values["@PSS"]
    else {
      throw LabError.failed(
        program: program, reason: "no first frame (status \(process.terminationStatus))")
    }
    return Start(seconds: first - begin, pss: pss)
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
    Timing.rounded(Timing.percentile(0.5, of: starts.map(\.pss)))
  }
}
