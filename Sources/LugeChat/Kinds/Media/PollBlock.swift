public import LugeCore
import LugeEngine

/// Action that chooses an answer of a poll, or takes the choice back.
public struct PollVote: RowAction {
  /// Index of the answer.
  public let answer: Int
  public let text: String
  /// Whether the user has chosen it.
  public let isChosen: Bool

  public init(answer: Int, text: String, isChosen: Bool) {
    self.answer = answer
    self.text = text
    self.isChosen = isChosen
  }

  public var showsHover: Bool { true }
}

/// Poll: its question, then each answer with its share and a bar, and the number of voters. In a
/// poll that the user may vote in, each answer is a button with a ring (one choice) or a box.
struct PollBlock: BubbleBlock {
  let poll: ChatPoll

  /// Maximum number of answers shown. Networks allow ten or twelve; hostile messages have
  /// thousands.
  private static let mostAnswers = 30
  private static let mostLines = 6
  private static let width = 320.0
  private static let barHeight = 4.0
  private static let signSide = 16.0

  var keepsDistance: Bool { true }

  static func layout(_ block: PollBlock, in context: BlockContext) -> BlockLayout {
    let poll = block.poll
    let type = context.style.type
    let colors = context.colors
    let width = min(context.maxWidth, context.px(Self.width))
    let gap = context.px(8)
    let barHeight = max(1, context.px(Self.barHeight))
    let shown = poll.answers.prefix(Self.mostAnswers)
    let texts = shown.map { Clipping.prefix($0.text, bytes: Clipping.sentenceLimit) }
    let shares = shown.map(poll.share)
    let parts = Percentages.of(shares.map { $0 ?? 0 })
    let percents = zip(shares, parts).map { $0 == nil ? "" : "\($1) %" }
    // The column is as wide as the widest of them, so that all answers begin at the same x.
    let figures = percents.map {
      context.line($0, points: type.secondary, weight: .semibold, maxWidth: width / 3)
    }
    let side = poll.takesVotes ? min(context.px(Self.signSide), width / 4) : 0
    let figureWidth = figures.map(\.size.width).max() ?? 0
    let indent = (side > 0 ? side + gap : 0) + (figureWidth > 0 ? figureWidth + gap : 0)
    let room = max(1, width - indent)
    var list = DrawList()

    let question = context.layout(
      StyledText(Clipping.prefix(poll.question, bytes: Clipping.sentenceLimit)),
      points: type.text, weight: .semibold, maxWidth: width, maxLines: Self.mostLines)
    list.append(.plainText(question, x: 0, y: 0, color: colors.text))
    var labels = [RowText(question)]
    var y = question.size.height
    let spoken = zip(texts, zip(shown, percents)).map { text, known in
      let votes = known.0.votes.map { [context.strings.votes($0), known.1] } ?? []
      return ([text] + votes + (known.0.isChosen ? [context.strings.ownReaction] : []))
        .joined(separator: ", ")
    }
    var regions: [HitRegion] = []
    for (index, answer) in shown.enumerated() {
      let top = y + gap / 2
      // The sign before it says so otherwise.
      let mark = answer.isChosen && side == 0 ? " ✓" : ""
      let words = context.layout(
        StyledText(texts[index] + mark), points: type.text,
        weight: answer.isChosen ? .medium : .regular, maxWidth: room, maxLines: Self.mostLines)
      y += gap
      list.append(.plainText(words, x: indent, y: y, color: colors.text))
      labels.append(RowText(words, origin: Point(x: Double(indent), y: Double(y))))
      // It has the baseline of the answer's first line, whose text is larger.
      let drop = (words.lines.first?.baseline ?? 0) - (figures[index].lines.first?.baseline ?? 0)
      list.append(
        .plainText(
          figures[index], x: indent > 0 ? indent - gap - figures[index].size.width : 0,
          y: y + max(0, drop), color: colors.text))
      if side > 0 {
        let baseline = words.lines.first?.baseline ?? side
        list.commands += sign(
          Rect(x: 0, y: y + max(0, baseline - side * 7 / 8), width: side, height: side),
          isChosen: answer.isChosen, isRound: poll.mostChoices ?? 1 == 1, context)
      }
      y += max(words.size.height, figures[index].size.height)
      if let share = shares[index] {
        y += context.px(2)
        // An answer without votes has a short bar, so that it is recognised as one.
        let length = max(barHeight, Int(Double(room) * share))
        for (length, fill) in [(room, colors.pill), (length, colors.accent)] {
          list.append(
            .roundedRectangle(
              Rect(x: indent, y: y, width: min(length, room), height: barHeight),
              CornerRadii(Double(min(barHeight, length, room)) / 2), fill: fill, stroke: nil))
        }
        y += barHeight
      }
      if poll.takesVotes {
        regions.append(
          HitRegion(
            Rect(x: -gap / 2, y: top, width: width + gap, height: y + gap / 2 - top),
            PollVote(answer: index, text: texts[index], isChosen: answer.isChosen),
            label: spoken[index], cornerRadius: Double(gap) / 2))
      }
    }

    let facts = facts(of: poll, left: poll.answers.count - shown.count, context.strings)
    let line = context.line(facts, points: type.secondary, maxWidth: width)
    y += gap
    list.append(.plainText(line, x: 0, y: y, color: colors.secondary))
    y += line.size.height
    var result = BlockLayout(
      size: PixelSize(width: width, height: y), drawList: list, hitRegions: regions,
      accessibleText: ([context.strings.media[.poll], question.request.text.string] + spoken
        + [facts]).joined(separator: "; "),
      trailerSpace: .lastLine(endX: min(line.size.width, width)))
    result.labels = labels
    return result
  }

  /// Returns the ring or the box before an answer, with a tick if it is chosen.
  private static func sign(
    _ rect: Rect, isChosen: Bool, isRound: Bool, _ context: BlockContext
  ) -> [DrawCommand] {
    let colors = context.colors
    let width = Double(max(1, context.px(1.5)))
    let inner = rect.insetBy(width / 2)
    let radius = isRound ? inner.width / 2 : min(inner.width / 4, Double(context.px(4)))
    guard isChosen else {
      return [
        .roundedRectangle(
          inner, CornerRadii(radius), fill: nil, stroke: Stroke(colors.secondary, width: width))
      ]
    }
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: rect.x + x * rect.width, y: rect.y + y * rect.height)
    }
    return [
      .roundedRectangle(inner, CornerRadii(radius), fill: colors.accent, stroke: nil),
      .polyline(
        Polyline([at(0.28, 0.53), at(0.44, 0.69), at(0.74, 0.34)]), fill: nil,
        stroke: Stroke(colors.onAccent, width: width)),
    ]
  }

  /// Returns a text like `Poll · 12 voters · closed`.
  private static func facts(of poll: ChatPoll, left: Int, _ strings: ChatStrings) -> String {
    let known = poll.answers.compactMap(\.votes)
    let sum = known.reduce(0) { $0.addingClamped(max(0, $1)) }
    let count = poll.voters.map { strings.voters($0) } ?? (known.isEmpty ? nil : strings.votes(sum))
    return [
      left > 0 ? "+\(left)" : nil, strings.media[.poll], count,
      poll.takesVotes ? poll.mostChoices.flatMap { $0 > 1 ? strings.choices($0) : nil } : nil,
      poll.hidesVotes ? strings.votesHidden : nil,
      poll.isClosed ? strings.closed : nil,
    ].compactMap(\.self).joined(separator: " · ")
  }
}
