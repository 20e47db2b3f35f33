import CPango
public import LugeCore

/// Draws text layouts with Cairo. Belongs to the thread of its `PangoText`.
///
/// Draws exactly the lines that were measured, with the same fonts, on whole pixels.
public struct TextPainter {
  /// Colours of the text, resolved for a scheme.
  public struct Colors: Hashable, Sendable {
    public var text: RGBA
    public var link: RGBA

    public init(text: RGBA, link: RGBA) {
      self.text = text
      self.link = link
    }
  }

  let text: PangoText

  public init(_ text: PangoText) { self.text = text }

  /// Draws the lines that reach into `clip`.
  ///
  /// Glyphs may reach above or below their line by half an em, and are cut off there: stacks of
  /// combining marks must not cover other messages, nor make slices depend on distant lines.
  ///
  /// - Parameters:
  ///   - origin: position of the layout's upper left in user space, whole pixels.
  ///   - clip: pixel rows of the layout to draw.
  ///   - target: the pixels that `cairo` draws on, if they may be written directly; otherwise nil.
  ///   - cairo: returns a `cairo_t` whose transformation only moves by whole pixels; called when
  ///     needed.
  /// - Complexity: O(log lines + drawn lines), plus the shaping of their pieces.
  public func draw(
    _ layout: TextLayout, at origin: (x: Int, y: Int), colors: Colors, clip: Range<Int>,
    on target: InkTarget? = nil, cairo: @autoclosure () -> OpaquePointer
  ) {
    let overhang = Int(layout.request.font.safePixelSize / 2)
    let wanted = clip.lowerBound - overhang..<clip.upperBound + overhang
    if let glyphs = text.glyphs(of: layout) {
      return draw(
        glyphs, of: layout, at: origin, color: colors.text, wanted: wanted, on: target,
        cairo: cairo)
    }
    for piece in layout.allPieces where !piece.lines.isEmpty {
      let first = layout.lines[piece.lines.lowerBound]
      let last = layout.lines[piece.lines.upperBound - 1]
      guard first.top < wanted.upperBound, last.top + last.height > wanted.lowerBound else {
        continue
      }
      let shaped = text.shape(layout.request, piece)
      var index = piece.lines.lowerBound
      shaped.forEachLine { shapedLine in
        guard index < piece.lines.upperBound else { return false }
        let line = layout.lines[index]
        index += 1
        guard line.top < wanted.upperBound else { return false }
        guard line.top + line.height > wanted.lowerBound else { return true }
        if shapedLine.range.lowerBound != line.range.lowerBound
          || shapedLine.metrics().ascent != line.baseline - line.top
        {
          text.heal()
        }
        let x = origin.x + layout.lineX(shapedLine, width: line.width)
        draw(
          shapedLine, line, of: shaped, at: (x, origin.y), overhang: overhang, colors: colors,
          cairo: cairo())
        return true
      }
    }
  }

  /// Draws line by line, as `pango_cairo_show_glyph_string` does.
  private func draw(
    _ glyphs: LineGlyphs, of layout: TextLayout, at origin: (x: Int, y: Int), color: RGBA,
    wanted: Range<Int>, on target: InkTarget?, cairo: () -> OpaquePointer
  ) {
    guard let font = pango_cairo_font_get_scaled_font(OpaquePointer(glyphs.font)) else { return }
    let word = Premultiplied.word(color)
    let unit = Double(PANGO_SCALE)
    for (index, line) in layout.lines.enumerated() {
      guard line.top < wanted.upperBound, line.top + line.height > wanted.lowerBound else {
        continue
      }
      let isCentered = layout.request.alignment == .center
      let x = Double(origin.x + (isCentered ? (layout.size.width - line.width) / 2 : 0))
      let y = Double(origin.y + line.baseline)
      if let target,
        text.masks.draw(
          glyphs.line(index), x: Int(x), y: Int(y), font: font, word: word, on: target)
      {
        continue
      }
      let placed = glyphs.line(index).map {
        cairo_glyph_t(
          index: UInt($0.index), x: x + Double($0.x) / unit, y: y + Double($0.y) / unit)
      }
      let cairo = cairo()
      cairo_set_scaled_font(cairo, font)
      cairo_set_source_rgba(
        cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
        Double(color.alpha) / 255)
      ShapingGate.exclusive {
        cairo_show_glyphs(cairo, placed, Int32(clamping: placed.count))
      }
    }
  }

  private func draw(
    _ shapedLine: ShapedLine, _ line: TextLayout.Line, of shaped: ShapedPiece,
    at origin: (x: Int, y: Int), overhang: Int, colors: Colors, cairo: OpaquePointer
  ) {
    let ink = shapedLine.ink()
    let towers =
      ink.y < Double(line.top - line.baseline - overhang)
      || ink.maxY > Double(line.top + line.height - line.baseline + overhang)
    if towers {
      cairo_save(cairo)
      cairo_rectangle(
        cairo, Double(origin.x) - 16384, Double(origin.y + line.top - overhang), 65536,
        Double(line.height + 2 * overhang))
      cairo_clip(cairo)
    }
    let brush = RunBrush(
      cairo: cairo, colors: colors, baseline: Double(origin.y + line.baseline),
      top: Double(origin.y + line.top), height: Double(line.height))
    for plate in plates(shapedLine, of: shaped) {
      let left = Double(origin.x) + plate.lowerBound
      brush.drawPlate(
        left...left + plate.upperBound - plate.lowerBound, em: Double(2 * overhang))
    }
    var styles = shaped.styles[...]
    shapedLine.forEachRun { run, x in
      guard let item = run.pointee.item else { return }
      let offset = shapedLine.origin + Int(item.pointee.offset)
      let traits = shaped.styles.isEmpty ? [] : traits(at: offset, in: &styles, all: shaped.styles)
      brush.draw(run, x: Double(origin.x) + Double(x) / Double(PANGO_SCALE), traits: traits)
    }
    if towers { cairo_restore(cairo) }
  }

  /// Returns the columns of the line with inline code, from its left end; adjacent runs are joined.
  private func plates(_ line: ShapedLine, of shaped: ShapedPiece) -> [ClosedRange<Double>] {
    guard shaped.styles.contains(where: { $0.traits.isInlineCode }) else { return [] }
    var result: [ClosedRange<Double>] = []
    var styles = shaped.styles[...]
    line.forEachRun { run, x in
      guard let item = run.pointee.item, let glyphs = run.pointee.glyphs else { return }
      let offset = line.origin + Int(item.pointee.offset)
      guard traits(at: offset, in: &styles, all: shaped.styles).isInlineCode else { return }
      let left = Double(x) / Double(PANGO_SCALE)
      let right = left + Double(pango_glyph_string_get_width(glyphs)) / Double(PANGO_SCALE)
      if let last = result.last, left - last.upperBound < 0.5 {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, right)
      } else {
        result.append(left...max(left, right))
      }
    }
    return result
  }

  /// Returns the traits at an offset. `window` is where the last ones were found, which are mostly
  /// the same.
  private func traits(at offset: Int, in window: inout ArraySlice<StyleRun>, all: [StyleRun])
    -> Traits
  {
    if let first = window.first, first.range.contains(offset) { return first.traits }
    window = all[all.partitioningIndex { $0.range.upperBound > offset }...]
    guard let found = window.first, found.range.contains(offset) else { return [] }
    return found.traits
  }
}

extension Traits {
  /// Whether the text has a background drawn here; the row draws that of a code block.
  fileprivate var isInlineCode: Bool {
    contains(.monospaced) && isDisjoint(with: [.block, .spoiler])
  }
}
