import CPango
import LugeCore

/// Draws the glyph runs of one line, each in its own colours.
struct RunBrush {
  let cairo: OpaquePointer
  let colors: TextPainter.Colors
  /// Baseline of the line, in user space.
  let baseline: Double
  let top: Double
  let height: Double

  /// Draws a glyph run.
  ///
  /// - Parameter x: left edge in user space.
  func draw(_ run: UnsafeMutablePointer<PangoGlyphItem>, x: Double, traits: Traits) {
    guard let item = run.pointee.item, let glyphs = run.pointee.glyphs,
      let font = item.pointee.analysis.font
    else { return }
    let color = traits.contains(.link) ? colors.link : colors.text
    let width = Double(pango_glyph_string_get_width(glyphs)) / Double(PANGO_SCALE)
    if traits.contains(.spoiler) {
      fill(color, opacity: 0.6, x: x, y: top + 1, width: width, height: height - 2)
      return
    }
    setSource(color, opacity: traits.contains(.quote) ? 0.8 : 1)
    cairo_move_to(cairo, x, baseline)
    ShapingGate.exclusive { pango_cairo_show_glyph_string(cairo, font, glyphs) }
    if !traits.isDisjoint(with: [.underline, .strike]), !traits.contains(.image) {
      drawRules(font, item, x: x, width: width, color: color, traits: traits)
    }
  }

  /// Draws the plate behind code within a line, a little wider than the code.
  ///
  /// - Parameter em: font size in device pixels.
  func drawPlate(_ columns: ClosedRange<Double>, em: Double) {
    let reach = (em * 0.14).rounded()
    let x = columns.lowerBound.rounded(.down) - reach
    let width = columns.upperBound.rounded(.up) + reach - x
    let radius = min((em * 0.28).rounded(), width / 2, height / 2)
    setSource(colors.text, opacity: 0.08)
    cairo_new_sub_path(cairo)
    for (corner, angle) in [
      (Point(x: x + width - radius, y: top + radius), -0.5),
      (Point(x: x + width - radius, y: top + height - radius), 0),
      (Point(x: x + radius, y: top + height - radius), 0.5),
      (Point(x: x + radius, y: top + radius), 1),
    ] {
      cairo_arc(cairo, corner.x, corner.y, radius, angle * .pi, (angle + 0.5) * .pi)
    }
    cairo_close_path(cairo)
    cairo_fill(cairo)
  }

  private func drawRules(
    _ font: UnsafeMutablePointer<PangoFont>, _ item: UnsafeMutablePointer<PangoItem>, x: Double,
    width: Double, color: RGBA, traits: Traits
  ) {
    let metrics = ShapingGate.exclusive {
      pango_font_get_metrics(font, item.pointee.analysis.language)
    }
    defer { pango_font_metrics_unref(metrics) }
    let unit = Double(PANGO_SCALE)
    func rule(position: Int32, thickness: Int32) {
      let thick = max(1, (Double(thickness) / unit).rounded())
      let y = (baseline - Double(position) / unit).rounded()
      fill(
        color, opacity: 1, x: x, y: min(y, top + height - thick), width: width, height: thick)
    }
    if traits.contains(.underline) {
      rule(
        position: pango_font_metrics_get_underline_position(metrics),
        thickness: pango_font_metrics_get_underline_thickness(metrics))
    }
    if traits.contains(.strike) {
      rule(
        position: pango_font_metrics_get_strikethrough_position(metrics),
        thickness: pango_font_metrics_get_strikethrough_thickness(metrics))
    }
  }

  private func fill(
    _ color: RGBA, opacity: Double, x: Double, y: Double, width: Double, height: Double
  ) {
    setSource(color, opacity: opacity)
    cairo_rectangle(cairo, x, y, width, height)
    cairo_fill(cairo)
  }

  private func setSource(_ color: RGBA, opacity: Double) {
    cairo_set_source_rgba(
      cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255 * opacity)
  }
}
