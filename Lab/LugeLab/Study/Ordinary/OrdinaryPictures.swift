import LugeCore
import LugeImages
import Synchronization

/// Where an ordinary list's pictures come from, asked on the main thread.
@MainActor
protocol OrdinaryPictureSource: AnyObject {
  /// The picture, or the present frame of an animated one; nil while it is not there.
  func bitmap(of picture: StudyPicture, size: PixelSize) -> Bitmap?
  /// Moves to a time.
  ///
  /// - Parameter visible: the animated pictures in view.
  /// - Returns: the pictures that look different than before.
  func advance(to time: Double, visible: Set<ImageRequest>) -> Set<ImageKey>
}

/// Fetches over HTTP in the background, as every program does it, and decodes when a picture is first
/// drawn, on the main thread, with the decoder that Luge uses.
@MainActor
final class OrdinaryPictures: OrdinaryPictureSource {
  private struct Place: Hashable {
    var request: ImageRequest
    var frame: Int
  }

  private struct Playing {
    var animation: Int
    var info: AnimationInfo
    var frame = 0
    var next: Double
  }

  /// As much as Luge's pipeline keeps.
  private static let memoryLimit = ImagePipeline.Configuration().memoryLimit

  private let usesTargetSize: Bool
  private let fetcher = HTTPImageFetcher()
  private let decoder = HelperDecoder()
  private let animator = HelperAnimations()
  private let limits = DecodeLimits()
  private let arrived = Arrivals()

  private var tasks: [ImageKey: any FetchTask] = [:]
  /// What a cache on disk would hold.
  private var files: [ImageKey: [UInt8]] = [:]
  private var decoded = ByteLimitedCache<Place, Bitmap>(byteLimit: memoryLimit)
  private var failed: Set<ImageKey> = []
  private var playing: [ImageRequest: Playing] = [:]

  init(usesTargetSize: Bool) { self.usesTargetSize = usesTargetSize }

  /// Answers of fetches that no frame has taken yet.
  private final class Arrivals: Sendable {
    private let answers = Mutex<[(ImageKey, [UInt8]?)]>([])

    func add(_ key: ImageKey, _ bytes: [UInt8]?) { answers.withLock { $0.append((key, bytes)) } }
    func take() -> [(ImageKey, [UInt8]?)] {
      answers.withLock { answers in
        defer { answers = [] }
        return answers
      }
    }
  }

  /// Whether nothing is being fetched.
  var isAtRest: Bool { tasks.isEmpty }

  func advance(to time: Double, visible: Set<ImageRequest>) -> Set<ImageKey> {
    var changed: Set<ImageKey> = []
    for (key, bytes) in arrived.take() {
      tasks[key] = nil
      files[key] = bytes
      if bytes == nil { failed.insert(key) }
      changed.insert(key)
    }
    for (request, old) in playing where !visible.contains(request) {
      animator.close(old.animation)
      playing[request] = nil
    }
    for request in visible {
      guard var current = playing[request] ?? open(request, at: time) else { continue }
      while current.next <= time {
        current.frame = (current.frame + 1) % current.info.delays.count
        current.next += Double(current.info.delays[current.frame]) / 1000
        changed.insert(request.key)
      }
      playing[request] = current
    }
    return changed
  }

  private func open(_ request: ImageRequest, at time: Double) -> Playing? {
    guard let bytes = files[request.key],
      let (animation, info) = try? animator.open(bytes, limits: limits)
    else { return nil }
    return Playing(
      animation: animation, info: info, next: time + Double(info.delays[0]) / 1000)
  }

  func bitmap(of picture: StudyPicture, size: PixelSize) -> Bitmap? {
    let shown = ImageRequest(picture.key, size: size)
    let current = playing[shown]
    let place = Place(
      request: ImageRequest(picture.key, size: usesTargetSize ? size : picture.size),
      frame: current?.frame ?? 0)
    if let known = decoded.value(for: place) { return known }
    guard let bytes = files[picture.key] else {
      fetch(picture.key)
      return nil
    }
    let made: Bitmap?
    if let current {
      made = try? animator.frame(
        current.frame, of: current.animation, size: place.request.size, limits: limits)
    } else {
      made = try? decoder.decode(
        bytes, size: place.request.size, limits: limits, watch: DecodeWatch())
    }
    if let made { decoded.insert(made, for: place, cost: made.byteCount) }
    return made
  }

  private func fetch(_ key: ImageKey) {
    guard tasks[key] == nil, !failed.contains(key) else { return }
    let arrived = arrived
    tasks[key] = fetcher.fetch(key, limit: limits.fileBytes, priority: .onScreen) { result in
      arrived.add(key, try? result.get())
    }
  }
}
