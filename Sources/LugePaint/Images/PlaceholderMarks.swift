import CCairo
import LugeCore

extension Canvas {
  /// Draws a placeholder's mark in the middle of its rectangle, in a colour with a little contrast
  /// to the fill.
  func draw(_ mark: ImagePlaceholder.Mark, in rect: Rect, on fill: RGBA) {
    let side = (min(rect.width, rect.height, 240) * 0.4).rounded()
    guard mark != .none, mark != .playable, side >= 6 else { return }
    setSource(fill.isDark ? RGBA(0xFFFFFF) : RGBA(0x000000), opacity: 0.35)
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    // Marks are designed on a square of 24 units.
    cairo_translate(
      cairo, (rect.midX - side / 2).rounded(), (rect.midY - side / 2).rounded())
    cairo_scale(cairo, side / 24, side / 24)
    cairo_set_line_width(cairo, 1.75)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    switch mark {
    case .none, .playable: break
    case .photo: addPhoto()
    case .play: addPlay()
    case .file: addFile()
    case .missing: addMissing()
    case .retry: addRetry()
    case .load: addLoad()
    }
    cairo_new_path(cairo)
  }

  /// Adds two mountains and a sun in a frame.
  private func addPhoto() {
    add(Rect(x: 2, y: 4, width: 20, height: 16), radii: CornerRadii(2))
    cairo_stroke(cairo)
    cairo_arc(cairo, 16.5, 9, 1.9, 0, 2 * .pi)
    cairo_fill(cairo)
    add([(4, 18), (9.5, 10), (13.5, 15.2), (15.5, 13), (20, 18)])
    cairo_close_path(cairo)
    cairo_fill(cairo)
  }

  /// Adds a triangle in a circle.
  private func addPlay() {
    cairo_arc(cairo, 12, 12, 10, 0, 2 * .pi)
    cairo_stroke(cairo)
    add([(9.5, 7.5), (17, 12), (9.5, 16.5)])
    cairo_close_path(cairo)
    cairo_fill(cairo)
  }

  /// Adds a sheet with a folded corner.
  private func addFile() {
    add([(5, 2), (14, 2), (19, 7), (19, 22), (5, 22)])
    cairo_close_path(cairo)
    add([(14, 2), (14, 7), (19, 7)])
    cairo_stroke(cairo)
  }

  /// Adds a frame, crossed out.
  private func addMissing() {
    add(Rect(x: 2, y: 4, width: 20, height: 16), radii: CornerRadii(2))
    add([(7.5, 7.5), (16.5, 16.5)])
    add([(16.5, 7.5), (7.5, 16.5)])
    cairo_stroke(cairo)
  }

  /// Adds a circular arrow.
  private func addRetry() {
    // The head begins where the stroke ends, because both are transparent.
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT)
    cairo_arc(cairo, 12, 12, 8.5, -0.25 * .pi, 1.4 * .pi)
    cairo_stroke(cairo)
    add([(8.2, 0.2), (14, 3.1), (9.6, 7.7)])
    cairo_close_path(cairo)
    cairo_fill(cairo)
  }

  /// Adds an arrow pointing down to a line.
  private func addLoad() {
    add([(12, 3), (12, 15.5)])
    add([(6.5, 10), (12, 15.5), (17.5, 10)])
    add([(4, 20.5), (20, 20.5)])
    cairo_stroke(cairo)
  }

  /// Draws a torn sheet over a picture's corner, as a sign that only a part of it could be decoded.
  ///
  /// - Parameter font: font of texts on pictures; its size includes the screen's scale. Nil: no
  ///   text.
  func drawTear(in rect: Rect, besides font: FontSpec?) {
    let largest = (font.map { $0.pixelSize * 2.2 } ?? 28).rounded()
    let side = min(largest, (min(rect.width, rect.height) / 3).rounded())
    guard side >= 10 else { return }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    let gap = (side / 5).rounded()
    cairo_translate(cairo, rect.x + gap, rect.y + gap)
    cairo_scale(cairo, side / 24, side / 24)
    setSource(RGBA(0x10171B), opacity: 0.7)
    cairo_arc(cairo, 12, 12, 12, 0, 2 * .pi)
    cairo_fill(cairo)
    setSource(RGBA(0xFFFFFF), opacity: 1)
    cairo_set_line_width(cairo, 1.6)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    add([(7, 11), (7, 6), (17, 6), (17, 10), (14.5, 12.5), (12, 10), (9.5, 12.5), (7, 10.5)])
    add([(7, 14.5), (9.5, 16.5), (12, 14), (14.5, 16.5), (17, 14), (17, 18.5), (7, 18.5)])
    cairo_close_path(cairo)
    cairo_stroke(cairo)
    cairo_new_path(cairo)
  }

  private func add(_ points: [(Double, Double)]) {
    for (index, point) in points.enumerated() {
      if index == 0 {
        cairo_move_to(cairo, point.0, point.1)
      } else {
        cairo_line_to(cairo, point.0, point.1)
      }
    }
  }
}

extension RGBA {
  /// Whether white has more contrast to the colour than black.
  var isDark: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) < 128 * 1000 }
}
