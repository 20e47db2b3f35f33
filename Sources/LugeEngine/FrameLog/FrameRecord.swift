public import LugeCore

/// Costs of one frame on the engine's thread, and what was missing in it.
public struct FrameRecord: Sendable {
  /// Reason why something was missing.
  public enum Cause: String, Sendable, Hashable, CaseIterable, Codable {
    /// The source (a database, a network) had not answered.
    case source
    /// The lane had the work in its queue.
    case lane
    /// Layout within the frame took too long.
    case layout
    /// Drawing within the frame took too long.
    case draw
    /// Placing rows took too long, not counting drawing.
    case plan
    /// Requesting rows and pictures for the next frames took too long.
    case ask
    /// Composing the frame and handing it to the window system took too long.
    case paint
    /// Other work of the frame's thread took too long: the program's own code, menus, views beside
    /// the list, animations, screen readers.
    case other
    /// The previous frame was on time and its thread did little else, but a deadline was missed:
    /// the window system had not taken the frame, or other programs had the processor.
    case system
    /// Taking results from the mailbox took too long.
    case drain
    /// Applying changes of the list took too long.
    case diff
    /// A picture was not decoded yet.
    case decode
  }

  /// A row in view that was shown as a placeholder or a skeleton.
  public struct Gap: Sendable, Hashable {
    public var position: Int
    /// Row; nil while the item is not loaded.
    public var row: RowID?
    public var cause: Cause
    /// Whether a skeleton was shown rather than a blank placeholder.
    public var isSkeleton: Bool
  }

  public var number = 0
  /// Time that was passed to the frame, seconds.
  public var time = 0.0
  // Durations of the frame's phases, seconds.
  public var drain = 0.0
  public var update = 0.0
  public var plan = 0.0
  /// Duration of requesting rows and pictures for the next frames.
  public var ask = 0.0
  /// Putting the frame together and handing it to the window system, as reported through
  /// (``ListEngine/noteShown(painting:missed:other:otherBefore:)``).
  public var paint = 0.0
  /// Number of deadlines before this frame that passed without a frame, reported in the same way.
  public var missed = 0
  /// Other work of the frame's thread as a part of this frame, likewise.
  public var other = 0.0
  /// CPU time of the frame's thread between the previous frame and this one, likewise; it delayed
  /// this frame.
  public var otherBefore = 0.0
  /// Duration of layout between the previous frame and this one, as after a change of width; it
  /// delayed this frame.
  public var layoutBefore = 0.0
  /// Durations, included in the others, of layout and drawing of rows that no lane had done in
  /// time.
  public var spotLayout = 0.0
  public var spotDraw = 0.0
  public var results = 0
  public var changes = 0
  /// Number of pixel rows in view that show nothing.
  public var blankPixels = 0
  public var skeletons = 0
  public var gaps: [Gap] = []
  /// Memory allocations of the engine's thread, if they are counted
  /// (``EngineRuntime/allocations``); else 0.
  public var allocations = 0
  /// Work of lanes since the previous frame.
  public var lane = LaneWork()

  public init(number: Int = 0, time: Double = 0) {
    self.number = number
    self.time = time
  }

  /// Seconds of the list's work, without ``paint`` and ``other``.
  public var total: Double { layoutBefore + drain + update + plan + ask }

  /// Phase that took longest.
  public var mainCause: Cause {
    let parts: [(Cause, Double)] = [
      (.drain, drain), (.diff, max(0, update - spotLayout)), (.layout, layoutBefore + spotLayout),
      (.draw, spotDraw), (.plan, max(0, plan - spotDraw)), (.ask, ask), (.paint, paint),
      (.other, other + otherBefore),
    ]
    return parts.max { $0.1 < $1.1 }?.0 ?? .draw
  }
}

/// Costs of a row in view.
public struct RowCost: Sendable, Hashable {
  public var row: RowID
  public var position: Int
  /// Seconds of the row's last layout (shaping, line breaking).
  public var layoutSeconds: Double
  /// Seconds of the last drawing of its slices.
  public var drawSeconds: Double
  /// Bytes of its drawn slices.
  public var bitmapBytes: Int
  /// Number of pictures that it shows.
  public var images: Int
  /// Seconds of decoding these pictures, and their bytes, as far as ``ListEngine/imageCost`` knows.
  public var decodeSeconds = 0.0
  public var imageBytes = 0

  public var totalSeconds: Double { layoutSeconds + drawSeconds + decodeSeconds }
}

/// Costs of a picture.
public struct ImageCost: Sendable, Hashable {
  /// Seconds of the picture's last decoding.
  public var seconds: Double
  /// Bytes of its pixels.
  public var bytes: Int

  public init(seconds: Double, bytes: Int) {
    self.seconds = seconds
    self.bytes = bytes
  }
}

/// Fill of the engine's caches and queues, with their limits.
public struct EngineLoad: Sendable, Hashable {
  public var bitmapBytes: Int
  public var bitmapLimit: Int
  public var windowCount: Int
  public var windowLimit: Int
  public var loads: Int
  public var laneBacklog: Int
  public var updates: Int
  public var imageRequests: Int
  public var cells: Int
  public var exactHeights: Int
  public var count: Int
}
