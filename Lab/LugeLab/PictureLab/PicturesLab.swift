import Foundation
import LocalServer
import LugeApp
import LugeChat
import LugeCore
import LugeEngine
import LugeImages
import LugeListKit
import LugePaint
public import LugeQt
import LugeSamples

/// 500 messages as the study's in a real window, their pictures from a local HTTP server that
/// answers after 0, 50 and 300 ms: scrolled by the study's script with nothing in memory, again
/// with the pictures cached, and without any picture. Photos are the study's, animations are
/// smaller ones and stand still.
///
/// With cached pictures and without any it is the second pass over a list that counts, in which
/// heights are exact and glyphs are known.
///
/// The server is part of this process, so what it costs counts in the first runs; cached runs
/// do not ask it.
@MainActor
public final class PicturesLab {
  /// One run of the script.
  public struct Run: Codable, Sendable {
    /// `without` pictures (a second pass, as `cached` is), the `first` time with them, and then
    /// with them `cached`.
    public var name = ""
    /// Latency of the server; nil without pictures.
    public var latencyMs: Int?
    public var frames = 0
    /// Frames a second.
    public var frameRate = 0.0
    /// Share of half-second samples within 20 % of the average rate.
    public var stabilityPercent = 0.0
    public var missedFrames = 0
    /// Rows of pixels that showed nothing, summed over frames.
    public var blankPx = 0
    /// Rows that passed before they were drawn, in each frame.
    public var skeletons = 0
    /// Frames in which a picture in view had not come yet.
    public var framesLackingPictures = 0
    /// CPU time of this process and its helpers, a frame.
    public var cpuMsPerFrame = 0.0
    public var memoryMb = 0.0
  }

  /// Figures of the server and of the pictures' memory at one latency.
  public struct Result: Codable, Sendable {
    public var latencyMs: Int
    /// CPU per frame of the cached run, divided by that of the run without pictures.
    public var cachedToWithout: Double
    public var fetched: Int
    public var connections: Int
    public var decoded: Int
    public var failed: Int
    /// Decoded pictures held, and their limit.
    public var pictureMb: Double
    public var pictureLimitMb: Double
  }

  public struct Report: Codable, Sendable {
    public var secondsPerRun: Double
    /// A line each: without pictures, and then for each latency the first time and cached.
    public var runs: [Run]
    public var servers: [Result]
  }

  public private(set) var report: Report?
  public private(set) var failure: PictureLabError?

  private let application: Application
  private let seconds: Double
  private let files: [String: [UInt8]]
  private let window: Window
  private let clock: FrameClock
  private var list: ListSurface?

  /// - Parameters:
  ///   - folder: folder in which pictures are made, unless they are there already.
  ///   - seconds: duration of each of the eight runs.
  /// - Throws: an error whose description is for people.
  public init(_ application: Application, folder: String, seconds: Double) throws {
    self.application = application
    self.seconds = seconds
    files = try Self.files(in: folder)
    window = Window(title: "Luge")
    clock = try FrameClock()
    window.placement = Placement(x: 0, y: 0, width: 400, height: 800, isSideVisible: false)
  }

  private static func files(in folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let names =
      (0..<100).map { String(format: "small-%03d.jpg", $0) }
      + (0..<10).map { String(format: "moving-%03d.gif", $0) }
    if !names.allSatisfy({ FileManager.default.fileExists(atPath: "\(folder)/\($0)") }) {
      let peers = try ImagePeers()
      try peers.run(["photos", folder, "100", "0"])
      try peers.run(["animations", folder, "30"])
    }
    for name in names {
      files["/\(name)"] = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
    }
    return files
  }

  public func start() {
    window.show()
    Task { @MainActor in
      do throws(PictureLabError) {
        report = try await measure()
      } catch {
        failure = error
      }
      list = nil
      application.quit()
    }
  }

  private func measure() async throws(PictureLabError) -> Report {
    await pause(0.5)
    // Qt's and the fonts' first use are nobody's cost.
    _ = try await run(show(address: "http://127.0.0.1:9", images: nil), seconds: 1)
    let list = show(address: "http://127.0.0.1:9", images: nil)
    _ = try await run(list, seconds: seconds)
    list.scrollToStart()
    await pause(0.5)
    var without = try await run(list, seconds: seconds)
    without.name = "without"
    var report = Report(secondsPerRun: seconds, runs: [without], servers: [])
    for latency in [0, 50, 300] { try await measure(latency, without, into: &report) }
    return report
  }

  private func measure(
    _ latency: Int, _ without: Run, into report: inout Report
  ) async throws(PictureLabError) {
    let files = files
    let server: LocalHTTPServer
    do throws(LocalHTTPServer.Failure) {
      server = try LocalHTTPServer { path in
        guard let body = files[path] else { return .init(status: 404) }
        return .init(body: body, delay: Double(latency) / 1000)
      }
    } catch {
      throw .failed(error.description)
    }
    defer { server.stop() }
    let fetcher = HTTPImageFetcher()
    let pipeline = ImagePipeline(fetcher: fetcher)
    let images = ListPictures(pipeline)
    let list = show(address: server.address, images: images)
    func measured(_ name: String) async throws(PictureLabError) -> Run {
      var run = try await run(list, images, seconds: seconds)
      run.name = name
      run.latencyMs = latency
      report.runs.append(run)
      return run
    }
    _ = try await measured("first")
    list.scrollToStart()
    // Whatever the first run still waited for.
    for _ in 0..<100 where pipeline.statistics.pending > 0 { await pause(0.05) }
    await pause(0.5)
    let cached = try await measured("cached")
    let statistics = pipeline.statistics
    report.servers.append(
      Result(
        latencyMs: latency,
        cachedToWithout: Timing.rounded(
          cached.cpuMsPerFrame / max(0.001, without.cpuMsPerFrame)),
        fetched: server.counts.requests, connections: server.counts.connections,
        decoded: statistics.decoded, failed: statistics.failed,
        pictureMb: Timing.hundredths(Megabytes.of(bytes: statistics.memoryBytes)),
        pictureLimitMb: Megabytes.of(bytes: pipeline.configuration.memoryLimit)))
  }

  /// A new list of the same messages.
  private func show(address: String, images: ListPictures?) -> ListSurface {
    let source = ArraySource(Self.messages(address)) { $0.id }
    let provider = FactoryRowProvider(
      source: source, factory: ChatRowFactory(ChatConfiguration(isGroup: false)))
    var configuration = ChatPresentation.engineConfiguration
    configuration.opensAt = .start
    let waker = FrameWaker()
    let engine = ListEngine(
      provider: provider, configuration: configuration,
      tools: PaintTools.factory(images: images), wake: { waker.wake() })
    images?.serve(engine)
    var options = ListSurface.Options()
    options.paintsEqualFrames = true
    let list = ListSurface(
      area: window.main, engine: engine, clock: clock, waker: waker, options: options)
    list.listWidth = 400
    self.list = list
    return list
  }

  private static func messages(_ address: String) -> [ChatMessage] {
    ThesisSet(ThesisSet.Configuration()).map { made in
      var message = ChatMessage(
        id: ItemID(made.id), author: ChatAuthor(id: made.author.id, name: made.author.name),
        isOutgoing: made.isOutgoing, time: made.time, text: made.text)
      message.media = made.attachments.map { attachment in
        switch attachment {
        case .picture(.number(let number)):
          let name = String(format: "small-%03d.jpg", number % 100)
          return ChatMedia(
            kind: .photo, imageKey: ImageKey("\(address)/\(name)"),
            pixelSize: PixelSize(width: 800, height: 600))
        case .animation(let number):
          let name = String(format: "moving-%03d.gif", number % 10)
          return ChatMedia(
            kind: .animation, imageKey: ImageKey("\(address)/\(name)"),
            pixelSize: PixelSize(width: 320, height: 240))
        default: return ChatMedia(kind: .other)
        }
      }
      return message
    }
  }

  // MARK: Running

  private func pause(_ seconds: Double) async { try? await Task.sleep(for: .seconds(seconds)) }

  private func run(
    _ list: ListSurface, _ images: ListPictures? = nil, seconds: Double
  ) async throws(PictureLabError) -> Run {
    list.scrollToStart()
    await pause(0.6)
    var times: [Double] = []
    var run = Run()
    let counts = list.engine.statistics
    let target = ListTarget(list)
    var script: DriveScript?
    var start = 0.0
    list.onFrame = { report in
      times.append(report.tick.time)
      run.missedFrames += report.tick.missed
      if images?.isComplete == false { run.framesLackingPictures += 1 }
    }
    let before = ProcessTree.usage()
    await withCheckedContinuation { continuation in
      list.onTick = { [weak list] tick in
        if script == nil {
          start = tick.time
          script = DriveScript(.thesis, at: tick.time)
          // Frames before the script do not count.
          times = []
          run.missedFrames = 0
          run.framesLackingPictures = 0
        }
        let goesOn = script?.advance(to: tick.time, target) ?? false
        guard goesOn, tick.time - start < seconds else {
          list?.onTick = nil
          continuation.resume()
          return false
        }
        return true
      }
    }
    let after = ProcessTree.usage()
    list.onFrame = nil
    guard !times.isEmpty else {
      throw .failed("The window has painted no frame: is it on a screen?")
    }
    run.frames = times.count
    run.blankPx = list.engine.statistics.blankPixels - counts.blankPixels
    run.skeletons = list.engine.statistics.skeletonsShown - counts.skeletonsShown
    run.cpuMsPerFrame = Timing.rounded(
      (after.cpuSeconds - before.cpuSeconds) * 1000 / Double(max(1, times.count)))
    run.memoryMb = Timing.hundredths(after.pssMB)
    (run.frameRate, run.stabilityPercent) = Self.rate(times)
    return run
  }

  /// The average rate, and how many half-second samples are within a fifth of it.
  private static func rate(_ times: [Double]) -> (Double, Double) {
    guard let first = times.first, let last = times.last, last - first >= 1 else { return (0, 0) }
    let count = Int((last - first) * 2)
    var samples = [Double](repeating: 0, count: count)
    for time in times {
      let index = Int((time - first) * 2)
      if index < count { samples[index] += 2 }
    }
    let average = samples.reduce(0, +) / Double(count)
    let stable = samples.count { abs($0 - average) <= average * 0.2 }
    return (Timing.hundredths(average), Timing.hundredths(Double(stable) * 100 / Double(count)))
  }
}

/// List that the study's script scrolls.
@MainActor
private final class ListTarget: ListDriveTarget {
  let surface: ListSurface
  var rest = 0.0

  init(_ list: ListSurface) { surface = list }

  func insert(front: Int, back: Int) {}
  var firstVisible: (id: Int64, y: Double)? { nil }
  func y(of id: Int64) -> Double? { nil }
}
