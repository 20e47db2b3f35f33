import LugeCore

/// State of fingers over a list with heavy views, which decides which of them scroll the list, and
/// which go to a view.
///
/// One finger that moves up or down scrolls; one that moves sideways over a view that takes touches
/// drags in it; two on the same view pinch it. Until a finger has moved far enough to decide, the
/// list gets it as well. A value without a window, so that it can be tested by itself.
struct HeavyViewTouch {
  /// A view and its rectangle, device pixels.
  struct Place {
    var key: ImageKey
    var origin: Point

    func local(_ point: Point) -> Point { Point(x: point.x - origin.x, y: point.y - origin.y) }
  }

  struct Outcome {
    /// Events for the view, in this order.
    var events: [HeavyViewEvent] = []
    /// View that gets the events.
    var key: ImageKey?
    /// Whether the list gets the event, too.
    var isForList = true
    /// Whether the list must cancel the effects of earlier events.
    var cancelsList = false
    /// Whether the view was tapped and gets the focus.
    var takesFocus = false
  }

  private enum Phase {
    case none
    /// The target is not decided yet, and the list gets the events.
    case undecided
    /// The list gets the events until all fingers are lifted.
    case list
    case dragging
    case pinching
    /// Events are ignored until all fingers are lifted.
    case over
  }

  private struct Finger {
    var id: Int
    var start: Point
    var last: Point
    var startTime: Double
  }

  private var phase = Phase.none
  private var place: Place?
  private var fingers: [Finger] = []

  /// Handles an event.
  ///
  /// - Parameters:
  ///   - slop: pixels that a tap may move.
  ///   - place: returns the view at a point that takes touches.
  ///   - current: returns the rectangle of a view now; nil when it has gone.
  mutating func handle(
    _ event: TouchEvent, slop: Double, place find: (Point) -> Place?,
    current: (ImageKey) -> Place?
  ) -> Outcome {
    if let key = place?.key {
      if let now = current(key) { place = now } else { leaveToNobody() }
    }
    switch event.phase {
    case .began: return began(event, find)
    case .moved: return moved(event, slop)
    case .ended: return ended(event)
    case .cancelled:
      let wasDragging = phase == .dragging
      let outcome = Outcome(
        events: wasDragging ? [.released(local(event.position))] : [], key: place?.key)
      self = HeavyViewTouch()
      return outcome
    }
  }

  private mutating func leaveToNobody() {
    place = nil
    if phase != .none, phase != .list { phase = .over }
  }

  private func local(_ point: Point) -> Point { place?.local(point) ?? point }

  private mutating func began(_ event: TouchEvent, _ find: (Point) -> Place?) -> Outcome {
    let found = find(event.position)
    fingers.append(
      Finger(
        id: event.id, start: event.position, last: event.position, startTime: event.time))
    if fingers.count == 1 {
      place = found
      phase = found == nil ? .list : .undecided
      return Outcome()
    }
    guard fingers.count == 2, phase == .undecided || phase == .dragging, let place,
      found?.key == place.key
    else {
      if phase == .undecided { phase = .list }
      return Outcome(isForList: phase == .list)
    }
    var outcome = Outcome(key: place.key, isForList: false, cancelsList: phase == .undecided)
    if phase == .dragging { outcome.events = [.released(local(fingers[0].last))] }
    phase = .pinching
    return outcome
  }

  private mutating func moved(_ event: TouchEvent, _ slop: Double) -> Outcome {
    guard let index = fingers.firstIndex(where: { $0.id == event.id }) else {
      return Outcome(isForList: phase == .none || phase == .list)
    }
    let before = (fingers.map(\.last), fingers[index].start)
    fingers[index].last = event.position
    switch phase {
    case .none, .list: return Outcome()
    case .over: return Outcome(isForList: false)
    case .undecided:
      let (dx, dy) = (event.position.x - before.1.x, event.position.y - before.1.y)
      guard max(dx.magnitude, dy.magnitude) > slop else { return Outcome() }
      guard dx.magnitude > dy.magnitude else {
        phase = .list
        return Outcome()
      }
      phase = .dragging
      return Outcome(
        events: [
          .pressed(local(before.1), isAlternate: false), .moved(local(event.position)),
        ], key: place?.key, isForList: false, cancelsList: true, takesFocus: true)
    case .dragging:
      guard index == 0 else { return Outcome(isForList: false) }
      return Outcome(
        events: [.moved(local(event.position))], key: place?.key, isForList: false)
    case .pinching:
      guard index < 2 else { return Outcome(isForList: false) }
      let now = fingers.map(\.last)
      let factor = Self.distance(now) / Self.distance(before.0)
      return Outcome(
        events: [
          .pinched(
            factor: factor, from: local(Self.middle(before.0)), to: local(Self.middle(now)))
        ], key: place?.key, isForList: false)
    }
  }

  private mutating func ended(_ event: TouchEvent) -> Outcome {
    guard let index = fingers.firstIndex(where: { $0.id == event.id }) else {
      return Outcome(isForList: phase == .none || phase == .list)
    }
    let finger = fingers.remove(at: index)
    var outcome = Outcome(key: place?.key, isForList: phase == .list)
    switch phase {
    case .undecided:
      guard event.time - finger.startTime < ListTouch.tapDuration else {
        outcome.isForList = true
        break
      }
      let point = local(event.position)
      outcome.events = [.moved(point), .pressed(point, isAlternate: false), .released(point)]
      outcome.cancelsList = true
      outcome.takesFocus = true
    case .dragging where index == 0:
      outcome.events = [.released(local(event.position))]
      phase = .over
    case .pinching: phase = .over
    case .none, .list, .over, .dragging: break
    }
    if fingers.isEmpty { self = HeavyViewTouch() }
    return outcome
  }

  /// Returns the distance between two fingers, at least a pixel: fingers that meet must not zoom
  /// without limit.
  private static func distance(_ points: [Point]) -> Double {
    let (dx, dy) = (points[0].x - points[1].x, points[0].y - points[1].y)
    return max(1, (dx * dx + dy * dy).squareRoot())
  }

  private static func middle(_ points: [Point]) -> Point {
    Point(x: (points[0].x + points[1].x) / 2, y: (points[0].y + points[1].y) / 2)
  }
}
