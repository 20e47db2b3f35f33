/// An input event for a heavy view. Points are device pixels from its upper left.
public enum HeavyViewEvent: Hashable, Sendable {
  /// The pointer moved over the view or, between a press and its release, anywhere.
  case moved(Point)
  /// The pointer left the view.
  case left
  /// The main button went down.
  ///
  /// - Parameter isAlternate: whether Shift or Control is held.
  case pressed(Point, isAlternate: Bool)
  case released(Point)
  /// The main button was pressed twice; sent in place of the second press.
  case doubleClicked(Point)
  /// The wheel was turned, by a number of notches that may be a fraction; positive towards the
  /// user.
  case wheel(notches: Double, at: Point)
  /// Two fingers moved: their centre from one point to another, and their distance grew by a
  /// factor.
  case pinched(factor: Double, from: Point, to: Point)
  case key(HeavyViewKey)
  /// The view began (true) or ceased to receive keys and the wheel.
  case focus(Bool)
}

/// A key that a focused heavy view may want.
public enum HeavyViewKey: Hashable, Sendable {
  case up, down, left, right, pageUp, pageDown, home, end, space, `return`, escape
  /// A text typed by a key.
  case text(String)
}

/// The input that a heavy view wants. The list handles the rest.
public struct HeavyViewInput: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Positions of the pointer over the view.
  public static let hover = HeavyViewInput(rawValue: 1)
  /// Presses, and drags that begin in the view.
  public static let drag = HeavyViewInput(rawValue: 2)
  /// The wheel, once the view was clicked, or while Control is held. Otherwise a list full of such
  /// views could not be scrolled.
  public static let wheel = HeavyViewInput(rawValue: 4)
  /// Keys, once the view was clicked or reached with Tab.
  public static let keys = HeavyViewInput(rawValue: 8)
  /// The view draws its own mark of focus; around other views the list draws a ring.
  public static let showsFocus = HeavyViewInput(rawValue: 16)
  /// Horizontal drags and pinches of fingers; the list handles vertical ones.
  public static let touch = HeavyViewInput(rawValue: 32)
  public static let all: HeavyViewInput = [.hover, .drag, .wheel, .keys, .touch]
}
