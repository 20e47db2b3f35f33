import Dispatch
import Foundation
import LugeCore
import LugeImages

/// Thumbnails a second, against libvips called bare and gdk-pixbuf's scaling loader.
///
/// The three take turns over a few files at a time, so that what else the machine does hits all
/// alike. Each works on one picture at a time: luge's pipeline with one decode thread and its
/// helper process, libvips with one thread, gdk-pixbuf as its loader is. Luge is measured a second
/// time with two decode threads, each with a helper, and gdk-pixbuf with two processes: what both
/// do on two cores.
public struct ImagesLab: Sendable {
  /// Number of photos of each kind.
  public var photos: Int
  public var rounds: Int

  public init(photos: Int = 100, rounds: Int = 3) {
    self.photos = photos
    self.rounds = rounds
  }

  /// One kind of photos at one size.
  public struct Result: Codable, Sendable {
    public var photoKb: Int
    public var sizePx: Int
    public var lugePerS: Double
    /// Pictures a second with two decode threads and helpers.
    public var lugeTwoPerS: Double
    public var vipsPerS: Double
    public var pixbufPerS: Double
    /// With two processes, each with half of the photos.
    public var pixbufTwoPerS: Double
    public var lugeToVips: Double
    public var lugeToPixbuf: Double
    public var lugeTwoToPixbufTwo: Double
    /// Spread of the rounds in ``lugeToPixbuf``, percent.
    public var lugeToPixbufSpreadPercent: Double?
  }

  public struct Report: Codable, Sendable {
    public var photos: Int
    public var small: Result
    public var small90: Result
    public var large: Result
    public var large90: Result

    enum CodingKeys: String, CodingKey {
      case photos, small, large
      case small90 = "small_90"
      case large90 = "large_90"
    }
  }

  /// - Parameter folder: folder in which photos are made, unless they are there already.
  public func run(
    folder: String, progress: (String) -> Void = { _ in }
  ) throws(PictureLabError) -> Report {
    let peers = try ImagePeers()
    let names = (0..<photos).map { String(format: "%03d.jpg", $0) }
    let (small, large) = (
      names.map { "\(folder)/small-\($0)" }, names.map { "\(folder)/large-\($0)" }
    )
    if !(small + large).allSatisfy(FileManager.default.fileExists) {
      progress("making \(2 * photos) photos in \(folder)")
      try peers.run(["photos", folder, String(photos), String(photos)])
    }
    func measure(_ files: [String], _ side: Int) throws(PictureLabError) -> Result {
      progress("\(files.count) photos at \(side) × \(side)")
      return try self.measure(files, side, peers)
    }
    return Report(
      photos: photos, small: try measure(small, 180), small90: try measure(small, 90),
      large: try measure(large, 180), large90: try measure(large, 90))
  }

  private func measure(
    _ files: [String], _ side: Int, _ peers: ImagePeers
  ) throws(PictureLabError) -> Result {
    var configuration = ImagePipeline.Configuration()
    configuration.threads = 1
    let pipeline = ImagePipeline(configuration: configuration)
    configuration.threads = 2
    let pair = ImagePipeline(configuration: configuration)
    // Everything is in the page cache, and the helper has started.
    for file in files { _ = try? Data(contentsOf: URL(filePath: file)) }
    _ = try luge(pipeline, Array(files.prefix(1)), side + 1)
    _ = try luge(pair, Array(files.prefix(8)), side + 1)
    var times: [Times] = []
    for _ in 0..<max(1, rounds) {
      pipeline.removeAll()
      pair.removeAll()
      var round = Times()
      for start in stride(from: 0, to: files.count, by: 25) {
        let some = Array(files[start..<min(files.count, start + 25)])
        round.own += try luge(pipeline, some, side)
        round.two += try luge(pair, some, side)
        round.vips += try peers.seconds("vips", side: side, some)
        round.pixbuf += try peers.seconds("pixbuf", side: side, some)
        round.pixbufTwo += try peers.secondsOfTwo("pixbuf", side: side, some)
      }
      times.append(round)
    }
    let bytes = files.reduce(0) {
      $0 + ((try? FileManager.default.attributesOfItem(atPath: $1)[.size] as? Int) ?? 0)
    }
    return Result(
      photoKb: bytes / max(1, files.count) / 1000, sizePx: side, photos: files.count, times)
  }

  /// Seconds of a round.
  struct Times {
    var own = 0.0
    var two = 0.0
    var vips = 0.0
    var pixbuf = 0.0
    var pixbufTwo = 0.0
  }

  /// Seconds until all pictures have come out of the pipeline.
  private func luge(
    _ pipeline: ImagePipeline, _ files: [String], _ side: Int
  ) throws(PictureLabError) -> Double {
    let done = DispatchSemaphore(value: 0)
    let before = pipeline.statistics
    let start = Timing.now
    for file in files {
      let size = PixelSize(width: side, height: side)
      pipeline.load(ImageRequest(ImageKey(file), size: size)) { _ in done.signal() }
    }
    for _ in files { done.wait() }
    let seconds = Timing.now - start
    let after = pipeline.statistics
    guard after.decoded - before.decoded == files.count else {
      throw .failed("\(after.failed - before.failed) of \(files.count) photos were not decoded")
    }
    return seconds
  }
}

extension ImagesLab.Result {
  /// The medians of rounds; ratios are each round's own, and keep the digits in which they are
  /// judged.
  init(photoKb: Int, sizePx: Int, photos: Int, _ rounds: [ImagesLab.Times]) {
    func perSecond(_ seconds: (ImagesLab.Times) -> Double) -> Double {
      Timing.hundredths(Double(photos) / max(1e-9, StudyMath.median(rounds.map(seconds))))
    }
    func ratio(_ value: (ImagesLab.Times) -> Double) -> Double {
      Timing.rounded(StudyMath.median(rounds.map(value)))
    }
    self.init(
      photoKb: photoKb, sizePx: sizePx, lugePerS: perSecond(\.own), lugeTwoPerS: perSecond(\.two),
      vipsPerS: perSecond(\.vips), pixbufPerS: perSecond(\.pixbuf),
      pixbufTwoPerS: perSecond(\.pixbufTwo), lugeToVips: ratio { $0.vips / $0.own },
      lugeToPixbuf: ratio { $0.pixbuf / $0.own },
      lugeTwoToPixbufTwo: ratio { $0.pixbufTwo / $0.two },
      lugeToPixbufSpreadPercent: StudyMath.spreadPercent(rounds.map { $0.pixbuf / $0.own })
        .map(Timing.rounded))
  }
}
