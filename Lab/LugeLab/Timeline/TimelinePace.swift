import LugeCore
import LugeEngine
import LugePaint

/// A scroll at 60 frames a second.
///
/// Each frame has a sixtieth of a second, which its lane works through as in a window. What is left
/// of it once there is nothing to do for anybody is waited for only when the lab keeps time: a
/// thousand posts take a minute and a half by the clock, of which both structures rest most.
struct TimelinePace {
  /// Seconds that making each frame took.
  private(set) var making: [Double] = []
  /// Processor seconds of this thread, in all.
  private(set) var makingCPU = 0.0
  private(set) var composingCPU = 0.0
  /// The same with waiting and looking at what was shown: what is left of a process' time is other
  /// threads'.
  private(set) var threadCPU = 0.0
  private(set) var missed = 0

  private static let interval = 1.0 / 60

  /// - Parameters:
  ///   - isBusy: whether another thread works for the frames to come.
  ///   - frame: scrolls and says what to show; nil when the end is reached.
  ///   - inspect: looks at what was shown; not counted.
  mutating func run(
    _ lab: TimelineLab, isBusy: () -> Bool = { false },
    _ frame: (_ pixels: Int, _ time: Double) -> FramePlan?,
    inspect: (FramePlan) -> Void = { _ in }
  ) {
    let bitmap = Bitmap(size: lab.size)
    let pixels = Int((lab.speed * Self.interval).rounded())
    var number = 0
    var deadline = Timing.now
    let allCPU = Timing.threadNow
    defer { threadCPU += Timing.threadNow - allCPU }
    while true {
      number += 1
      wait(until: deadline, keepsTime: lab.keepsTime, isBusy)
      let begin = Timing.now
      let beginCPU = Timing.threadNow
      guard let plan = frame(pixels, Double(number) * Self.interval) else { break }
      let madeCPU = Timing.threadNow
      making.append(Timing.now - begin)
      Compositor.compose(plan, into: bitmap)
      let end = Timing.now
      composingCPU += Timing.threadNow - madeCPU
      makingCPU += madeCPU - beginCPU
      inspect(plan)
      let late = Int((end - begin) / Self.interval)
      missed += late
      number += late
      deadline = begin + Double(late + 1) * Self.interval
    }
  }

  private func wait(until deadline: Double, keepsTime: Bool, _ isBusy: () -> Bool) {
    guard !keepsTime else { return Timing.sleep(until: deadline) }
    while Timing.now < deadline, isBusy() { Timing.sleep(until: min(deadline, Timing.now + 1e-4)) }
  }
}
