// A kind of message that reacts to clicks. `Examples/Poll` is a complete program with a window.
//
//     swift run KindThatActs

import LugeChat
import LugeCore
import LugeEngine

// snippet.action
struct PollVote: RowAction {
  let answer: Int
}
// snippet.end

// snippet.region
struct AnswerBlock: BubbleBlock {
  let index: Int
  let answer: String
  let votes: Int

  static func layout(_ block: AnswerBlock, in context: BlockContext) -> BlockLayout {
    let text = context.line(block.answer, points: 13)
    return BlockLayout(
      size: text.size,
      drawList: DrawList([.plainText(text, x: 0, y: 0, color: context.colors.text)]),
      hitRegions: [
        HitRegion(
          Rect(x: 0, y: 0, width: text.size.width, height: text.size.height),
          PollVote(answer: block.index), label: "\(block.answer): \(block.votes) votes")
      ])
  }
}
// snippet.end

// snippet.interactor
@MainActor
final class PollInteractor: RowInteractor {
  let vote: (_ message: ItemID, _ answer: Int) -> Void

  init(vote: @escaping (_ message: ItemID, _ answer: Int) -> Void) { self.vote = vote }

  func perform(_ action: PollVote, on hit: ListHit) { vote(hit.row.item, action.answer) }

  func hint(for action: PollVote, on hit: ListHit) -> String? { "Vote" }

  func menuEntries(for action: PollVote, on hit: ListHit) -> [RowMenuEntry] {
    [RowMenuEntry("Vote for This") { [vote] in vote(hit.row.item, action.answer) }]
  }
}
// snippet.end

// In a program with a window: `list.interactors.add(…)`.
// snippet.use
let interactors = RowInteractors()
interactors.add(PollInteractor { print("message \($0.rawValue): answer \($1)") })
// snippet.end

interactors.perform(
  ListHit(
    position: 0, row: RowID(item: ItemID(4), part: ChatPart.bubble),
    action: .typed(AnyRowAction(PollVote(answer: 1)))))
