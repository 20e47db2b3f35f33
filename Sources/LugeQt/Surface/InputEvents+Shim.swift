import CQtShim
import LugeCore

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
