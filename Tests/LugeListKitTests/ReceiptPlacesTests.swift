import LugeChat
import LugeCore
import LugeEngine
import Testing

@testable import LugeListKit

@MainActor
@Suite("Where receipts are shown")
struct ReceiptPlacesTests {
  private let anna = ChatAuthor(id: 1, name: "Anna")
  private let ben = ChatAuthor(id: 2, name: "Ben")

  private func own(_ id: Int64) -> ChatMessage {
    var message = ChatMessage(
      id: ItemID(id), author: ChatAuthor(id: 9, name: "Me"), isOutgoing: true, time: id,
      text: StyledText("\(id)"))
    message.tracksState = true
    return message
  }

  private func others(_ id: Int64) -> ChatMessage {
    ChatMessage(id: ItemID(id), author: anna, time: id, text: StyledText("\(id)"))
  }

  private func readers(_ facts: ChatFacts, at message: Int64) -> [String] {
    let slot = SlotKey(item: ItemID(message), part: ChatSlot.readersBeforeBubble)
    return (facts.decoration(in: slot) as? ReadersMark)?.readers.map(\.name) ?? []
  }

  @Test("A message that is removed leaves its receipts to the one before, until it is back")
  func removed() {
    let facts = ChatFacts()
    let places = ReceiptPlaces(facts)
    facts.markRead(by: anna, upTo: ItemID(2))
    facts.markRead(by: ben, upTo: ItemID(3))
    places.look(changes: 1) { [own(1), own(2), own(3)] }
    #expect(readers(facts, at: 3) == ["Ben"] && readers(facts, at: 2) == ["Anna"])
    places.look(changes: 2) { [own(1), own(2)] }
    #expect(readers(facts, at: 2) == ["Ben", "Anna"])
    #expect(facts.accessibleText(of: ItemID(2), in: []) == "Read by Ben and Anna")
    #expect(facts[ItemID(3)].readers == [ben], "what was told stays")
    places.look(changes: 3) { [own(1)] }
    #expect(readers(facts, at: 1) == ["Ben", "Anna"])
    places.look(changes: 4) { [own(1), own(2), own(3)] }
    #expect(readers(facts, at: 3) == ["Ben"] && readers(facts, at: 2) == ["Anna"])
    #expect(readers(facts, at: 1).isEmpty)
  }

  @Test("What is left of a deleted message, and others' messages, have no place for receipts")
  func withoutPlace() {
    let facts = ChatFacts()
    let places = ReceiptPlaces(facts)
    facts.markRead(by: anna, upTo: ItemID(3))
    places.look(changes: 1) { [own(1), own(2).deleted, others(3)] }
    #expect(readers(facts, at: 1) == ["Anna"])
    // It reads on.
    facts.markRead(by: anna, upTo: ItemID(4))
    places.look(changes: 2) { [own(1), own(2).deleted, others(3), own(4)] }
    #expect(readers(facts, at: 1).isEmpty && readers(facts, at: 4) == ["Anna"])
  }

  @Test("Who wrote a message is not its reader, but has read those before it")
  func author() {
    let facts = ChatFacts()
    let places = ReceiptPlaces(facts)
    facts.markRead(by: anna, upTo: ItemID(3))
    places.look(changes: 1) { [own(1), own(2), others(3)] }
    #expect(facts.accessibleText(of: ItemID(3), in: []) == nil)
    #expect(facts.shown(at: ItemID(3)).readers.isEmpty)
    #expect(readers(facts, at: 2) == ["Anna"])
    facts.markRead(by: ben, upTo: ItemID(3))
    places.look(changes: 1) { [own(1), own(2), others(3)] }
    #expect(facts.accessibleText(of: ItemID(3), in: []) == "Read by Ben")
  }

  @Test("Nothing is looked through where nothing has changed")
  func unchanged() {
    let facts = ChatFacts()
    let places = ReceiptPlaces(facts)
    var looks = 0
    func look(_ changes: Int) {
      places.look(changes: changes) {
        looks += 1
        return [own(1)]
      }
    }
    look(1)
    #expect(looks == 0, "nobody has read anything")
    facts.markRead(by: anna, upTo: ItemID(1))
    look(1)
    look(1)
    facts.setState(.read, of: ItemID(1))
    look(1)
    #expect(looks == 1)
    look(2)
    #expect(looks == 2)
  }
}
