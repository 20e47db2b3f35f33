import LugeChat
import LugeCore
import Testing

@testable import LugeListKit

@Suite("States of messages that are not in the list yet") struct DeliveryPlacesTests {
  private func report(_ state: DeliveryState, _ id: Int64) -> DeliveryPlaces.Report {
    .init(state: state, message: ItemID(id))
  }

  private func message(_ id: Int64) -> ChatMessage {
    ChatMessage(
      id: ItemID(id), author: ChatAuthor(id: 1, name: "Anna"), isOutgoing: true, time: id,
      text: StyledText("\(id)"))
  }

  @Test("Reports for messages that are on their way are placed once, in their order")
  func coming() {
    var places = DeliveryPlaces()
    #expect(!places.isWaiting)
    places.keep(report(.sent, 1), isComing: true)
    places.keep(report(.read, 2), isComing: true)
    #expect(places.isWaiting)
    #expect(places.takeComing() == [report(.sent, 1), report(.read, 2)])
    #expect(!places.isWaiting)
    #expect(places.takeComing() == [])
  }

  @Test("Reports for messages further up wait for the page that has them")
  func unmet() {
    var places = DeliveryPlaces()
    places.keep(report(.read, 1), isComing: false)
    places.keep(report(.delivered, 2), isComing: false)
    #expect(!places.isWaiting)
    places.meet([message(2), message(3)])
    #expect(places.takeComing() == [report(.delivered, 2)])
    places.beginAnother()
    places.meet([message(1)])
    #expect(!places.isWaiting, "it belongs to another conversation")
  }

  @Test("The furthest state is kept, until there is another conversation")
  func furthest() {
    var places = DeliveryPlaces()
    #expect(places.furthest == nil)
    places.reached(.delivered)
    places.reached(.sent)
    #expect(places.furthest == .delivered)
    places.reached(.read)
    #expect(places.furthest == .read)
    places.beginAnother()
    #expect(places.furthest == nil)
  }

  @Test("However many are reported, only the last ones are kept")
  func bounded() {
    var places = DeliveryPlaces()
    for id in Int64(0)..<1000 { places.keep(report(.sent, id), isComing: true) }
    let kept = places.takeComing()
    #expect(kept.count == 256 && kept.last == report(.sent, 999))
  }
}
