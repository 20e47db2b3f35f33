import CQtShim

/// On-screen keyboard, if the system has one. Windows keep the area that it covers free; it closes
/// when a finger drags a list down over it.
@MainActor
public enum InputPanel {
  public static var isOpen: Bool { lq_input_panel_is_open() }

  /// Closes the keyboard; the focused field keeps the focus.
  public static func close() { lq_input_panel_close() }

  /// Simulates, for tests, a keyboard that covers this many points of each window's lower edge.
  package static func pretend(height: Double) { lq_input_panel_pretend(height) }
}
