import LugeCore
import LugeEngine

/// Poll: its question, then each answer with its share and a bar, and the number of voters.
struct PollBlock: BubbleBlock {
  let poll: ChatPoll

  /// Maximum number of answers shown. Networks allow ten or twelve; hostile messages have
  /// thousands.
  private static let mostAnswers = 30
  private static let mostLines = 6
  private static let width = 320.0
  private static let barHeight = 4.0

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
    let indent = figures.map(\.size.width).max().map { $0 > 0 ? $0 + gap : 0 } ?? 0
    let room = max(1, width - indent)
    var list = DrawList()

    let question = context.layout(
      StyledText(Clipping.prefix(poll.question, bytes: Clipping.sentenceLimit)),
      points: type.text, weight: .semibold, maxWidth: width, maxLines: Self.mostLines)
    list.append(.plainText(question, x: 0, y: 0, color: colors.text))
    var labels = [RowText(question)]
    var y = question.size.height
    for (index, answer) in shown.enumerated() {
      let words = context.layout(
        StyledText(texts[index] + (answer.isChosen ? " ✓" : "")), points: type.text,
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
      y += max(words.size.height, figures[index].size.height)
      guard let share = shares[index] else { continue }
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

    let facts = facts(of: poll, left: poll.answers.count - shown.count, context.strings)
    let line = context.line(facts, points: type.secondary, maxWidth: width)
    y += gap
    list.append(.plainText(line, x: 0, y: y, color: colors.secondary))
    y += line.size.height
    let spoken = zip(texts, zip(shown, percents)).map { text, known in
      let votes = known.0.votes.map { [context.strings.votes($0), known.1] } ?? []
      return ([text] + votes + (known.0.isChosen ? ["✓"] : [])).joined(separator: ", ")
    }
    var result = BlockLayout(
      size: PixelSize(width: width, height: y), drawList: list,
      accessibleText: ([context.strings.media[.poll], question.request.text.string] + spoken
        + [facts]).joined(separator: "; "),
      trailerSpace: .lastLine(endX: min(line.size.width, width)))
    result.labels = labels
    return result
  }

  /// Returns a text like `Poll · 12 voters · closed`.
  private static func facts(of poll: ChatPoll, left: Int, _ strings: ChatStrings) -> String {
    let known = poll.answers.compactMap(\.votes)
    let sum = known.reduce(0) { $0.addingClamped(max(0, $1)) }
    let count = poll.voters.map { strings.voters($0) } ?? (known.isEmpty ? nil : strings.votes(sum))
    return [
      left > 0 ? "+\(left)" : nil, strings.media[.poll], count,
      poll.isClosed ? strings.closed : nil,
    ].compactMap(\.self).joined(separator: " · ")
  }
}
