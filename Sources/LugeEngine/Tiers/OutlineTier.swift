import LugeCore

extension RowLayout {
  /// The row without anything that takes long to draw: bars where its lines are, plain areas where
  /// its pictures are, bubbles without their borders, in the same places and of the same size.
  ///
  /// What a row looks like while it passes too fast to be read. Drawing it shapes nothing and reads
  /// no picture.
  ///
  /// - Complexity: O(commands + lines).
  var outline: RowLayout {
    var list = DrawList()
    list.commands.reserveCapacity(drawList.commands.count)
    for command in drawList.commands {
      switch command {
      case .text(let layout, let at, let color, _):
        let bar = color.fainter
        for line in layout.lines where line.width > 0 {
          let height = Double(line.height) * 0.4
          let rect = Rect(
            x: at.x, y: (at.y + Double(line.top) + Double(line.height) * 0.3).rounded(),
            width: Double(line.width), height: max(2, height.rounded()))
          list.append(.rectangle(rect, fill: bar))
        }
      case .image(_, let rect, let radii, let placeholder):
        list.append(
          .image(
            nil, rect, radii, placeholder: ImagePlaceholder(fill: placeholder.fill, mark: .none)))
      case .path(let path, let fill, _):
        if let fill { list.append(.path(path, fill: fill, stroke: nil)) }
      case .polyline(let line, let fill, _):
        if let fill { list.append(.polyline(line, fill: fill, stroke: nil)) }
      case .roundedRectangle(let rect, let radii, let fill, _):
        if let fill { list.append(.roundedRectangle(rect, radii, fill: fill, stroke: nil)) }
      case .rectangle: list.append(command)
      }
    }
    var outline = self
    outline.drawList = list
    return outline
  }
}

extension ThemeColor {
  fileprivate var fainter: ThemeColor {
    var (light, dark) = (light, dark)
    light.alpha /= 4
    dark.alpha /= 4
    return ThemeColor(light: light, dark: dark)
  }
}

extension EngineConfiguration {
  /// Seconds that a frame may draw what no lane has drawn, at a speed in screens a second. What
  /// flies past is not read: there an outline will do, and the frame is on time.
  func drawBudget(atScreensPerSecond speed: Double) -> Double {
    switch speed {
    case ..<1: drawBudget
    case ..<8: drawBudget * 3 / 8
    case ..<Self.outlineSpeed: drawBudget / 8
    default: 0
    }
  }

  /// Screens a second from which rows pass as outlines, whether or not there were time to draw
  /// them: a row is in view for less than four frames of a 60th of a second, and drawing it would
  /// cost the reader's battery for nothing.
  static let outlineSpeed = 16.0
}

extension ListEngine {
  var screensPerSecond: Double { abs(velocity) / Double(max(1, viewport.height)) }

  /// Whether the list moves too fast for anything but outlines.
  var passesAsOutlines: Bool { screensPerSecond >= EngineConfiguration.outlineSpeed }
}
