import CPango
import LugeCore

extension PangoFonts {
  /// Columns from tab to tab in code.
  private static let codeTabColumns = 4

  /// From tab to tab in a text with code, Pango units.
  ///
  /// Pango's own tabs are as wide as eight spaces in the style with which the text begins: the
  /// columns of code after words in the text font did not stand below each other's letters.
  func codeTabWidth(_ font: FontSpec) -> Int32 {
    if let known = codeTabWidths[font] { return known }
    var code = font
    code.family = names.monospaced
    let description = description(code)
    let width = ShapingGate.exclusive {
      let layout: OpaquePointer = pango_layout_new(context(.leftToRight))
      defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
      pango_layout_set_font_description(layout, description)
      pango_layout_set_text(layout, String(repeating: "0", count: Self.codeTabColumns), -1)
      var (width, height): (Int32, Int32) = (0, 0)
      pango_layout_get_size(layout, &width, &height)
      return max(1, width)
    }
    if codeTabWidths.count >= 64 { codeTabWidths.removeAll() }
    codeTabWidths[font] = width
    return width
  }

  /// Gives a layout the tabs of a text with code.
  func setCodeTabs(_ layout: OpaquePointer, _ font: FontSpec) {
    guard let tabs = pango_tab_array_new(1, 0) else { return }
    // After the last tab that is set Pango repeats its distance.
    pango_tab_array_set_tab(tabs, 0, PANGO_TAB_LEFT, codeTabWidth(font))
    pango_layout_set_tabs(layout, tabs)
    pango_tab_array_free(tabs)
  }
}
