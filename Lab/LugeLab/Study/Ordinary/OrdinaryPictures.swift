import LugeCore
import LugeDecode
import LugeImages
import Synchronization

/// Source of an ordinary list's pictures, on the main thread.
@MainActor
protocol OrdinaryPictureSource: AnyObject {
  /// The picture, or the present frame of an animated one; nil while it is not there.
  func bitmap(of picture: StudyPicture, size: PixelSize) -> Bitmap?
  /// Moves to a time.
  ///
  /// - Parameter visible: the animated pictures in view.
  /// - Returns: the pictures that look different than before, and how many frames of animations
  ///   have taken the place of others.
  func advance(to time: Double, visible: Set<ImageRequest>) -> (
    changed: Set<ImageKey>, stepped: Int
  )
  /// Seconds that the main thread has waited for pictures since it was last asked.
  func takeWaited() -> Double
}

/// A decoded picture of an ordinary list.
private struct Place: Hashable {
  var request: ImageRequest
  /// Index of an animation's frame; nil for photos.
  var frame: Int?
}

/// Pictures to decode as soon as their files have come, without waiting for a frame.
private final class WantedPictures: Sendable {
  private let places = Mutex<[ImageKey: Set<Place>]>([:])
  private let count = Atomic<Int>(0)

  /// Whether nothing is fetched, and nothing decoded that came.
  var isIdle: Bool { count.load(ordering: .acquiring) == 0 }

  func begin() { count.add(1, ordering: .acquiringAndReleasing) }
  func end() { count.subtract(1, ordering: .acquiringAndReleasing) }

  func want(_ place: Place) {
    places.withLock { _ = $0[place.request.key, default: []].insert(place) }
  }

  func take(_ key: ImageKey) -> Set<Place> {
    places.withLock { $0.removeValue(forKey: key) } ?? []
  }
}

/// Pictures as a good program without Luge has them: fetched over HTTP and decoded in the
/// background at normal priority, in its own process, with the decoders that Luge's helper uses
/// (libjpeg-turbo, giflib); animations by a player that decodes a few frames ahead and keeps them
/// while there is room. What has been fetched is decoded at once: the main thread hears of a
/// picture when it can be shown.
@MainActor
final class OrdinaryPictures: OrdinaryPictureSource {
  /// An animation in view.
  private struct Playing {
    var decoder: FilmDecoder
    var frame = 0
    var next: Double
  }

  /// Luge's own fetcher, but at a thread's usual priority, as a program without Luge has it.
  nonisolated static var fetching: HTTPImageFetcher.Configuration {
    var configuration = HTTPImageFetcher.Configuration()
    configuration.niceness = 0
    return configuration
  }

  private static let framesAhead = 3
  /// Seconds after which a frame goes on without a picture that does not come.
  private static let patience = 1.0

  /// Preparation of a picture where it is decoded.
  private struct Preparation: Sendable {
    /// Whether it is decoded at the size at which it is shown, not at its own.
    var usesTargetSize: Bool
    /// Whether its corners are cut.
    var cutsCorners: Bool

    /// Returns the picture at a size; nil if it cannot be decoded.
    func photo(_ bytes: [UInt8], _ size: PixelSize) -> Bitmap? {
      let decoded = try? PictureDecoder().decode(
        bytes, size: size, limits: DecodeLimits(), watch: DecodeWatch())
      return decoded.map(finished)
    }

    /// Returns a frame at a size; nil if it cannot be decoded.
    func frame(_ number: Int, of decoder: FilmDecoder, _ size: PixelSize) async -> Bitmap? {
      await decoder.frame(number, size: size).map(finished)
    }

    private func finished(_ bitmap: Bitmap) -> Bitmap {
      cutsCorners ? OrdinaryPainter.withCutCorners(bitmap) : bitmap
    }
  }

  private let preparation: Preparation
  /// Whether a frame waits for the pictures in view: in runs faster than real time, every run must
  /// draw the same frames.
  private let waits: Bool
  private let fetcher = HTTPImageFetcher(configuration: OrdinaryPictures.fetching)
  private let arrivals = Arrivals<Arrival>()
  private let wanted = WantedPictures()

  private var tasks: [ImageKey: any FetchTask] = [:]
  /// Contents of a simulated cache on disk.
  private var files: [ImageKey: [UInt8]] = [:]
  private var photos: ByteLimitedCache<Place, Bitmap>
  private var frames: ByteLimitedCache<Place, Bitmap>
  /// Being decoded.
  private var asked: Set<Place> = []
  private var opening: Set<ImageKey> = []
  private var decoders: [ImageKey: FilmDecoder] = [:]
  private var failed: Set<ImageKey> = []
  private var playing: [ImageRequest: Playing] = [:]
  private var changed: Set<ImageKey> = []
  private var waited = 0.0

  init(_ switches: OrdinarySwitches, memory: StudyMemory = .usual, waits: Bool = false) {
    preparation = Preparation(
      usesTargetSize: switches.usesTargetSize, cutsCorners: switches.corners == .cutOnce)
    self.waits = waits
    photos = ByteLimitedCache(byteLimit: memory.photos)
    frames = ByteLimitedCache(byteLimit: memory.frames)
  }

  private enum Arrival: Sendable {
    /// With what is being decoded of it.
    case file(ImageKey, [UInt8]?, Set<Place>)
    case film(ImageKey, FilmDecoder?)
    case bitmap(Place, Bitmap?)
  }

  /// Whether all that was asked for has been fetched and decoded, or has failed.
  var isIdle: Bool { wanted.isIdle }

  /// Bytes of the frames of animations that are kept.
  var keptFrameBytes: Int { frames.byteCount }

  func takeWaited() -> Double {
    defer { waited = 0 }
    return waited
  }

  // MARK: Frames

  func advance(
    to time: Double, visible: Set<ImageRequest>
  ) -> (changed: Set<ImageKey>, stepped: Int) {
    takeArrivals()
    var stepped = 0
    for request in playing.keys where !visible.contains(request) { playing[request] = nil }
    for request in visible {
      guard var current = playing[request] ?? begin(request, at: time) else { continue }
      var steps = 0
      while current.next <= time, steps < current.decoder.delays.count {
        let next = (current.frame + 1) % current.decoder.delays.count
        // A late frame holds its animation up; what is due when it comes is caught up with.
        guard bitmap(request, frame: next, of: current.decoder) != nil else { break }
        current.frame = next
        current.next += Double(current.decoder.delays[next]) / 1000
        changed.insert(request.key)
        steps += 1
      }
      stepped += steps
      playing[request] = current
      for ahead in 1...Self.framesAhead {
        let frame = (current.frame + ahead) % current.decoder.delays.count
        ask(place(request, frame), of: current.decoder)
      }
    }
    defer { changed = [] }
    return (changed, stepped)
  }

  private func begin(_ request: ImageRequest, at time: Double) -> Playing? {
    guard let decoder = until({ decoders[request.key] ?? open(request.key) }) else { return nil }
    return Playing(decoder: decoder, next: time + Double(decoder.delays[0]) / 1000)
  }

  /// Nil until the file has been looked through.
  private func open(_ key: ImageKey) -> FilmDecoder? {
    guard let bytes = files[key], !failed.contains(key), opening.insert(key).inserted else {
      return nil
    }
    let arrivals = arrivals
    Task.detached { arrivals.add(.film(key, FilmDecoder(bytes))) }
    return nil
  }

  func bitmap(of picture: StudyPicture, size: PixelSize) -> Bitmap? {
    let request = ImageRequest(picture.key, size: size)
    if picture.isAnimated {
      guard let current = playing[request] else {
        return bitmap(request, frame: 0, of: decoders[picture.key])
      }
      return bitmap(request, frame: current.frame, of: current.decoder)
    }
    let shown = ImageRequest(picture.key, size: preparation.usesTargetSize ? size : picture.size)
    return until {
      photos.value(for: Place(request: shown)) ?? decode(shown)
    }
  }

  private func bitmap(_ request: ImageRequest, frame: Int, of decoder: FilmDecoder?) -> Bitmap? {
    let place = place(request, frame)
    return until {
      if let known = frames.value(for: place) { return known }
      if let decoder {
        ask(place, of: decoder)
      } else if files[request.key] == nil {
        fetch(Place(request: request, frame: frame))
      } else if let decoder = decoders[request.key] ?? open(request.key) {
        ask(place, of: decoder)
      }
      return nil
    }
  }

  /// Films are decoded at their own size where pictures are.
  private func place(_ request: ImageRequest, _ frame: Int) -> Place {
    guard !preparation.usesTargetSize, let own = decoders[request.key]?.size else {
      return Place(request: request, frame: frame)
    }
    return Place(request: ImageRequest(request.key, size: own), frame: frame)
  }

  /// Returns the closure's value; in runs whose frames wait, calls it until it gives one.
  private func until<Value>(_ body: () -> Value?) -> Value? {
    if let value = body() { return value }
    guard waits else { return nil }
    let begin = Timing.now
    defer { waited += Timing.now - begin }
    while Timing.now - begin < Self.patience {
      takeArrivals()
      if let value = body() { return value }
      arrivals.wait(seconds: 0.005)
    }
    return nil
  }

  // MARK: Other threads

  private func takeArrivals() {
    for arrival in arrivals.take() {
      switch arrival {
      case .file(let key, let bytes, let decoding):
        tasks[key] = nil
        files[key] = bytes
        if bytes == nil { failed.insert(key) }
        for place in decoding {
          if place.frame == nil { asked.insert(place) } else { opening.insert(key) }
        }
      case .film(let key, let decoder):
        opening.remove(key)
        decoders[key] = decoder
        if decoder == nil { failed.insert(key) }
      case .bitmap(let place, let bitmap):
        asked.remove(place)
        guard let bitmap else {
          failed.insert(place.request.key)
          continue
        }
        if place.frame == nil {
          photos.insert(bitmap, for: place, cost: bitmap.byteCount)
        } else {
          frames.insert(bitmap, for: place, cost: bitmap.byteCount)
        }
        // A row looks different when what it shows has come: not with a file, nor with a frame
        // that is decoded ahead.
        if place.frame.map({ isShown($0, of: place.request.key) }) ?? true {
          changed.insert(place.request.key)
        }
      }
    }
  }

  /// Whether an animation shows this frame, at any size; before it plays, the first one.
  private func isShown(_ frame: Int, of key: ImageKey) -> Bool {
    let shown = playing.filter { $0.key.key == key }.values
    return shown.isEmpty ? frame == 0 : shown.contains { $0.frame == frame }
  }

  private func decode(_ request: ImageRequest) -> Bitmap? {
    let place = Place(request: request)
    guard let bytes = files[request.key] else {
      fetch(place)
      return nil
    }
    guard !failed.contains(request.key), asked.insert(place).inserted else { return nil }
    let (arrivals, preparation) = (arrivals, preparation)
    Task.detached { arrivals.add(.bitmap(place, preparation.photo(bytes, request.size))) }
    return nil
  }

  private func ask(_ place: Place, of decoder: FilmDecoder) {
    guard let frame = place.frame, frames.value(for: place) == nil,
      asked.insert(place).inserted
    else { return }
    let (arrivals, preparation) = (arrivals, preparation)
    Task.detached {
      arrivals.add(
        .bitmap(place, await preparation.frame(frame, of: decoder, place.request.size)))
    }
  }

  /// - Parameter place: is decoded when its file has come; where the file is under way, too.
  private func fetch(_ place: Place) {
    let key = place.request.key
    guard !failed.contains(key) else { return }
    wanted.want(place)
    guard tasks[key] == nil else { return }
    let (arrivals, wanted, preparation) = (arrivals, wanted, preparation)
    wanted.begin()
    tasks[key] = fetcher.fetch(key, limit: DecodeLimits().fileBytes, priority: .onScreen) {
      let bytes = try? $0.get()
      let places = wanted.take(key)
      arrivals.add(.file(key, bytes, places))
      guard let bytes else { return wanted.end() }
      Task.detached {
        await Self.decode(places, of: key, bytes, preparation, into: arrivals)
        wanted.end()
      }
    }
  }

  /// Photos at the sizes that were asked for; a film is opened, and its first frame decoded.
  nonisolated private static func decode(
    _ places: Set<Place>, of key: ImageKey, _ bytes: [UInt8], _ preparation: Preparation,
    into arrivals: Arrivals<Arrival>
  ) async {
    for place in places where place.frame == nil {
      arrivals.add(.bitmap(place, preparation.photo(bytes, place.request.size)))
    }
    let films = places.filter { $0.frame != nil }
    guard !films.isEmpty else { return }
    let decoder = FilmDecoder(bytes)
    arrivals.add(.film(key, decoder))
    guard let decoder else { return }
    let requests = films.map(\.request)
    for request in preparation.usesTargetSize
      ? Set(requests) : [ImageRequest(key, size: decoder.size)]
    {
      arrivals.add(
        .bitmap(
          Place(request: request, frame: 0),
          await preparation.frame(0, of: decoder, request.size)))
    }
  }
}

/// Decodes the frames of a GIF, one at a time, on whatever thread is free.
actor FilmDecoder {
  /// Milliseconds; at least one.
  nonisolated let delays: [Int]
  /// Size of the file's frames.
  nonisolated let size: PixelSize
  private let animation: GIFAnimation

  /// Nil for what is no animated GIF.
  init?(_ bytes: [UInt8]) {
    let opened = bytes.withUnsafeBytes { buffer in
      try? GIFAnimation(buffer, limits: DecodeLimits(), watch: DecodeWatch())
    }
    guard let opened, !opened.delays.isEmpty else { return nil }
    animation = opened
    // As browsers have it: what says that it is too fast to be seen is shown at ten a second.
    delays = opened.delays.map { $0 < 20 ? 100 : Int($0) }
    size = opened.size
  }

  func frame(_ index: Int, size: PixelSize) -> Bitmap? {
    try? animation.frame(index, size: size, limits: DecodeLimits(), watch: DecodeWatch())
  }
}
