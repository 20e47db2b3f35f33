import Dispatch
import LugeApp
import LugeCore
import LugeEngine
import LugeImages
import LugeListKit
import LugePaint
import Synchronization

/// The study's messages in Luge: rows made, measured and drawn on a lane, pictures decoded by a
/// pipeline and animations by a player of their own; a frame plans and copies.
@MainActor
final class LugeStudyList: StudyList {
  /// Pictures outlive lists: a second pass finds them in memory.
  struct Pictures {
    let pipeline: ImagePipeline
    let player: AnimationPlayer

    init() {
      let files = FetchedFiles()
      pipeline = ImagePipeline(fetcher: files)
      player = AnimationPlayer(loader: FetchingLoader(files)) {}
    }
  }

  private let engine: ListEngine
  private let player: AnimationPlayer
  private let pipeline: ImagePipeline
  /// Pictures of the first screen: a list that has just been opened is complete when they are
  /// shown.
  private let firstPictures: [(request: ImageRequest, isAnimated: Bool)]
  /// Frames in a row in which all rows stood there, and all these pictures were at hand.
  private var framesWithAll = 0
  private var plan: FramePlan?
  /// In view in the last frame; nil before the first, when the player still has those of another
  /// list.
  private var animated: [ImageRequest]?
  /// Waits in a frame until everything in view is there: where frames come faster than time, the
  /// same frames have to be made.
  private let waitsForLane: Bool

  init(
    messages: [StudyMessage], style: StudyStyle, pictures: Pictures,
    firstPictures: [(request: ImageRequest, isAnimated: Bool)], waitsForLane: Bool
  ) {
    self.firstPictures = firstPictures
    pipeline = pictures.pipeline
    self.waitsForLane = waitsForLane
    var configuration = EngineConfiguration(opensAt: .start)
    configuration.background = StudyLayout.background
    let provider = FactoryRowProvider(source: ArraySource(messages) { $0.id }) { message in
      [StudyRow(message, style)]
    }
    let list = ListPictures(pictures.pipeline)
    engine = ListEngine(
      provider: provider, configuration: configuration, tools: PaintTools.factory(images: list))
    list.serve(engine)
    player = pictures.player
  }

  func open(_ size: PixelSize) {
    engine.setViewport(size, environment: LayoutEnvironment(width: size.width))
  }

  /// A picture that came is drawn into its row on the lane, and the row is in a frame after that.
  var isComplete: Bool { framesWithAll > 2 }

  private func hasFirstPictures() -> Bool {
    firstPictures.allSatisfy { picture in
      if picture.isAnimated { return player.frame(of: picture.request) != nil }
      if case .picture = pipeline.outcome(of: picture.request) { return true }
      return false
    }
  }

  var position: (now: Double, max: Double) {
    let metrics = engine.metrics
    return (Double(metrics.offset), Double(max(0, metrics.contentHeight - metrics.viewportHeight)))
  }

  func scroll(by pixels: Int) { engine.scroll(by: pixels) }

  func frame(at time: Double) -> StudyFrame {
    var (next, shown) = planned(at: time)
    let begin = Timing.now
    var patience = 200
    // What flies past is shown as skeletons on purpose: nothing better will come for it.
    while waitsForLane, patience > 0,
      shown.blankPixels > 0 || shown.skeletons > 0 && !engine.passesAsSkeletons
    {
      _ = engine.waitForResults(seconds: 0.01)
      (next, shown) = planned(at: time)
      patience -= 1
    }
    shown.waited = patience < 200 ? Timing.now - begin : 0
    let layers = next.layers
    let requests = layers.map { ImageRequest($0.key, size: $0.size) }
    if requests != animated {
      animated = requests
      player.show(Set(requests), at: time)
    }
    player.advance(to: time)
    next.layers = zip(layers, requests).compactMap { layer, request in
      guard let frame = player.frame(of: request) else { return nil }
      var layer = layer
      layer.bitmap = frame.bitmap
      return layer
    }
    plan = next
    let hasAll = shown.blankPixels == 0 && shown.skeletons == 0 && hasFirstPictures()
    framesWithAll = hasAll ? framesWithAll + 1 : 0
    return shown
  }

  private func planned(at time: Double) -> (FramePlan, StudyFrame) {
    let before = engine.statistics.skeletonsShown
    let plan = engine.frame(at: time)
    return (
      plan,
      StudyFrame(
        blankPixels: plan.blankPixels, skeletons: engine.statistics.skeletonsShown - before)
    )
  }

  func paint(on base: UnsafeMutablePointer<UInt32>, size: PixelSize, stride: Int) {
    let buffer = UnsafeMutableBufferPointer(
      start: base, count: (size.height - 1) * stride + size.width)
    guard let plan, let target = try? PixelTarget(buffer, size: size, stride: stride) else {
      return
    }
    Compositor.compose(plan, into: target)
  }
}

/// Animations over HTTP: their thread may wait for the fetcher's.
struct FetchingLoader: ImageLoading {
  private let fetcher: any ImageFetching

  init(_ fetcher: any ImageFetching) { self.fetcher = fetcher }

  func bytes(of key: ImageKey, limit: Int) throws(ImageError) -> [UInt8] {
    guard fetcher.accepts(key) else { return try FileImageLoader().bytes(of: key, limit: limit) }
    let box = AnswerBox()
    let task = fetcher.fetch(key, limit: limit, priority: .onScreen) { box.set($0) }
    return try withExtendedLifetime(task) { box.wait() }.get()
  }

  private final class AnswerBox: Sendable {
    private let answer = Mutex<Result<[UInt8], ImageError>>(.failure(.cancelled))
    private let done = DispatchSemaphore(value: 0)

    func set(_ result: Result<[UInt8], ImageError>) {
      answer.withLock { $0 = result }
      done.signal()
    }

    func wait() -> Result<[UInt8], ImageError> {
      done.wait()
      return answer.withLock { $0 }
    }
  }
}
