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

    init(_ memory: StudyMemory = .usual) {
      let files = FetchedFiles()
      var configuration = ImagePipeline.Configuration()
      configuration.memoryLimit = memory.photos
      pipeline = ImagePipeline(configuration: configuration, fetcher: files)
      var playing = AnimationPlayer.Configuration()
      playing.keptBytes = memory.frames
      player = AnimationPlayer(configuration: playing, loader: FetchingLoader(files)) {}
    }
  }

  private let engine: ListEngine
  private let player: AnimationPlayer
  private let messages: [StudyMessage]
  private let style: StudyStyle
  private var plan: FramePlan?
  /// In view in the last frame; nil before the first, when the player still has those of another
  /// list.
  private var animated: [ImageRequest]?
  /// Number of the frame that each of these showed last.
  private var shownFrames: [ImageRequest: Int] = [:]
  /// Waits in a frame until everything in view is there, pictures too: where frames come faster
  /// than time, the same frames have to be made.
  private let waits: Bool
  /// Seconds after which a frame goes on without what does not come.
  private static let patience = 1.0

  init(messages: [StudyMessage], style: StudyStyle, pictures: Pictures, waits: Bool) {
    self.messages = messages
    self.style = style
    self.waits = waits
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

  func open(_ size: PixelSize, at time: Double) {
    engine.setViewport(size, environment: LayoutEnvironment(width: size.width))
    // As a list's surface does before its window is painted first (`awaitFirstRows`).
    let limit = Timing.now + 0.12
    var shown = planned(at: time)
    while shown.rows == 0, engine.isJumping {
      let rest = limit - Timing.now
      guard rest > 0, engine.needsFrame || engine.waitForResults(seconds: rest) else { break }
      shown = planned(at: time)
    }
  }

  var position: (now: Double, max: Double) {
    let metrics = engine.metrics
    return (Double(metrics.offset), Double(max(0, metrics.contentHeight - metrics.viewportHeight)))
  }

  func scroll(by pixels: Int) { engine.scroll(by: pixels) }

  func frame(at time: Double) -> StudyFrame {
    let begin = Timing.now
    var shown = planned(at: time)
    if waits, lacksAnything(shown, at: time) {
      repeat {
        // Ends with what a lane has made; a picture or a frame of an animation is looked for again.
        _ = engine.waitForResults(seconds: 0.002)
        shown = planned(at: time)
      } while lacksAnything(shown, at: time) && Timing.now - begin < Self.patience
      shown.waited = Timing.now - begin
    }
    shown.animationFrames = takeAnimationFrames()
    return shown
  }

  /// Rows that pass too fast are shown as skeletons on purpose, and are not waited for. Frames of
  /// animations that are due are, as the ordinary lists wait for them.
  private func lacksAnything(_ shown: StudyFrame, at time: Double) -> Bool {
    shown.blankPixels > 0 || shown.skeletons > 0 && !engine.passesAsSkeletons || latePictures > 0
      || player.lacksFrame(dueAt: time)
  }

  /// Returns the number of animations that show another frame than at the last call. An animation
  /// that has just come into view does not count.
  private func takeAnimationFrames() -> Int {
    var now: [ImageRequest: Int] = [:]
    for request in animated ?? [] { now[request] = player.frame(of: request)?.index }
    defer { shownFrames = now }
    return now.count { request, index in shownFrames[request].map { $0 != index } ?? false }
  }

  private func planned(at time: Double) -> StudyFrame {
    let before = engine.statistics.skeletonsShown
    var next = engine.frame(at: time)
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
    return StudyFrame(
      rows: next.pieces.count { $0.row != nil }, blankPixels: next.blankPixels,
      skeletons: engine.statistics.skeletonsShown - before)
  }

  // MARK: Pictures

  var pictureFrames: [Rect] { pictureFrames(ofSkeletons: false) }

  var hiddenPictureFrames: [Rect] { pictureFrames(ofSkeletons: true) }

  private func pictureFrames(ofSkeletons: Bool) -> [Rect] {
    guard let plan else { return [] }
    return plan.pieces.flatMap { piece -> [Rect] in
      var isSkeleton = false
      if case .skeleton = piece.content { isSkeleton = true }
      guard isSkeleton == ofSkeletons, let item = piece.row?.item.rawValue,
        messages.indices.contains(Int(clamping: item))
      else { return [] }
      // Messages are numbered by position, and a row is no taller than a piece.
      return StudyLayout.pictures(
        of: messages[Int(clamping: item)], style, width: plan.size.width
      ).map { $0.offsetBy(x: 0, y: Double(piece.y)) }
    }
  }

  /// Number of missing pictures in the planned frame's drawn rows, before it is painted.
  private var latePictures: Int {
    guard let plan else { return 0 }
    return LatePictures.count(pictureFrames, in: plan.size) { x, y in
      for layer in plan.layers {
        guard let bitmap = layer.bitmap else { continue }
        if let pixel = bitmap.pixel(x - layer.x, y - layer.y) { return pixel }
      }
      for piece in plan.pieces {
        guard case .bitmap(let bitmap) = piece.content else { continue }
        if let pixel = bitmap.pixel(x - bitmap.left, y - piece.y) { return pixel }
      }
      return nil
    }
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

extension Bitmap {
  /// Nil outside of it.
  fileprivate func pixel(_ x: Int, _ y: Int) -> UInt32? {
    guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return nil }
    return withPixels { $0[y * size.width + x] }
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
