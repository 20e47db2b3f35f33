import LugeCore

/// State of one animation in view: which frame is shown, which are decoded, and when the next is
/// due.
///
/// A value without a clock of its own; times are passed in.
struct AnimationTrack {
  /// Next work of the decode thread.
  enum Need: Equatable {
    case open
    case frame(Int)
    case nothing
  }

  private(set) var info: AnimationInfo?
  private(set) var current: AnimationFrame?
  /// Frames decoded and not shown yet, in order.
  private var ring: [AnimationFrame] = []
  /// Frames of an animation whose frames are all kept, from the first one on as far as they are
  /// decoded.
  private var kept: [Bitmap] = []
  /// Time at which the next frame is shown; nil before the first one.
  private(set) var due: Double?
  private var round = 0
  private(set) var hasEnded = false
  private(set) var hasFailed = false
  /// Maximum number of frames decoded ahead.
  private var capacity = 1
  /// Numbers of frames shown since the animation was opened, and of those that were late.
  private var shown = 0
  private var late = 0
  private var keepsAll = false

  var isReady: Bool { info != nil && !ring.isEmpty }
  var memoryBytes: Int {
    if keepsAll { return kept.reduce(0) { $0 + $1.byteCount } }
    return ring.reduce(current?.bitmap.byteCount ?? 0) { $0 + $1.bitmap.byteCount }
  }

  /// Begins to play an opened animation.
  ///
  /// - Parameter keepsAll: whether all decoded frames are kept for the next round.
  mutating func opened(
    _ info: AnimationInfo, frameBytes: Int, ringBytes: Int, ahead: Int, keepsAll: Bool
  ) {
    // If the file has changed meanwhile, frames decoded before are useless.
    if let known = self.info, known != info { (ring, kept) = ([], []) }
    self.info = info
    self.keepsAll = keepsAll
    // The frame on screen counts, too.
    capacity = max(1, min(ahead, ringBytes / max(1, frameBytes) - 1))
  }

  /// Takes the frames that an earlier track of the same picture had decoded.
  mutating func take(_ frames: [Bitmap]) {
    guard keepsAll, kept.isEmpty else { return }
    kept = frames
    refill()
  }

  /// Frames worth keeping when the animation is no longer shown.
  var keepable: (info: AnimationInfo, frames: [Bitmap])? {
    guard keepsAll, !hasFailed, let info, !kept.isEmpty else { return nil }
    return (info, kept)
  }

  /// Whether all frames are decoded and kept.
  var isWhole: Bool { keepsAll && info.map { kept.count == $0.delays.count } ?? false }

  /// Requests that the animation be opened again, and drops all decoded frames except the one on
  /// screen.
  mutating func reopen() {
    info = nil
    ring = []
    kept = []
    keepsAll = false
  }

  mutating func fail() {
    hasFailed = true
    reopen()
  }

  /// Number of shown frames after which one more is decoded ahead.
  private static let shownPerFrameAhead = 8

  /// Number of frames decoded ahead at first. With one, frames would be late when thirty animations
  /// begin at once.
  private static let aheadAtFirst = 2

  /// Number of frames to decode ahead: few at first, more the longer the animation is watched, and
  /// one more for each late frame. If an animation only scrolls past, frames decoded ahead are
  /// never shown.
  private var ahead: Int {
    min(capacity, Self.aheadAtFirst + shown / Self.shownPerFrameAhead + late)
  }

  var need: Need {
    guard !hasFailed, !hasEnded else { return .nothing }
    guard let info else { return .open }
    guard ring.count < ahead else { return .nothing }
    let last = ring.last?.index ?? current?.index
    return .frame(last.map { ($0 + 1) % info.delays.count } ?? 0)
  }

  mutating func decoded(_ bitmap: Bitmap, index: Int) {
    guard need == .frame(index) else { return }
    ring.append(AnimationFrame(index: index, bitmap: bitmap))
    if keepsAll, kept.count == index { kept.append(bitmap) }
    refill()
  }

  /// Takes frames that were kept from an earlier round.
  private mutating func refill() {
    while case .frame(let index) = need, kept.indices.contains(index) {
      ring.append(AnimationFrame(index: index, bitmap: kept[index]))
    }
  }

  /// Shows the next frame if it is due and decoded.
  ///
  /// - Returns: whether another frame is shown, and whether it is late by more than a tick.
  mutating func advance(to time: Double, tick: Double) -> (isNew: Bool, isLate: Bool) {
    guard let info, let next = ring.first, !hasEnded else { return (false, false) }
    guard due.map({ time >= $0 - 1e-6 }) ?? true else { return (false, false) }
    let isFirst = current == nil
    if !isFirst, next.index == 0 {
      round += 1
      if let loops = info.loops, round >= loops {
        hasEnded = true
        ring = []
        return (false, false)
      }
    }
    ring.removeFirst()
    current = next
    let delay = Double(info.delays[next.index]) / 1000
    let isLate = due.map { time - $0 > tick } ?? false
    shown += 1
    if isLate { late += 1 }
    // After a frame on time, the next one counts from when this one was due, so that delays do not
    // add up. After a late frame it counts from now, so that missed frames are not caught up in a
    // rush.
    let began = isLate ? nil : due
    due = began.map { $0 + delay } ?? Self.rounded(time + delay, to: tick)
    refill()
    return (true, isLate)
  }

  mutating func postpone(by seconds: Double) { due = due.map { $0 + seconds } }

  /// Time of the next change; nil while the track waits for its decoder.
  var nextChange: Double? { hasEnded || ring.isEmpty ? nil : due ?? -.infinity }

  /// Whether the next frame is due and not decoded.
  func lacksFrame(dueAt time: Double) -> Bool {
    !hasEnded && !hasFailed && ring.isEmpty && (due.map { time >= $0 - 1e-6 } ?? true)
  }

  private static func rounded(_ time: Double, to tick: Double) -> Double {
    (time / tick).rounded() * tick
  }
}
