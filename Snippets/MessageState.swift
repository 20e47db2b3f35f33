// Delivery states of messages and who has read them, stored apart from the messages.
//
//     swift run MessageState

import LugeChat
import LugeCore
import LugeEngine

let me = ChatAuthor(id: 1, name: "Me", colorIndex: 3)
let anna = ChatAuthor(id: 2, name: "Anna", colorIndex: 0)

// snippet.message
var message = ChatMessage(
  id: ItemID(1), author: me, isOutgoing: true, time: 1_717_423_500,
  text: StyledText("The hill!"))
message.tracksState = true
// snippet.end

// snippet.facts
let facts = ChatFacts()
facts.setState(.sending, of: message.id)
// Later, from any thread:
facts.setState(.sent, of: message.id)
facts.setState(.delivered, of: message.id)
facts.markRead(by: anna, upTo: message.id)
facts.setState(.read, of: message.id)
// snippet.end
let slot = SlotKey(item: message.id, part: ChatSlot.state)
print(facts.accessibleText(of: message.id, in: [slot]) ?? "")

// snippet.failure
message.failure = "No connection"
message.revision = Revision(message.revision.rawValue + 1)
// snippet.end

// snippet.resend
@MainActor
final class Resending: RowInteractor {
  func perform(_ action: SendAction, on hit: ListHit) {
    switch action {
    case .retry: print("send \(hit.row.item.rawValue) again")
    case .discard: print("remove \(hit.row.item.rawValue)")
    }
  }
}
// snippet.end
