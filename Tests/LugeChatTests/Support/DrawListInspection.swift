import LugeCore

/// What tests look for in a draw list.
extension DrawList {
  /// The area of each command that has whole edges: with the stroke, if there is one. Free shapes
  /// (tails, glyphs) are left out.
  var rects: [Rect] {
    commands.compactMap { command in
      switch command {
      case .rectangle(let rect, _): rect
      case .roundedRectangle(let rect, _, _, let stroke):
        stroke.map { rect.insetBy(-$0.width / 2) } ?? rect
      case .text(let layout, let at, _, _):
        Rect(
          x: at.x, y: at.y, width: Double(layout.size.width), height: Double(layout.size.height))
      case .image(_, let rect, _, _): rect
      case .path, .polyline: nil
      }
    }
  }

  /// The area of free shapes, with their control points.
  var pathBounds: [Rect] {
    commands.compactMap { command in
      guard case .path(let path, _, _) = command else { return nil }
      let points = path.elements.flatMap { element -> [Point] in
        switch element {
        case .move(let p), .line(let p): [p]
        case .curve(let a, let b, let p): [a, b, p]
        case .close: []
        }
      }
      let xs = points.map(\.x)
      let ys = points.map(\.y)
      guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
      else { return nil }
      return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
  }

  var images: [Rect] {
    commands.compactMap { if case .image(_, let rect, _, _) = $0 { rect } else { nil } }
  }

  var texts: [String] {
    commands.compactMap {
      if case .text(let layout, _, _, _) = $0 { layout.request.text.string } else { nil }
    }
  }

  /// Where a text is drawn.
  func rect(ofText text: String) -> Rect? {
    for command in commands {
      if case .text(let layout, let at, _, _) = command, layout.request.text.string == text {
        return Rect(
          x: at.x, y: at.y, width: Double(layout.size.width), height: Double(layout.size.height))
      }
    }
    return nil
  }

  /// The bubble itself, without its tail: the first shape, whatever it was drawn with.
  func bubbleBody(tailWidth: Double = 0) -> Rect? {
    switch commands.first {
    case .roundedRectangle(let rect, _, _, let stroke):
      return stroke.map { rect.insetBy(-$0.width / 2) } ?? rect
    case .path(_, _, let stroke):
      guard var rect = pathBounds.first else { return nil }
      if let stroke { rect = rect.insetBy(-stroke.width / 2) }
      rect.width -= tailWidth
      return rect
    default: return nil
    }
  }
}
