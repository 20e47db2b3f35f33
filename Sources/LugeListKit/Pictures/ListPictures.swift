public import LugeCore
public import LugeEngine
public import LugeImages
public import LugePaint
import Synchronization

/// The pictures of one list: provides the painter with decoded pictures from memory, requests those
/// that the engine wants, and reports to the engine which ones arrived after a row had been drawn
/// without them.
public final class ListPictures: ImageProviding {
  private struct PictureRequest {
    /// The running request; nil once it has finished.
    var task: ImageTask?
    var isInView: Bool
    /// Number of requests: a cache too small for a screen must not cause endless decoding.
    var attempts = 1
  }

  private struct State {
    var requests: [ImageRequest: PictureRequest] = [:]
    /// Pictures that were missing when rows were drawn.
    var missed: Set<ImageRequest> = []
    /// Reasons why pictures in rows are missing; kept longer than in the pipeline, as long as rows
    /// show them.
    var failures: [ImageKey: ImageError] = [:]
    var report: @Sendable (Set<ImageKey>) -> Void = { _ in }
  }

  /// Loader for pictures of an archive: opens nothing outside of the archive's folder.
  package static let files = FileImageLoader(opensAnyFile: false)

  private static let attemptLimit = 3
  private static let missedLimit = 8192

  private let pipeline: ImagePipeline
  private let onDecoded: @Sendable (ImageKey, Bitmap) -> Void

  // MARK: Mutable State (under the lock; taken before the pipeline's)

  private let state = Mutex(State())

  /// - Parameters:
  ///   - pipeline: the pipeline; may serve several lists.
  ///   - onDecoded: called on a decoding thread with each decoded picture.
  public init(
    _ pipeline: ImagePipeline,
    onDecoded: @escaping @Sendable (ImageKey, Bitmap) -> Void = { _, _ in }
  ) {
    self.pipeline = pipeline
    self.onDecoded = onDecoded
  }

  deinit { state.withLock { for (_, known) in $0.requests { known.task?.cancel() } } }

  /// Connects this provider with the engine whose lanes draw with it.
  public func serve(_ engine: ListEngine) {
    let report = engine.imageArrivals
    state.withLock { $0.report = report }
    engine.onImageRequests = { [self] in want($0) }
    let pipeline = pipeline
    engine.imageCost = { key in
      pipeline.cost(of: key).map { ImageCost(seconds: $0.seconds, bytes: $0.bytes) }
    }
  }

  /// Whether all pictures in view that can be shown are decoded.
  public var isComplete: Bool {
    state.withLock { state in
      state.requests.values.allSatisfy { !$0.isInView || $0.task == nil }
    }
  }

  // MARK: Painting

  public func image(for key: ImageKey, size: PixelSize) -> Bitmap? {
    let request = ImageRequest(key, size: size)
    // Looking up and recording a miss are one step; otherwise a picture that arrives in between
    // would be lost.
    return state.withLock { state in
      if case .picture(let bitmap) = pipeline.outcome(of: request) { return bitmap }
      state.missed.insert(request)
      // The picture was decoded, and evicted since.
      if let known = state.requests[request], known.task == nil, known.attempts < Self.attemptLimit,
        pipeline.failure(of: key) == nil
      {
        state.requests[request]?.attempts += 1
        state.requests[request]?.task = ask(
          for: request, known.isInView ? .onScreen : .ahead(pixels: 1))
      }
      // While the width changes, show the picture at its previous size until the new one is
      // decoded.
      return pipeline.standIn(for: request)
    }
  }

  public func problem(with key: ImageKey) -> ImageProblem? {
    failure(of: key)?.problem
  }

  /// Returns the reason why a picture is missing; nil if it is not, or may still arrive.
  public func failure(of key: ImageKey) -> ImageError? {
    state.withLock { $0.failures[key] } ?? pipeline.failure(of: key)
  }

  /// Number of missing pictures in view that will not arrive without a retry.
  package var failedInView: Int {
    state.withLock { state in
      state.requests.count {
        $0.value.isInView && $0.value.task == nil && state.failures[$0.key.key] != nil
      }
    }
  }

  /// Requests again the pictures whose download was not permitted.
  public func retryRefused() {
    let refused = state.withLock { state in
      state.failures.filter { $0.value == .network(.notPermitted) }.map(\.key)
    }
    for key in refused { retry(key) }
  }

  /// Requests again the pictures that could not be loaded.
  package func retryFailed(_ isMeant: (ImageKey) -> Bool) {
    let failed = state.withLock { Array($0.failures.keys) }
    for key in failed where isMeant(key) { retry(key) }
  }

  /// Forgets that a picture failed, so that the rows that show it request it again.
  public func retry(_ key: ImageKey) {
    pipeline.forgetFailure(of: key)
    let report = state.withLock { state in
      state.failures[key] = nil
      for (request, known) in state.requests where request.key == key && known.task == nil {
        state.requests[request]?.task = ask(
          for: request, known.isInView ? .onScreen : .ahead(pixels: 1))
      }
      return state.report
    }
    // The placeholder now shows that it is loading instead of the error.
    report([key])
  }

  // MARK: Requests

  /// Replaces the wanted pictures.
  ///
  /// - Complexity: O(requests), without waiting: called within a frame.
  private func want(_ wanted: [ListImageRequest]) {
    var came: Set<ImageKey> = []
    let report = state.withLock { state in
      var next: [ImageRequest: PictureRequest] = [:]
      next.reserveCapacity(wanted.count)
      for image in wanted {
        let request = ImageRequest(image.key, size: image.size)
        // Nearest first: if several rows show a picture, the nearest one counts.
        guard next[request] == nil else { continue }
        let isInView = image.distance == 0
        let priority = isInView ? ImagePriority.onScreen : .ahead(pixels: image.distance)
        if var known = state.requests.removeValue(forKey: request) {
          known.task?.setPriority(priority)
          known.isInView = isInView
          next[request] = known
        } else if case .unknown = pipeline.outcome(of: request) {
          next[request] = PictureRequest(task: ask(for: request, priority), isInView: isInView)
        } else {
          if case .failed(let error) = pipeline.outcome(of: request) {
            Self.note(error, of: image.key, in: &state)
          }
          next[request] = PictureRequest(task: nil, isInView: isInView)
          if state.missed.remove(request) != nil { came.insert(image.key) }
        }
      }
      for gone in state.requests.values { gone.task?.cancel() }
      state.requests = next
      // Records are kept longer than requests, because a drawing without the picture may be shown
      // again. The limit is larger than what the engine's drawings contain.
      if state.missed.count > Self.missedLimit {
        state.missed = state.missed.filter { next[$0] != nil }
      }
      return state.report
    }
    if !came.isEmpty { report(came) }
  }

  private func ask(for request: ImageRequest, _ priority: ImagePriority) -> ImageTask {
    pipeline.load(request, priority: priority) { [weak self] result in
      if case .failure(.cancelled) = result { return }
      self?.answered(request, result)
      if case .success(let bitmap) = result { self?.onDecoded(request.key, bitmap) }
    }
  }

  private static func note(_ error: ImageError, of key: ImageKey, in state: inout State) {
    if state.failures.count >= missedLimit { state.failures = [:] }
    state.failures[key] = error
  }

  private func answered(_ request: ImageRequest, _ result: Result<Bitmap, ImageError>) {
    let report = state.withLock { state -> (@Sendable (Set<ImageKey>) -> Void)? in
      switch result {
      case .success: state.failures[request.key] = nil
      case .failure(let error): Self.note(error, of: request.key, in: &state)
      }
      state.requests[request]?.task = nil
      return state.missed.remove(request) == nil ? nil : state.report
    }
    report?([request.key])
  }
}
