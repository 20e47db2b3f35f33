import LugeCore

/// Icons of a timeline, drawn as lines. Coordinates are fractions of the icon's size.
enum FeedGlyph: Sendable {
  case reply, boost, heart, heartFilled, bookmark, bookmarkFilled

  func draw(in rect: Rect, color: ThemeColor, _ context: CardContext, into list: inout DrawList) {
    let stroke = Stroke(color, width: max(1, Double(context.px(1.6))))
    switch self {
    case .heartFilled, .bookmarkFilled:
      list.append(.path(path(in: rect), fill: color, stroke: stroke))
    case .reply, .boost, .heart, .bookmark:
      list.append(.path(path(in: rect), fill: nil, stroke: stroke))
    }
  }

  private func path(in rect: Rect) -> Path {
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: rect.x + x * rect.width, y: rect.y + y * rect.height)
    }
    switch self {
    case .reply:
      return Path([
        .move(at(0.42, 0.16)), .line(at(0.12, 0.44)), .line(at(0.42, 0.72)),
        .move(at(0.12, 0.44)), .line(at(0.56, 0.44)),
        .curve(at(0.78, 0.44), at(0.9, 0.58), to: at(0.9, 0.84)),
      ])
    case .boost:
      return Path([
        .move(at(0.08, 0.36)), .line(at(0.26, 0.16)), .line(at(0.44, 0.36)),
        .move(at(0.26, 0.16)), .line(at(0.26, 0.66)),
        .curve(at(0.26, 0.78), at(0.3, 0.82), to: at(0.42, 0.82)), .line(at(0.56, 0.82)),
        .move(at(0.92, 0.64)), .line(at(0.74, 0.84)), .line(at(0.56, 0.64)),
        .move(at(0.74, 0.84)), .line(at(0.74, 0.34)),
        .curve(at(0.74, 0.22), at(0.7, 0.18), to: at(0.58, 0.18)), .line(at(0.44, 0.18)),
      ])
    case .heart, .heartFilled:
      return Path([
        .move(at(0.5, 0.88)),
        .curve(at(0.2, 0.66), at(0.07, 0.5), to: at(0.07, 0.34)),
        .curve(at(0.07, 0.2), at(0.18, 0.11), to: at(0.29, 0.11)),
        .curve(at(0.38, 0.11), at(0.46, 0.16), to: at(0.5, 0.26)),
        .curve(at(0.54, 0.16), at(0.62, 0.11), to: at(0.71, 0.11)),
        .curve(at(0.82, 0.11), at(0.93, 0.2), to: at(0.93, 0.34)),
        .curve(at(0.93, 0.5), at(0.8, 0.66), to: at(0.5, 0.88)), .close,
      ])
    case .bookmark, .bookmarkFilled:
      return Path([
        .move(at(0.22, 0.1)), .line(at(0.78, 0.1)), .line(at(0.78, 0.9)), .line(at(0.5, 0.68)),
        .line(at(0.22, 0.9)), .close,
      ])
    }
  }
}
