public import LugeCore
import Synchronization

/// Decoder in helper processes, one for each running decode. They are started when needed (the
/// first one already while a picture is fetched), and ended when the pipeline has been idle for a
/// while.
///
/// A file that crashes its helper fails; the next file gets a new helper.
public final class HelperDecoder: PictureFileDecoding {
  // MARK: Mutable State (under the lock)

  private struct Helpers {
    var idle: [HelperProcess] = []
    /// Number of helpers that are decoding.
    var busy = 0
    /// Number of helpers that a picture has ended.
    var lost = 0
  }
  private let helpers = Mutex(Helpers())

  public init() {}

  /// Number of helpers that a picture has ended, by a crash or because they had to be killed.
  package var helpersLost: Int { helpers.withLock { $0.lost } }

  public func decode(
    _ bytes: [UInt8], size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    // No helper is needed for a file that is no picture.
    guard let format = ImageFormat(bytes) else { throw .unknown(bytes) }
    return try decode(
      byteCount: bytes.count, format, size, limits, watch
    ) { room throws(ImageError) in
      bytes.withUnsafeBytes { room.copyMemory(from: $0) }
      return bytes.count
    }
  }

  func decode(
    _ file: PictureFile, size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    let format = ImageFormat(file.read(at: 0, count: ImageFormat.sniffedBytes))
    return try decode(byteCount: file.byteCount, format, size, limits, watch) {
      room throws(ImageError) in
      try file.read(into: room)
    }
  }

  /// Decodes a picture in a helper.
  ///
  /// - Parameter fill: puts the file into the memory that the helper reads, and returns its number
  ///   of bytes.
  private func decode(
    byteCount: Int, _ format: ImageFormat?, _ size: PixelSize, _ limits: DecodeLimits,
    _ watch: DecodeWatch,
    fill: (UnsafeMutableRawBufferPointer) throws(ImageError) -> Int
  ) throws(ImageError) -> Bitmap {
    guard size.width > 0, size.height > 0,
      size.width <= 32_767, size.height <= 32_767,
      size.width * size.height * 4 <= SharedMemory.outputCapacity
    else { throw .invalidSize(size) }
    let most = limits.fileBytes(of: format)
    guard byteCount <= most else { throw .tooManyBytes(byteCount, limit: most) }
    let needsAll = format?.needsAllLibraries ?? false
    let helper = try borrow(withAllLibraries: needsAll)
    defer { giveBack(helper) }
    if needsAll { try helper.loadAllLibraries() }
    var request = HelperRequest(.still)
    request.byteCount = try helper.place(byteCount, fill)
    request.size = size
    request.limits = limits
    if let header = try? ImageProbe.header(of: helper.placed(min(request.byteCount, 1 << 16))) {
      request.limits.seconds = limits.seconds(for: header.size, format)
    }
    // The time limit starts after the helper was started, which does not depend on the picture.
    watch.start(seconds: request.limits.seconds)
    var reply = try helper.reply(to: request, watch: watch)
    if reply.status == .needsLibraries {
      try helper.loadAllLibraries()
      watch.start(seconds: request.limits.seconds)
      reply = try helper.reply(to: request, watch: watch)
    }
    return try helper.bitmap(reply, atMost: size)
  }

  /// Nanoseconds of CPU time of the helper that decodes next; nil when none is idle.
  package var worked: UInt64? { helpers.withLock { $0.idle.last?.worked } }
  /// Process id of the helper that decodes next; nil when none is idle.
  package var idleProcess: Int32? { helpers.withLock { $0.idle.last?.process } }

  public func prepare() {
    helpers.withLock { helpers in
      guard helpers.idle.isEmpty, helpers.busy == 0,
        // The next decode reports the error.
        let helper = try? HelperProcess(path: HelperLocation.find())
      else { return }
      helpers.idle.append(helper)
    }
  }

  public func releaseIdle() { helpers.withLock { $0.idle = [] } }

  /// Returns an idle helper, if possible one of the requested kind, or else a new one.
  private func borrow(withAllLibraries: Bool) throws(ImageError) -> HelperProcess {
    let found = helpers.withLock { helpers -> HelperProcess? in
      helpers.busy += 1
      let fitting = helpers.idle.lastIndex { $0.hasAllLibraries == withAllLibraries }
      guard let fitting else { return helpers.idle.popLast() }
      return helpers.idle.remove(at: fitting)
    }
    do throws(ImageError) {
      let helper: HelperProcess
      if let found {
        helper = found
      } else {
        helper = try HelperProcess(
          path: HelperLocation.find(), withAllLibraries: withAllLibraries)
      }
      try helper.awaitReady()
      return helper
    } catch {
      helpers.withLock { $0.busy -= 1 }
      throw error
    }
  }

  private func giveBack(_ helper: HelperProcess) {
    helpers.withLock { helpers in
      helpers.busy -= 1
      if helper.isAlive { helpers.idle.append(helper) } else { helpers.lost += 1 }
    }
  }
}
