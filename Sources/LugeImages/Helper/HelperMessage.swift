package import LugeCore

// What the program and its decoding helper say to each other: messages of a fixed number of words
// over a socket; files and pixels stand in memory that both share (``SharedMemory``).

/// What the helper is asked for.
package struct HelperRequest: Hashable, Sendable {
  package enum Kind: Int64, Sendable {
    /// The file in the input area, decoded at a size.
    case still = 1
    /// Keep the file in the input area as an animation under a number.
    case openAnimation
    /// A frame of an animation at a size.
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

/// What the helper answers. Nothing in it is believed before it is checked: the helper has read
/// what strangers wrote.
package struct HelperReply: Hashable, Sendable {
  package enum Status: Int64, Sendable {
    /// Said once, before the first request.
    case ready = 1
    /// Pixels of `size` are in the output area; `first` is 1 when a part of the picture is missing.
    case pixels
    /// `first` frames of `size`, repeated `second` times (0: for ever); their delays in
    /// milliseconds are in the output area, 32 bits each.
    case animation
    case done
    /// The animation is not, or no longer, open.
    case notOpen
    case unsupportedFormat
    case tooManyBytes
    case tooManyPixels
    case tooMuchMemory
    case tooManyFrames
    /// The reason's UTF-8, `first` bytes, is in the output area.
    case corrupt
    case tookTooLong
    case invalidSize
    case cancelled
    /// It takes a helper that has all libraries.
    case needsLibraries
  }

  package var status: Status
  package var size = PixelSize(width: 0, height: 0)
  package var first = 0
  package var second = 0

  package init(_ status: Status) { self.status = status }

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
  /// - Parameter reason: receives the words that belong into the output area.
  package init(_ error: ImageError, reason: (String) -> Int) {
    switch error {
    case .unsupportedFormat: self.init(.unsupportedFormat)
    case .tooManyBytes(let count, let limit):
      self.init(.tooManyBytes)
      (first, second) = (count, limit)
    case .tooManyPixels(let size, let limit):
      self.init(.tooManyPixels)
      (self.size, second) = (size, limit)
    case .tooMuchMemory(let count, let limit):
      self.init(.tooMuchMemory)
      (first, second) = (count, limit)
    case .tooManyFrames(let count, let limit):
      self.init(.tooManyFrames)
      (first, second) = (count, limit)
    case .tookTooLong: self.init(.tookTooLong)
    case .invalidSize(let size):
      self.init(.invalidSize)
      self.size = size
    case .cancelled: self.init(.cancelled)
    case .corrupt(let words):
      self.init(.corrupt)
      first = reason(words)
    default:
      self.init(.corrupt)
      first = reason(error.description)
    }
  }

  /// The error that the status means, or nil when it means none.
  ///
  /// Counts are what the helper says, and shown to people only within reason; limits are those that
  /// it was given.
  ///
  /// - Parameters:
  ///   - asked: what the helper was asked for.
  ///   - reason: the words in the output area, so many bytes of them.
  func error(_ asked: HelperRequest, reason: (Int) -> [UInt8]) -> ImageError? {
    let limits = asked.limits
    func count(over limit: Int) -> Int { max(limit, min(first, 1 << 50)) }
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
      // Animations that are open together have a limit of their own, the helper's.
      let limit = max(0, min(second, limits.decodedBytes))
      return .tooMuchMemory(count(over: limit), limit: limit)
    case .tooManyFrames: return .tooManyFrames(count(over: limits.frames), limit: limits.frames)
    case .corrupt:
      // A library's words, printable ones: they are shown, on terminals as well.
      let words = reason(max(0, min(first, 1000))).filter { (0x20..<0x7F).contains($0) }
      return .corrupt(String(decoding: words.prefix(200), as: UTF8.self))
    case .tookTooLong: return .tookTooLong(limit: limits.seconds)
    case .invalidSize: return .invalidSize(asked.size)
    case .cancelled: return .cancelled
    }
  }

  /// What is wrong with the answer to an animation's opening, or nil.
  func problem(ofAnimation limits: DecodeLimits) -> ImageError? {
    let side = 1...65_535
    guard status == .animation, side.contains(size.width), side.contains(size.height),
      size.width * size.height <= limits.pixels, limits.frames >= 2,
      (2...limits.frames).contains(first), (0...65_536).contains(second)
    else { return .unexpectedAnswer }
    return nil
  }
}

extension ImageError {
  /// A helper says what it cannot have been told to say.
  static var unexpectedAnswer: ImageError { .corrupt("an unexpected answer") }
}

/// What `luge-decode` ends with.
package enum HelperExit {
  /// There is no such program.
  package static let notFound: Int32 = 127
  /// The system would not confine it, and unconfined it reads nothing.
  package static let notConfined: Int32 = 71
}
