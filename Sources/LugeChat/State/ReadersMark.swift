public import LugeCore
public import LugeEngine

/// Small overlapping avatars of those who have read up to a message, and the number of further
/// readers.
public struct ReadersMark: RowDecoration {
  /// Sizes of an avatar and of the whole mark, points.
  static let side = 16.0
  static let width = 60.0
  private static let shown = 3

  public let readers: [ChatAuthor]
  let style: ChatStyle
  /// Whether the mark is before the bubble rather than after it.
  let leansRight: Bool

  public static func == (a: ReadersMark, b: ReadersMark) -> Bool {
    a.readers.count == b.readers.count && a.leansRight == b.leansRight
      && a.style.background == b.style.background
      && a.readers.prefix(shown) == b.readers.prefix(shown)
  }

  /// Hashes only the visible part, so that a mark for a hundred readers costs no more than one for
  /// four.
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
    // In a mirrored row the bubble is on the other side.
    var x = leansRight != context.environment.isMirrored ? max(0, size.width - width) : 0
    var list = DrawList()
    let ring = max(1, context.pixels(1))
    for reader in faces {
      // A rim in the background's colour separates overlapping avatars.
      list.append(
        .roundedRectangle(
          Rect(x: x, y: 0, width: side, height: side), CornerRadii(Double(side) / 2),
          fill: style.background, stroke: nil))
      list.commands += Avatar(reader).commands(
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
