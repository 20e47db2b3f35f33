import LugeCore
import LugeEngine

/// The finger that moves the list: it taps, drags the list along, or pulls a row sideways. Further
/// fingers are ignored. A value without a window, so that it can be tested by itself.
struct ListTouch {
  /// Distance in points beyond which a tap becomes a drag.
  static let slop = 8.0
  /// Maximum duration of a tap, seconds.
  static let tapDuration = 0.5
  /// Distance in points that triggers the action of a pulled row.
  static let swipeLength = 64.0
  /// Maximum distance that the row follows the finger, as a multiple of that.
  static let farthest = 1.2

  /// Meaning of an event for the list.
  enum Outcome {
    case nothing
    /// The finger came down, perhaps on a moving list, which it stops.
    case touched(stopsMotion: Bool)
    /// The list follows the finger; the drag starts where the slop was passed, so that the list
    /// does not jump.
    case dragged(isFirst: Bool)
    /// A row follows the finger: a fraction of the distance that triggers its action.
    case pulled(ListHit, part: Double, isFirst: Bool)
    /// The finger was lifted from a pulled row.
    case released(ListHit, part: Double)
    case tapped
    /// The finger was lifted after a drag, or after too long for a tap.
    case lifted
    /// The system has taken the finger, perhaps from a pulled row.
    case cancelled(ListHit?)
  }

  private enum Phase {
    case undecided, dragging
    case pulling(ListHit)
  }

  private var finger: Int?
  private var phase = Phase.undecided
  private var start = Point.zero
  private var startTime = 0.0
  private var stopsMotion = false

  /// Handles an event.
  ///
  /// - Parameters:
  ///   - scale: device pixels per point.
  ///   - isMoving: whether the list moves by itself.
  ///   - row: returns the row at a point that can be pulled sideways.
  mutating func handle(
    _ event: TouchEvent, scale: Double, isMoving: Bool, row: (Point) -> ListHit?
  ) -> Outcome {
    guard event.phase == .began || event.phase == .cancelled || event.id == finger else {
      return .nothing
    }
    let across = event.position.x - start.x
    let along = event.position.y - start.y
    let part = across / (Self.swipeLength * scale)
    switch event.phase {
    case .began:
      guard finger == nil else { return .nothing }
      self = ListTouch(
        finger: event.id, start: event.position, startTime: event.time, stopsMotion: isMoving)
      return .touched(stopsMotion: isMoving)
    case .moved:
      switch phase {
      case .dragging: return .dragged(isFirst: false)
      case .pulling(let hit): return .pulled(hit, part: part, isFirst: false)
      case .undecided:
        let slop = Self.slop * scale
        if abs(across) > slop, abs(across) > 2 * abs(along), let hit = row(start) {
          phase = .pulling(hit)
          return .pulled(hit, part: part, isFirst: true)
        }
        guard abs(along) > slop else { return .nothing }
        phase = .dragging
        return .dragged(isFirst: true)
      }
    case .ended:
      defer { self = ListTouch() }
      switch phase {
      case .pulling(let hit): return .released(hit, part: part)
      case .undecided where !stopsMotion && event.time - startTime < Self.tapDuration:
        return .tapped
      case .undecided, .dragging: return .lifted
      }
    case .cancelled:
      defer { self = ListTouch() }
      if case .pulling(let hit) = phase { return .cancelled(hit) }
      return .cancelled(nil)
    }
  }
}
