extension RowLayout {
  /// The columns that the row draws in, extended to multiples of 16 pixels (a cache line); outside
  /// of them only the background is visible.
  ///
  /// A bubble fills half of its row, or a quarter in a wide window: columns left out of its bitmap
  /// need not be cleared, kept or read. Glyphs that reach more than two em out of their text are
  /// cut off.
  ///
  /// - Complexity: O(commands and their points).
  public var inkColumns: Range<Int> {
    var low = Double.infinity
    var high = -Double.infinity
    for command in drawList.commands {
      let columns = command.columns
      guard columns.low < columns.high else { continue }
      low = min(low, columns.low)
      high = max(high, columns.high)
    }
    let width = Double(max(0, size.width))
    guard low < width, high > 0, low < high else { return 0..<0 }
    let first = Int(max(0, low)) & ~15
    let end = (Int(min(width, high).rounded(.up)) + 15) & ~15
    return first..<min(max(0, size.width), end)
  }
}

extension RowLayout {
  /// The columns from the first to the last thing that the row shows, without shadows and without
  /// the room that letters may need beside their text; nil for a row that shows nothing.
  ///
  /// - Complexity: O(commands and their points).
  public var contentColumns: ClosedRange<Double>? {
    var found: ClosedRange<Double>?
    for command in drawList.commands {
      let columns: (low: Double, high: Double)
      switch command {
      case .shadow: continue
      case .rectangle(let rect, _), .image(_, let rect, _, _), .roundedRectangle(let rect, _, _, _):
        columns = (rect.x, rect.maxX)
      case .text:
        guard let words = command.words else { continue }
        columns = (words.x, words.maxX)
      case .path, .polyline: columns = command.columns
      }
      let low = max(0, columns.low)
      let high = min(Double(size.width), columns.high)
      guard low < high else { continue }
      found = min(low, found?.lowerBound ?? low)...max(high, found?.upperBound ?? high)
    }
    return found
  }
}

extension DrawCommand {
  /// The rectangle of a text; nil for other commands.
  package var words: Rect? {
    guard case .text(let layout, let at, _, _) = self else { return nil }
    return Rect(
      x: at.x, y: at.y, width: Double(layout.size.width), height: Double(layout.size.height))
  }

  /// The columns that the command may draw in; an empty range for none.
  fileprivate var columns: (low: Double, high: Double) {
    switch self {
    case .rectangle(let rect, _), .image(_, let rect, _, _): return (rect.x, rect.maxX)
    case .roundedRectangle(let rect, _, _, _): return (rect.x - 1, rect.maxX + 1)
    case .shadow(let rect, _, let shadow):
      let reach = Double(shadow.reach)
      return (rect.x - reach, rect.maxX + reach)
    case .text(let layout, let at, _, _):
      let overhang = 2 * layout.request.font.pixelSize
      return (at.x - overhang, at.x + Double(layout.size.width) + overhang)
    case .path(let path, _, let stroke):
      // A mitred corner reaches up to ten times half the stroke's width.
      var reach = Reach(overhang: 5 * (stroke?.width ?? 0) + 1)
      for element in path.elements {
        switch element {
        case .move(let p), .line(let p): reach.add(p)
        case .curve(let a, let b, let p):
          reach.add(a)
          reach.add(b)
          reach.add(p)
        case .close: break
        }
      }
      return reach.columns
    case .polyline(let line, _, let stroke):
      if let clip = line.clip { return (clip.x, clip.maxX) }
      var reach = Reach(overhang: (stroke?.width ?? 0) + 1)
      for point in line.points where point.x.isFinite { reach.add(point) }
      return reach.columns
    }
  }

  private struct Reach {
    let overhang: Double
    var low = Double.infinity
    var high = -Double.infinity

    mutating func add(_ point: Point) {
      low = min(low, point.x)
      high = max(high, point.x)
    }

    var columns: (low: Double, high: Double) { (low - overhang, high + overhang) }
  }
}
