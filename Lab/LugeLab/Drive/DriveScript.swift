import Foundation
import LugeQt

/// List that a script scrolls.
@MainActor
protocol DriveTarget: AnyObject {
  /// Scroll position and its maximum, device pixels.
  var position: (now: Double, max: Double) { get }
  func scroll(by pixels: Double)
  func scrollToTop()
  func scrollToMiddle()
  func setListWidth(_ points: Double)
  func insert(front: Int, back: Int)
  /// The first message whose top is in view, and where it is.
  var firstVisible: (id: Int64, y: Double)? { get }
  /// Where a message's top is; nil if it is not in view.
  func y(of id: Int64) -> Double?
}

/// Target that is a list in a window.
@MainActor
protocol ListDriveTarget: DriveTarget {
  var surface: ListSurface { get }
  /// Fraction of a pixel that has not been scrolled yet.
  var rest: Double { get set }
}

extension ListDriveTarget {
  var position: (now: Double, max: Double) {
    let metrics = surface.engine.metrics
    return (Double(metrics.offset), Double(max(0, metrics.contentHeight - metrics.viewportHeight)))
  }

  func scroll(by pixels: Double) {
    // A list scrolls by whole pixels; the fraction is added to the next step.
    let whole = (pixels + rest).rounded(.towardZero)
    rest += pixels - whole
    surface.engine.scroll(by: Int(whole))
  }

  func scrollToTop() { surface.scrollToStart() }
  func scrollToMiddle() { surface.jump(to: surface.engine.count / 2) }
  func setListWidth(_ points: Double) { surface.listWidth = points }
}

/// One of the six workloads with which `luge drive` and the programs in `Lab/Peers` are measured,
/// advanced by the frame clock. A step depends on the time since the last one, so a slow program
/// takes larger steps and not more time.
@MainActor
struct DriveScript {
  enum Kind: String, CaseIterable {
    case thesis = "W1", slow = "W2", fast = "W3", back = "W4", rewidth = "W5", storm = "W6"
  }

  let kind: Kind
  private(set) var segment = -1
  /// Whether frames painted now belong to a segment.
  private(set) var isInSegment = false
  private(set) var inserted = 0

  private let start: Double
  private var last: Double
  private var step = 0
  private var done = 0.0
  private var direction = 1.0
  private var animationStart: Double
  private var distance = 0.0

  init(_ kind: Kind, at time: Double) {
    self.kind = kind
    start = time
    last = time
    animationStart = time
    if kind != .thesis { beginSegment() }
  }

  private mutating func beginSegment() {
    segment += 1
    isInSegment = true
  }

  /// - Returns: false when the workload is over.
  mutating func advance(to now: Double, _ target: any DriveTarget) -> Bool {
    let goesOn = move(to: now, target)
    // As in `Lab/Peers/script.h`: frames after the end of the script do not count, except those in
    // which a list takes in the last insertions or the last width.
    if !goesOn, kind != .rewidth, kind != .storm { isInSegment = false }
    return goesOn
  }

  private mutating func move(to now: Double, _ target: any DriveTarget) -> Bool {
    let dt = max(0, now - last)
    last = now
    switch kind {
    case .thesis: return advanceThesis(now, target)
    case .slow:
      target.scroll(by: 2000 * dt)
      return now - start < 10
    case .fast:
      target.scroll(by: 20_000 * dt)
      return now - start < 5
    case .back:
      let pixels = min(3000 * dt, 3000 - done)
      target.scroll(by: direction * pixels)
      done += pixels
      if done >= 3000 - 1e-6 {
        direction = -direction
        done = 0
        step += 1
      }
      return step < 10
    case .rewidth:
      step += 1
      guard step <= 30 else { return false }
      target.setListWidth(Double(step <= 15 ? 400 + 20 * step : 700 - 20 * (step - 15)))
      return true
    case .storm:
      let due = min(250, Int((now - start) / 0.02))
      if due > step {
        target.insert(front: 4 * (due - step), back: 4 * (due - step))
        inserted += 8 * (due - step)
        step = due
      }
      return due < 250
    }
  }

  /// Scrolls as in the thesis: an animation of 0.3 s every 0.4 s (cubic in and out), over 100 px,
  /// then 130 px, 160 px and so on.
  private mutating func advanceThesis(_ now: Double, _ target: any DriveTarget) -> Bool {
    if !isInSegment {
      guard now >= animationStart else { return true }
      distance = 100 + 30 * Double(step)
      step += 1
      done = 0
      animationStart = now
      beginSegment()
      return true
    }
    let part = min(1, (now - animationStart) / 0.3)
    let eased = part < 0.5 ? 4 * part * part * part : 1 - pow(-2 * part + 2, 3) / 2
    target.scroll(by: eased * distance - done)
    done = eased * distance
    guard part >= 1 else { return true }
    isInSegment = false
    animationStart += 0.4
    let position = target.position
    return position.now < position.max - 2 && now - start <= 60
  }
}
