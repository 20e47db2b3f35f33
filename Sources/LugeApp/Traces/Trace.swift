import Foundation

/// Script of events of a list, in order, kept as JSON.
public struct Trace: Codable, Sendable, Hashable {
  /// Seconds from a frame to the next one: 60 frames a second.
  public static let frameInterval = 1.0 / 60

  /// Newest version of the format: 2 has ``costs``. What has none is of the first.
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
  /// Durations of work where the trace was recorded, in order; nil in a script, and in recordings
  /// of the first version. A replay takes as long.
  public var costs: [Cost]?
  /// Limits of a replay; checked by the tests.
  public var limits: Limits?

  /// Everything in it happens at one time. Absent values mean nothing happens.
  public struct Event: Codable, Sendable, Hashable {
    /// Seconds from the beginning.
    public var at: Double
    /// Pixels scrolled at once; a hand's motion is one such event a frame.
    public var scroll: Int?
    /// Pixels a second, for so many seconds.
    public var speed: Double?
    public var lasting: Double?
    public var width: Int?
    public var height: Int?
    /// Messages put before the first and after the last.
    public var insertFront: Int?
    public var insertBack: Int?
    /// Messages that get other text: counted from the start (negative: from the end).
    public var edit: Int?
    public var remove: Int?
    public var jump: Int?
    /// Changes as a recording has them, in order, in positions as they are then.
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

  /// Durations of work since the cost before it. A frame in which something took long has one of
  /// its own; of the others several are put together.
  public struct Cost: Codable, Sendable, Hashable {
    /// Seconds from the beginning to the last frame that it is of.
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
    /// Results of lanes taken in.
    public var drain: Measure?
    /// Changes of the list applied.
    public var update: Measure?
    /// Frames planned, without what was drawn in them; and lanes asked for what comes next.
    public var plan: Measure?
    public var ask: Measure?
    /// Frames put together and handed to the window system; nil in recordings of before.
    public var paint: Measure?
    /// Other work of the frames' thread; nil in recordings of before.
    public var other: Measure?
    /// Deadlines before these frames that passed without one; nil for none.
    public var missed: Int?

    public init(at: Double, frames: Int = 1) {
      self.at = at
      self.frames = frames
    }
  }

  /// So much of something took so long.
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
    /// Memory allocations of a frame, on average and in 99 of 100 frames, where they are counted
    /// (the tests do); in a debug build, which makes a few more.
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

  /// Readable, with sorted keys.
  public func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    var data = try encoder.encode(self)
    data.append(UInt8(ascii: "\n"))
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
