import LugeCore

/// Layout of a message's parts: the study's user interface as a function.
struct StudyLayout: Sendable {
  /// Device pixels, like all lengths here; labs run at scale 1.
  enum Metrics {
    static let margin = 10
    /// Half the room between two rows.
    static let gap = 3
    static let paddingX = 12
    static let paddingY = 8
    static let radius = 15.0
    static let single = 180
    static let several = 90
    static let between = 5
    /// Maximum width, as a fraction of the list's.
    static let widest = 0.75
    static let fontSize = 14.0

    static func textWidth(_ width: Int) -> Int {
      Int(Double(width) * widest) - 2 * paddingX
    }
  }

  var height: Int
  /// Nil for messages of pictures, and for rows of plain text.
  var bubble: Rect?
  var text: (layout: TextLayout, origin: Point)?
  var pictures: [Rect] = []

  static let font = FontSpec(family: "Noto Sans", pixelSize: Metrics.fontSize)
  static let background = ThemeColor(0xFFFFFF, dark: 0x12_1B22)
  static let textColor = ThemeColor(0x21_2121, dark: 0xEC_EFF1)
  static let placeholder = ThemeColor(0xCF_D8DC, dark: 0x37_474F)

  /// Border of bubbles; pictures have none.
  static let border = Stroke(ThemeColor(0xEC_EFF1, dark: 0x37_474F), width: 1)

  static func bubbleColor(isOutgoing: Bool) -> ThemeColor {
    isOutgoing ? ThemeColor(0x4D_B6AC, dark: 0x00_695C) : ThemeColor(0xFF_FFFF, dark: 0x26_3238)
  }

  /// Returns the text of a message's row in the plain style.
  static func words(_ message: StudyMessage, _ style: StudyStyle) -> String {
    style == .plain && !message.pictures.isEmpty
      ? "Media message with ID \(message.number)" : message.text
  }

  static func side(of message: StudyMessage) -> Int {
    message.pictures.count == 1 ? Metrics.single : Metrics.several
  }

  /// Measures the text once and places everything.
  static func make(
    _ message: StudyMessage, _ style: StudyStyle, width: Int, text: any TextMeasuring
  ) -> StudyLayout {
    if style == .bubbles, !message.pictures.isEmpty {
      return StudyLayout(
        height: side(of: message) + 2 * Metrics.gap, bubble: nil, text: nil,
        pictures: pictures(of: message, style, width: width))
    }
    let isPlain = style == .plain
    let room = isPlain ? width - 2 * Metrics.margin : Metrics.textWidth(width)
    let words = text.layout(
      TextRequest(StyledText(Self.words(message, style)), font: font, maxWidth: max(1, room)))
    if isPlain {
      return StudyLayout(
        height: words.size.height + 2 * Metrics.paddingY, bubble: nil,
        text: (words, Point(x: Double(Metrics.margin), y: Double(Metrics.paddingY))))
    }
    let size = PixelSize(
      width: words.size.width + 2 * Metrics.paddingX,
      height: words.size.height + 2 * Metrics.paddingY)
    let x = message.isOutgoing ? width - Metrics.margin - size.width : Metrics.margin
    return StudyLayout(
      height: size.height + 2 * Metrics.gap,
      bubble: Rect(
        x: Double(x), y: Double(Metrics.gap), width: Double(size.width),
        height: Double(size.height)),
      text: (
        words,
        Point(x: Double(x + Metrics.paddingX), y: Double(Metrics.gap + Metrics.paddingY))
      ))
  }

  /// Returns the rectangles of a message's pictures within its row; none in rows of plain text.
  static func pictures(of message: StudyMessage, _ style: StudyStyle, width: Int) -> [Rect] {
    guard style == .bubbles else { return [] }
    let (side, count) = (side(of: message), message.pictures.count)
    let whole = count * side + (count - 1) * Metrics.between
    let x = message.isOutgoing ? width - Metrics.margin - whole : Metrics.margin
    return (0..<count).map { index in
      Rect(
        x: Double(x + index * (side + Metrics.between)), y: Double(Metrics.gap),
        width: Double(side), height: Double(side))
    }
  }
}
