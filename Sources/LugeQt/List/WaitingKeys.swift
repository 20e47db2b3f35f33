/// Edge of the view whose item the cursor moves to.
enum CursorEdge { case first, last }

/// Keys that wait until the list has arrived where an earlier key has sent it, because their effect
/// depends on what is in view there. A value without a window, so that it can be tested by itself.
///
/// After a jump (Home, then Page Down) a key that scrolls counts from the jump's target. After
/// Home, End or a page key, the cursor moves to an edge of the view once the list rests, and keys
/// that act on the cursor's item are meant for the item there.
struct WaitingKeys {
  /// Seconds that a key waits at most.
  static let timeout = 0.5

  /// Distance that waits for a jump, device pixels.
  private var step: (distance: Double, since: Double)?
  /// Edge to which the cursor moves once the list rests; nil: the cursor stays at its item.
  private(set) var edge: CursorEdge?
  /// Time at which the edge was set.
  private var edgeSince = 0.0
  private var keys: [@MainActor () -> Void] = []

  // MARK: Scrolling

  /// Whether a step waits for a jump.
  var holdsStep: Bool { step != nil }

  /// Takes the step of a key that scrolls.
  ///
  /// - Returns: the distance to scroll by now; nil: the step waits for the jump.
  mutating func takeStep(_ distance: Double, isJumping: Bool, at time: Double) -> Double? {
    let waiting = step ?? (distance: 0, since: time)
    guard isJumping, time - waiting.since < Self.timeout else { return distance }
    step = (waiting.distance + distance, waiting.since)
    return nil
  }

  /// Returns the distance that has waited, once the jump has landed or after the timeout; otherwise
  /// nil.
  mutating func releaseStep(isJumping: Bool, at time: Double) -> Double? {
    guard let waiting = step, !isJumping || time - waiting.since >= Self.timeout else { return nil }
    step = nil
    return waiting.distance == 0 ? nil : waiting.distance
  }

  /// Drops the step that waits, because the list jumps elsewhere.
  mutating func dropStep() { step = nil }

  // MARK: Cursor

  /// Notes that the cursor follows the list to an edge of the view. Keys that wait for an earlier
  /// edge are dropped.
  mutating func follow(to edge: CursorEdge, at time: Double) {
    leaveCursor()
    self.edge = edge
    edgeSince = time
  }

  /// Lets a key wait until the cursor has reached the edge.
  ///
  /// - Parameter key: handles the key.
  /// - Returns: whether it waits; false after the timeout, when the cursor is left at its item.
  mutating func take(_ key: @escaping @MainActor () -> Void, at time: Double) -> Bool {
    guard edge != nil, time - edgeSince < Self.timeout else {
      leaveCursor()
      return false
    }
    keys.append(key)
    return true
  }

  /// Ends the wait at the edge, because the cursor arrives there.
  ///
  /// - Returns: the edge and the keys to handle now, in their order; nil if nothing was waited for.
  mutating func arrive() -> (edge: CursorEdge, keys: [@MainActor () -> Void])? {
    guard let edge else { return nil }
    defer { leaveCursor() }
    return (edge, keys)
  }

  /// Leaves the cursor at its item, and drops the keys that wait for it.
  mutating func leaveCursor() { (edge, keys) = (nil, []) }
}
