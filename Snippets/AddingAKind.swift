// A kind of message that the library does not know. `Examples/Poll` is a complete program.
//
//     swift run AddingAKind

import LugeChat
import LugeCore
import LugeEngine

// snippet.content
struct Poll: ChatAttachment {
  var question: String
  var answers: [(text: String, votes: Int)]
  var summary: String { question }
}
// snippet.end

// snippet.kind
struct PollKind: BubbleBlockKind {
  static let name: KindName = "example.poll"

  func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    message.attachments.compactMap { $0 as? Poll }.map { PollBlock(poll: $0) }
  }
}
// snippet.end

// snippet.block
struct PollBlock: BubbleBlock {
  let poll: Poll

  static func layout(_ block: PollBlock, in context: BlockContext) -> BlockLayout {
    let question = context.line(block.poll.question, points: 14, weight: .semibold)
    return BlockLayout(
      size: question.size,
      drawList: DrawList([.plainText(question, x: 0, y: 0, color: context.colors.text)]),
      accessibleText: block.poll.question)
  }
}
// snippet.end

// snippet.registration
var kinds = ChatKinds.standard
kinds.insert(PollKind(), after: TextKind.name)
let factory = ChatRowFactory(
  ChatConfiguration(kinds: kinds, isGroup: true, zone: ZoneOffsets(.current)))
// snippet.end

let message = ChatMessage(
  id: ItemID(1), author: ChatAuthor(id: 1, name: "Anna", colorIndex: 0), time: 1_717_423_500,
  attachments: [Poll(question: "Saturday?", answers: [(text: "The lake", votes: 2)])])
// snippet.rows
let rows = factory.rows(for: message, previous: nil, next: nil)
// snippet.end
print(rows.count)
