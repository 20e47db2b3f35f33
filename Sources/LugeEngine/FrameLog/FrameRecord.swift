public import LugeCore

/// What one frame did on the engine's thread, and what it could not show.
public struct FrameRecord: Sendable {
  /// Why something was not there.
  public enum Cause: String, Sendable, Hashable, CaseIterable, Codable {
    /// The source (a database, a network) has not answered.
    case source
    /// The lane had the work in its queue.
    case lane
    /// Laying out within the frame took too long.
    case layout
    /// Drawing within the frame took too long.
    case draw
    /// Taking in results took too long.
    case drain
    /// Applying changes of the list took too long.
    case diff
    /// A picture was not decoded yet.
    case decode
  }

  /// A place in view that showed a stand-in.
  public struct Gap: Sendable, Hashable {
    public var position: Int
    /// Nil while the item is not loaded.
    public var row: RowID?
    public var cause: Cause
    /// Whether a skeleton stood there instead of nothing.
    public var isSkeleton: Bool
  }

  public var number = 0
  /// The time that the frame was asked for, seconds.
  public var time = 0.0
  // Seconds of work.
  public var drain = 0.0
  public var update = 0.0
  public var plan = 0.0
  /// Asking lanes and pictures for what comes next.
  public var ask = 0.0
  /// Laying out rows since the frame before, as another width asks for at once: it held back this
  /// one.
  public var layoutBefore = 0.0
  /// Parts of the others: rows laid out and drawn because no lane had done it.
  public var spotLayout = 0.0
  public var spotDraw = 0.0
  public var results = 0
  public var changes = 0
  public var pieces = 0
  /// Rows of pixels in view that show nothing.
  public var blankPixels = 0
  public var skeletons = 0
  public var gaps: [Gap] = []
  /// Memory allocations of the engine's thread, where somebody counts them
  /// (``EngineRuntime/allocations``); else 0.
  public var allocations = 0
  /// What was done apart from the engine's thread since the frame before.
  public var lane = LaneWork()
  /// Jobs and wishes that waited at the frame's end.
  public var laneBacklog = 0

  public init(number: Int = 0, time: Double = 0) {
    self.number = number
    self.time = time
  }

  public var total: Double { layoutBefore + drain + update + plan + ask }

  /// What took the largest part of the frame.
  public var mainCause: Cause {
    let parts: [(Cause, Double)] = [
      (.drain, drain), (.diff, max(0, update - spotLayout)), (.layout, layoutBefore + spotLayout),
      (.draw, spotDraw),
    ]
    return parts.max { $0.1 < $1.1 }?.0 ?? .draw
  }
}

/// What a row in view cost so far.
public struct RowCost: Sendable, Hashable {
  public var row: RowID
  public var position: Int
  /// Seconds to lay it out (shaping, breaking), last time.
  public var layoutSeconds: Double
  /// Seconds to draw its slices, last time.
  public var drawSeconds: Double
  /// Of its drawn slices.
  public var bitmapBytes: Int
  /// Pictures that it shows.
  public var images: Int
  /// Seconds to decode these, and their bytes, as far as ``ListEngine/imageCost`` knows.
  public var decodeSeconds = 0.0
  public var imageBytes = 0

  public var totalSeconds: Double { layoutSeconds + drawSeconds + decodeSeconds }
}

/// What a picture cost.
public struct ImageCost: Sendable, Hashable {
  /// To decode it, last time.
  public var seconds: Double
  /// Of its pixels.
  public var bytes: Int

  public init(seconds: Double, bytes: Int) {
    self.seconds = seconds
    self.bytes = bytes
  }
}

/// How full the engine's stores and queues are, against their limits.
public struct EngineLoad: Sendable, Hashable {
  public var bitmapBytes: Int
  public var bitmapLimit: Int
  public var windowCount: Int
  public var windowLimit: Int
  public var loads: Int
  public var laneBacklog: Int
  public var updates: Int
  public var imageWishes: Int
  public var cells: Int
  public var exactHeights: Int
  public var count: Int
}
