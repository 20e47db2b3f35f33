/// Figures that the thesis reported for a configuration; nil if it gave none. A total that would
/// have to be summed up from steps is not here. Two figures were given as differences, and are
/// computed here.
public struct StudyPublished: Codable, Sendable, Hashable {
  /// Against the configuration before it.
  public struct Step: Codable, Sendable, Hashable {
    public var frameRateFps: Double?
    public var stabilityPoints: Double?
    /// Told as "almost" so much.
    public var isStabilityRounded: Bool?
    public var cpuPoints: Double?
    public var gpuPoints: Double?
    /// Percent of the value before.
    public var gpuPercent: Double?
    /// Megabytes before, if memory is given as a change.
    public var memoryFromMb: Double?
  }

  public var frameRateFps: Double?
  public var stabilityPercent: Double?
  public var cpuPercent: Double?
  public var gpuPercent: Double?
  public var memoryMb: Double?
  /// Seconds of the whole script.
  public var durationS: Double?
  /// Seconds until the list was open.
  public var openS: Double?
  public var step: Step?
  /// Names of the figures that were stated as a difference to another configuration, and are
  /// computed here.
  public var workedOut: [String]?
  /// The library that the thesis measured, where a configuration has Luge in its place.
  public var measuredWith: String?

  /// Remark behind a figure that is computed.
  static let workedOutMark = " (worked out)"

  /// CPU, divided by that of the best case.
  public var cpuRatio: Double? {
    guard let own = cpuPercent, let best = Self.figures(of: .best)?.cpuPercent else { return nil }
    return own / best
  }

  /// Whether a figure is computed here. A ratio to the best case is, but where it was published and
  /// the share of a processor computed from it.
  func isWorkedOut(_ key: String) -> Bool {
    let isCPUWorkedOut = workedOut?.contains("cpu_percent") == true
    return key == "cpu_ratio" ? !isCPUWorkedOut : workedOut?.contains(key) == true
  }

  /// Returns the figures of a configuration that the thesis measured; Luge was not among them.
  public static func figures(of configuration: StudyConfiguration) -> StudyPublished? {
    switch configuration {
    case .best:
      // "21 seconds less than the end result".
      StudyPublished(
        frameRateFps: 60, stabilityPercent: 100, cpuPercent: 16.1, gpuPercent: 23.9, memoryMb: 31,
        durationS: 66.4, workedOut: ["duration_s"])
    case .worst:
      StudyPublished(
        frameRateFps: 26, stabilityPercent: 23.6, cpuPercent: 69, gpuPercent: 66, memoryMb: 28,
        durationS: 105.5)
    case .reuse:
      StudyPublished(
        memoryMb: 31, durationS: 92.7,
        step: Step(frameRateFps: 8.9, cpuPoints: -12.78, gpuPoints: -2.95))
    case .staticLayouts: StudyPublished(step: Step(frameRateFps: 5.7, stabilityPoints: 6.4))
    case .manualHeights: StudyPublished(step: Step(frameRateFps: 4.3, stabilityPoints: 7.5))
    case .heightCache:
      StudyPublished(step: Step(frameRateFps: 3.9, stabilityPoints: 6.95, cpuPoints: -1.91))
    case .targetSize:
      StudyPublished(
        memoryMb: 78, step: Step(frameRateFps: 1.7, stabilityPoints: 30.5, memoryFromMb: 33))
    case .rowBitmaps:
      StudyPublished(step: Step(frameRateFps: -2.8, stabilityPoints: -30, isStabilityRounded: true))
    case .noOffscreen:
      StudyPublished(
        frameRateFps: 53.4, stabilityPercent: 87.1, cpuPercent: 57.9, gpuPercent: 40.2,
        memoryMb: 101.5, durationS: 87.4,
        step: Step(
          frameRateFps: 3.1, stabilityPoints: 10, isStabilityRounded: true, gpuPercent: -29,
          memoryFromMb: 78))
    // On AsyncDisplayKit: CPU 26 % above the best case's, "over 10 s" to open.
    case .lugeText:
      StudyPublished(
        frameRateFps: 58.5, stabilityPercent: 97.5, cpuPercent: 16.1 * 1.26, openS: 10,
        workedOut: ["cpu_percent"], measuredWith: "AsyncDisplayKit")
    case .fastText, .preparedRows, .luge: nil
    }
  }
}
