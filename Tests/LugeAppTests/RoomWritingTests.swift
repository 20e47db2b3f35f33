import LugeArchive
import LugeCore
import LugeListKit
import LugeLive
import Testing

@testable import LugeApp

@Suite("What is written in a room") struct RoomWritingTests {
  private let room: [LiveMessage] = [.sample(1), .sample(2, isOwn: true)]

  private func writing(_ thread: RoomThread = RoomThread()) -> RoomWriting {
    RoomWriting(room: room, thread: thread)
  }

  private func content(
    _ text: String, replyTo: Int64? = nil, in event: String? = nil,
    _ thread: RoomThread = RoomThread()
  ) -> MessageContent? {
    let message = OutgoingMessage(text: text, replyTo: replyTo.map { ItemID($0) })
    return writing(thread).parts(of: message, in: event).first?.content
  }

  private func mentioned(_ content: MessageContent?) -> [String] {
    content?.text.spans.compactMap {
      if case .mention(.some(let id)) = $0.attribute { id } else { nil }
    } ?? []
  }

  @Test("A reply names its message, and the person unless that is the user")
  func reply() {
    let ben = content("yes", replyTo: 1)
    #expect(ben?.text.string == "yes" && ben?.reply == "$1")
    #expect(ben?.answeredPerson == "@ben:here")
    let own = content("yes", replyTo: 2)
    #expect(own?.reply == "$2" && own?.answeredPerson == nil)
    #expect(content("yes", replyTo: 9)?.reply == nil, "that is not here")
  }

  @Test("In a thread a message also names the last one on the server, if the thread is still open")
  func thread() {
    var thread = RoomThread()
    let waiting = LiveMessage.sample(4, isOwn: true, state: .waiting, thread: "$1")
    thread.open("$1", [.sample(1), .sample(3, thread: "$1"), waiting])
    let here = content("yes", replyTo: 3, in: "$1", thread)
    #expect(here?.thread == "$1" && here?.threadEnd == "$3" && here?.reply == "$3")
    let other = content("yes", in: "$8", thread)
    #expect(other?.thread == "$8" && other?.threadEnd == nil)
    #expect(content("yes", in: nil, thread)?.thread == nil)
  }

  @Test("Of several files each is a message; the first has the text and is the reply")
  func files() {
    let files = ["a", "b"].map { OutgoingAttachment(path: "/\($0)", name: $0, byteSize: 1) }
    let message = OutgoingMessage(text: "/me waves", attachments: files, replyTo: ItemID(1))
    let parts = writing().parts(of: message, in: "$1")
    #expect(parts.map(\.content.text.string) == ["/me waves", ""])
    #expect(parts.map(\.content.isAction) == [false, false])
    #expect(parts.map(\.content.reply) == ["$1", nil])
    #expect(parts.map(\.content.thread) == ["$1", "$1"])
    // What the composer gets back of one that could not be sent.
    #expect(parts.map(\.message.attachments) == files.map { [$0] })
    #expect(parts.map(\.message.text) == ["/me waves", ""])
    #expect(parts.map(\.message.replyTo) == [ItemID(1), nil])
  }

  @Test("The third person and styles are typed, and come back as they were typed")
  func typed() {
    for text in ["/me waves", "**bold** words", "plain"] {
      var item = LiveMessage.sample(5, isOwn: true)
      item.written = content(text)
      #expect(RoomWriting.typed(item) == text)
    }
    #expect(content("/me waves")?.isAction == true)
    #expect(content("/me waves")?.text.string == "waves")
    #expect(content("plain")?.typed == nil)
    #expect(RoomWriting.typed(.sample(6, "from elsewhere")) == "from elsewhere")
  }

  @Test("A name after \"@\" means a person who wrote in the room or the thread, but not the user")
  func names() {
    #expect(mentioned(content("hi @Ben and @Anna")) == ["@ben:here"])
    var thread = RoomThread()
    thread.open("$1", [.sample(7)])
    let none = RoomWriting(room: [], thread: thread)
    let parts = none.parts(of: OutgoingMessage(text: "hi @Ben"), in: "$1")
    #expect(mentioned(parts.first?.content) == ["@ben:here"])
  }

  @Test("An edit keeps the file that the server has, and the people that the words named")
  func edit() {
    let file = MediaRecord(kind: .file, path: "mxc://here/1", fileName: "a.txt")
    let caption = writing().edited(
      .sample(5, "old", isOwn: true, media: [file]), to: "/me is no action here")
    #expect(caption.media == file && !caption.isAction)
    let local = MediaRecord(kind: .file, path: "/home/a.txt", fileName: "a.txt")
    #expect(writing().edited(.sample(5, isOwn: true, media: [local]), to: "new").media == nil)
    var item = LiveMessage.sample(6, isOwn: true)
    item.written = MessageContent(
      StyledText("hi Cleo", spans: [.init(3..<7, .mention(id: "@cleo:there"))]))
    #expect(mentioned(writing().edited(item, to: "hello Cleo")) == ["@cleo:there"])
    #expect(writing().edited(item, to: "/me waves").isAction)
  }

  @Test("Words that look like a command are one unless Luge knows it, or files are with them")
  func commands() {
    func command(_ text: String, _ files: [OutgoingAttachment] = []) -> String? {
      RoomWriting.unknownCommand(OutgoingMessage(text: text, attachments: files))
    }
    #expect(command("/topic a new one") == "/topic")
    for text in ["/me waves", "/", "/ topic", "/home/anna", "topic", "/42"] {
      #expect(command(text) == nil, "\(text)")
    }
    #expect(command("/topic", [OutgoingAttachment(path: "/a", name: "a", byteSize: 1)]) == nil)
  }
}
