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
      // A shadow may be cut off by its row, and lies on no pixels of its own.
      case .path, .polyline, .shadow: nil
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

  /// The bubble itself: what casts a shadow.
  func bubbleBody() -> Rect? {
    guard let index = commands.firstIndex(where: { if case .shadow = $0 { true } else { false } }),
      case .roundedRectangle(let rect, _, _, let stroke) = commands[index + 1]
    else { return nil }
    return stroke.map { rect.insetBy(-$0.width / 2) } ?? rect
  }

  var bubbleCorners: CornerRadii? {
    commands.lazy.compactMap {
      if case .shadow(_, let radii, _) = $0 { radii } else { nil }
    }.first
  }
}
