import Foundation

/// Script of a list's events, in order, stored as JSON.
public struct Trace: Codable, Sendable, Hashable {
  /// Seconds between frames: 60 frames per second.
  public static let frameInterval = 1.0 / 60

  /// Newest version of the format: version 2 has ``costs``. A file without a version is of version
  /// 1.
  public static let latestVersion = 2

  public var version: Int?
  public var name: String
  /// Number of messages in the generated conversation.
  public var messages: Int
  public var seed: UInt64
  public var width: Int
  public var height: Int
  public var opensAtEnd: Bool
  /// Seconds that are replayed.
  public var seconds: Double
  public var events: [Event]
  /// Durations of work during the recording, in order; nil in a script, and in recordings of
  /// version 1. A replay takes the same times.
  public var costs: [Cost]?
  /// Limits of a replay, checked by the tests.
  public var limits: Limits?

  /// Changes at one time. Nil values mean that nothing happens.
  public struct Event: Codable, Sendable, Hashable {
    /// Seconds from the beginning.
    public var at: Double
    /// Pixels scrolled at once; a finger's motion is one such event per frame.
    public var scroll: Int?
    /// Speed in pixels per second, and for how many seconds.
    public var speed: Double?
    public var lasting: Double?
    public var width: Int?
    public var height: Int?
    /// Number of messages inserted before the first and after the last one.
    public var insertFront: Int?
    public var insertBack: Int?
    /// Messages that get another text: their number counted from the start (negative: from the
    /// end).
    public var edit: Int?
    public var remove: Int?
    public var jump: Int?
    /// Recorded changes in order, in positions at that time.
    public var changes: [Change]?
    /// Milliseconds that the source takes to answer from now on.
    public var delayMs: Double?
    /// Milliseconds that decoding a picture takes from now on.
    public var decodeMs: Double?

    public init(at: Double) { self.at = at }
  }

  /// One step from a state of the list to the next.
  public struct Change: Codable, Sendable, Hashable {
    public enum Kind: String, Codable, Sendable { case insert, remove, reload, move }
    public var kind: Kind
    public var at: Int
    /// Number of messages; 1 for a move.
    public var count: Int
    /// Destination of a moved message.
    public var to: Int?

    public init(_ kind: Kind, at: Int, count: Int, to: Int? = nil) {
      self.kind = kind
      self.at = at
      self.count = count
      self.to = to
    }
  }

  /// Durations of work since the previous cost. A frame with something slow has a cost of its own;
  /// several other frames are combined into one.
  public struct Cost: Codable, Sendable, Hashable {
    /// Seconds from the beginning to the last frame that it covers.
    public var at: Double
    /// Number of frames that the cost covers.
    public var frames: Int
    /// Answers of the source.
    public var source: Measure?
    /// Items laid out by lanes, and within frames.
    public var layout: Measure?
    public var spotLayout: Measure?
    /// Slices of rows drawn by lanes, and within frames.
    public var draw: Measure?
    public var spotDraw: Measure?
    /// Results of lanes received by the main thread.
    public var drain: Measure?
    /// Changes of the list that were applied.
    public var update: Measure?
    /// Frames planned, without the drawing in them; and requests to lanes for what comes next.
    public var plan: Measure?
    public var ask: Measure?
    /// Frames composed and handed to the window system; nil in recordings of earlier versions.
    public var paint: Measure?
    /// Other work of the frames' thread; nil in recordings of before.
    public var other: Measure?
    /// Number of screen refreshes before these frames that passed without a frame; nil for none.
    public var missed: Int?

    public init(at: Double, frames: Int = 1) {
      self.at = at
      self.frames = frames
    }
  }

  /// A count of operations, and their total duration.
  public struct Measure: Codable, Sendable, Hashable {
    public var count: Int
    public var microseconds: Int

    public init(count: Int, microseconds: Int) {
      self.count = count
      self.microseconds = microseconds
    }
  }

  public struct Limits: Codable, Sendable, Hashable {
    public var missedFrames: Int
    public var blankPx: Int
    public var driftPx: Int
    /// Rows laid out, by lanes and within frames.
    public var layouts: Int
    /// Bitmaps drawn, by lanes and within frames.
    public var draws: Int
    /// Memory allocations per frame, on average and in 99 of 100 frames; checked by the tests, in a
    /// debug build, which makes a few more than a release build.
    public var allocationsPerFrame: Int?
    public var allocationsP99: Int?
  }

  public init(
    name: String, messages: Int, seed: UInt64 = 1, width: Int = 400, height: Int = 800,
    opensAtEnd: Bool = true, seconds: Double, events: [Event], limits: Limits? = nil
  ) {
    self.name = name
    self.messages = messages
    self.seed = seed
    self.width = width
    self.height = height
    self.opensAtEnd = opensAtEnd
    self.seconds = seconds
    self.events = events
    self.limits = limits
  }

  /// Writes readable JSON with sorted keys.
  public func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    var data = try encoder.encode(self)
    data.append(UInt8(ascii: "\n"))
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
