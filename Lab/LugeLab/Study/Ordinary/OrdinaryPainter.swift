import CCairo
import LugeCore
import LugePaint
import LugeText

/// Draws cells with Cairo and Pango, part by part.
struct OrdinaryPainter {
  let cairo: OpaquePointer
  /// Draws labels that keep no bitmap.
  let text: PangoText
  let corners: OrdinarySwitches.Corners
  let scheme: ColorScheme
  let tally: OrdinaryTally

  /// Returns the bitmap that a label keeps: its text on a transparent background.
  static func layer(_ layout: TextLayout, with text: PangoText, _ scheme: ColorScheme) -> Bitmap {
    let size = PixelSize(width: max(1, layout.size.width), height: max(1, layout.size.height))
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { pixels in
      pixels.update(repeating: 0)
      guard let base = pixels.baseAddress else { return }
      CairoPixels.draw(on: base, size: size, stride: size.width, isOpaque: false) { cairo in
        draw(layout, at: (0, 0), with: text, scheme, on: cairo)
      }
    }
    return bitmap
  }

  private static func draw(
    _ layout: TextLayout, at origin: (x: Int, y: Int), with text: PangoText, _ scheme: ColorScheme,
    on cairo: OpaquePointer
  ) {
    let color = StudyLayout.textColor.resolved(scheme)
    TextPainter(text).draw(
      layout, at: origin, colors: .init(text: color, link: color), clip: 0..<layout.size.height,
      cairo: cairo)
  }

  /// Draws a cell whose top is at a row of pixels.
  func draw(_ cell: OrdinaryCell, at y: Int, picture: (StudyPicture, PixelSize) -> Bitmap?) {
    let top = Double(y)
    if let bubble = cell.bubble, !bubble.isHidden {
      let frame = bubble.frame.offsetBy(x: 0, y: top)
      if corners == .masked {
        masked(frame) {
          fill(bubble.color)
          draw(cell.label, top)
        }
      } else {
        // No letter reaches a corner, so nothing has to be clipped.
        fillRounded(frame, bubble.color)
        draw(cell.label, top)
      }
      border(frame)
    } else {
      draw(cell.label, top)
    }
    for view in cell.pictures where !view.isHidden {
      guard let shown = view.picture else { continue }
      let frame = view.frame.offsetBy(x: 0, y: top)
      let size = PixelSize(width: Int(frame.width), height: Int(frame.height))
      let bitmap = picture(shown, size)
      switch (corners, bitmap) {
      case (.masked, let bitmap?): masked(frame) { draw(bitmap, filling: frame) }
      case (.masked, nil): masked(frame) { fill(StudyLayout.placeholder) }
      case (.cutOnce, let bitmap?):
        // It was decoded at its frame's size, and its corners were cut then.
        cairo_save(cairo)
        paint(bitmap, x: frame.x, y: frame.y, scale: 1)
        cairo_restore(cairo)
      case (.cutOnce, nil): fillRounded(frame, StudyLayout.placeholder)
      }
    }
  }

  /// Copies a row that was drawn before, and fills what is beside it.
  func draw(_ row: Bitmap, at y: Int, _ background: ThemeColor, width: Int) {
    cairo_save(cairo)
    cairo_translate(cairo, 0, Double(y))
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
    CairoPixels.withSource(row, of: cairo) { pattern in
      cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
      cairo_rectangle(cairo, 0, 0, Double(row.size.width), Double(row.size.height))
      cairo_fill(cairo)
    }
    if row.size.width < width {
      setColor(background)
      cairo_rectangle(
        cairo, Double(row.size.width), 0, Double(width - row.size.width), Double(row.size.height))
      cairo_fill(cairo)
    }
    cairo_restore(cairo)
  }

  func fill(_ color: ThemeColor) {
    setColor(color)
    cairo_paint(cairo)
  }

  /// Fills the width of the frame from a row of pixels on.
  func fill(_ color: ThemeColor, from y: Int, in size: PixelSize) {
    setColor(color)
    cairo_rectangle(cairo, 0, Double(y), Double(size.width), Double(max(0, size.height - y)))
    cairo_fill(cairo)
  }

  private func fillRounded(_ rect: Rect, _ color: ThemeColor) {
    cairo_save(cairo)
    Self.addRounded(rect, to: cairo)
    setColor(color)
    cairo_fill(cairo)
    cairo_restore(cairo)
  }

  private func setColor(_ color: ThemeColor) {
    let color = color.resolved(scheme)
    cairo_set_source_rgb(
      cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
  }

  private func border(_ rect: Rect) {
    let stroke = StudyLayout.border
    // The line's middle: all of it is inside of what it surrounds.
    let inset = stroke.width / 2
    cairo_save(cairo)
    Self.addRounded(
      Rect(
        x: rect.x + inset, y: rect.y + inset, width: rect.width - stroke.width,
        height: rect.height - stroke.width), inset: inset, to: cairo)
    setColor(stroke.color)
    cairo_set_line_width(cairo, stroke.width)
    cairo_stroke(cairo)
    cairo_restore(cairo)
  }

  private func draw(_ label: OrdinaryCell.Label?, _ top: Double) {
    guard let label, !label.isHidden else { return }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    if let layer = label.layer {
      paint(layer, x: label.frame.x, y: label.frame.y + top, scale: 1)
    } else if let layout = label.text {
      tally.work.labelsDrawn += 1
      let origin = (x: Int(label.frame.x), y: Int(label.frame.y + top))
      Self.draw(layout, at: origin, with: text, scheme, on: cairo)
    }
  }

  /// Draws what fills a rectangle, its corners cut by a group that is masked.
  private func masked(_ rect: Rect, _ body: () -> Void) {
    cairo_save(cairo)
    // Without the clip the group would be as large as the window.
    cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height)
    cairo_clip(cairo)
    tally.work.groupsPushed += 1
    cairo_push_group(cairo)
    body()
    cairo_pop_group_to_source(cairo)
    Self.addRounded(rect, to: cairo)
    cairo_fill(cairo)
    cairo_restore(cairo)
  }

  /// Returns the picture with its corners cut; nothing is drawn outside of them.
  static func withCutCorners(_ picture: Bitmap) -> Bitmap {
    let size = picture.size
    let bitmap = Bitmap(size: size, isPartial: picture.isPartial)
    let frame = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    bitmap.withMutablePixels { pixels in
      pixels.update(repeating: 0)
      guard let base = pixels.baseAddress else { return }
      CairoPixels.draw(on: base, size: size, stride: size.width, isOpaque: false) { cairo in
        addRounded(frame, to: cairo)
        CairoPixels.withSource(picture, of: cairo) { pattern in
          cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
          cairo_fill(cairo)
        }
      }
    }
    return bitmap
  }

  private static func addRounded(_ rect: Rect, inset: Double = 0, to cairo: OpaquePointer) {
    let radius = min(StudyLayout.Metrics.radius - inset, rect.width / 2, rect.height / 2)
    let quarter = Double.pi / 2
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, rect.maxX - radius, rect.y + radius, radius, -quarter, 0)
    cairo_arc(cairo, rect.maxX - radius, rect.maxY - radius, radius, 0, quarter)
    cairo_arc(cairo, rect.x + radius, rect.maxY - radius, radius, quarter, 2 * quarter)
    cairo_arc(cairo, rect.x + radius, rect.y + radius, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(cairo)
  }

  /// Scaled to fill, cropped in its middle, with Cairo's usual filter.
  private func draw(_ bitmap: Bitmap, filling rect: Rect) {
    let (width, height) = (Double(bitmap.size.width), Double(bitmap.size.height))
    let scale = max(rect.width / width, rect.height / height)
    if scale != 1 { tally.work.scaledPixels += Int(rect.width * rect.height) }
    paint(
      bitmap, x: rect.midX - width * scale / 2, y: rect.midY - height * scale / 2, scale: scale)
  }

  private func paint(_ bitmap: Bitmap, x: Double, y: Double, scale: Double) {
    cairo_translate(cairo, x, y)
    cairo_scale(cairo, scale, scale)
    CairoPixels.withSource(bitmap, of: cairo) { pattern in
      if scale == 1 {
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
      } else {
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
      }
      cairo_paint(cairo)
    }
  }
}
