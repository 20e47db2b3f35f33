import Foundation
import LugeApp
import LugeCore
import LugeSamples

/// The same chat in Luge and in what users would take instead, moved by the same script in the same
/// run.
public struct PeersLab: Sendable {
  /// `Lab/Peers` of the sources.
  public var folder: String
  /// Luge.
  public var program: String
  /// Path of the study's pictures.
  public var pictures: String
  public var isQuick: Bool
  /// Names of programs; empty for all.
  public var only: Set<String>

  public init(
    folder: String, program: String, pictures: String, isQuick: Bool = false, only: Set<String> = []
  ) {
    self.folder = folder
    self.program = program
    self.pictures = pictures
    self.isQuick = isQuick
    self.only = only
  }

  /// One program, one workload; of several runs the medians, and the worst of what was not shown.
  public struct Result: Codable, Sendable {
    public var peer: String
    public var workload: String
    public var messages: Int
    /// Time from the start to the first frame with messages.
    public var openMs: Double?
    /// Proportional, of all its processes: before scrolling, and after all workloads.
    public var memoryOpenMb: Double?
    public var memoryScrollMb: Double?
    public var frames: Int
    public var frameRateFps: Double
    /// Time between two frames.
    public var intervalP50Ms: Double
    public var intervalP95Ms: Double
    public var intervalP99Ms: Double
    public var intervalMaxMs: Double
    public var cpuPercent: Double
    public var cpuMsPerFrame: Double
    /// Largest in smallest CPU per frame of several runs, less 1.
    public var cpuSpreadPercent: Double?
    /// CPU per frame in Luge's.
    public var cpuRatio: Double?
    public var openRatio: Double?
    /// The worse for Luge of the two that follow.
    public var memoryRatio: Double?
    public var memoryOpenRatio: Double?
    public var memoryScrollRatio: Double?
    /// Rows that Luge showed as skeletons, each in each frame, and rows of pixels that showed
    /// nothing; nil of programs that do not tell.
    public var skeletons: Int?
    public var blankPx: Int?
  }

  public struct Report: Codable, Sendable {
    public var runs: [Result]
    /// Programs that are not there, with what to do about it, and runs that failed; each begins
    /// with the program's name.
    public var missing: [String]
    /// Comparison with each program, in words: less or more, and by how much.
    public var verdicts: [String] = []
    /// Parts that a short run leaves out; nil for a whole one.
    public var quickNote: String?
    /// Skeletons that Luge showed; nil if it showed everything.
    public var skeletonNote: String?
    public var note =
      "All processes of a program count; each ran three times, in turns with the others, and medians count (once in a quick run). W1 is the study's script with pictures, W2 2,000 px/s, W3 20,000 px/s, W4 3,000 px up and down. Animated pictures stand still in all programs, and Chromium decodes photos at their full size. "
      + "W2 to W4 are messages in English with words of other scripts here and there, Luge's best case of text. "
      + "Luge's list is the longer one in W1, for its rows have names and dates: it goes over more, the others over less. "
      + "Luge shows a long file's first messages once it has looked through the first megabyte, and reads the rest "
      + "behind them; the others read all of it before. Chromium's opening has a new profile in it, and a shell that "
      + "puts its page together. "
      + "Without vertical sync Qt Quick is moved by a timer of 16 ms: compare the CPU of a frame, not "
      + "frames a second. Lab/Peers/README.md has figures that others measured as a check."
  }

  /// Number of runs of each program in a whole run, of which the medians are reported.
  static let rounds = 3

  /// Names of the programs, in the order in which they run.
  public static let names =
    ["luge"] + PeerProgram.all(folder: "", cache: "").map(\.name)

  /// Returns the label of a workload, for the axis of a chart.
  static func words(_ workload: String) -> String {
    switch workload {
    case "W1": "W1: the study"
    case "W2": "W2: 2,000 px/s"
    case "W3": "W3: 20,000 px/s"
    case "W4": "W4: up and down"
    default: workload
    }
  }

  private static let quickNote =
    "a quick run has W3 alone, 20,000 px/s: no pictures, and the pace at which Luge may show skeletons of "
    + "rows that are not drawn yet, where the others draw or wait; W1, W2 and W4 decide"

  private struct Job {
    var data: String
    var media: String
    var workloads: String
    var messages: Int
  }

  /// - Throws: an error whose description is for people; a program that fails is missing.
  public func run(progress: (String) -> Void = { _ in }) throws -> Report {
    guard FileManager.default.fileExists(atPath: "\(folder)/script.h") else {
      throw LabError.failed(
        program: folder,
        reason: "the peers' sources are not there: run it in the folder of Luge's sources, or name "
          + "Lab/Peers with --peers")
    }
    let cache = "\(ArchiveLocator.cacheFolder)/peers"
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
    let jobs = try jobs(in: cache)
    var programs = PeerProgram.all(folder: folder, cache: cache)
    programs.insert(
      PeerProgram(name: "luge", packages: "", program: program, check: "true"), at: 0)
    var report = Report(runs: [], missing: [])
    if isQuick { report.quickNote = Self.quickNote }
    var found: [PeerProgram] = []
    for peer in programs where only.isEmpty || only.contains(peer.name) {
      if let problem = peer.prepare(folder: folder) {
        report.missing.append("\(peer.name): \(problem)")
      } else {
        found.append(peer)
      }
    }
    // Rounds are outermost, so that a change of the machine's speed meets all programs.
    let rounds = isQuick ? 1 : Self.rounds
    var results: [String: [Result]] = [:]
    for round in 1...rounds {
      for peer in found {
        progress("\(peer.name)\(rounds > 1 ? ", \(round) of \(rounds)" : "")")
        do {
          for job in jobs { results[peer.name, default: []] += try run(peer, job) }
        } catch {
          let place = rounds > 1 ? ", run \(round) of \(rounds)" : ""
          report.missing.append("\(peer.name): \(error)\(place)")
        }
      }
    }
    for peer in found {
      let own = results[peer.name] ?? []
      for workload in ["W1", "W2", "W3", "W4"] {
        if let middle = Result.middle(of: own.filter { $0.workload == workload }) {
          report.runs.append(middle)
        }
      }
    }
    report.compare()
    return report
  }

  private func run(_ peer: PeerProgram, _ job: Job) throws -> [Result] {
    let data = [job.data, job.media, job.workloads]
    let outcome = try MeasuredProgram(
      program: peer.program,
      arguments: (peer.name == "luge" ? ["drive"] : []) + data + peer.arguments,
      environment: peer.environment
    ).run()
    return job.workloads.split(separator: ",").compactMap { name in
      guard let section = outcome.sections[String(name)] else { return nil }
      return Result(peer.name, String(name), job.messages, outcome, section)
    }
  }

  /// The study's messages with their pictures, and ten thousand of text.
  private func jobs(in cache: String) throws -> [Job] {
    let media = "\(cache)/media"
    let last = "\(media)/\(PictureSet.animationName(9))"
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: last)
    if target != "\(pictures)/\(StudyFiles.animation(9))"
      || !FileManager.default.fileExists(atPath: last)
    {
      _ = try StudyFiles.load(from: pictures)
      try? FileManager.default.removeItem(atPath: media)
      try FileManager.default.createDirectory(atPath: media, withIntermediateDirectories: true)
      for number in 0..<100 {
        try FileManager.default.createSymbolicLink(
          atPath: "\(media)/\(String(format: "photo-%03d.jpg", number))",
          withDestinationPath: "\(pictures)/\(StudyFiles.photo(number))")
      }
      for number in 0..<10 {
        try FileManager.default.createSymbolicLink(
          atPath: "\(media)/\(PictureSet.animationName(number))",
          withDestinationPath: "\(pictures)/\(StudyFiles.animation(number))")
      }
    }
    let study = "\(cache)/study.json"
    let chat = "\(cache)/chat-10000.json"
    // Each time: a file that an older generator made would be measured for ever.
    _ = try Generator(format: .drive, path: study, replaces: true).run([ThesisSet(.init())])
    _ = try Generator(format: .drive, path: chat, replaces: true).run([
      RealisticChat(
        .init(count: 10_000, seed: 1, languages: [.english], mixing: 0.15, messagesPerDay: 150))
    ])
    let long = Job(
      data: chat, media: media, workloads: isQuick ? "W3" : "W2,W3,W4", messages: 10_000)
    return isQuick
      ? [long] : [Job(data: study, media: media, workloads: "W1", messages: 500), long]
  }
}

extension PeersLab.Result {
  /// Programs' reports of a workload: when each frame was painted, and in which segment.
  struct Frames: Decodable {
    var frames: [Double]
    var segs: [Int]
    var skeletons: Int?
    var blank: Int?

    /// Milliseconds between frames of one segment.
    var intervals: [Double] {
      guard frames.count == segs.count else { return [] }
      return frames.indices.dropFirst().compactMap { index in
        segs[index] == segs[index - 1] ? frames[index] - frames[index - 1] : nil
      }
    }
  }

  init?(
    _ peer: String, _ workload: String, _ messages: Int, _ outcome: MeasuredProgram.Outcome,
    _ section: MeasuredProgram.Section
  ) {
    guard let data = try? JSONDecoder().decode(Frames.self, from: Data(section.data.utf8)),
      !data.intervals.isEmpty
    else { return nil }
    let intervals = data.intervals
    self.peer = peer
    self.workload = workload
    self.messages = messages
    openMs = outcome.openMs.map(Timing.rounded)
    memoryOpenMb = outcome.memoryMb["open"].map(Timing.rounded)
    memoryScrollMb = outcome.memoryMb["scroll"].map(Timing.rounded)
    skeletons = data.skeletons
    blankPx = data.blank
    frames = data.frames.count
    frameRateFps = Timing.rounded(
      Double(intervals.count) * 1000 / max(0.001, intervals.reduce(0, +)))
    intervalP50Ms = Timing.rounded(Timing.percentile(0.5, of: intervals))
    intervalP95Ms = Timing.rounded(Timing.percentile(0.95, of: intervals))
    intervalP99Ms = Timing.rounded(Timing.percentile(0.99, of: intervals))
    intervalMaxMs = Timing.rounded(intervals.max() ?? 0)
    cpuPercent = Timing.rounded(section.cpuSeconds * 100 / max(0.001, section.seconds))
    cpuMsPerFrame = Timing.rounded(section.cpuSeconds * 1000 / Double(max(1, frames)))
  }
}

extension PeersLab.Result {
  /// The run with the median CPU, with the medians of openings and memory and the worst of what
  /// could not be shown; nil of none.
  static func middle(of runs: [Self]) -> Self? {
    let sorted = runs.sorted { $0.cpuMsPerFrame < $1.cpuMsPerFrame }
    guard !sorted.isEmpty else { return nil }
    var middle = sorted[sorted.count / 2]
    func median(_ key: KeyPath<Self, Double?>) -> Double? {
      let values = runs.compactMap { $0[keyPath: key] }
      return values.isEmpty ? nil : StudyMath.median(values)
    }
    middle.openMs = median(\.openMs)
    middle.memoryOpenMb = median(\.memoryOpenMb)
    middle.memoryScrollMb = median(\.memoryScrollMb)
    middle.skeletons = runs.compactMap(\.skeletons).max()
    middle.blankPx = runs.compactMap(\.blankPx).max()
    middle.cpuSpreadPercent = StudyMath.spreadPercent(runs.map(\.cpuMsPerFrame))
      .map(Timing.rounded)
    return middle
  }
}

extension PeersLab.Report {
  /// Fills in what needs Luge's figures.
  mutating func compare() {
    for index in runs.indices {
      let run = runs[index]
      guard
        let luge = runs.first(where: { $0.peer == "luge" && $0.workload == run.workload }),
        run.peer != "luge"
      else { continue }
      func ratio(_ one: Double?, _ other: Double?) -> Double? {
        guard let one, let other, other > 0 else { return nil }
        return Timing.rounded(one / other)
      }
      runs[index].cpuRatio = ratio(run.cpuMsPerFrame, luge.cpuMsPerFrame)
      runs[index].openRatio = ratio(run.openMs, luge.openMs)
      let opened = ratio(run.memoryOpenMb, luge.memoryOpenMb)
      let scrolled = ratio(run.memoryScrollMb, luge.memoryScrollMb)
      runs[index].memoryOpenRatio = opened
      runs[index].memoryScrollRatio = scrolled
      runs[index].memoryRatio = [opened, scrolled].compactMap(\.self).min()
    }
    let drawn = runs.filter { $0.peer == "luge" }.compactMap { run -> String? in
      guard let skeletons = run.skeletons, skeletons > 0 else { return nil }
      let share = Double(skeletons) / Double(max(1, run.frames))
      return "\(run.workload) \(ReportTable.number(share)) a frame"
    }
    skeletonNote =
      drawn.isEmpty
      ? nil : "rows that Luge showed as skeletons, not drawn: \(drawn.joined(separator: ", "))"
    verdicts = runs.filter { $0.peer != "luge" }.map { run in
      let luge = runs.first { $0.peer == "luge" && $0.workload == run.workload }
      return Self.verdict(run, beside: luge?.skeletons ?? 0)
    }
  }

  /// - Parameter skeletons: rows that Luge showed as such in the same workload.
  private static func verdict(_ run: PeersLab.Result, beside skeletons: Int) -> String {
    func part(_ name: String, _ ratio: Double?, more: String, less: String) -> String? {
      guard let ratio else { return nil }
      let words = ratio >= 1 ? more : "LUGE LOSES: \(less)"
      return "\(name) \(ReportTable.number(ratio)) × Luge's (\(words))"
    }
    let parts = [
      part("CPU of a frame", run.cpuRatio, more: "Luge takes less", less: "Luge takes more"),
      part("opening", run.openRatio, more: "Luge is sooner", less: "Luge is later"),
      part(
        "memory after opening", run.memoryOpenRatio, more: "Luge takes less",
        less: "Luge takes more"),
      part(
        "after scrolling", run.memoryScrollRatio, more: "Luge takes less", less: "Luge takes more"),
    ].compactMap(\.self)
    return "\(run.peer), \(run.workload): \(parts.joined(separator: ", "))"
      + (skeletons > 0 ? "; Luge showed \(skeletons) rows as skeletons" : "")
  }
}
