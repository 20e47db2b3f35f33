import CCairo
import LugeCore
import LugeText

/// Draws the placeholder of a picture: its blurred version, a mark, and the reason why it is
/// missing.
///
/// The caller has clipped to the picture's outline.
struct PlaceholderPainter {
  let canvas: Canvas
  let scheme: ColorScheme
  let text: TextPainter
  let measuring: any TextMeasuring

  /// Pixels of the decoded BlurHash's longer side: more than its waves can resolve.
  private static let previewSide = 32.0
  /// Number of lines at a picture's lower edge left without text, because the time and a video's
  /// length are there.
  private static let freeLines = 2.0

  func draw(_ placeholder: ImagePlaceholder, problem: ImageProblem?, in rect: Rect) {
    // A video without a preview picture can still be played.
    let isSilent =
      !placeholder.reportsProblems || placeholder.mark == .playable && problem.isOfStill
    let problem = isSilent ? nil : problem
    let fill = placeholder.fill.resolved(scheme)
    if let preview = placeholder.preview, drawPreview(preview, in: rect) {
      guard problem != nil else { return }
      // Marks and text must be readable on any picture.
      cairo_rectangle(canvas.cairo, rect.x, rect.y, rect.width, rect.height)
      var veil = fill
      veil.alpha = 200
      canvas.fillAndStroke(fill: veil, stroke: nil)
    } else {
      cairo_rectangle(canvas.cairo, rect.x, rect.y, rect.width, rect.height)
      canvas.fillAndStroke(fill: fill, stroke: nil)
    }
    guard let problem else { return canvas.draw(placeholder.mark, in: rect, on: fill) }
    if placeholder.mark == .playable {
      if let words = placeholder.words {
        say(words[problem], words.font, belowButtonIn: rect, on: fill)
      }
      return
    }
    let mark: ImagePlaceholder.Mark =
      problem == .notFetched ? .load : problem.mayPass ? .retry : .missing
    guard let words = placeholder.words,
      drawMark(mark, over: words[problem], words.font, in: rect, on: fill)
    else { return canvas.draw(mark, in: rect, on: fill) }
  }

  private func drawPreview(_ preview: BlurHash, in rect: Rect) -> Bool {
    let longer = max(rect.width, rect.height)
    let size = PixelSize(
      width: max(1, Int((Self.previewSide * rect.width / longer).rounded())),
      height: max(1, Int((Self.previewSide * rect.height / longer).rounded())))
    let pixels = preview.pixels(size)
    guard pixels.count == size.width * size.height else { return false }
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { _ = $0.update(fromContentsOf: pixels) }
    canvas.draw(bitmap, filling: rect)
    return true
  }

  /// Draws a mark with text below it, in the middle.
  ///
  /// - Returns: false, without having drawn anything, when there is no space for both: half of a
  ///   text is less helpful than the mark alone.
  private func drawMark(
    _ mark: ImagePlaceholder.Mark, over said: String, _ font: FontSpec, in rect: Rect,
    on fill: RGBA
  ) -> Bool {
    let margin = font.pixelSize / 2
    let room = Int(rect.width - 2 * margin)
    guard room > Int(font.pixelSize * 4) else { return false }
    let layout = measuring.layout(
      TextRequest(StyledText(said), font: font, maxWidth: room, maxLines: 2))
    let side = min(font.pixelSize * 3, rect.height / 3).rounded()
    let height = side + margin + Double(layout.size.height)
    let free = Self.freeLines * font.pixelSize
    guard height + 2 * free <= rect.height, layout.size.width <= room, side >= 8, !layout.isCut
    else { return false }
    let top = (rect.midY - height / 2).rounded()
    // A mark takes two fifths of the square that it is given.
    let box = side / 0.4
    canvas.draw(
      mark,
      in: Rect(
        x: rect.midX - box / 2, y: top + side / 2 - box / 2, width: box, height: box), on: fill)
    draw(layout, top: Int(top + side + margin), in: rect, on: fill)
    return true
  }

  /// Draws text under the round button in the middle, if there is space.
  private func say(
    _ said: String, _ font: FontSpec, belowButtonIn rect: Rect, on fill: RGBA
  ) {
    let margin = font.pixelSize / 2
    let room = Int(rect.width - 2 * margin)
    guard room > Int(font.pixelSize * 4) else { return }
    let layout = measuring.layout(
      TextRequest(StyledText(said), font: font, maxWidth: room, maxLines: 2))
    let button = min(font.pixelSize * 3, min(rect.width, rect.height) / 3)
    let top = (rect.midY + button / 2 + margin).rounded()
    let free = Self.freeLines * font.pixelSize
    guard top + Double(layout.size.height) + free <= rect.maxY, layout.size.width <= room,
      !layout.isCut
    else { return }
    draw(layout, top: Int(top), in: rect, on: fill)
  }

  private func draw(_ layout: TextLayout, top: Int, in rect: Rect, on fill: RGBA) {
    let ink = fill.isDark ? RGBA(0xFFFFFF, alpha: 200) : RGBA(0x000000, alpha: 170)
    let origin = (x: Int((rect.midX - Double(layout.size.width) / 2).rounded()), y: top)
    text.draw(
      layout, at: origin, colors: TextPainter.Colors(text: ink, link: ink),
      clip: canvas.visible.lowerBound - origin.y..<canvas.visible.upperBound - origin.y,
      on: canvas.ink, cairo: canvas.cairo)
  }
}

extension TextLayout {
  /// Whether the layout ends before its text does.
  fileprivate var isCut: Bool {
    (lines.last?.range.upperBound ?? 0) < request.text.string.utf8.count
  }
}

extension ImageProblem? {
  /// Whether only the preview picture is missing, and the file itself may be intact.
  fileprivate var isOfStill: Bool { self == .noDecoder || self?.isOfFormat == true }
}
