public import LugeCore
import Synchronization

/// Decodes in helper processes: one for each decode that is under way, started when needed, ended
/// when the pipeline has been idle for a while.
///
/// A file that kills its helper is an error of that file; the next one gets a new helper.
public final class HelperDecoder: ImageDecoding {
  // MARK: Mutable State (under the lock)

  private let idle = Mutex<[HelperProcess]>([])

  public init() {}

  public func decode(
    _ bytes: [UInt8], size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    guard size.width > 0, size.height > 0,
      size.width.multipliedReportingOverflow(by: size.height * 4).partialValue
        <= SharedMemory.outputCapacity, size.width <= 32_767, size.height <= 32_767
    else { throw .invalidSize(size) }
    // What is no picture at all needs no helper.
    guard ImageFormat(bytes) != nil else { throw .unsupportedFormat }
    guard bytes.count <= limits.fileBytes else {
      throw .tooManyBytes(bytes.count, limit: limits.fileBytes)
    }
    let helper = try borrow()
    defer { giveBack(helper) }
    var request = HelperRequest(.still)
    request.byteCount = bytes.count
    request.size = size
    request.limits = limits
    // Starting a helper is not the picture's fault.
    watch.start(seconds: limits.seconds)
    return try helper.bitmap(helper.reply(to: request, file: bytes, watch: watch), atMost: size)
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
