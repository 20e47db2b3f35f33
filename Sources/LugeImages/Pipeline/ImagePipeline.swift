import Foundation
public import LugeCore
import LugeThreads

/// Pictures on demand: fetched, decoded at the size they are shown at, and cached, once however
/// many want them.
///
/// Work is done on low-priority threads of its own. Of what waits, the highest priority goes first;
/// a request's priority is the highest of those who want it, and when the last of them leaves, it
/// ends. A picture that failed is not tried again for a while.
public final class ImagePipeline: Sendable {
  public struct Configuration: Sendable {
    /// Bytes of decoded pictures that are kept, at most.
    public var memoryLimit = 96 << 20
    /// Seconds until a picture that failed may be tried again.
    public var failureSeconds = 30.0
    /// Threads that decode, each with a helper process while it does: at least one. Two where there
    /// are two cores, for pictures are mostly waited for while nothing else is done; all of them,
    /// at the lowest priority, come after whatever draws.
    public var threads = min(2, ProcessInfo.processInfo.activeProcessorCount)
    /// Seconds without work after which the decoder gives back what it holds (its processes).
    public var idleSeconds = 15.0
    public var limits = DecodeLimits()

    public init() {}
  }

  /// Called on a decode thread, once.
  public typealias Completion = @Sendable (Result<Bitmap, ImageError>) -> Void

  /// State of a picture, available without waiting.
  public enum Outcome: Sendable {
    case picture(Bitmap)
    case failed(ImageError)
    case unknown
  }

  public let configuration: Configuration
  private let queue: ImageQueue

  /// - Parameters:
  ///   - fetcher: gets what is not a file; without one, such pictures are errors.
  ///   - diskCache: keeps decoded pictures beyond this process.
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
  /// if it was not decoded lately.
  ///
  /// - Complexity: O(1).
  public func cost(of key: ImageKey) -> (seconds: Double, bytes: Int)? { queue.cost(of: key) }

  /// Returns the picture's state in memory; never waits for a decode.
  ///
  /// - Complexity: O(1).
  public func outcome(of request: ImageRequest) -> Outcome { queue.outcome(of: request) }

  /// The picture at another size that memory holds, to be shown scaled until the one asked for is
  /// there: the nearest larger, otherwise the largest. Nil where there is none, or only one cropped
  /// to another shape that would have to be enlarged much. Never waits for a decode.
  ///
  /// - Complexity: O(sizes of this picture in memory).
  public func standIn(for request: ImageRequest) -> Bitmap? { queue.standIn(for: request) }

  /// Why a picture failed a short while ago, at whatever size.
  public func failure(of key: ImageKey) -> ImageError? { queue.failure(of: key) }

  /// Forgets that a picture failed, so that it is tried again when it is asked for next: for a user
  /// who asks for that.
  public func forgetFailure(of key: ImageKey) { queue.forgetFailure(of: key) }

  /// Asks for a picture. The completion comes from a decode thread, even for one in memory, and
  /// also after ``ImageTask/cancel()`` (with ``ImageError/cancelled``).
  ///
  /// - Complexity: O(1).
  @discardableResult
  public func load(
    _ request: ImageRequest, priority: ImagePriority = .onScreen, completion: @escaping Completion
  ) -> ImageTask {
    let number = queue.add(request, priority: priority, completion: completion)
    return ImageTask(request: request, number: number, queue: queue)
  }

  /// The picture; cancelling the task leaves the request.
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

  /// Forgets all pictures and failures, to give memory back.
  public func removeAll() { queue.removeAll() }
}

/// Counts of what a pipeline did.
public struct ImageStatistics: Hashable, Sendable {
  public var decoded = 0
  public var failed = 0
  /// Decodes that ended because nobody wanted them any more, begun or not.
  public var cancelled = 0
  /// Bytes of pictures held now.
  public var memoryBytes = 0
  /// Requests that wait or are decoded now.
  public var pending = 0

  public init() {}
}

/// One wish for a picture.
public final class ImageTask: Sendable {
  public let request: ImageRequest
  private let number: Int
  private let queue: ImageQueue

  init(request: ImageRequest, number: Int, queue: ImageQueue) {
    self.request = request
    self.number = number
    self.queue = queue
  }

  /// Does nothing once the picture is there.
  public func cancel() { queue.cancel(request, number) }

  public func setPriority(_ priority: ImagePriority) {
    queue.setPriority(priority, of: request, number)
  }
}
