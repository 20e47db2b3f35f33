package import LugeCore

// Messages between the program and its decoding helper: a fixed number of 64-bit integers over a
// socket. Files and pixels are in memory that both share (``SharedMemory``).

/// A request to the helper.
package struct HelperRequest: Hashable, Sendable {
  package enum Kind: Int64, Sendable {
    /// Decodes the file in the input area at a size.
    case still = 1
    /// Keeps the file in the input area as an animation under a number.
    case openAnimation
    /// Decodes a frame of an animation at a size.
    case frame
    case closeAnimation
  }

  package var kind: Kind
  package var byteCount = 0
  package var size = PixelSize(width: 0, height: 0)
  package var limits = DecodeLimits()
  package var animation = 0
  package var frame = 0

  package init(_ kind: Kind) { self.kind = kind }

  package static let wordCount = 11

  package var words: [Int64] {
    [
      kind.rawValue, Int64(byteCount), Int64(size.width), Int64(size.height),
      Int64(limits.fileBytes), Int64(limits.pixels), Int64(limits.decodedBytes),
      Int64(limits.frames), Int64(max(0, min(limits.seconds, 1e6)) * 1e6), Int64(animation),
      Int64(frame),
    ]
  }

  package init?(words: [Int64]) {
    guard words.count == Self.wordCount, let kind = Kind(rawValue: words[0]) else { return nil }
    self.kind = kind
    byteCount = Int(words[1])
    size = PixelSize(width: Int(words[2]), height: Int(words[3]))
    limits.fileBytes = Int(words[4])
    limits.pixels = Int(words[5])
    limits.decodedBytes = Int(words[6])
    limits.frames = Int(words[7])
    limits.seconds = Double(words[8]) / 1e6
    animation = Int(words[9])
    frame = Int(words[10])
    guard (0...SharedMemory.inputCapacity).contains(byteCount) else { return nil }
  }
}

/// The helper's answer to a request. Everything in it is checked before it is used: the helper has
/// read untrusted files.
package struct HelperReply: Hashable, Sendable {
  package enum Status: Int64, Sendable {
    /// Sent once, before the first request.
    case ready = 1
    /// Pixels of `size` are in the output area; see ``HelperReply/isPartial``.
    case pixels
    /// An animation of `size` was opened; see ``HelperReply/frameCount`` and
    /// ``HelperReply/loopCount``. Its number and the delays of its frames in milliseconds are in
    /// the output area, 32 bits each.
    case animation
    case done
    /// The animation is not, or no longer, open.
    case notOpen
    case unsupportedFormat
    case tooManyBytes
    case tooManyPixels
    case tooMuchMemory
    case tooManyFrames
    /// The reason's UTF-8 is in the output area; see ``HelperReply/reasonLength``.
    case corrupt
    case tookTooLong
    case invalidSize
    case cancelled
    /// Only a helper that has loaded all libraries can decode this file.
    case needsLibraries
  }

  package var status: Status
  package var size = PixelSize(width: 0, height: 0)
  /// Two integers whose meaning depends on the status; read by the names below.
  private var first = 0
  private var second = 0

  package init(_ status: Status) { self.status = status }

  package static let mostLoops = 65_536

  /// Whether a part of the picture is missing; with ``Status/pixels``.
  package var isPartial: Bool {
    get { first != 0 }
    set { first = newValue ? 1 : 0 }
  }

  /// Number of frames; with ``Status/animation``.
  package var frameCount: Int {
    get { first }
    set { first = newValue }
  }

  /// Number of times that the animation plays, 0 for ever; with ``Status/animation``.
  package var loopCount: Int {
    get { second }
    set { second = newValue }
  }

  /// Bytes of the reason in the output area; with ``Status/corrupt``.
  package var reasonLength: Int {
    get { first }
    set { first = newValue }
  }

  /// Value that exceeded a limit, and the limit.
  private var excess: (count: Int, limit: Int) {
    get { (first, second) }
    set { (first, second) = newValue }
  }

  /// Whether the flags of ``Status/pixels`` have one of their two values.
  var hasValidFlags: Bool { (0...1).contains(first) }

  package static let wordCount = 5

  package var words: [Int64] {
    [status.rawValue, Int64(size.width), Int64(size.height), Int64(first), Int64(second)]
  }

  package init?(words: [Int64]) {
    guard words.count == Self.wordCount, let status = Status(rawValue: words[0]) else {
      return nil
    }
    self.status = status
    size = PixelSize(width: Int(words[1]), height: Int(words[2]))
    first = Int(words[3])
    second = Int(words[4])
  }
}

extension HelperReply {
  /// Makes the reply for an error.
  ///
  /// - Parameter reason: writes the text to the output area and returns its length in bytes.
  package init(_ error: ImageError, reason: (String) -> Int) {
    switch error {
    case .unsupportedFormat: self.init(.unsupportedFormat)
    case .tooManyBytes(let count, let limit):
      self.init(.tooManyBytes)
      excess = (count, limit)
    case .tooManyPixels(let size, let limit):
      self.init(.tooManyPixels)
      self.size = size
      excess = (0, limit)
    case .tooMuchMemory(let count, let limit):
      self.init(.tooMuchMemory)
      excess = (count, limit)
    case .tooManyFrames(let count, let limit):
      self.init(.tooManyFrames)
      excess = (count, limit)
    case .tookTooLong: self.init(.tookTooLong)
    case .invalidSize(let size):
      self.init(.invalidSize)
      self.size = size
    case .cancelled: self.init(.cancelled)
    case .corrupt(let text):
      self.init(.corrupt)
      reasonLength = reason(text)
    default:
      self.init(.corrupt)
      reasonLength = reason(error.description)
    }
  }

  /// Returns the error that the status means; nil when it means success.
  ///
  /// Counts come from the helper and are clamped; limits are those of the request.
  ///
  /// - Parameters:
  ///   - asked: the request that was answered.
  ///   - reason: reads this number of bytes from the output area.
  func error(_ asked: HelperRequest, reason: (Int) -> [UInt8]) -> ImageError? {
    let limits = asked.limits
    func count(over limit: Int) -> Int { max(limit, min(excess.count, 1 << 50)) }
    switch status {
    case .ready, .pixels, .animation, .done, .notOpen, .needsLibraries: return nil
    case .unsupportedFormat: return .unsupportedFormat
    case .tooManyBytes:
      return .tooManyBytes(count(over: limits.fileBytes), limit: limits.fileBytes)
    case .tooManyPixels:
      let side = 1...Int(Int32.max)
      guard side.contains(size.width), side.contains(size.height) else { return .unexpectedAnswer }
      return .tooManyPixels(size, limit: limits.pixels)
    case .tooMuchMemory:
      // The helper has a separate limit for all open animations together.
      let limit = max(0, min(excess.limit, limits.decodedBytes))
      return .tooMuchMemory(count(over: limit), limit: limit)
    case .tooManyFrames: return .tooManyFrames(count(over: limits.frames), limit: limits.frames)
    case .corrupt:
      // Keep only printable ASCII of a library's message, because it may be shown on a terminal.
      let text = reason(max(0, min(reasonLength, 1000))).filter { (0x20..<0x7F).contains($0) }
      return .corrupt(String(decoding: text.prefix(200), as: UTF8.self))
    case .tookTooLong: return .tookTooLong(limit: limits.seconds)
    case .invalidSize: return .invalidSize(asked.size)
    case .cancelled: return .cancelled
    }
  }

  /// Checks the reply to ``HelperRequest/Kind/openAnimation``; returns nil when it is valid.
  func problem(ofAnimation limits: DecodeLimits) -> ImageError? {
    let side = 1...65_535
    guard status == .animation, side.contains(size.width), side.contains(size.height),
      size.width * size.height <= limits.pixels, limits.frames >= 2,
      (2...limits.frames).contains(frameCount), (0...Self.mostLoops).contains(loopCount)
    else { return .unexpectedAnswer }
    return nil
  }
}

extension ImageError {
  /// Error for a reply that does not fit the request.
  static var unexpectedAnswer: ImageError { .corrupt("an unexpected answer") }
}

/// Exit statuses of `luge-decode`.
package enum HelperExit {
  package static let noSharedMemory: Int32 = 1
  /// The request is one that no version of this program sends.
  package static let badRequest: Int32 = 1
  /// The arguments are invalid (`EX_USAGE`).
  package static let usage: Int32 = 64
  /// The program to run does not exist.
  package static let notFound: Int32 = 127
  /// The system refused to confine the process, which never reads files unconfined.
  package static let notConfined: Int32 = 71
}
