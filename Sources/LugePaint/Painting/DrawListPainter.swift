import CCairo
import LugeCore
import LugeText

/// Executes draw commands in one colour scheme.
struct DrawListPainter {
  let canvas: Canvas
  let scheme: ColorScheme
  let text: TextPainter
  let measuring: any TextMeasuring
  let images: (any ImageProviding)?
  let shapes: ShapeTiles

  func draw(_ command: DrawCommand) {
    switch command {
    case .rectangle(let rect, let fill):
      guard canvas.isVisible(rect), rect.isDrawable else { return }
      canvas.fill(rect, fill.resolved(scheme))
    case .roundedRectangle(let rect, let radii, let fill, let stroke):
      guard canvas.isVisible(rect), rect.isDrawable else { return }
      draw(rect, radii, fill: fill, stroke: stroke)
    case .path(let path, let fill, let stroke):
      let (fill, stroke) = (fill?.resolved(scheme), stroke.flatMap(resolved))
      if shapes.draw(ShapeOutline(path), fill: fill, stroke: stroke, on: canvas) { return }
      canvas.add(path)
      canvas.fillAndStroke(fill: fill, stroke: stroke)
    case .shadow(let rect, let radii, let shadow):
      let reach = Double(shadow.reach)
      guard canvas.isVisible(rect.insetBy(-reach)), rect.isDrawable, rect.width > 0, rect.height > 0
      else { return }
      shapes.drawShadow(
        of: ShapeOutline(rect, radii: radii), shadow, shadow.color.resolved(scheme), on: canvas)
    case .polyline(let line, let fill, let stroke):
      canvas.draw(line, fill: fill?.resolved(scheme), stroke: stroke.flatMap(resolved))
    case .text(let layout, let at, let color, let linkColor):
      draw(layout, at: at, color: color, linkColor: linkColor)
    case .image(let key, let rect, let radii, let placeholder):
      guard canvas.isVisible(rect), rect.isDrawable, rect.width > 0, rect.height > 0 else { return }
      draw(key, rect, radii, placeholder)
    }
  }

  /// Draws a rectangle. Its stroke is inside the edge, so that a thin line covers whole pixels.
  private func draw(_ rect: Rect, _ radii: CornerRadii, fill: ThemeColor?, stroke: Stroke?) {
    if let fill { draw(rect, radii, fill: fill.resolved(scheme), stroke: nil) }
    if let stroke = stroke.flatMap(resolved) {
      let half = stroke.width / 2
      draw(
        rect.insetBy(half), radii.fitted(to: rect).inset(by: half), fill: nil, stroke: stroke)
    }
  }

  private func draw(
    _ rect: Rect, _ radii: CornerRadii, fill: RGBA?, stroke: (color: RGBA, width: Double)?
  ) {
    guard rect.width > 0, rect.height > 0 else { return }
    let outline = ShapeOutline(rect, radii: radii)
    if shapes.draw(outline, fill: fill, stroke: stroke, on: canvas) { return }
    canvas.add(rect, radii: radii)
    canvas.fillAndStroke(fill: fill, stroke: stroke)
  }

  private func draw(
    _ layout: TextLayout, at point: Point, color: ThemeColor, linkColor: ThemeColor
  ) {
    guard point.x.magnitude < 16_777_216, point.y.magnitude < 1e15 else { return }
    let origin = (x: Int(point.x.rounded()), y: Int(point.y.rounded()))
    text.draw(
      layout, at: origin,
      colors: TextPainter.Colors(text: color.resolved(scheme), link: linkColor.resolved(scheme)),
      clip: canvas.visible.lowerBound - origin.y..<canvas.visible.upperBound - origin.y,
      on: canvas.ink, cairo: canvas.cairo)
  }

  private func draw(
    _ key: ImageKey?, _ rect: Rect, _ radii: CornerRadii, _ placeholder: ImagePlaceholder
  ) {
    cairo_save(canvas.cairo)
    defer { cairo_restore(canvas.cairo) }
    canvas.add(rect, radii: radii)
    if let key, let size = ImageUse.size(filling: rect),
      let bitmap = images?.image(for: key, size: size)
    {
      // The bubble, and no placeholder, is visible behind a transparent picture.
      cairo_clip(canvas.cairo)
      canvas.draw(bitmap, filling: rect)
      if bitmap.isPartial { canvas.drawTear(in: rect, besides: placeholder.words?.font) }
      return
    }
    cairo_clip(canvas.cairo)
    let painter = PlaceholderPainter(
      canvas: canvas, scheme: scheme, text: text, measuring: measuring)
    painter.draw(placeholder, problem: key.flatMap { images?.problem(with: $0) }, in: rect)
  }

  private func resolved(_ stroke: Stroke) -> (color: RGBA, width: Double)? {
    guard stroke.width > 0, stroke.width < 65536 else { return nil }
    return (stroke.color.resolved(scheme), stroke.width)
  }
}
