public import LugeCore
import Synchronization

/// Decodes animations in a helper process of its own, which keeps their files and canvases.
public final class HelperAnimations: AnimationDecoding {
  // MARK: Mutable State (under the lock, which is held while the helper works: one thread asks)

  private struct Current {
    var helper: HelperProcess?
    /// Counts helpers, so that an animation of one that died is not taken for one of the next.
    var generation = 0
    /// Nanoseconds that animations took beyond what their frames may.
    var excess: [Int: UInt64] = [:]

    /// Starts another helper in place of the one that there was; it has not reported yet.
    mutating func start(withAllLibraries: Bool) throws(ImageError) -> HelperProcess {
      helper = nil
      let fresh = try HelperProcess(
        path: HelperLocation.find(), withAllLibraries: withAllLibraries)
      helper = fresh
      generation += 1
      excess = [:]
      return fresh
    }
  }

  /// Nanoseconds of a helper's work that a frame may take: with more it would not play. What frames
  /// take beyond that adds up to a picture's time (``DecodeLimits/seconds``), or one file could
  /// keep the thread for itself by being just fast enough with every frame.
  private static let frameAllowance: UInt64 = 100_000_000

  private let current = Mutex(Current())

  public init() {}

  /// How many helpers were started so far.
  package var helpersStarted: Int { current.withLock { $0.generation } }
  /// The helper's process; nil when there is none. Waits for what it is at.
  package var helper: Int32? { current.withLock { $0.helper?.process } }
  /// Nanoseconds that the helper has worked; nil when there is none.
  package var worked: UInt64? { current.withLock { $0.helper?.worked } }

  public func open(
    _ bytes: [UInt8], limits: DecodeLimits
  ) throws(ImageError) -> (Int, AnimationInfo) {
    guard bytes.count <= limits.fileBytes else {
      throw .tooManyBytes(bytes.count, limit: limits.fileBytes)
    }
    guard let format = ImageFormat(bytes), [.gif, .webp, .png].contains(format) else {
      throw .unsupportedFormat
    }
    var request = HelperRequest(.openAnimation)
    request.limits = limits
    let needsAll = format.needsAllLibraries
    if let opened = try open(request, bytes, withAllLibraries: needsAll) { return opened }
    guard let opened = try open(request, bytes, withAllLibraries: true) else {
      throw .unexpectedAnswer
    }
    return opened
  }

  /// - Returns: nil when only a helper with all libraries can open it.
  private func open(
    _ request: HelperRequest, _ bytes: [UInt8], withAllLibraries: Bool
  ) throws(ImageError) -> (Int, AnimationInfo)? {
    var request = request
    return try use(nil, withAllLibraries: withAllLibraries) {
      helper, generation throws(ImageError) in
      request.byteCount = try helper.place(bytes.count) { room throws(ImageError) in
        bytes.withUnsafeBytes { room.copyMemory(from: $0) }
        return bytes.count
      }
      let reply = try helper.reply(to: request, watch: DecodeWatch())
      guard reply.status != .needsLibraries else { return nil }
      if let problem = reply.problem(ofAnimation: request.limits) { throw problem }
      let numbers = helper.numbers(count: reply.frameCount + 1).map { Int($0) }
      guard let number = numbers.first, (1...Int(Int32.max)).contains(number),
        numbers.allSatisfy({ $0 >= 0 })
      else { throw .unexpectedAnswer }
      return (
        generation << 32 | number,
        AnimationInfo(size: reply.size, delays: Array(numbers.dropFirst()), loops: reply.loopCount)
      )
    }
  }

  public func frame(
    _ index: Int, of animation: Int, size: PixelSize, limits: DecodeLimits
  ) throws(ImageError) -> Bitmap {
    var request = HelperRequest(.frame)
    request.animation = animation & 0xFFFF_FFFF
    request.frame = index
    request.size = size
    request.limits = limits
    let (bitmap, work) = try use(animation >> 32) { helper, _ throws(ImageError) in
      let before = helper.worked
      let reply = try helper.reply(to: request, watch: DecodeWatch())
      guard reply.status != .notOpen else { throw .notOpen }
      return (try helper.bitmap(reply, atMost: size), helper.worked &- before)
    }
    let excess = current.withLock { current in
      let more = work > Self.frameAllowance ? work - Self.frameAllowance : 0
      current.excess[animation, default: 0] += more
      return current.excess[animation] ?? 0
    }
    guard Double(excess) <= limits.seconds * 1e9 else {
      throw .tookTooLong(limit: limits.seconds)
    }
    return bitmap
  }

  public func close(_ animation: Int) {
    current.withLock { current in
      current.excess[animation] = nil
      guard let helper = current.helper, helper.isAlive, current.generation == animation >> 32
      else { return }
      var request = HelperRequest(.closeAnimation)
      request.animation = animation & 0xFFFF_FFFF
      // One that cannot close it is dead, and everything is closed.
      _ = try? helper.reply(to: request, watch: DecodeWatch())
    }
  }

  public func prepare() {
    current.withLock { current in
      // What is opened next says why there is none.
      if current.helper == nil { _ = try? current.start(withAllLibraries: false) }
    }
  }

  public func releaseIdle() { current.withLock { $0.helper = nil } }

  /// - Parameters:
  ///   - generation: of the helper that is needed; nil for any.
  ///   - withAllLibraries: whether it has to have them; what is open in one that has not is opened
  ///     again when it is asked for.
  private func use<R: Sendable>(
    _ generation: Int?, withAllLibraries: Bool = false,
    _ body: (HelperProcess, Int) throws(ImageError) -> R
  ) throws(ImageError) -> R {
    // `withLock` forgets the error's type.
    let result = current.withLock { current in
      Result { () throws(ImageError) in
        if let generation, generation != current.generation { throw .notOpen }
        if let helper = current.helper, helper.isAlive,
          helper.hasAllLibraries || !withAllLibraries
        {
          try helper.awaitReady()
          return try body(helper, current.generation)
        }
        guard generation == nil else { throw .notOpen }
        let fresh = try current.start(withAllLibraries: withAllLibraries)
        try fresh.awaitReady()
        return try body(fresh, current.generation)
      }
    }
    return try result.get()
  }
}
