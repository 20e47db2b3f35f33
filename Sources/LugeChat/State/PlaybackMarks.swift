import LugeCore
import LugeEngine

/// Pause sign, drawn over the play button while the recording plays.
struct PauseMark: RowDecoration {
  private let colors: BubbleColors

  init(_ colors: BubbleColors) { self.colors = colors }

  func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
    let side = Double(min(size.width, size.height))
    func bar(_ x: Double) -> DrawCommand {
      .roundedRectangle(
        Rect(
          x: (x * side).rounded(), y: (0.31 * side).rounded(), width: (0.11 * side).rounded(),
          height: (0.38 * side).rounded()),
        CornerRadii(max(0, side / 40)), fill: colors.onAccent, stroke: nil)
    }
    return DrawList([
      .roundedRectangle(
        Rect(x: 0, y: 0, width: side, height: side), CornerRadii(side / 2), fill: colors.accent,
        stroke: nil), bar(0.34), bar(0.55),
    ])
  }
}

/// Waveform of a recording, or a line if it is unknown; the played part has another colour.
struct PlaybackBar: RowDecoration {
  /// Maximum number of values kept of a waveform.
  static let maxSamples = 48
  /// Height in points.
  static let height = 22.0

  private let waveform: [UInt8]
  /// Played part in thousandths, so that positions that look equal share a drawing.
  private let part: Int
  private let colors: BubbleColors

  init(waveform: [UInt8], fraction: Double, colors: BubbleColors) {
    self.waveform = Self.scaled(waveform)
    part = fraction.isFinite ? Int((min(1, max(0, fraction)) * 1000).rounded()) : 0
    self.colors = colors
  }

  /// Returns a waveform scaled so that its loudest value has the full height, unless the recording
  /// is nearly silent: a quiet recording fills the bar like a loud one.
  static func scaled(_ waveform: [UInt8]) -> [UInt8] {
    let loudest = Int(waveform.max() ?? 0)
    guard loudest < 255 else { return waveform }
    return waveform.map { UInt8(clamping: Int($0) * 255 / max(loudest, silence)) }
  }

  /// Loudness below which a recording counts as silent: a fiftieth of the maximum.
  private static let silence = 5

  /// Returns the waveform reduced to at most ``maxSamples`` values, each the loudest of several.
  static func shortened(_ waveform: [UInt8]) -> [UInt8] {
    guard waveform.count > maxSamples else { return waveform }
    return (0..<maxSamples).map { index in
      let from = index * waveform.count / maxSamples
      let to = max(from + 1, (index + 1) * waveform.count / maxSamples)
      return waveform[from..<to].max() ?? 0
    }
  }

  /// Erases the bar that the row has drawn, then draws this one.
  func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
    var list = DrawList([
      .rectangle(Rect(x: 0, y: 0, width: size.width, height: size.height), fill: colors.fill)
    ])
    list.append(bar(size: size, in: context), at: .zero)
    return list
  }

  /// Draws the bar only.
  func bar(size: PixelSize, in context: LayoutContext) -> DrawList {
    var list = DrawList()
    let played = Double(size.width) * Double(part) / 1000
    draw(size, upTo: nil, context, into: &list)
    draw(size, upTo: played, context, into: &list)
    if waveform.isEmpty {
      let side = Double(context.pixels(10))
      list.append(
        .roundedRectangle(
          Rect(
            x: min(max(0, played - side / 2), max(0, Double(size.width) - side)),
            y: ((Double(size.height) - side) / 2).rounded(), width: side, height: side),
          CornerRadii(side / 2), fill: colors.accent, stroke: nil))
    }
    return list
  }

  /// Draws the bar.
  ///
  /// - Parameter limit: x up to which it is drawn, in the colour of the played part; nil draws all
  ///   of it in the colour of the part not played yet.
  private func draw(
    _ size: PixelSize, upTo limit: Double?, _ context: LayoutContext, into list: inout DrawList
  ) {
    let width = Double(size.width)
    let height = Double(size.height)
    let fill = limit == nil ? Self.rest(colors) : colors.accent
    let end = limit ?? width
    guard end > 0 else { return }
    guard !waveform.isEmpty else {
      let line = Double(context.pixels(4))
      list.append(
        .roundedRectangle(
          Rect(x: 0, y: ((height - line) / 2).rounded(), width: end, height: line),
          CornerRadii(min(line, end) / 2), fill: fill, stroke: nil))
      return
    }
    let bar = Double(max(1, context.pixels(2)))
    let count = max(1, Int((width + bar) / (2 * bar)))
    let step = (width - bar) / Double(max(1, count - 1))
    for index in 0..<count {
      let x = (Double(index) * step).rounded()
      guard x < end else { break }
      let value = waveform[min(waveform.count - 1, index * waveform.count / count)]
      let tall = max(bar, (Double(value) / 255 * height).rounded())
      list.append(
        .roundedRectangle(
          Rect(
            x: x, y: ((height - tall) / 2).rounded(), width: min(bar, end - x), height: tall),
          CornerRadii(bar / 2), fill: fill, stroke: nil))
    }
  }

  private static func rest(_ colors: BubbleColors) -> ThemeColor {
    var color = colors.secondary
    color.light.alpha = 110
    color.dark.alpha = 110
    return color
  }
}

/// Position and duration, in place of the file's other details.
struct PlaybackWords: RowDecoration {
  private let words: String
  private let colors: BubbleColors
  private let points: Double

  init(_ words: String, _ colors: BubbleColors, points: Double) {
    self.words = words
    self.colors = colors
    self.points = points
  }

  func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
    let line = context.line(words, points: points, maxWidth: size.width)
    return DrawList([
      .rectangle(Rect(x: 0, y: 0, width: size.width, height: size.height), fill: colors.fill),
      .plainText(line, x: 0, y: (size.height - line.size.height) / 2, color: colors.secondary),
    ])
  }
}

/// Speed, such as "1.5×", on a pill.
struct SpeedMark: RowDecoration {
  /// Width in points.
  static let width = 38.0
  static let height = 20.0

  private let words: String
  private let colors: BubbleColors
  private let points: Double

  init(_ speed: Double, _ colors: BubbleColors, _ appearance: ChatAppearance) {
    words = Self.words(speed, separator: appearance.strings.decimalSeparator)
    self.colors = colors
    points = appearance.style.type.time
  }

  /// Returns a text like "1.5×": at most one digit after the separator.
  static func words(_ speed: Double, separator: String) -> String {
    let (whole, tenth) = Int((min(99, max(0, speed)) * 10).rounded())
      .quotientAndRemainder(dividingBy: 10)
    return tenth == 0 ? "\(whole)×" : "\(whole)\(separator)\(tenth)×"
  }

  func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
    let line = context.line(words, points: points, weight: .semibold, maxWidth: size.width)
    return DrawList([
      .roundedRectangle(
        Rect(x: 0, y: 0, width: size.width, height: size.height),
        CornerRadii(Double(size.height) / 2), fill: colors.pill, stroke: nil),
      .plainText(
        line, x: (size.width - line.size.width) / 2, y: (size.height - line.size.height) / 2,
        color: colors.accent),
    ])
  }
}
