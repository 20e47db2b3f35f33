import LugeCore
import LugeEngine

/// Answers of a poll with their shares.
public struct PollPiece: PostPiece {
  public init() {}

  public func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    guard let poll = post.poll, !poll.answers.isEmpty, !post.isCovered else { return [] }
    let closes = poll.closes.map { context.timeText($0) } ?? ""
    let isClosed = poll.closes.map { closes in
      context.configuration.now.map { closes <= $0 } ?? true
    }
    return [
      PollRow(
        id: RowID(item: post.id, part: FeedPart.poll),
        revision: context.revision {
          for answer in poll.answers {
            $0.add(answer.text)
            $0.add(answer.votes)
            $0.add(answer.isChosen)
          }
          $0.add(closes)
          $0.add(isClosed == true)
        },
        answers: Array(poll.answers.prefix(20)), isClosed: isClosed ?? false)
    ]
  }
}

struct PollRow: PostRow {
  static let reuseIdentifier: ReuseIdentifier = "feed.poll"
  let id: RowID
  var revision: Revision
  var card = CardPlace.nowhere
  let answers: [PostPoll.Answer]
  let isClosed: Bool

  /// Maximum lines of an answer; networks allow up to 100 characters.
  private static let mostLines = 6

  static func content(of row: PollRow, in context: CardContext) -> RowLayout {
    let type = context.style.type
    let colors = context.colors
    let counts = row.answers.map { max(0, $0.votes) }
    // Sum as floating point, because a sum of votes from outside may overflow.
    let total = counts.reduce(0.0) { $0 + Double($1) }
    let most = counts.max() ?? 0
    let percents = Percentages.of(counts.map { total > 0 ? Double($0) / total : 0 })
    let padding = context.px(12)
    var list = DrawList()
    var hits: [HitRegion] = []
    var y = 0
    for (index, answer) in row.answers.enumerated() {
      let share = total > 0 ? Double(counts[index]) / total : 0
      let percent = context.line(
        "\(percents[index]) %", type.secondary, .semibold, room: context.width / 3)
      let room = max(1, context.width - 3 * padding - percent.size.width)
      let mark = answer.isChosen ? "✓ " : ""
      let words = context.base.layout(
        StyledText(Clipping.singleLine(mark + answer.text)), points: type.text, maxWidth: room,
        maxLines: Self.mostLines)
      let height = max(words.size.height, percent.size.height) + context.px(12)
      let radius = Double(min(context.px(8), height / 2))
      let surface = Rect(x: 0, y: y, width: context.width, height: height)
      list.append(
        .roundedRectangle(surface, CornerRadii(radius), fill: colors.inset, stroke: nil))
      let barWidth = Int(Double(context.width) * share)
      if barWidth > 0 {
        let fill = counts[index] == most ? colors.leadingBar : colors.bar
        list.append(
          .roundedRectangle(
            Rect(x: 0, y: y, width: barWidth, height: height),
            CornerRadii(min(radius, Double(barWidth) / 2)), fill: fill, stroke: nil))
      }
      list.append(
        .plainText(
          words, x: padding, y: y + (height - words.size.height) / 2, color: colors.text))
      list.append(
        .plainText(
          percent, x: context.width - padding - percent.size.width,
          y: y + (height - percent.size.height) / 2, color: colors.text))
      if !row.isClosed { hits.append(HitRegion(surface, FeedAction.vote(index).action)) }
      y += height + context.px(4)
    }
    let votes = Int(min(total, 1e15))
    let facts = [
      context.strings.votes(votes), row.isClosed ? context.strings.closed : "",
    ]
    .filter { !$0.isEmpty }.joined(separator: " · ")
    let line = context.line(facts, type.small, room: context.width)
    list.append(.plainText(line, x: 0, y: y, color: colors.secondary))
    return RowLayout(
      size: PixelSize(width: context.width, height: y + line.size.height + context.rowGap),
      drawList: list, hitRegions: hits,
      accessibleText: (row.answers.map { "\($0.text): \($0.votes)" } + [facts])
        .joined(separator: ", "))
  }
}
