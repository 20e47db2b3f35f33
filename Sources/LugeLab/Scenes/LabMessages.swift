import Foundation
import LugeChat
import LugeCore
import LugeEngine
import LugePaint

/// Messages by number, without an archive: the same number is always the same message.
struct LabMessages: Sendable {
  private let texts: [StyledText]

  init(texts count: Int = 2000) { texts = TextSets.english(count: count) }

  /// - Parameter revision: other texts for the same name.
  func message(_ number: Int, revision: UInt64 = 0) -> ChatMessage {
    let author = number.hashed % 5
    let mixed = (number.hashed &+ Int(truncatingIfNeeded: revision) &* 37) & Int.max
    let text = texts[mixed % texts.count]
    return ChatMessage(
      id: ItemID(Int64(number)), revision: Revision(revision),
      author: ChatAuthor(id: Int64(author), name: "Author \(author)", colorIndex: author),
      isOutgoing: author == 0, time: 1_600_000_000 + Int64(number) * 420, text: text,
      isEdited: revision > 0)
  }

  static let configuration = ChatConfiguration(isGroup: true)
  static func key(_ message: ChatMessage) -> ItemKey {
    ItemKey(id: message.id, revision: message.revision)
  }
}

extension Int {
  /// Mixed bits, not negative (the finalizer of SplitMix64).
  fileprivate var hashed: Int {
    var bits = UInt64(bitPattern: Int64(self)) &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: (bits ^ (bits >> 31)) >> 1)
  }
}

/// Frames of a list in real time: what each costs, and whether the row at the eye stays.
struct FrameMeter {
  private(set) var work: [Double] = []
  /// Of the engine's thread: not what other programs took from it.
  private(set) var cpu: [Double] = []
  private(set) var drift = 0
  private(set) var missed = 0
  /// Frames in which the row at the eye was itself what changed.
  private(set) var unjudged = 0
  private let bitmap: Bitmap

  init(size: PixelSize) { bitmap = Bitmap(size: size) }

  var p50Ms: Double { Timing.rounded(Timing.percentile(0.5, of: work) * 1000) }
  var p99Ms: Double { Timing.rounded(Timing.percentile(0.99, of: work) * 1000) }
  var p99CpuMs: Double { Timing.rounded(Timing.percentile(0.99, of: cpu) * 1000) }

  /// One frame, composed.
  ///
  /// - Parameter changed: names of items on which a change is under way, which this frame may apply.
  mutating func frame(_ engine: ListEngine, at time: Double, changed: Set<ItemID> = []) {
    let before = engine.visibleRows
    let (begin, cpuBegin) = (Timing.now, Timing.threadCPU)
    let plan = engine.frame(at: time)
    bitmap.withMutablePixels { pixels in
      guard let target = try? PixelTarget(pixels, size: bitmap.size) else { return }
      Compositor.compose(plan, into: target)
    }
    let spent = Timing.now - begin
    work.append(spent)
    cpu.append(Timing.threadCPU - cpuBegin)
    missed += Int(spent * 60)
    judge(before, engine, changed)
  }

  /// The row at the eye has to be where it was.
  private mutating func judge(
    _ before: [VisibleRow], _ engine: ListEngine, _ changed: Set<ItemID>
  ) {
    let eye = bitmap.size.height / 3
    guard let row = before.first(where: { $0.y + $0.height > eye }),
      !changed.contains(row.id.item),
      let y = engine.visibleRows.first(where: { $0.id == row.id })?.y
    else {
      unjudged += 1
      return
    }
    drift = max(drift, abs(y - row.y))
  }
}

extension Timing {
  /// CPU seconds of the calling thread.
  static var threadCPU: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
