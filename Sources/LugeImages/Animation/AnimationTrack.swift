import LugeCore

/// One animation in view: which frame shows, which are decoded, when the next is due.
///
/// A value that knows no clock but the times it is given.
struct AnimationTrack {
  /// Next work of the decode thread.
  enum Need: Equatable {
    case open
    case frame(Int)
    case nothing
  }

  private(set) var info: AnimationInfo?
  private(set) var current: AnimationFrame?
  /// Decoded and not shown yet, in order.
  private var ring: [AnimationFrame] = []
  /// All frames of an animation that is kept whole, from the first on as far as they are decoded.
  private var kept: [Bitmap] = []
  /// When the next frame shows; nil before the first one.
  private(set) var due: Double?
  private var round = 0
  private(set) var hasEnded = false
  private(set) var hasFailed = false
  /// Frames held decoded at most.
  private var capacity = 1
  /// Shown since it was opened, and how many of them were late.
  private var shown = 0
  private var late = 0
  private var keepsAll = false

  var isReady: Bool { info != nil && !ring.isEmpty }
  var memoryBytes: Int {
    if keepsAll { return kept.reduce(0) { $0 + $1.byteCount } }
    return ring.reduce(current?.bitmap.byteCount ?? 0) { $0 + $1.bitmap.byteCount }
  }

  /// - Parameter keepsAll: once decoded, frames stay for the next round.
  mutating func opened(
    _ info: AnimationInfo, frameBytes: Int, ringBytes: Int, ahead: Int, keepsAll: Bool
  ) {
    // If the file was replaced meanwhile, the frames decoded before are of no use.
    if let known = self.info, known != info { (ring, kept) = ([], []) }
    self.info = info
    self.keepsAll = keepsAll
    // The one on screen counts.
    capacity = max(1, min(ahead, ringBytes / max(1, frameBytes) - 1))
  }

  /// Begins with what an earlier track of the same picture had decoded.
  mutating func take(_ frames: [Bitmap]) {
    guard keepsAll, kept.isEmpty else { return }
    kept = frames
    refill()
  }

  /// Frames worth keeping once nobody shows the animation.
  var keepable: (info: AnimationInfo, frames: [Bitmap])? {
    guard keepsAll, !hasFailed, let info, !kept.isEmpty else { return nil }
    return (info, kept)
  }

  /// Whether nothing has to be decoded any more.
  var isWhole: Bool { keepsAll && info.map { kept.count == $0.delays.count } ?? false }

  /// Whatever was open is closed; what shows stays.
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

  /// Shown frames after which one more is decoded ahead.
  private static let shownPerFrameAhead = 8

  /// At first: with one, frames are late where thirty animations begin at once.
  private static let aheadAtFirst = 2

  /// Frames to hold decoded now: few at first, more the longer it is watched, and one more for each
  /// that was late. Of an animation that scrolls past, what is ahead is never shown: with four from
  /// the beginning on, that was four frames of nine.
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

  /// From the frames that were kept from an earlier round.
  private mutating func refill() {
    while case .frame(let index) = need, kept.indices.contains(index) {
      ring.append(AnimationFrame(index: index, bitmap: kept[index]))
    }
  }

  /// Shows the next frame if it is due and decoded.
  ///
  /// - Returns: whether another frame shows, and whether it is late by more than a tick.
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
    // On time, the next one counts from when this one was due: nothing adds up. Late, from now:
    // what was missed is not made up for in a rush.
    let began = isLate ? nil : due
    due = began.map { $0 + delay } ?? Self.rounded(time + delay, to: tick)
    refill()
    return (true, isLate)
  }

  mutating func postpone(by seconds: Double) { due = due.map { $0 + seconds } }

  /// When it next has something to show; nil while it waits for its decoder.
  var nextChange: Double? { hasEnded || ring.isEmpty ? nil : due ?? -.infinity }

  private static func rounded(_ time: Double, to tick: Double) -> Double {
    (time / tick).rounded() * tick
  }
}
