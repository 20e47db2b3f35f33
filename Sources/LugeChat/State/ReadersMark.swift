public import LugeCore
public import LugeEngine

/// Who has read as far as a message: small avatars that overlap, and how many more there are.
public struct ReadersMark: RowDecoration {
  /// Of an avatar, and of all of it; points.
  static let side = 16.0
  static let width = 60.0
  private static let shown = 3

  public let readers: [ChatAuthor]
  let style: ChatStyle
  /// Stands in front of a bubble rather than behind it.
  let leansRight: Bool

  public static func == (a: ReadersMark, b: ReadersMark) -> Bool {
    a.readers.count == b.readers.count && a.leansRight == b.leansRight
      && a.readers.prefix(shown) == b.readers.prefix(shown)
  }

  /// What is seen, and no more: a mark for a hundred readers costs what one for four does.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(readers.count)
    hasher.combine(leansRight)
    hasher.combine(readers.first)
  }

  public func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
    let side = min(size.height, size.width)
    let step = max(1, side * 11 / 16)
    let fitting = max(1, min(Self.shown, (size.width - side) / step + 1))
    let faces = readers.prefix(fitting)
    let rest = readers.count - faces.count
    let more =
      rest > 0
      ? context.line(
        "+\(rest)", points: 10, weight: .medium,
        maxWidth: max(1, size.width - side - (faces.count - 1) * step)) : nil
    let width =
      side + (faces.count - 1) * step + (more.map { $0.size.width + context.pixels(2) } ?? 0)
    // A mirrored row has its bubble on the other side.
    var x = leansRight != context.environment.isMirrored ? max(0, size.width - width) : 0
    var list = DrawList()
    let ring = max(1, context.pixels(1))
    for reader in faces {
      // A rim in the ground's colour keeps those that overlap apart.
      list.append(
        .roundedRectangle(
          Rect(x: x, y: 0, width: side, height: side), CornerRadii(Double(side) / 2),
          fill: ChatStyle.background, stroke: nil))
      // Nothing asks for pictures of this size: initials stand for them.
      var face = Avatar(reader)
      face.picture = nil
      list.commands += face.commands(
        x: x + ring, y: ring, side: max(1, side - 2 * ring), style: style, in: context)
      x += step
    }
    if let more {
      list.append(
        .plainText(
          more, x: x - step + side + context.pixels(2), y: (side - more.size.height) / 2,
          color: style.colors.serviceText))
    }
    return list
  }
}
