public import LugeCore
public import LugeEngine

/// Mark over the end of a list that shows who is typing: small avatars, animated dots, and the
/// names.
public struct TypingMark: RowDecoration {
  /// Number of animation frames; each is drawn once.
  public static let phases = 12
  /// Seconds that each frame is shown.
  public static let phaseSeconds = 0.1
  /// Height in points.
  public static let height = 28.0
  public static let width = 340.0
  private static let faces = 3

  public let people: [ChatAuthor]
  /// Index of the animation frame; nil: dots at rest.
  public let phase: Int?
  private let appearance: ChatAppearance

  public init(_ people: [ChatAuthor], phase: Int?, appearance: ChatAppearance) {
    self.people = people
    self.phase = phase
    self.appearance = appearance
  }

  public static func == (a: TypingMark, b: TypingMark) -> Bool {
    a.phase == b.phase && a.people == b.people
      && a.appearance.style.colors.inbound == b.appearance.style.colors.inbound
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(phase)
    hasher.combine(people.count)
    hasher.combine(people.first)
  }

  /// Returns a text like "Anna is typing" or "Anna and Ben are typing".
  public static func words(for people: [ChatAuthor], _ strings: ChatStrings) -> String {
    guard !people.isEmpty else { return "" }
    return strings.naming(
      people.count == 1 ? strings.isTyping : strings.areTyping, people: people.map(\.name))
  }

  public func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
    let colors = appearance.style.colors
    let unit = context.environment.unit
    let padding = context.pixels(6)
    let side = max(1, size.height - 2 * context.pixels(4))
    let step = max(1, side * 11 / 16)
    let faces = people.prefix(Self.faces)
    let dot = 5 * unit
    let dotsWidth = Int((3 * dot + 2 * 3 * unit).rounded())
    let facesWidth = faces.isEmpty ? 0 : side + (faces.count - 1) * step + padding
    let fixed = padding + facesWidth + dotsWidth + 2 * padding
    let words = context.line(
      Self.words(for: people, appearance.strings), points: appearance.style.type.secondary,
      maxWidth: max(1, size.width - fixed - padding))
    let width = min(size.width, fixed + words.size.width + padding)
    let plate = Rect(x: 0, y: 0, width: width, height: size.height)
    var list = DrawList([
      .roundedRectangle(
        plate, CornerRadii(Double(size.height) / 2), fill: colors.inbound.fill, stroke: nil)
    ])
    var x = padding
    for person in faces {
      list.append(
        .roundedRectangle(
          Rect(
            x: x - context.pixels(1), y: (size.height - side) / 2 - context.pixels(1),
            width: side + 2 * context.pixels(1), height: side + 2 * context.pixels(1)),
          CornerRadii(Double(side) / 2 + Double(context.pixels(1))), fill: colors.inbound.fill,
          stroke: nil))
      list.commands += Avatar(person).commands(
        x: x, y: (size.height - side) / 2, side: side, style: appearance.style, in: context)
      x += step
    }
    var left = Double(padding + facesWidth)
    for index in 0..<3 {
      let swell = swelling(index)
      let radius = dot / 2 * (0.7 + 0.3 * swell)
      let middle = Double(size.height) / 2 - 1.5 * unit * swell
      list.append(
        .roundedRectangle(
          Rect(
            x: left + dot / 2 - radius, y: middle - radius, width: 2 * radius, height: 2 * radius),
          CornerRadii(radius), fill: colors.inbound.accent, stroke: nil))
      left += dot + 3 * unit
    }
    list.append(
      .plainText(
        words, x: padding + facesWidth + dotsWidth + padding,
        y: (size.height - words.size.height) / 2, color: colors.inbound.secondary))
    return context.environment.isMirrored
      ? RowLayout(size: size, drawList: list).mirrored().drawList : list
  }

  /// Returns the size of a dot in its animation, 0 to 1.
  private func swelling(_ index: Int) -> Double {
    guard let phase else { return 0.5 }
    // The dots swell one after the other, a sixth of the cycle apart, each for half of it.
    let turn = Double((phase + Self.phases - 2 * index) % Self.phases) / Double(Self.phases)
    guard turn < 0.5 else { return 0 }
    let slope = turn * 4
    return slope < 1 ? slope : 2 - slope
  }
}
