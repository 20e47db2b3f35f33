public import LugeCore
public import LugeEngine
public import LugeImages
public import LugePaint
import Synchronization

/// The pictures of one list: answers the painter from memory, asks the pipeline for what the engine
/// wishes, and tells the engine which pictures came after a row had been drawn without them.
public final class ListPictures: ImageProviding {
  private struct Wish {
    /// Nil once answered.
    var task: ImageTask?
    var isInView: Bool
    /// How often it was asked for: a cache too small for a screen must not decode for ever.
    var attempts = 1
  }

  private struct State {
    var wishes: [ImageRequest: Wish] = [:]
    /// What rows were drawn without.
    var missed: Set<ImageRequest> = []
    /// Why pictures that rows show are not there: known for as long as the rows say so, which is
    /// longer than the pipeline remembers.
    var failures: [ImageKey: ImageError] = [:]
    var tell: @Sendable (Set<ImageKey>) -> Void = { _ in }
  }

  /// Of an archive's pictures: what it names elsewhere than in its own folder is not opened.
  package static let files = FileImageLoader(opensAnyFile: false)

  private static let attemptLimit = 3
  private static let missedLimit = 8192

  private let pipeline: ImagePipeline
  private let onDecoded: @Sendable (ImageKey, Bitmap) -> Void

  // MARK: Mutable State (under the lock; taken before the pipeline's)

  private let state = Mutex(State())

  /// - Parameters:
  ///   - pipeline: may serve several lists.
  ///   - onDecoded: called on a decode thread with each picture that came.
  public init(
    _ pipeline: ImagePipeline,
    onDecoded: @escaping @Sendable (ImageKey, Bitmap) -> Void = { _, _ in }
  ) {
    self.pipeline = pipeline
    self.onDecoded = onDecoded
  }

  deinit { state.withLock { for (_, wish) in $0.wishes { wish.task?.cancel() } } }

  /// Connects with the engine whose lanes paint with this provider.
  public func serve(_ engine: ListEngine) {
    let tell = engine.imageArrivals
    state.withLock { $0.tell = tell }
    engine.onImageWishes = { [self] in want($0) }
    let pipeline = pipeline
    engine.imageCost = { key in
      pipeline.cost(of: key).map { ImageCost(seconds: $0.seconds, bytes: $0.bytes) }
    }
  }

  /// Whether everything in view that can be shown is there.
  public var isComplete: Bool {
    state.withLock { state in
      state.wishes.values.allSatisfy { !$0.isInView || $0.task == nil }
    }
  }

  // MARK: Painting

  public func image(for key: ImageKey, size: PixelSize) -> Bitmap? {
    let request = ImageRequest(key, size: size)
    // Looking and noting the miss are one step, or a picture that arrives in between would be lost.
    return state.withLock { state in
      if case .picture(let bitmap) = pipeline.outcome(of: request) { return bitmap }
      state.missed.insert(request)
      // It was there and had to make room for others.
      if let wish = state.wishes[request], wish.task == nil, wish.attempts < Self.attemptLimit,
        pipeline.failure(of: key) == nil
      {
        state.wishes[request]?.attempts += 1
        state.wishes[request]?.task = ask(
          for: request, wish.isInView ? .onScreen : .ahead(pixels: 1))
      }
      // What was seen stays seen: while a list's width changes, each size is waited for anew.
      return pipeline.standIn(for: request)
    }
  }

  public func problem(with key: ImageKey) -> ImageProblem? {
    failure(of: key)?.problem
  }

  /// Why a picture of the list is not there; nil for one that is, or may still come.
  public func failure(of key: ImageKey) -> ImageError? {
    state.withLock { $0.failures[key] } ?? pipeline.failure(of: key)
  }

  /// How many pictures in view are not there, and will not come by themselves.
  package var failedInView: Int {
    state.withLock { state in
      state.wishes.count {
        $0.value.isInView && $0.value.task == nil && state.failures[$0.key.key] != nil
      }
    }
  }

  /// Tries those again that were not fetched because nothing may be.
  public func retryRefused() {
    let refused = state.withLock { state in
      state.failures.filter { $0.value == .network(.notPermitted) }.map(\.key)
    }
    for key in refused { retry(key) }
  }

  /// Forgets that a picture failed: the rows that show it ask for it again.
  public func retry(_ key: ImageKey) {
    pipeline.forgetFailure(of: key)
    let tell = state.withLock { state in
      state.failures[key] = nil
      for (request, wish) in state.wishes where request.key == key && wish.task == nil {
        state.wishes[request]?.task = ask(
          for: request, wish.isInView ? .onScreen : .ahead(pixels: 1))
      }
      return state.tell
    }
    // The placeholder says that it is waited for, no longer what was wrong.
    tell([key])
  }

  // MARK: Wishes

  /// Replaces what is wanted.
  ///
  /// - Complexity: O(wishes), no waiting: called within a frame.
  private func want(_ wishes: [ImageWish]) {
    var came: Set<ImageKey> = []
    let tell = state.withLock { state in
      var next: [ImageRequest: Wish] = [:]
      next.reserveCapacity(wishes.count)
      for wish in wishes {
        let request = ImageRequest(wish.key, size: wish.size)
        // Nearest first: of several rows that show it, the first counts.
        guard next[request] == nil else { continue }
        let isInView = wish.distance == 0
        let priority = isInView ? ImagePriority.onScreen : .ahead(pixels: wish.distance)
        if var known = state.wishes.removeValue(forKey: request) {
          known.task?.setPriority(priority)
          known.isInView = isInView
          next[request] = known
        } else if case .unknown = pipeline.outcome(of: request) {
          next[request] = Wish(task: ask(for: request, priority), isInView: isInView)
        } else {
          if case .failed(let error) = pipeline.outcome(of: request) {
            Self.note(error, of: wish.key, in: &state)
          }
          next[request] = Wish(task: nil, isInView: isInView)
          if state.missed.remove(request) != nil { came.insert(wish.key) }
        }
      }
      for gone in state.wishes.values { gone.task?.cancel() }
      state.wishes = next
      // Notes outlive wishes, for the drawing without the picture may be shown again; so many
      // pictures are in more drawings than the engine keeps.
      if state.missed.count > Self.missedLimit {
        state.missed = state.missed.filter { next[$0] != nil }
      }
      return state.tell
    }
    if !came.isEmpty { tell(came) }
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
    let tell = state.withLock { state -> (@Sendable (Set<ImageKey>) -> Void)? in
      switch result {
      case .success: state.failures[request.key] = nil
      case .failure(let error): Self.note(error, of: request.key, in: &state)
      }
      state.wishes[request]?.task = nil
      return state.missed.remove(request) == nil ? nil : state.tell
    }
    tell?([request.key])
  }
}
