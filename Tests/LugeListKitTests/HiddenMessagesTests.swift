import LugeChat
import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@testable import LugeListKit

@Suite("Messages that are hidden while their deletion can be undone") struct HiddenMessagesTests {
  private func message(_ id: Int64, _ words: String = "") -> ChatMessage {
    ChatMessage(
      id: ItemID(id), author: ChatAuthor(id: 1, name: "Anna"), isOutgoing: false, time: id,
      text: StyledText(words))
  }

  private func ids(_ messages: [ChatMessage]) -> [Int64] { messages.map(\.id.rawValue) }

  @Test("What changes meanwhile is there when they are shown again")
  func changed() {
    var hidden = HiddenMessages()
    hidden.hide([ItemID(2)], among: [message(1), message(2, "old"), message(3)])
    #expect(hidden.take(.replace(message(2, "new")), previous: { _ in nil }) == nil)
    #expect(hidden.take(.insert([message(2, "newer")], after: nil), previous: { _ in nil }) == nil)
    guard case .insert(let shown, let place)? = hidden.show([ItemID(2)]).first else {
      return #expect(Bool(false), "nothing is shown")
    }
    #expect(shown.map(\.text.string) == ["newer"] && place == ItemID(1) && hidden.isEmpty)
  }

  @Test("One that others remove meanwhile stays away, by a change or by a state")
  func removed() {
    var hidden = HiddenMessages()
    let all = [message(1), message(2), message(3)]
    hidden.hide([ItemID(2), ItemID(3)], among: all)
    _ = hidden.take(.remove([ItemID(2)]), previous: { _ in nil })
    #expect(hidden.show([ItemID(2)]).isEmpty)
    #expect(ids(hidden.take(state: [message(1), message(4)])) == [1, 4])
    #expect(hidden.show([ItemID(3)]).isEmpty)
  }

  /// A list, and changes of it, as a list of all messages that hides some would take them.
  private struct Naive {
    var all: [ChatMessage]

    mutating func take(_ change: KeyedChange<ChatMessage>) {
      switch change {
      case .append(let messages): all += messages
      case .insert(let messages, let place): all.insert(contentsOf: messages, at: after(place))
      case .remove(let ids): all.removeAll { ids.contains($0.id) }
      case .replace(let message):
        if let index = all.firstIndex(where: { $0.id == message.id }) { all[index] = message }
      case .move(let id, let place):
        guard let index = all.firstIndex(where: { $0.id == id }), id != place else { return }
        let message = all.remove(at: index)
        all.insert(message, at: after(place))
      }
    }

    private func after(_ id: ItemID?) -> Int {
      guard let id else { return 0 }
      return all.firstIndex { $0.id == id }.map { $0 + 1 } ?? all.count
    }
  }

  @Test("Any changes give the list that it would be without hiding", arguments: 0..<400)
  func property(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var next: Int64 = 9
    var whole = Naive(all: (1..<next).map { message($0) })
    var shown = whole
    var hidden = HiddenMessages()
    for _ in 0..<60 {
      func any() -> ItemID? { whole.all.randomElement(using: &random)?.id }
      var change: KeyedChange<ChatMessage>?
      switch Int.random(in: 0..<9, using: &random) {
      case 0: change = .append([message(next)])
      case 1: change = .insert([message(next), message(next + 1)], after: any())
      case 2: change = .remove(Array(Set([any(), any()].compactMap(\.self))))
      case 3: change = any().map { .replace(message($0.rawValue, "\(next)")) }
      case 4:
        if let id = any() {
          let place = Bool.random(using: &random) ? any() : nil
          change = .move(id, after: place)
        }
      case 5, 6:
        let ids = Set([any(), any()].compactMap(\.self)).filter { !hidden.contains($0) }
        hidden.hide(ids, among: shown.all)
        shown.take(.remove(Array(ids)))
      case 7:
        let ids = [any(), any()].compactMap(\.self)
        hidden.show(ids).forEach { shown.take($0) }
      default:
        shown.all = hidden.take(state: whole.all)
      }
      next += 2
      if let change {
        let before = shown.all
        whole.take(change)
        let rest = hidden.take(change) { id in
          before.firstIndex { $0.id == id }.flatMap { $0 > 0 ? before[$0 - 1].id : nil }
        }
        if let rest { shown.take(rest) }
      }
      #expect(ids(shown.all) == ids(whole.all.filter { !hidden.contains($0.id) }))
    }
    hidden.show(whole.all.map(\.id)).forEach { shown.take($0) }
    #expect(ids(shown.all) == ids(whole.all))
    #expect(shown.all.map(\.text.string) == whole.all.map(\.text.string))
  }
}
