import LugeChat
import LugeCore
import LugeEngine

/// Kind that shows the polls of a message. Registered with `kinds.insert(PollKind(), after:
/// TextKind.name)`.
struct PollKind: BubbleBlockKind {
  static let name: KindName = "example.poll"

  func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    message.attachments.compactMap { $0 as? Poll }.map { PollBlock(poll: $0) }
  }
}

/// Poll inside a bubble: the question, then for each answer its text, its share and a bar, then the
/// number of voters.
struct PollBlock: BubbleBlock {
  let poll: Poll

  static func layout(_ block: PollBlock, in context: BlockContext) -> BlockLayout {
    let answers = block.poll.answers.prefix(12)
    let total = answers.reduce(0) { $0 + Double(max(0, $1.votes)) }
    let parts = answers.map { total > 0 ? Double(max(0, $0.votes)) / total : 0 }
    let percents = Percentages.of(parts)
    let width = min(context.maxWidth, context.px(260))
    let barHeight = max(1, context.px(4))
    let gap = context.px(8)
    let colors = context.colors
    var list = DrawList()
    var hits: [HitRegion] = []

    let question = context.layout(
      StyledText(String(block.poll.question.prefix(300))), points: 14, weight: .semibold,
      maxWidth: width, maxLines: 6)
    list.append(.plainText(question, x: 0, y: 0, color: colors.text))
    var y = question.size.height
    for (index, answer) in answers.enumerated() {
      let top = y + gap
      let part = parts[index]
      let share = context.line("\(percents[index]) %", points: 12)
      let isOwn = index == block.poll.choice
      let text = context.line(
        (isOwn ? "✓ " : "") + answer.text, points: 13, weight: isOwn ? .semibold : .regular,
        maxWidth: max(1, width - share.size.width - gap))
      list.append(.plainText(text, x: 0, y: top, color: colors.text))
      list.append(
        .plainText(share, x: max(0, width - share.size.width), y: top, color: colors.secondary))
      y = top + max(text.size.height, share.size.height)
      for (length, color) in [(width, colors.pill), (Int(part * Double(width)), colors.accent)]
      where length > 0 {
        list.append(
          .roundedRectangle(
            Rect(x: 0, y: y, width: length, height: barHeight),
            CornerRadii(Double(min(barHeight, length)) / 2), fill: color, stroke: nil))
      }
      y += barHeight
      hits.append(
        HitRegion(
          // A little larger than the answer, for the highlight while it is pressed.
          Rect(x: -gap / 2, y: top - gap / 2, width: width + gap, height: y - top + gap),
          PollVote(answer: index, text: answer.text),
          label: "\(answer.text): \(answer.votes) \(answer.votes == 1 ? "vote" : "votes")"
            + (isOwn ? ", your vote" : "")))
    }
    // Each voter has one vote.
    let voters = total == 1 ? "1 person voted" : "\(Int(min(total, 1e9))) people voted"
    let line = context.line(voters, points: 12, maxWidth: width)
    y += gap
    list.append(.plainText(line, x: 0, y: y, color: colors.secondary))
    y += line.size.height
    return BlockLayout(
      size: PixelSize(width: width, height: y), drawList: list, hitRegions: hits,
      accessibleText: ([block.poll.question] + answers.map { "\($0.text): \($0.votes)" }
        + [voters]).joined(separator: ", "),
      trailerSpace: .lastLine(endX: line.size.width))
  }
}
