import Foundation
public import LugeQt

/// Records durations of frames for the report of `luge open --report`.
@MainActor
public final class FrameRecorder {
  /// Flat, so that a shell script can read it line by line.
  public struct Report: Codable, Sendable, Hashable {
    public var frames: Int
    /// Number of screen refreshes that passed without a frame while something moved.
    public var missedFrames: Int
    /// Main-thread time of a frame: planning, compositing, handing over.
    public var frameP50Ms: Double
    public var frameP99Ms: Double
    public var frameMaxMs: Double
    /// CPU time of all threads per frame, from the first frame to the report.
    public var cpuMsPerFrame: Double
    public var rssMb: Double?
    public var pssMb: Double?
    public var firstFrameMs: Double?
    public var blankPx: Int
    public var messages: Int
  }

  private var work: [Float] = []
  private var missed = 0
  private var firstFrame: Double?
  private var usageAtFirst: ProcessUsage?

  /// Called once, with the first complete frame.
  var onFirst: (@MainActor () -> Void)?

  public init() {}

  public func record(_ frame: ListSurface.FrameReport) {
    if firstFrame == nil, frame.isComplete {
      firstFrame = ProcessUsage.secondsSinceStart()
      usageAtFirst = .now(withMemory: false)
      onFirst?()
      onFirst = nil
    }
    missed += frame.tick.missed
    work.append(Float(frame.planning + frame.painting))
  }

  public func report(blankPixels: Int, messages: Int) -> Report {
    let usage = ProcessUsage.now()
    let sorted = work.sorted()
    func percentile(_ share: Double) -> Double {
      guard !sorted.isEmpty else { return 0 }
      let index = Int((Double(sorted.count) * share).rounded(.up)) - 1
      return rounded(Double(sorted[min(max(0, index), sorted.count - 1)]) * 1000)
    }
    let cpu = usage.cpuSeconds - (usageAtFirst?.cpuSeconds ?? 0)
    return Report(
      frames: work.count, missedFrames: missed, frameP50Ms: percentile(0.5),
      frameP99Ms: percentile(0.99), frameMaxMs: percentile(1),
      cpuMsPerFrame: rounded(cpu * 1000 / Double(max(1, work.count))),
      rssMb: usage.rssMB.map(rounded), pssMb: usage.pssMB.map(rounded),
      firstFrameMs: firstFrame.map { rounded($0 * 1000) }, blankPx: blankPixels,
      messages: messages)
  }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  /// Encodes a report as one flat JSON object, a key per line, keys in snake_case.
  public static func encode(_ report: Report) throws -> Data {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    var data = try encoder.encode(report)
    data.append(UInt8(ascii: "\n"))
    return data
  }
}
