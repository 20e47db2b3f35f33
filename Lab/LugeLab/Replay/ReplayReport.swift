import LugeApp
public import LugeEngine

/// Results of a replay.
public struct ReplayReport: Codable, Sendable, Hashable {
  /// A frame that was late, or that had nothing to show somewhere.
  public struct MissedFrame: Codable, Sendable, Hashable {
    public var frame: Int
    /// Seconds from the beginning.
    public var time: Double
    public var cause: FrameRecord.Cause
    /// Position of the first row concerned, if a row was.
    public var position: Int?
    public var row: String?
    public var workMs: Double
    public var blankPx: Int
  }

  public var name: String
  public var frames = 0
  public var missedFrames = 0
  public var blankPx = 0
  /// Maximum distance of the line being read from where it should be.
  public var driftPx = 0
  public var layouts = 0
  public var draws = 0
  public var skeletons = 0
  /// Frames in which a picture in view was not decoded yet.
  public var pictureLateFrames = 0
  public var p99Ms = 0.0
  /// Memory allocations on the engine's thread within frames; nil if they are not counted.
  public var allocationsPerFrame: Double?
  public var allocationsP99: Int?
  /// First frame of each picture that was in view before it was decoded, with its row. These frames
  /// are not late: the row shows a placeholder.
  public var latePictures: [MissedFrame] = []
  public var missed: [MissedFrame] = []
  /// Whether work took as long as during the recording, and not as long as a table says.
  public var isMeasured = false
  /// Frames that were late during the recording, by their measured costs.
  public var recorded: [MissedFrame] = []

  public init(name: String) { self.name = name }

  /// Returns descriptions of the limits that were exceeded; empty when all is well.
  public func violations(of limits: Trace.Limits) -> [String] {
    var figures = [
      ("missed frames", missedFrames, limits.missedFrames), ("blank px", blankPx, limits.blankPx),
      ("drift px", driftPx, limits.driftPx), ("layouts", layouts, limits.layouts),
      ("draws", draws, limits.draws),
    ]
    if let limit = limits.allocationsPerFrame, let count = allocationsPerFrame {
      figures.append(("allocations a frame", Int(count.rounded(.up)), limit))
    }
    if let limit = limits.allocationsP99, let count = allocationsP99 {
      figures.append(("allocations in 99 % of frames", count, limit))
    }
    return figures.filter { $0.1 > $0.2 }.map { "\($0.0): \($0.1), at most \($0.2)" }
  }
}
