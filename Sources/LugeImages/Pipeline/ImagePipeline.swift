import Foundation
public import LugeCore
import LugeThreads

/// Pipeline that fetches pictures, decodes them at the size at which they are shown, and caches
/// them. Requests for the same picture at the same size share one decode.
///
/// The pipeline works on low-priority threads of its own, and takes the waiting picture with the
/// highest priority first. A picture's priority is the highest of its requests; when the last of
/// them is cancelled, its decode is, too. A picture that failed is not tried again for a while.
public final class ImagePipeline: Sendable {
  public struct Configuration: Sendable {
    /// Maximum bytes of cached decoded pictures.
    public var memoryLimit = 96 << 20
    /// Seconds until a picture that failed may be tried again.
    public var failureSeconds = 30.0
    /// Number of decode threads, each with a helper process while it decodes; 0 counts as 1. By
    /// default 2 if there are two processors: their priority is below that of all threads that lay
    /// out and draw, so they hardly delay these.
    public var threads = min(2, ProcessInfo.processInfo.activeProcessorCount)
    /// Seconds without work after which the decoder ends its processes.
    public var idleSeconds = 15.0
    public var limits = DecodeLimits()

    public init() {}
  }

  /// Closure that is called once, on a decode thread.
  public typealias Completion = @Sendable (Result<Bitmap, ImageError>) -> Void

  /// State of a picture, available without waiting.
  public enum Outcome: Sendable {
    case picture(Bitmap)
    case failed(ImageError)
    case unknown
  }

  public let configuration: Configuration
  private let queue: ImageQueue

  /// Makes a pipeline.
  ///
  /// - Parameters:
  ///   - fetcher: gets pictures that are not files; without one they fail.
  ///   - diskCache: caches decoded pictures beyond the process.
  public init(
    configuration: Configuration = Configuration(), loader: any ImageLoading = VideoStillLoader(),
    fetcher: (any ImageFetching)? = nil, diskCache: DiskImageCache? = nil,
    decoder: any ImageDecoding = HelperDecoder()
  ) {
    self.configuration = configuration
    queue = ImageQueue(configuration: configuration)
    for number in 0..<max(1, configuration.threads) {
      let worker = DecodeWorker(
        queue: queue, loader: loader, fetcher: fetcher, diskCache: diskCache, decoder: decoder,
        configuration: configuration)
      BackgroundThread.startForPictures(name: "luge-images-\(number)") { worker.run() }
    }
  }

  deinit { queue.stop() }

  /// Returns the seconds that the last decoding of a picture took, and the bytes of its pixels; nil
  /// if it was not decoded recently.
  ///
  /// - Complexity: O(1).
  public func cost(of key: ImageKey) -> (seconds: Double, bytes: Int)? { queue.cost(of: key) }

  /// Returns the picture's state in memory; never waits for a decode.
  ///
  /// - Complexity: O(1).
  public func outcome(of request: ImageRequest) -> Outcome { queue.outcome(of: request) }

  /// Returns the picture at another size that is in memory, to be shown scaled until the requested
  /// size is decoded: the nearest larger, otherwise the largest. Nil if there is none, or only one
  /// cropped to another shape that would have to be enlarged much. Never waits for a decode.
  ///
  /// - Complexity: O(sizes of this picture in memory).
  public func standIn(for request: ImageRequest) -> Bitmap? { queue.standIn(for: request) }

  /// Returns the error of a picture that failed recently, at any size.
  public func failure(of key: ImageKey) -> ImageError? { queue.failure(of: key) }

  /// Forgets that a picture failed, so that the next request tries again; for a user who asks for
  /// that.
  public func forgetFailure(of key: ImageKey) { queue.forgetFailure(of: key) }

  /// Requests a picture. The completion is called on a decode thread, even for a picture in memory,
  /// and also after ``ImageTask/cancel()`` (with ``ImageError/cancelled``).
  ///
  /// - Complexity: O(1).
  @discardableResult
  public func load(
    _ request: ImageRequest, priority: ImagePriority = .onScreen, completion: @escaping Completion
  ) -> ImageTask {
    let number = queue.add(request, priority: priority, completion: completion)
    return ImageTask(request: request, number: number, queue: queue)
  }

  /// Returns the picture; cancelling the task cancels the request.
  public func image(
    for request: ImageRequest, priority: ImagePriority = .onScreen
  ) async throws(ImageError) -> Bitmap {
    let leaving = LeavingTask()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let task = load(request, priority: priority) { continuation.resume(returning: $0) }
        leaving.asked(task.cancel)
      }
    } onCancel: {
      leaving.leave()
    }
    return try result.get()
  }

  public var statistics: ImageStatistics { queue.statistics }

  /// Removes all pictures and failures, to free memory.
  public func removeAll() { queue.removeAll() }
}

/// Counts of a pipeline's work.
public struct ImageStatistics: Hashable, Sendable {
  public var decoded = 0
  public var failed = 0
  /// Number of decodes that were cancelled, begun or not.
  public var cancelled = 0
  /// Bytes of pictures in memory now.
  public var memoryBytes = 0
  /// Number of requests that wait or are being decoded.
  public var pending = 0

  public init() {}
}

/// A request for a picture.
public final class ImageTask: Sendable {
  public let request: ImageRequest
  private let number: Int
  private let queue: ImageQueue

  init(request: ImageRequest, number: Int, queue: ImageQueue) {
    self.request = request
    self.number = number
    self.queue = queue
  }

  /// Cancels the request; does nothing once the picture is decoded.
  public func cancel() { queue.cancel(request, number) }

  public func setPriority(_ priority: ImagePriority) {
    queue.setPriority(priority, of: request, number)
  }
}
