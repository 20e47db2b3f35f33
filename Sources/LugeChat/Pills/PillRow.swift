public import LugeCore
public import LugeEngine

/// Centred line on a faint pill: a date, "Unread messages", an event.
public struct PillRow: RowModel {
  public static let reuseIdentifier: ReuseIdentifier = "chat.pill"

  public enum Tone: Hashable, Sendable {
    case quiet
    /// A banner in the accent colour, across the whole list; where its scroll bar counts as part of
    /// the column (``ChatStyle/BubbleMetrics/barRoom``), a plate as wide as the column.
    case banner
  }

  /// Whether the summarised messages are shown below; a click performs ``ChatAction/fold``.
  public enum Fold: Hashable, Sendable { case open, closed }

  public let id: RowID
  public let revision: Revision
  public let text: StyledText
  public let tone: Tone
  /// Text for the clipboard; nil for headings.
  public let copyText: String?
  /// State of a summary; nil if the row is not one.
  public let fold: Fold?
  public let appearance: ChatAppearance
  /// Day that the row belongs to, or is the heading of; nil if it has none.
  public let day: Int?

  public init(
    id: RowID, revision: Revision, text: StyledText, tone: Tone = .quiet, copyText: String? = nil,
    fold: Fold? = nil, appearance: ChatAppearance, day: Int? = nil
  ) {
    self.day = day
    self.id = id
    self.revision = revision
    self.text = text
    self.tone = tone
    self.copyText = copyText
    self.fold = fold
    self.appearance = appearance
  }

  /// Whether the row is a heading: dates and marks have no text of their own, while events have
  /// one, or summarise others that have.
  public var isHeading: Bool { copyText == nil && fold == nil }

  public var pinnedHeading: PinnedHeading? {
    day.map { DayHeading.pinned($0, appearance, isOwn: isHeading && tone == .quiet) }
  }

  public var hidesBelowHeading: Bool { day != nil && tone == .quiet && !isHeading }

  /// Space above and below the pill, points.
  static let gap = 5.0

  public static func layout(_ row: PillRow, in context: LayoutContext) -> RowLayout {
    let listWidth = max(0, context.width)
    let colors = row.appearance.style.colors
    let gap = context.pixels(Self.gap)
    let paddingX = min(context.pixels(12), listWidth / 10)
    let paddingY = context.pixels(4)
    // The mark that shows whether it is open, with the gap before it.
    let mark = row.fold == nil ? 0 : context.pixels(Self.foldGap + Self.foldWidth)
    let room = max(1, min(listWidth * 9 / 10, context.pixels(560)) - 2 * paddingX - mark)
    let text = centred(row.text, points: row.appearance.style.type.service, room, context)
    let width = min(max(1, listWidth), text.size.width + mark + 2 * paddingX)
    let height = text.size.height + 2 * paddingY
    let left = max(0, (listWidth - width) / 2)

    var list = DrawList()
    switch row.tone {
    case .quiet:
      let line = text.lines.first?.height ?? text.size.height
      let radius = Double(min(width, min(height, line + 2 * paddingY))) / 2
      list.append(
        .roundedRectangle(
          Rect(x: left, y: gap, width: width, height: height), CornerRadii(radius),
          fill: colors.servicePill, stroke: nil))
    case .banner:
      let band = band(y: gap, height: height, row.appearance.style, context)
      list.append(
        band.radius == 0
          ? .rectangle(band.rect, fill: colors.unreadPill)
          : .roundedRectangle(
            band.rect, CornerRadii(band.radius), fill: colors.unreadPill, stroke: nil))
    }
    let origin = Point(
      x: Double(max(0, (listWidth - text.size.width - mark) / 2)), y: Double(gap + paddingY))
    list.append(
      .text(
        text, at: origin, color: row.tone == .quiet ? colors.serviceText : colors.unreadText,
        linkColor: row.tone == .quiet ? colors.serviceText : colors.unreadText))
    if let fold = row.fold {
      list.append(
        foldMark(
          fold, trailing: origin.x + Double(text.size.width + mark),
          middle: Double(gap + height / 2), colors.serviceText, context))
    }
    var layout = RowLayout(
      size: PixelSize(width: listWidth, height: height + 2 * gap), drawList: list,
      lines: text.lines.map {
        LineMark(top: $0.top + gap + paddingY, key: $0.range.lowerBound)
      },
      accessibleText: row.text.string, copyText: row.copyText,
      // A heading is not part of the item's text.
      texts: row.copyText == nil ? [] : [RowText(linking: text, origin: origin)])
    switch row.tone {
    case .quiet:
      layout.body = RowBody(
        Rect(x: left, y: gap, width: width, height: height),
        CornerRadii(Double(min(width, height)) / 2))
    case .banner:
      let band = band(y: gap, height: height, row.appearance.style, context)
      layout.body = RowBody(band.rect, CornerRadii(band.radius))
    }
    if row.fold != nil, let body = layout.body {
      layout.hitRegions.append(HitRegion(body.rect, .custom(ChatAction.fold)))
    }
    return layout
  }

  /// Returns the rectangle of a banner.
  private static func band(
    y: Int, height: Int, _ style: ChatStyle, _ context: LayoutContext
  ) -> (rect: Rect, radius: Double) {
    guard style.bubble.barRoom > 0 else {
      return (Rect(x: 0, y: y, width: max(0, context.width), height: height), 0)
    }
    let frame = BubbleFrame(context, style, hasAvatars: false)
    return (
      Rect(
        x: frame.columnLeft + frame.sideMargin, y: y,
        width: max(0, frame.columnWidth - 2 * frame.sideMargin), height: height),
      min(Double(context.pixels(style.bubble.cornerRadius)), Double(height) / 2)
    )
  }

  /// Points between a summary and its mark, and width of the mark.
  private static let foldGap = 6.0
  private static let foldWidth = 8.0

  /// Returns an angle that points down if there is more to show, and up if it can be hidden again.
  private static func foldMark(
    _ fold: Fold, trailing: Double, middle: Double, _ color: ThemeColor, _ context: LayoutContext
  ) -> DrawCommand {
    let width = Double(context.pixels(foldWidth))
    let rise = fold == .closed ? width / 4 : -width / 4
    return .path(
      Path([
        .move(Point(x: trailing - width, y: middle - rise)),
        .line(Point(x: trailing - width / 2, y: middle + rise)),
        .line(Point(x: trailing, y: middle - rise)),
      ]), fill: nil, stroke: Stroke(color, width: max(1, width / 5)))
  }

  /// Returns the drawing of a pill at the upper edge of a picture.
  static func drawList(
    of words: String, _ appearance: ChatAppearance, size: PixelSize, in context: LayoutContext
  ) -> DrawList {
    let row = PillRow(
      id: RowID(item: ItemID(0), part: 0), revision: Revision(0), text: StyledText(words),
      appearance: appearance)
    var environment = context.environment
    environment.width = size.width
    let layout = PillRow.layout(
      row, in: LayoutContext(environment: environment, text: context.text))
    var list = DrawList()
    list.append(layout.drawList, at: Point(x: 0, y: -(layout.body?.rect.y ?? 0)))
    return list
  }

  /// Lays out lines centred within the widest of them: the final layout has exactly that width, so
  /// its breaks are those of the one before.
  private static func centred(
    _ text: StyledText, points: Double, _ room: Int, _ context: LayoutContext
  ) -> TextLayout {
    var request = TextRequest(
      text, font: context.font(points, weight: .medium), maxWidth: room, maxLines: 40)
    var natural = context.text.layout(request)
    guard natural.lines.count > 1 else { return natural }
    for _ in 0..<4 {
      guard let end = natural.breakWithinName(), end > natural.lines[0].range.lowerBound,
        let line = natural.lines.first(where: { $0.range.contains(end) }),
        let before = natural.text(in: line.range.lowerBound..<end)
      else { break }
      let narrower = context.layout(
        StyledText(before), points: points, weight: .medium, maxWidth: request.maxWidth,
        maxLines: 1
      ).size.width
      guard narrower > 0, narrower < request.maxWidth else { break }
      request.maxWidth = narrower
      natural = context.text.layout(request)
    }
    request.alignment = .center
    request.maxWidth = max(1, min(natural.size.width, room))
    return context.text.layout(request)
  }
}

extension TextLayout {
  /// Maximum length of a name; a longer run of such letters is a sentence, which has to be broken.
  private static let longestName = 10

  /// Returns the start of the first short word that a line's end divides. In scripts without
  /// spaces, such as Chinese, lines may break between any letters, but should not break within a
  /// name.
  fileprivate func breakWithinName() -> Int? {
    for line in lines.dropLast() {
      guard let before = text(in: line.range), let after = text(in: line.range.upperBound..<end)
      else { continue }
      let head = before.unicodeScalars.reversed().prefix(Self.longestName).prefix {
        Self.isDivisible($0)
      }
      let tail = after.unicodeScalars.prefix(Self.longestName).prefix { Self.isDivisible($0) }
      guard !head.isEmpty, !tail.isEmpty, head.count + tail.count < Self.longestName else {
        continue
      }
      let start = line.range.upperBound - head.reduce(0) { $0 + UTF8.width($1) }
      // A word at the beginning of its line cannot be kept whole.
      if start > line.range.lowerBound { return start }
    }
    return nil
  }

  private var end: Int { request.text.string.utf8.count }

  fileprivate func text(in range: Range<Int>) -> String? {
    let bytes = Array(request.text.string.utf8)
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    return String(bytes: bytes[range], encoding: .utf8)
  }

  /// Whether a scalar is a letter of an East Asian script.
  private static func isDivisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x2E80 && scalar.value < 0xFE00 && scalar.properties.isAlphabetic
      || scalar.value >= 0x20000 && scalar.value < 0x40000
  }
}
