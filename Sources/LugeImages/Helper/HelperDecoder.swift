public import LugeCore
import Synchronization

/// Decodes in helper processes: one for each decode that is under way, started when needed, ended
/// when the pipeline has been idle for a while.
///
/// A file that kills its helper is an error of that file; the next one gets a new helper.
public final class HelperDecoder: PictureFileDecoding {
  // MARK: Mutable State (under the lock)

  private let idle = Mutex<[HelperProcess]>([])

  public init() {}

  public func decode(
    _ bytes: [UInt8], size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    // What is no picture at all needs no helper.
    guard ImageFormat(bytes) != nil else { throw .unknown(bytes) }
    return try decode(
      byteCount: bytes.count, size, limits, watch
    ) { room throws(ImageError) in
      bytes.withUnsafeBytes { room.copyMemory(from: $0) }
      return bytes.count
    }
  }

  func decode(
    _ file: PictureFile, size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    try decode(byteCount: file.byteCount, size, limits, watch) { room throws(ImageError) in
      try file.read(into: room)
    }
  }

  /// - Parameter fill: puts the file where the helper reads it, and says how many bytes it has.
  private func decode(
    byteCount: Int, _ size: PixelSize, _ limits: DecodeLimits, _ watch: DecodeWatch,
    fill: (UnsafeMutableRawBufferPointer) throws(ImageError) -> Int
  ) throws(ImageError) -> Bitmap {
    guard size.width > 0, size.height > 0,
      size.width.multipliedReportingOverflow(by: size.height * 4).partialValue
        <= SharedMemory.outputCapacity, size.width <= 32_767, size.height <= 32_767
    else { throw .invalidSize(size) }
    guard byteCount <= limits.fileBytes else {
      throw .tooManyBytes(byteCount, limit: limits.fileBytes)
    }
    let helper = try borrow()
    defer { giveBack(helper) }
    var request = HelperRequest(.still)
    request.byteCount = try helper.place(byteCount, fill)
    request.size = size
    request.limits = limits
    // Starting a helper is not the picture's fault.
    watch.start(seconds: limits.seconds)
    return try helper.bitmap(helper.reply(to: request, watch: watch), atMost: size)
  }

  /// Nanoseconds that the helper has worked which decodes next; nil when there is none.
  package var worked: UInt64? { idle.withLock { $0.last?.worked } }

  public func releaseIdle() { idle.withLock { $0 = [] } }

  private func borrow() throws(ImageError) -> HelperProcess {
    if let helper = idle.withLock({ $0.popLast() }) { return helper }
    return try HelperProcess(path: HelperLocation.find())
  }

  private func giveBack(_ helper: HelperProcess) {
    guard helper.isAlive else { return }
    idle.withLock { $0.append(helper) }
  }
}
