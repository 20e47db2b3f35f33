/// What the reader's hands did to a heavy view. Points are device pixels from its top left.
public enum LiveEvent: Hashable, Sendable {
  /// The pointer moved over the view or, between a press and its release, anywhere.
  case moved(Point)
  /// The pointer went away.
  case left
  /// The main button went down.
  ///
  /// - Parameter isAlternate: with Shift or Control held.
  case pressed(Point, isAlternate: Bool)
  case released(Point)
  /// In place of the second press.
  case doubleClicked(Point)
  /// Notches of a common wheel, possibly a fraction; positive towards the reader.
  case wheel(notches: Double, at: Point)
  /// Two fingers: their middle moved from one point to another, and their distance grew by a
  /// factor.
  case pinched(factor: Double, from: Point, to: Point)
  case key(LiveKey)
  /// Whether keys and the wheel come here.
  case focus(Bool)
}

/// A key that a focused heavy view may want.
public enum LiveKey: Hashable, Sendable {
  case up, down, left, right, pageUp, pageDown, home, end, space, `return`, escape
  /// What a key types.
  case text(String)
}

/// What a heavy view is given of the reader's hands. What it does not take stays with the list.
public struct LiveInput: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The pointer's place over it.
  public static let hover = LiveInput(rawValue: 1)
  /// Presses and what is dragged from them.
  public static let drag = LiveInput(rawValue: 2)
  /// The wheel, once the view was clicked, or with Control held: a list full of views that take
  /// the wheel could not be scrolled otherwise.
  public static let wheel = LiveInput(rawValue: 4)
  /// Keys, once the view was clicked or reached with Tab.
  public static let keys = LiveInput(rawValue: 8)
  /// The view shows that it has the keys; of others the list draws a ring around them.
  public static let showsFocus = LiveInput(rawValue: 16)
  /// Sideways drags and pinches of fingers; what goes up and down stays with the list.
  public static let touch = LiveInput(rawValue: 32)
  public static let all: LiveInput = [.hover, .drag, .wheel, .keys, .touch]
}
