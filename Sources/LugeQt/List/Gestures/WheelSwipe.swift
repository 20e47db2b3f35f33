import LugeCore
import LugeEngine

/// Two fingers on a touchpad, or a tilted wheel, that pull a row sideways. A value without a
/// window, so that it can be tested by itself.
struct WheelSwipe {
  /// Seconds without an event after which the fingers are assumed to have left, if the device does
  /// not report it.
  static let timeout = 0.25
  /// Factor for the steps of a tilted wheel, so that a single one, perhaps by mistake, triggers
  /// nothing.
  private static let tilted = 0.5

  /// Meaning of an event for the list.
  enum Outcome {
    /// No row is pulled, so the event scrolls the list.
    case scrolls
    /// A row is pulled, and stays where it is.
    case nothing
    /// A row follows the fingers: a fraction of the distance that triggers its action.
    case pulled(ListHit, part: Double)
    /// The fingers have left a pulled row.
    case released(ListHit, part: Double)
  }

  private var row: ListHit?
  private var part = 0.0
  private var lastEvent = 0.0

  /// Handles an event.
  ///
  /// - Parameters:
  ///   - now: the time, as for ``release(at:)``.
  ///   - notch: device pixels per notch of a wheel.
  ///   - scale: device pixels per point.
  ///   - isMoving: whether the list moves by itself.
  ///   - hit: returns the row at a point.
  mutating func handle(
    _ event: WheelEvent, at now: Double, notch: Double, scale: Double, isMoving: Bool,
    hit: (Point) -> ListHit?
  ) -> Outcome {
    if event.phase == .momentum { return row == nil ? .scrolls : .nothing }
    let isTilted = event.pixelsAcross == 0 && event.notchesAcross.rounded() == event.notchesAcross
    let across =
      event.pixelsAcross != 0
      ? event.pixelsAcross : event.notchesAcross * notch * (isTilted ? Self.tilted : 1)
    let along = event.pixels != 0 ? event.pixels : event.notches * notch
    if row == nil, across != 0, abs(across) > 2 * abs(along), !isMoving {
      row = hit(event.position)
    }
    guard let row else { return .scrolls }
    part += across / (ListTouch.swipeLength * scale)
    lastEvent = now
    guard event.phase == .ended else { return .pulled(row, part: part) }
    defer { self = WheelSwipe() }
    return .released(row, part: part)
  }

  /// Releases the row after the timeout; call it once per frame.
  ///
  /// - Returns: the row that was released, and how far it was pulled; otherwise nil.
  mutating func release(at time: Double) -> (row: ListHit, part: Double)? {
    // The clock may tick a little earlier than it was asked to.
    guard let row, time - lastEvent >= Self.timeout - 0.001 else { return nil }
    defer { self = WheelSwipe() }
    return (row, part)
  }
}
