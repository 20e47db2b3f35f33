import Dispatch
import Foundation
import LugeCore
import LugeImages
import LugePaint

/// Thirty animated pictures of 320 × 240 in view, composed into memory when their frames change;
/// then scrolled away, when nothing may run any more.
public struct AnimationsLab: Sendable {
  public var count: Int
  public var seconds: Double
  public var secondsAway: Double

  public init(count: Int = 30, seconds: Double = 60, secondsAway: Double = 10) {
    self.count = count
    self.seconds = seconds
    self.secondsAway = secondsAway
  }

  public struct Report: Codable, Sendable {
    public var animations: Int
    public var seconds: Double
    /// Percent of one core, this process and its helper together.
    public var cpuPercent: Double
    /// Proportional memory of both: after a sixth of the time, and at the end.
    public var memoryBeginMb: Double
    public var memoryEndMb: Double
    /// Frames held decoded, at the end.
    public var framesMb: Double
    public var framesShown: Int
    /// Number of frames that the delays in the files ask for.
    public var framesExpected: Int
    /// Of the frames shown, those that were more than a tick (10 ms) late.
    public var framesLate: Int
    /// Difference between the time a frame was due and the time it was shown, milliseconds.
    public var frameErrorP99Ms: Double
    public var wakeUpsPerS: Double
    /// Whether there was still a next frame to wait for when none was in view.
    public var awayIsRunning: Bool
    /// Scrolled away: how often the thread of the animations, and any thread of this process or its
    /// helper, was woken.
    public var awayPlayerWakeUps: Int
    public var awayThreadWakeUps: Int
    public var awayCpuMs: Double
    /// Memory once the helper has ended.
    public var awayMemoryMb: Double
  }

  public func run(folder: String) throws(PictureLabError) -> Report {
    let names = (0..<count).map { String(format: "\(folder)/moving-%03d.gif", $0) }
    if !names.allSatisfy(FileManager.default.fileExists) {
      try ImagePeers().run(["animations", folder, String(count)])
    }
    let arrival = DispatchSemaphore(value: 0)
    var configuration = AnimationPlayer.Configuration()
    configuration.idleSeconds = 2
    let player = AnimationPlayer(configuration: configuration) { arrival.signal() }
    let size = PixelSize(width: 320, height: 240)
    let requests = Set(names.map { ImageRequest(ImageKey($0), size: size) })
    let screen = Bitmap(size: PixelSize(width: 1920, height: 1200))
    player.show(requests, at: Timing.now)
    // Until all move.
    let opening = Timing.now
    while requests.contains(where: { player.frame(of: $0) == nil }), Timing.now - opening < 20 {
      _ = arrival.wait(timeout: .now() + 0.05)
      player.advance(to: Timing.now)
    }
    let moving = requests.count { player.frame(of: $0) != nil }
    guard moving == requests.count else {
      throw .failed("\(moving) of \(requests.count) animations were opened")
    }
    let before = (player.statistics, ProcessTree.usage())
    var errors: [Double] = []
    var wakeUps = 0
    var begin: Double?
    let start = Timing.now
    while Timing.now - start < seconds {
      if begin == nil, Timing.now - start > seconds / 6 { begin = ProcessTree.usage().pssMB }
      let due = player.nextChange
      let wait = due.map { $0 - Timing.now } ?? 1
      if wait > 0 { _ = arrival.wait(timeout: .now() + wait) }
      wakeUps += 1
      let time = Timing.now
      let changed = player.advance(to: time)
      if let due, !changed.isEmpty { errors.append(max(0, time - due)) }
      for (index, request) in changed.enumerated() {
        guard let frame = player.frame(of: request) else { continue }
        Self.copy(frame.bitmap, into: screen, at: index % 30)
      }
    }
    let spent = Timing.now - start
    let after = (player.statistics, ProcessTree.usage())
    let away = goAway(player)
    errors.sort()
    let p99 = errors.isEmpty ? 0 : errors[min(errors.count - 1, errors.count * 99 / 100)]
    return Report(
      animations: count, seconds: Timing.hundredths(spent),
      cpuPercent: Timing.hundredths((after.1.cpuSeconds - before.1.cpuSeconds) * 100 / spent),
      memoryBeginMb: Timing.hundredths(begin ?? 0), memoryEndMb: Timing.hundredths(after.1.pssMB),
      framesMb: Timing.hundredths(Megabytes.of(bytes: after.0.memoryBytes)),
      framesShown: after.0.shown - before.0.shown,
      // The files say no delay, which counts as 100 ms.
      framesExpected: Int(spent * 10) * count, framesLate: after.0.late - before.0.late,
      frameErrorP99Ms: Timing.hundredths(p99 * 1000),
      wakeUpsPerS: Timing.hundredths(Double(wakeUps) / spent),
      awayIsRunning: away.isRunning, awayPlayerWakeUps: away.player,
      awayThreadWakeUps: away.threads,
      awayCpuMs: Timing.hundredths(away.cpu * 1000), awayMemoryMb: Timing.hundredths(away.memory))
  }

  /// Nothing in view any more: counts who is woken all the same.
  private func goAway(
    _ player: AnimationPlayer
  ) -> (isRunning: Bool, player: Int, threads: Int, cpu: Double, memory: Double) {
    player.show([], at: Timing.now)
    // Waits until the work under way and the decoder's process have ended.
    Thread.sleep(forTimeInterval: 3)
    let before = (player.statistics, ProcessTree.usage())
    let isRunning = player.nextChange != nil
    Thread.sleep(forTimeInterval: secondsAway)
    let after = (player.statistics, ProcessTree.usage())
    // This thread's own sleep is one.
    return (
      isRunning || player.nextChange != nil, after.0.wakeUps - before.0.wakeUps,
      after.1.sleeps - before.1.sleeps - 1,
      after.1.cpuSeconds - before.1.cpuSeconds, after.1.pssMB
    )
  }

  /// Copies a picture as a compositor copies opaque ones.
  private static func copy(_ bitmap: Bitmap, into screen: Bitmap, at place: Int) {
    let (left, top) = (place % 6 * 320, place / 6 * 240)
    screen.withMutablePixels { target in
      bitmap.withPixels { source in
        for row in 0..<min(240, bitmap.size.height) {
          let line = source[row * bitmap.size.width..<(row + 1) * bitmap.size.width]
          let start = (top + row) * screen.size.width + left
          _ = target[start..<start + line.count].update(fromContentsOf: line)
        }
      }
    }
  }
}
