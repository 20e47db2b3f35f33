import Dispatch
import LugeCore
import Synchronization
import Testing

@testable import LugeImages

/// Animations that are named by what they do: `3x50` has three frames of 50 ms.
private final class FakeAnimations: AnimationDecoding {
  struct State {
    var open: [Int: String] = [:]
    var opened: [String] = []
    var frames: [String] = []
    var next = 1
    var dies = false
  }
  let state = Mutex(State())

  func open(_ bytes: [UInt8], limits: DecodeLimits) throws(ImageError) -> (Int, AnimationInfo) {
    let name = String(decoding: bytes, as: UTF8.self)
    let parts = name.split(separator: "x").compactMap { Int($0) }
    guard parts.count >= 2 else { throw .unsupportedFormat }
    let number = state.withLock { state in
      defer { state.next += 1 }
      state.open[state.next] = name
      state.opened.append(name)
      return state.next
    }
    return (
      number,
      AnimationInfo(
        size: PixelSize(width: 8, height: 8), delays: Array(repeating: parts[1], count: parts[0]),
        loops: parts.count > 2 ? parts[2] : 0)
    )
  }

  func frame(
    _ index: Int, of animation: Int, size: PixelSize, limits: DecodeLimits
  ) throws(ImageError) -> Bitmap {
    let isThere = state.withLock { state in
      if state.dies {
        state.dies = false
        state.open = [:]
      }
      guard let name = state.open[animation] else { return false }
      state.frames.append("\(name):\(index)")
      return true
    }
    guard isThere else { throw .notOpen }
    return Bitmap(size: size)
  }

  func close(_ animation: Int) { _ = state.withLock { $0.open.removeValue(forKey: animation) } }
  func releaseIdle() { state.withLock { $0.open = [:] } }
}

@Suite("An animation whose file is another by now") struct ReplacedAnimationTests {
  @Test("Frames of the file before are forgotten")
  func replaced() {
    func info(_ frames: Int) -> AnimationInfo {
      AnimationInfo(
        size: PixelSize(width: 8, height: 8), delays: Array(repeating: 50, count: frames), loops: 0)
    }
    let bitmap = Bitmap(size: PixelSize(width: 8, height: 8))
    for shown in 0..<12 {
      var track = AnimationTrack()
      track.opened(
        info(10), frameBytes: 256, ringBytes: 1 << 20, ahead: 4, keepsAll: true)
      track.take(Array(repeating: bitmap, count: 10))
      var time = 0.0
      for _ in 0..<shown {
        _ = track.advance(to: time, tick: 0.01)
        time += 0.06
      }
      track.opened(info(2), frameBytes: 256, ringBytes: 1 << 20, ahead: 4, keepsAll: true)
      for _ in 0..<20 {
        if case .frame(let index) = track.need {
          #expect((0..<2).contains(index))
          track.decoded(bitmap, index: index)
        }
        _ = track.advance(to: time, tick: 0.01)
        time += 0.06
      }
      #expect(track.current.map { (0..<2).contains($0.index) } == true)
    }
  }
}

private struct NameLoader: ImageLoading {
  func bytes(of key: ImageKey, limit: Int) throws(ImageError) -> [UInt8] {
    Array(key.source.utf8)
  }
}

@Suite(
  "Animation: one clock, only what is visible, nothing when nothing is", .timeLimit(.minutes(15)))
struct PlayerTests {
  private let decoder = FakeAnimations()

  private func player(
    _ change: (inout AnimationPlayer.Configuration) -> Void = { _ in }
  ) -> AnimationPlayer {
    var configuration = AnimationPlayer.Configuration()
    change(&configuration)
    return AnimationPlayer(
      configuration: configuration, loader: NameLoader(), decoder: decoder, onArrival: {})
  }

  private func request(_ name: String, _ side: Int = 8) -> ImageRequest {
    ImageRequest(ImageKey(name), size: PixelSize(width: side, height: side))
  }

  /// Waits, without holding a thread of the tests' pool, until the decoder has nothing to do.
  private func settled(_ player: AnimationPlayer) async {
    while player.isBusy, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
  }

  /// Runs a virtual clock, going from one change to the next, and notes when which frame shows.
  private func run(
    _ player: AnimationPlayer, _ wanted: ImageRequest, from start: Double, to end: Double
  ) async -> (shown: [(Int, Int)], wakeUps: Int) {
    var shown: [(Int, Int)] = []
    var wakeUps = 0
    await settled(player)
    var time = start
    while let next = player.nextChange, max(next, time) <= end, wakeUps < 10_000 {
      time = max(next, time)
      wakeUps += 1
      if player.advance(to: time).contains(wanted), let frame = player.frame(of: wanted) {
        shown.append((Int((time * 1000).rounded()), frame.index))
      }
      await settled(player)
    }
    return (shown, wakeUps)
  }

  @Test("Frames show when they are due, and over again")
  func order() async {
    let player = player()
    let wanted = request("3x50")
    player.show([wanted], at: 10)
    let (shown, _) = await run(player, wanted, from: 10, to: 10.32)
    #expect(shown.map(\.1) == [0, 1, 2, 0, 1, 2, 0])
    #expect(shown.map(\.0) == [10_000, 10_050, 10_100, 10_150, 10_200, 10_250, 10_300])
    #expect(player.statistics.late == 0)
  }

  @Test("Nothing visible: nothing is due, nothing is decoded, no thread wakes")
  func scrolledAway() async {
    let player = player { $0.idleSeconds = 3600 }
    let many = Set((0..<30).map { request("4x20", $0 + 8) })
    player.show(many, at: 0)
    let (_, wakeUps) = await run(player, request("4x20"), from: 0, to: 0.2)
    #expect(wakeUps > 5)
    player.show([], at: 0.3)
    while !decoder.state.withLock({ $0.open.isEmpty }), !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(2))
    }
    await settled(player)
    let before = player.statistics
    #expect(player.nextChange == nil)
    #expect(before.open == 0)
    #expect(before.memoryBytes == 0)
    for step in 0..<100 { #expect(player.advance(to: 1 + Double(step)).isEmpty) }
    await settled(player)
    #expect(player.statistics == before)
    #expect(decoder.state.withLock { $0.open.isEmpty })
  }

  @Test("Animations share their wake-ups")
  func sharedWakeUps() async {
    let player = player()
    // Shown at odd times, as scrolling does.
    var visible: Set<ImageRequest> = []
    for index in 0..<20 {
      visible.insert(request("9x50", 8 + index))
      player.show(visible, at: Double(index) * 0.0007)
      await settled(player)
      player.advance(to: Double(index) * 0.0007)
    }
    let before = player.statistics.shown
    let (_, wakeUps) = await run(player, request("9x50"), from: 0.02, to: 1.02)
    let shown = player.statistics.shown - before
    #expect(shown >= 380)
    // One by one it would be 400.
    #expect(wakeUps <= 60)
  }

  @Test("Not permitted: frames stay; permitted again they go on from there")
  func pause() async {
    let player = player()
    let wanted = request("5x100")
    player.show([wanted], at: 0)
    _ = await run(player, wanted, from: 0, to: 0.25)
    #expect(player.frame(of: wanted)?.index == 2)
    player.setPermitted(false, at: 0.26)
    #expect(player.nextChange == nil)
    #expect(player.advance(to: 100).isEmpty)
    #expect(player.frame(of: wanted)?.index == 2)
    player.setPermitted(true, at: 1000.26)
    let next = player.nextChange
    #expect(next.map { abs($0 - 1000.3) < 1e-6 } == true, "\(String(describing: next))")
    #expect(player.advance(to: 1000.3) == [wanted])
    #expect(player.frame(of: wanted)?.index == 3)
  }

  @Test("One that plays twice stops at its last frame, and needs nothing more")
  func loops() async {
    let player = player()
    let wanted = request("3x50x2")
    player.show([wanted], at: 0)
    let (shown, _) = await run(player, wanted, from: 0, to: 60)
    #expect(shown.map(\.1) == [0, 1, 2, 0, 1, 2])
    #expect(player.nextChange == nil)
    #expect(player.frame(of: wanted)?.index == 2)
  }

  @Test("Frames in memory stay within the ring; one that fits is decoded once")
  func ring() async {
    let player = player {
      $0.ringBytes = 5 * 64 * 4
      $0.keptBytes = 5 * 64 * 4
    }
    let (large, small) = (request("50x50"), request("4x50"))
    player.show([large, small], at: 0)
    _ = await run(player, large, from: 0, to: 2)
    #expect(player.statistics.memoryBytes <= 2 * 5 * 64 * 4)
    let frames = decoder.state.withLock { $0.frames }
    #expect(frames.count { $0.hasPrefix("4x50") } == 4)
    #expect(frames.count { $0.hasPrefix("50x50") } > 40)
    // Never back and forth: the decoder would begin anew each time.
    let order = frames.compactMap { $0.hasPrefix("50x50") ? Int($0.dropFirst(6)) : nil }
    #expect(order == order.indices.map { $0 % 50 })
  }

  @Test("One that comes back into view is not decoded again, nor opened")
  func comingBack() async {
    let player = player { $0.idleSeconds = 3600 }
    let wanted = request("4x50")
    player.show([wanted], at: 0)
    _ = await run(player, wanted, from: 0, to: 0.4)
    player.show([], at: 0.5)
    await settled(player)
    #expect(player.statistics.keptBytes == 4 * 64 * 4)
    player.show([wanted], at: 1)
    // At once: nobody has to be waited for.
    #expect(player.advance(to: 1) == [wanted])
    let (shown, _) = await run(player, wanted, from: 1, to: 1.41)
    #expect(shown.map(\.1) == [1, 2, 3, 0, 1, 2, 3, 0])
    #expect(player.statistics.decoded == 4)
    #expect(decoder.state.withLock { $0.opened.count } == 1)
    #expect(player.statistics.open == 0)
  }

  @Test("One that left before its last frame goes on where it had come to")
  func partlyDecoded() async {
    let player = player {
      $0.framesAhead = 1
      $0.idleSeconds = 3600
    }
    let wanted = request("9x50")
    player.show([wanted], at: 0)
    _ = await run(player, wanted, from: 0, to: 0.12)
    player.show([], at: 0.2)
    await settled(player)
    player.show([wanted], at: 1)
    let (shown, _) = await run(player, wanted, from: 1, to: 1.51)
    #expect(shown.map(\.1) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1])
    let frames = decoder.state.withLock { $0.frames }
    #expect(frames == (0..<9).map { "9x50:\($0)" })
  }

  @Test("What is kept stays within its limit, in view or not, and goes when nothing is shown")
  func keptLimit() async {
    let limit = 10 * 64 * 4
    let player = player {
      $0.keptBytes = limit
      $0.ringBytes = 2 * 64 * 4
      $0.idleSeconds = 1
    }
    for round in 0..<4 {
      let wanted = Set((0..<3).map { request("\(3 + ($0 + round) % 4)x20x\(100 + round)") })
      let start = Double(round)
      player.show(wanted, at: start)
      _ = await run(player, request("3x20"), from: start, to: start + 0.12)
      let now = player.statistics
      // Beside what is kept each has the frame that shows and one ahead.
      #expect(now.keptBytes + now.memoryBytes <= limit + 3 * 2 * 64 * 4)
      player.show([], at: start + 0.2)
      let left = player.statistics
      #expect(left.memoryBytes == 0)
      #expect(left.keptBytes > 0 && left.keptBytes <= limit)
    }
    while player.statistics.keptBytes > 0, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(10))
    }
    #expect(player.statistics.keptBytes == 0)
  }

  @Test("When the decoder dies, what it had open is opened again")
  func death() async {
    let player = player { $0.ringBytes = 3 * 64 * 4 }
    let wanted = request("9x50")
    player.show([wanted], at: 0)
    _ = await run(player, wanted, from: 0, to: 0.12)
    decoder.state.withLock { $0.dies = true }
    let (shown, _) = await run(player, wanted, from: 0.12, to: 0.6)
    #expect(decoder.state.withLock { $0.opened.count } == 2)
    let order = shown.map(\.1)
    #expect(order.count > 5)
    #expect(zip(order, order.dropFirst()).allSatisfy { ($0 + 1) % 9 == $1 })
  }

  @Test("A decode thread that is late wakes once for what was asked of it meanwhile")
  func lateThread() async {
    let player = player { $0.idleSeconds = 3600 }
    let wanted = request("2x50")
    for step in 0..<500 {
      player.show(step.isMultiple(of: 2) ? [wanted] : [], at: Double(step))
    }
    await settled(player)
    // 500 if every call were a wake-up; the thread takes part meanwhile.
    let before = player.statistics
    try? await Task.sleep(for: .milliseconds(50))
    #expect(player.statistics == before)
    #expect(before.wakeUps < 400)
  }

  @Test("What does not move is looked at once")
  func still() async {
    let player = player()
    let wanted = request("still")
    for time in 0..<5 {
      player.show([wanted], at: Double(time))
      await settled(player)
      player.show([], at: Double(time) + 0.5)
    }
    #expect(player.frame(of: wanted) == nil)
    #expect(player.nextChange == nil)
  }
}
