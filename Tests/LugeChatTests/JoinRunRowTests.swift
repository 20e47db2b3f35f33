import LugeChat
import LugeCore
import LugeEngine
import Testing

@Suite("Runs of people who came and left as rows") struct JoinRunRowTests {
  private func service(_ part: JoinRunPart?) -> ChatMessage {
    var message = message(2, "Ann joined")
    message.isService = true
    message.joinRun = part
    return message
  }

  @Test("One line stands for all of them; a click on it asks for each")
  func closed() throws {
    let heading = rows(
      service(.heading("3 joined, 1 left", isOpen: false)), previous: message(1), next: message(3))
    #expect(heading.map(\.id.part) == [ChatPart.joinRun])
    let layout = heading[0].layout(in: context())
    #expect(layout.accessibleText == "3 joined, 1 left")
    #expect(layout.hitRegions.map(\.action) == [.custom(ChatAction.fold)])
    // No item's text: a find in the message is not looked for in what stands for it.
    #expect(layout.texts.isEmpty && layout.copyText == nil)

    let folded = rows(service(.folded), previous: message(1), next: message(3))
    #expect(folded.map { $0.layout(in: context()).size.height } == [0])
  }

  @Test("An open run has its first message below the heading, which is another one then")
  func open() throws {
    let closed = rows(service(.heading("2 joined", isOpen: false)))
    let open = rows(service(.heading("2 joined", isOpen: true)))
    #expect(open.map(\.id.part).suffix(2) == [ChatPart.joinRun, ChatPart.service])
    #expect(open.last?.layout(in: context()).copyText == "Ann joined")
    let revisions = [closed, open].map { $0.first { $0.id.part == ChatPart.joinRun }?.revision }
    #expect(revisions[0] != revisions[1])
    let other = rows(service(.heading("3 joined", isOpen: false)))
    #expect(other.first { $0.id.part == ChatPart.joinRun }?.revision != revisions[0])
  }

  @Test("The mark stays within the list at any width", arguments: [1, 20, 60, 360, 1_400])
  func narrow(width: Int) throws {
    let row = try #require(
      rows(service(.heading("1,024 joined, 988 left", isOpen: false)), previous: message(1)).first)
    let layout = row.layout(in: context(width))
    #expect(layout.size.width == width && layout.size.height > 0)
    let rect = try #require(layout.hitRegions.first?.rect)
    #expect(rect.x >= 0 && rect.x + rect.width <= Double(width))
  }
}
