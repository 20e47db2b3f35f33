import Foundation
import LocalServer
import LugeApp

/// The thesis: 500 messages scrolled by script in each configuration, each in a process of its own.
public struct StudyLab: Sendable {
  /// Seconds for a configuration: the script takes a minute at most.
  private static let limit = 120.0

  public var messages: Int
  /// Nil for all; or for those that matter most, when it is to be quick.
  public var configurations: [StudyConfiguration]?
  public var modes: [StudyMode]?
  public var isQuick: Bool
  /// Least number of runs of each configuration; the run with the median CPU per frame counts.
  public var runs: Int
  /// Number of starts of each configuration; the median says how long opening takes.
  private var openings: Int { isQuick ? 1 : 9 }
  /// The program to start: this one.
  public var program: String
  /// Folder of the pictures, which are made if they do not exist.
  public var folder: String
  /// Folder in which pictures of the windows are written.
  public var shots: String?

  public init(
    program: String, folder: String, isQuick: Bool = false,
    configurations: [StudyConfiguration]? = nil, modes: [StudyMode]? = nil, runs: Int = 1,
    shots: String? = nil
  ) {
    self.program = program
    self.folder = folder
    self.isQuick = isQuick
    messages = isQuick ? 50 : 500
    self.configurations = configurations
    self.modes = modes
    self.runs = max(1, runs)
    self.shots = shots
  }

  /// - Throws: an error whose description is for people, when nothing could be measured; a
  ///   configuration that fails is ``StudyReport/missing``.
  public func run(progress: (String) -> Void = { _ in }) throws -> StudyReport {
    let files = try StudyFiles.load(from: folder)
    let server = try LocalHTTPServer { path in
      files[path].map { .init(body: $0) } ?? .init(status: 404)
    }
    defer { server.stop() }
    let counter = AllocationCounter.libraryPath
    var report = StudyReport(
      messages: messages, slowedBy: nil,
      allocationNote: counter == nil
        ? "not counted: swift build --product luge-allocations" : nil, runs: [])
    var lastFailure: (any Error)?
    for mode in modes ?? (isQuick ? [.steady, .uncapped] : StudyMode.allCases) {
      let brake = mode == .slow ? ProcessorBrake() : nil
      defer { brake?.release() }
      if mode == .slow {
        guard let brake else {
          report.missing.append("slow: \(ProcessorBrake.reason)")
          progress("slow: \(ProcessorBrake.reason)")
          continue
        }
        report.slowedBy = brake.description
        progress("slowed by \(brake.description)")
      }
      let wanted = configurations ?? Self.all(mode, isQuick)
      /// By the round in which each ran.
      var results: [StudyConfiguration: [Int: StudyResult]] = [:]
      var openTimes: [StudyConfiguration: [Double]] = [:]
      var estimatedOpenTimes: [StudyConfiguration: [Double]] = [:]
      /// Returns nil, and notes why, for what could not be measured. The others are worth having.
      func measure<Value>(
        _ configuration: StudyConfiguration, _ what: String, _ body: () throws -> Value
      ) -> Value? {
        do {
          return try body()
        } catch {
          report.missing.append("\(mode.rawValue) \(configuration.rawValue)\(what): \(error)")
          progress("  \(error)")
          lastFailure = error
          return nil
        }
      }
      // Rounds are outermost: what is compared runs within minutes of each other, and a change of
      // the machine's speed meets all.
      for round in 1...rounds(mode) {
        for configuration in wanted where round <= runs(of: configuration, mode) {
          progress(
            "\(mode.rawValue) \(configuration.rawValue): \(configuration.name)"
              + (round > 1 ? ", run \(round)" : ""))
          let result = measure(configuration, round > 1 ? ", run \(round)" : "") {
            try one(configuration, mode, server.address, counter, brake)
          }
          if let result { results[configuration, default: [:]][round] = result }
        }
      }
      for round in 1...openings where mode != .uncapped {
        progress("\(mode.rawValue): opening, \(round) of \(openings)")
        for configuration in wanted where results[configuration] != nil {
          let time = measure(configuration, ", opening \(round)") {
            try opening(configuration, mode, server.address, brake)
          }
          if case .some(.some(let time)) = time {
            openTimes[configuration, default: []].append(time)
          }
          guard Self.opensMeasured.contains(configuration) else { continue }
          let estimated = measure(configuration, ", opening \(round) with estimated heights") {
            try opening(configuration, mode, server.address, brake, estimatesHeights: true)
          }
          if case .some(.some(let time)) = estimated {
            estimatedOpenTimes[configuration, default: []].append(time)
          }
        }
      }
      for configuration in wanted {
        guard let runs = results[configuration]?.sorted(by: { $0.key < $1.key }) else { continue }
        var result = Self.middle(
          of: runs.map(\.value), against: runs.map { results[.best]?[$0.key] })
        result.takeOpenings(openTimes[configuration] ?? [])
        result.openEstimatedMs = estimatedOpenTimes[configuration].map {
          Timing.rounded(StudyMath.median($0))
        }
        report.runs.append(result)
      }
    }
    if report.runs.isEmpty, let lastFailure { throw lastFailure }
    report.compare()
    return report
  }

  /// Configurations that expectations compare at a pace, and the steps of which the report says
  /// whether they help: rasterising, and those from the end result to Luge.
  private static func judged(_ mode: StudyMode) -> Set<StudyConfiguration> {
    switch mode {
    case .steady:
      [
        .best, .targetSize, .noOffscreen, .rowBitmaps, .fastText, .preparedRows, .luge, .lugeText,
      ]
    case .uncapped:
      [.best, .targetSize, .noOffscreen, .rowBitmaps, .fastText, .preparedRows, .luge]
    case .slow: [.targetSize, .noOffscreen, .fastText, .preparedRows, .luge]
    }
  }

  /// Ordinary lists to which openings of Luge are compared, and that measure all messages first.
  private static let opensMeasured: Set<StudyConfiguration> = [.best, .noOffscreen]

  /// Returns the number of runs. What an expectation judges runs at least three times, so that a
  /// busy minute does not decide.
  private func runs(of configuration: StudyConfiguration, _ mode: StudyMode) -> Int {
    guard !isQuick, Self.judged(mode).contains(configuration) else { return runs }
    return max(3, runs)
  }

  private func rounds(_ mode: StudyMode) -> Int {
    StudyConfiguration.allCases.map { runs(of: $0, mode) }.max() ?? runs
  }

  /// At 60 a second each takes the script's whole time, so a quick study has the ends only;
  /// uncapped it has the steps that change most beside them.
  private static func all(_ mode: StudyMode, _ isQuick: Bool) -> [StudyConfiguration] {
    guard isQuick else { return StudyConfiguration.allCases }
    return mode == .uncapped
      ? [.best, .worst, .heightCache, .targetSize, .noOffscreen, .luge]
      : [.best, .worst, .noOffscreen, .luge, .lugeText]
  }

  /// The run with the median CPU (of an even number, the dearer one of the middle two), and how far
  /// the runs are apart. What frames could not show is the worst run's.
  ///
  /// - Parameter bestCase: the best case's run of the same round as each; nil where that failed.
  static func middle(
    of results: [StudyResult], against bestCase: [StudyResult?] = []
  ) -> StudyResult {
    let sorted = results.sorted { $0.cpuMsPerFrame < $1.cpuMsPerFrame }
    var middle = sorted[sorted.count / 2]
    middle.takeWorst(of: results)
    middle.takeSpreads(of: results)
    if middle.configuration != StudyConfiguration.best.rawValue {
      let ratios = zip(results, bestCase).compactMap { own, best in
        best.map { own.cpuMsPerFrame / max(0.001, $0.cpuMsPerFrame) }
      }
      middle.cpuRatioSpreadPercent = StudyMath.spreadPercent(ratios).map(Timing.rounded)
    }
    return middle
  }

  private func arguments(
    _ configuration: StudyConfiguration, _ mode: StudyMode, _ address: String
  ) -> [String] {
    [
      "study-run", "\(configuration.rawValue)", "--mode", mode.rawValue, "--messages",
      "\(messages)", "--address", address,
    ]
  }

  /// Milliseconds from the start of a process to its first complete screen; nil where it was never
  /// complete. Uncapped, pictures are loaded before: it is not measured.
  private func opening(
    _ configuration: StudyConfiguration, _ mode: StudyMode, _ address: String,
    _ brake: ProcessorBrake?, estimatesHeights: Bool = false
  ) throws -> Double? {
    var measured = MeasuredProgram(
      program: program,
      arguments: arguments(configuration, mode, address) + ["--opens-only"]
        + (estimatesHeights ? ["--estimates-heights"] : []))
    measured.limit = Self.limit
    return try (brake?.slowed(measured) ?? measured).run().openMs
  }

  private func one(
    _ configuration: StudyConfiguration, _ mode: StudyMode, _ address: String, _ counter: String?,
    _ brake: ProcessorBrake?
  ) throws -> StudyResult {
    var arguments =
      arguments(configuration, mode, address) + ["--uncapped-seconds", isQuick ? "0.4" : "4"]
    if let shots {
      arguments += ["--shot", "\(shots)/\(mode.rawValue)-\(configuration.rawValue).png"]
    }
    var measured = MeasuredProgram(program: program, arguments: arguments)
    if let counter { measured.environment["LD_PRELOAD"] = counter }
    measured.limit = Self.limit
    let outcome = try (brake?.slowed(measured) ?? measured).run()
    guard let section = outcome.sections["study"],
      let sample = try? JSONDecoder().decode(StudySample.self, from: Data(section.data.utf8)),
      !sample.frameMs.isEmpty
    else { throw LabError.failed(program: program, reason: "no report of \(configuration.name)") }
    return StudyResult(configuration, mode, sample, section)
  }
}
