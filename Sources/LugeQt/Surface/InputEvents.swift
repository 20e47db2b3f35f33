import CQtShim
public import LugeCore

/// Modifier keys that were down during an event.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let shift = Modifiers(rawValue: 1)
  public static let control = Modifiers(rawValue: 2)
  public static let alt = Modifiers(rawValue: 4)
  public static let meta = Modifiers(rawValue: 8)
}

/// An event of the wheel, or of two fingers on a touchpad. Positive distances scroll towards the
/// end of the content.
public struct WheelEvent: Hashable, Sendable {
  public enum Phase: UInt32, Hashable, Sendable {
    /// The device does not report where a gesture begins and ends.
    case none
    case began, moved, ended
    /// The window system continues to scroll after the fingers left.
    case momentum
  }

  /// Position of the pointer, device pixels.
  public var position: Point
  /// Vertical distance in device pixels; 0 when the platform reports only notches.
  public var pixels: Double
  /// Vertical distance in notches of a mouse wheel, possibly a fraction.
  public var notches: Double
  /// Horizontal distance in device pixels, positive to the right.
  public var pixelsAcross = 0.0
  public var notchesAcross = 0.0
  public var phase: Phase
  public var modifiers: Modifiers
  /// Time in seconds on the window system's clock.
  public var time: Double
}

/// A mouse button or a move of the mouse.
public struct PointerEvent: Hashable, Sendable {
  public enum Kind: UInt32, Hashable, Sendable {
    case press, move, release, doubleClick, leave
    /// The user asks for a context menu, by button or by key.
    case contextMenu
  }

  public struct Buttons: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let left = Buttons(rawValue: 1)
    public static let right = Buttons(rawValue: 2)
    public static let middle = Buttons(rawValue: 4)
    public static let back = Buttons(rawValue: 8)
    public static let forward = Buttons(rawValue: 16)
  }

  public var kind: Kind
  /// Position in device pixels from the surface's top left.
  public var position: Point
  /// Button of the event; empty for moves, and for a context menu requested by key.
  public var button: Buttons
  /// Buttons that are down afterwards.
  public var buttons: Buttons
  public var modifiers: Modifiers
  public var time: Double
}

public struct KeyEvent: Hashable, Sendable {
  public enum Code: UInt32, Hashable, Sendable {
    case other, up, down, left, right, pageUp, pageDown, home, end, space, `return`, escape, tab
    case backspace, delete, menu
  }

  public var code: Code
  /// Text that the key types; empty for keys that type nothing.
  public var text: String
  public var modifiers: Modifiers
  public var isRepeat: Bool
  public var time: Double
}

/// Two fingers on a touchpad that move apart or together.
public struct PinchEvent: Hashable, Sendable {
  /// Point between the fingers, device pixels.
  public var position: Point
  /// Growth of their distance since the last event, as a factor.
  public var factor: Double
}

/// An event of one finger.
public struct TouchEvent: Hashable, Sendable {
  public enum Phase: UInt32, Hashable, Sendable { case began, moved, ended, cancelled }

  public var id: Int
  public var phase: Phase
  /// Position in device pixels from the surface's top left.
  public var position: Point
  public var time: Double
}

// Points become device pixels and milliseconds become seconds here, once.

extension WheelEvent {
  init(_ event: lq_wheel, scale: Double) {
    position = Point(x: event.x * scale, y: event.y * scale)
    pixels = -event.pixel_dy * scale
    notches = -Double(event.angle_dy) / 120
    pixelsAcross = -event.pixel_dx * scale
    notchesAcross = -Double(event.angle_dx) / 120
    phase = Phase(rawValue: event.phase.rawValue) ?? .none
    modifiers = Modifiers(rawValue: event.modifiers)
    time = Double(event.time) / 1000
  }
}

extension PointerEvent {
  init?(_ event: lq_pointer, scale: Double) {
    guard let kind = Kind(rawValue: event.kind.rawValue) else { return nil }
    self.kind = kind
    position = Point(x: event.x * scale, y: event.y * scale)
    button = Buttons(rawValue: event.button)
    buttons = Buttons(rawValue: event.buttons)
    modifiers = Modifiers(rawValue: event.modifiers)
    time = Double(event.time) / 1000
  }
}

extension KeyEvent {
  init(_ event: lq_key) {
    code = Code(rawValue: event.code.rawValue) ?? .other
    text = event.text.map { String(cString: $0) } ?? ""
    modifiers = Modifiers(rawValue: event.modifiers)
    isRepeat = event.is_repeat
    time = Double(event.time) / 1000
  }
}

extension TouchEvent {
  init?(_ event: lq_touch, scale: Double) {
    guard let phase = Phase(rawValue: event.phase.rawValue) else { return nil }
    id = Int(event.id)
    self.phase = phase
    position = Point(x: event.x * scale, y: event.y * scale)
    time = Double(event.time) / 1000
  }
}
