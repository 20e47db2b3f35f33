/// The shapes inside round icons. Coordinates are fractions of the icon's size.
package enum MediaGlyph {
  case play, page, person, pin, bars

  package func path(in rect: Rect) -> Path {
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: rect.x + x * rect.width, y: rect.y + y * rect.height)
    }
    func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [Path.Element] {
      [
        .move(at(x, y)), .line(at(x + width, y)), .line(at(x + width, y + height)),
        .line(at(x, y + height)), .close,
      ]
    }
    func disc(_ x: Double, _ y: Double, _ r: Double) -> [Path.Element] {
      let k = r * 0.552_284_75
      return [
        .move(at(x, y - r)),
        .curve(at(x + k, y - r), at(x + r, y - k), to: at(x + r, y)),
        .curve(at(x + r, y + k), at(x + k, y + r), to: at(x, y + r)),
        .curve(at(x - k, y + r), at(x - r, y + k), to: at(x - r, y)),
        .curve(at(x - r, y - k), at(x - k, y - r), to: at(x, y - r)),
        .close,
      ]
    }
    switch self {
    case .play:
      // It begins with a point as far to the left as its tip is to the right: the mirrored place of
      // a path is that of all its points, so the mark keeps its place in the icon, too.
      var mark = Path([
        .move(at(0.26, 0.5)), .move(at(0.38, 0.28)), .line(at(0.74, 0.5)), .line(at(0.38, 0.72)),
        .close,
      ])
      mark.keepsDirection = true
      return mark
    case .page:
      return Path([
        .move(at(0.32, 0.24)), .line(at(0.56, 0.24)), .line(at(0.68, 0.37)), .line(at(0.68, 0.76)),
        .line(at(0.32, 0.76)), .close,
      ])
    case .person:
      return Path(
        disc(0.5, 0.38, 0.13) + [
          .move(at(0.26, 0.74)),
          .curve(at(0.26, 0.5), at(0.74, 0.5), to: at(0.74, 0.74)), .close,
        ])
    case .pin:
      return Path([
        .move(at(0.5, 0.8)),
        .curve(at(0.38, 0.62), at(0.3, 0.53), to: at(0.3, 0.42)),
        .curve(at(0.3, 0.14), at(0.7, 0.14), to: at(0.7, 0.42)),
        .curve(at(0.7, 0.53), at(0.62, 0.62), to: at(0.5, 0.8)), .close,
      ])
    case .bars:
      return Path(
        box(0.28, 0.5, 0.11, 0.22) + box(0.445, 0.3, 0.11, 0.42) + box(0.61, 0.4, 0.11, 0.32))
    }
  }
}
