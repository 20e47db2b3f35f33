import LugeCore
import LugeEngine
import LugePaint
import LugeWords

/// Texts and buttons around the picture: the bar with title, counter and buttons, the caption, the
/// arrows, and the error in place of a missing picture.
///
/// A value and a pure layout, made and drawn off the main thread.
struct ViewerChrome: Hashable, Sendable {
  var size: PixelSize
  var scale: Double
  var scheme: ColorScheme
  var fontFamily: String
  /// Whether the bar begins at the right. Arrows and positions keep their side: Left is the way
  /// back, as it is for the keys.
  var isMirrored = Words.isRightToLeft
  /// The picture that it belongs to; nil outside of a window.
  var entry: PictureEntry?
  var words = PictureWords()
  /// Index of the picture, counted from 0, and the number of pictures; nil while they are unknown.
  var place: Place?
  var hovered: ViewerAction?
  /// Reason why the picture is missing.
  var problem: String?
  var canRetry = false
  /// Label of the button that tries again.
  var retryTitle = ViewerAction.retry.title
  /// Whether the picture can be saved and opened.
  var hasFile = true
  /// Whether the picture can be copied; a video cannot.
  var canCopy = true
  /// Height in points at the lower edge that is occupied by a video's controls.
  var footer = 0.0
  /// Warning about the picture.
  var warning: String?
  /// A short message in the caption's place.
  var note: String?

  struct Place: Hashable, Sendable {
    var index: Int
    var count: Int
  }

  static let barHeight = 56.0
  static let buttonSide = 40.0

  /// Area for the picture, below the bar.
  var pictureArea: Rect {
    let bar = (Self.barHeight * scale).rounded()
    let margin = (8 * scale).rounded()
    return Rect(
      x: margin, y: bar + margin, width: max(1, Double(size.width) - 2 * margin),
      height: max(1, bottom - bar - 2 * margin))
  }

  /// Upper edge of the footer.
  var bottom: Double { Double(size.height) - (footer * scale).rounded() }
}

/// The layout of the chrome: drawing commands, and the regions that react to clicks.
struct ViewerChromeLayout: Sendable {
  struct Part: Sendable {
    var rect: Rect
    var list: DrawList
  }

  struct Region: Hashable, Sendable {
    var rect: Rect
    var action: ViewerAction
  }

  var parts: [Part] = []
  var regions: [Region] = []
  /// Upper edge of the picture's caption, also while a short message is in its place; nil without a
  /// caption.
  var captionTop: Double?

  init(_ chrome: ViewerChrome, text: any TextMeasuring) {
    let context = LayoutContext(
      environment: LayoutEnvironment(
        width: chrome.size.width, scale: chrome.scale, fontFamily: chrome.fontFamily), text: text)
    addBar(chrome, context)
    addArrows(chrome, context)
    addCaption(chrome, context)
    addProblem(chrome, context)
  }

  func action(at point: Point) -> ViewerAction? {
    regions.last { $0.rect.contains(point) }?.action
  }

  // MARK: Bar

  private mutating func addBar(_ chrome: ViewerChrome, _ context: LayoutContext) {
    let height = context.px(ViewerChrome.barHeight)
    let width = Double(chrome.size.width)
    let rect = Rect(x: 0, y: 0, width: width, height: height)
    let line = max(1, context.px(1))
    var list = DrawList([
      .rectangle(rect, fill: ViewerColors.bar),
      .rectangle(
        Rect(x: 0, y: height - line, width: width, height: line), fill: ViewerColors.edge),
    ])
    let side = context.px(ViewerChrome.buttonSide)
    var right = width - context.px(8)
    let actions: [ViewerAction] = chrome.hasFile ? [.close, .open, .copy, .save] : [.close, .copy]
    for action in actions where action != .copy || chrome.canCopy {
      right -= side
      let button = Rect(x: right, y: ((height - side) / 2).rounded(), width: side, height: side)
      guard right > 0 else { break }
      if chrome.hovered == action {
        list.append(
          .roundedRectangle(
            button, CornerRadii(side / 2), fill: ViewerColors.hover, stroke: nil))
      }
      list.append(Self.glyph(action, in: button, context, ViewerColors.text))
      regions.append(Region(rect: button, action: action))
    }
    let left = context.px(16)
    var room = right - context.px(12) - left
    if let place = chrome.place, place.count > 1 {
      let counter = context.text.layout(
        TextRequest(
          StyledText(
            localized(
              "{number} of {all}",
              ["number": "\(place.index + 1)", "all": Words.formats.number(place.count)])),
          font: context.font(13),
          maxWidth: max(1, Int(room)), maxLines: 1))
      let x = right - context.px(12) - Double(counter.size.width)
      if x > left {
        list.append(
          .text(
            counter, at: Point(x: x, y: ((height - Double(counter.size.height)) / 2).rounded()),
            color: ViewerColors.secondary, linkColor: ViewerColors.secondary))
        room = x - context.px(16) - left
      }
    }
    addTitle(chrome.words, left: left, room: room, height: height, context, to: &list)
    if chrome.isMirrored {
      list = list.mirrored(in: width)
      for index in regions.indices { regions[index].rect.x = width - regions[index].rect.maxX }
    }
    parts.append(Part(rect: rect, list: list))
  }

  private func addTitle(
    _ words: PictureWords, left: Double, room: Double, height: Double, _ context: LayoutContext,
    to list: inout DrawList
  ) {
    guard room >= context.px(40) else { return }
    func line(_ words: String, _ points: Double, _ weight: FontSpec.Weight) -> TextLayout? {
      let plain = words.split(whereSeparator: \.isNewline).joined(separator: " ")
      guard !plain.isEmpty else { return nil }
      return context.text.layout(
        TextRequest(
          StyledText(plain), font: context.font(points, weight: weight), maxWidth: Int(room),
          maxLines: 1))
    }
    let title = line(words.title, 14, .semibold)
    let detail = line(words.detail, 12, .regular)
    let rows = [(title, ViewerColors.text), (detail, ViewerColors.secondary)]
    var y = rows.reduce(height) { $0 - Double($1.0?.size.height ?? 0) } / 2
    for (row, color) in rows {
      guard let row else { continue }
      list.append(.text(row, at: Point(x: left, y: y.rounded()), color: color, linkColor: color))
      y += Double(row.size.height)
    }
  }

  // MARK: Over the picture

  private mutating func addArrows(_ chrome: ViewerChrome, _ context: LayoutContext) {
    guard let place = chrome.place else { return }
    let side = context.px(44)
    let margin = context.px(12)
    guard Double(chrome.size.width) > 4 * side else { return }
    let y = (chrome.pictureArea.midY - side / 2).rounded()
    for (action, isThere, x) in [
      (ViewerAction.previous, place.index > 0, margin),
      (.next, place.index + 1 < place.count, Double(chrome.size.width) - margin - side),
    ] where isThere {
      let rect = Rect(x: x, y: y, width: side, height: side)
      let fill =
        chrome.hovered == action ? ViewerColors.buttonHover : ViewerColors.button
      parts.append(
        Part(
          rect: rect,
          list: DrawList([
            .roundedRectangle(
              rect, CornerRadii(side / 2), fill: fill,
              stroke: Stroke(ViewerColors.buttonEdge, width: max(1, context.px(1)))),
            Self.glyph(action, in: rect, context, ViewerColors.buttonText),
          ])))
      // The region is as wide as the button and reaches over the whole height.
      regions.insert(
        Region(
          rect: Rect(
            x: x - margin, y: chrome.pictureArea.y, width: side + 2 * margin,
            height: chrome.pictureArea.height), action: action), at: 0)
    }
  }

  private mutating func addCaption(_ chrome: ViewerChrome, _ context: LayoutContext) {
    let caption = [chrome.warning ?? "", chrome.words.caption.trimmingWhitespace()]
      .filter { !$0.isEmpty }.joined(separator: "\n")
    let plate = captionPlate(caption, chrome, context)
    captionTop = plate?.rect.y
    let shown = chrome.note.map { captionPlate($0, chrome, context) } ?? plate
    if let shown { parts.append(shown) }
  }

  /// Returns words on a plate at the lower edge; nil if there are none, or too many for the window.
  private func captionPlate(
    _ words: String, _ chrome: ViewerChrome, _ context: LayoutContext
  ) -> Part? {
    guard !words.isEmpty else { return nil }
    let padding = context.px(14)
    let room = min(Double(chrome.size.width) - 4 * padding, context.px(720))
    guard room > context.px(80) else { return nil }
    let layout = context.text.layout(
      TextRequest(
        StyledText(words), font: context.font(14), maxWidth: Int(room - 2 * padding), maxLines: 7))
    let size = PixelSize(
      width: layout.size.width + 2 * Int(padding),
      height: layout.size.height + 2 * Int(context.px(9)))
    let rect = Rect(
      x: ((Double(chrome.size.width) - Double(size.width)) / 2).rounded(),
      y: chrome.bottom - Double(size.height) - context.px(16),
      width: Double(size.width), height: Double(size.height))
    // In a small window the picture has priority.
    guard rect.height < chrome.pictureArea.height / 2 else { return nil }
    return Part(
      rect: rect,
      list: DrawList([
        .roundedRectangle(
          rect, CornerRadii(context.px(12)), fill: ViewerColors.bar,
          stroke: Stroke(ViewerColors.edge, width: max(1, context.px(1)))),
        .text(
          layout, at: Point(x: rect.x + padding, y: rect.y + context.px(9)),
          color: ViewerColors.text, linkColor: ViewerColors.text),
      ]))
  }

  private mutating func addProblem(_ chrome: ViewerChrome, _ context: LayoutContext) {
    guard let problem = chrome.problem else { return }
    let room = max(1, min(chrome.pictureArea.width, context.px(420)) - context.px(32))
    let words = context.text.layout(
      TextRequest(StyledText(problem), font: context.font(15), maxWidth: Int(room), maxLines: 6))
    let title =
      chrome.canRetry
      ? context.text.layout(
        TextRequest(
          StyledText(chrome.retryTitle), font: context.font(15, weight: .medium),
          maxWidth: Int(room), maxLines: 1)) : nil
    let gap = context.px(16)
    let button = title.map {
      PixelSize(
        width: min(Int(room), $0.size.width + 2 * Int(context.px(20))),
        height: $0.size.height + 2 * Int(context.px(9)))
    }
    let height = Double(words.size.height) + (button.map { gap + Double($0.height) } ?? 0)
    let y = (chrome.pictureArea.midY - height / 2).rounded()
    let rect = Rect(
      x: (chrome.pictureArea.midX - room / 2).rounded(), y: y, width: room.rounded(),
      height: height.rounded())
    let x = (rect.midX - Double(words.size.width) / 2).rounded()
    var list = DrawList([
      .text(
        words, at: Point(x: x, y: y), color: ViewerColors.text, linkColor: ViewerColors.text)
    ])
    if let title, let button {
      let place = Rect(
        x: (rect.midX - Double(button.width) / 2).rounded(),
        y: (rect.maxY - Double(button.height)).rounded(), width: Double(button.width),
        height: Double(button.height))
      let isHovered = chrome.hovered == .retry
      list.append(
        .roundedRectangle(
          place, CornerRadii(place.height / 2),
          fill: isHovered ? ViewerColors.buttonHover : ViewerColors.button,
          stroke: Stroke(ViewerColors.buttonEdge, width: max(1, context.px(1)))))
      list.append(
        .text(
          title,
          at: Point(
            x: (place.midX - Double(title.size.width) / 2).rounded(),
            y: (place.midY - Double(title.size.height) / 2).rounded()),
          color: ViewerColors.buttonText, linkColor: ViewerColors.buttonText))
      regions.append(Region(rect: place, action: .retry))
    }
    parts.append(Part(rect: rect, list: list))
  }

  private static func glyph(
    _ action: ViewerAction, in rect: Rect, _ context: LayoutContext, _ color: ThemeColor
  ) -> DrawCommand {
    let side = context.px(22)
    let scale = side / 24
    func placed(_ point: Point) -> Point {
      Point(
        x: (rect.midX - side / 2).rounded() + point.x * scale,
        y: (rect.midY - side / 2).rounded() + point.y * scale)
    }
    let path = Path(
      action.strokes.elements.map { element in
        switch element {
        case .move(let point): .move(placed(point))
        case .line(let point): .line(placed(point))
        case .curve(let a, let b, let point): .curve(placed(a), placed(b), to: placed(point))
        case .close: .close
        }
      })
    return .path(path, fill: nil, stroke: Stroke(color, width: 1.8 * context.environment.scale))
  }
}

extension String {
  fileprivate func trimmingWhitespace() -> String {
    var rest = self[...]
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    return String(rest)
  }
}
