import CQtShim

/// The keyboard on the screen, where there is one. Windows keep free what it covers; it goes away
/// when a finger pulls a list down over it.
@MainActor
public enum InputPanel {
  public static var isOpen: Bool { lq_input_panel_is_open() }

  /// Puts it away; the field that is written in keeps the keys.
  public static func close() { lq_input_panel_close() }

  /// For tests: one that covers so many points of each window's lower edge.
  package static func pretend(height: Double) { lq_input_panel_pretend(height) }
}
