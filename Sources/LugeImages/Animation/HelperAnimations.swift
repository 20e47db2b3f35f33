public import LugeCore
import Synchronization

/// Decoder of animations in a separate helper process, which keeps their files and canvases.
public final class HelperAnimations: AnimationDecoding {
  // MARK: Mutable State (under the lock, which is held while the helper works: one thread asks)

  private struct Current {
    var helper: HelperProcess?
    /// Number of helpers started; an animation's number contains it, so that a later helper is not
    /// asked for an animation of an earlier one.
    var generation = 0
    /// Nanoseconds that animations have used beyond the allowance of their frames.
    var excess: [Int: UInt64] = [:]

    /// Starts another helper in place of the current one; it has not reported yet.
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

  /// Nanoseconds of a helper's CPU time that a frame may take; with more, it would not play
  /// smoothly. The excess of all frames is added up and limited like the time of a picture
  /// (``DecodeLimits/seconds``). Otherwise one file could occupy the thread with frames that are
  /// each just fast enough.
  private static let frameAllowance: UInt64 = 100_000_000

  private let current = Mutex(Current())

  public init() {}

  /// Number of helpers started so far.
  package var helpersStarted: Int { current.withLock { $0.generation } }
  /// Process id of the helper; nil when none runs. Waits until the helper is idle.
  package var helper: Int32? { current.withLock { $0.helper?.process } }
  /// Nanoseconds of CPU time that the helper has used; nil when none runs.
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

  /// Opens an animation in a helper.
  ///
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
      // A helper that fails to close it is dead, and so everything is closed.
      _ = try? helper.reply(to: request, watch: DecodeWatch())
    }
  }

  public func prepare() {
    current.withLock { current in
      // An error is reported when an animation is opened.
      if current.helper == nil { _ = try? current.start(withAllLibraries: false) }
    }
  }

  public func releaseIdle() { current.withLock { $0.helper = nil } }

  /// Runs a closure with a helper.
  ///
  /// - Parameters:
  ///   - generation: number of the helper that is needed; nil for any.
  ///   - withAllLibraries: whether it must have all libraries. If the current one has not, it is
  ///     replaced, and its animations are opened again when they are needed.
  private func use<R: Sendable>(
    _ generation: Int?, withAllLibraries: Bool = false,
    _ body: (HelperProcess, Int) throws(ImageError) -> R
  ) throws(ImageError) -> R {
    // `withLock` erases the error's type.
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
