import Foundation
import LugeTestSupport
import Testing

/// What a person does in a chat who has nothing but what AT-SPI gives: no key, no mouse, no look at
/// the window. What came of it is read from the room's log.
@Suite(
  "Tasks done by a screen reader alone", .serialized, .timeLimit(.minutes(6)),
  .enabled(if: Tools.missingForReaders.isEmpty, "not installed: \(Tools.missingForReaders)"))
struct ReaderTaskTests {
  private let display: Display
  private let room: ChatRoom

  init() throws {
    display = try Display()
    room = try ChatRoom()
  }

  private func act(_ commands: String) throws -> [[String: Any]] {
    try display.read(
      "focus Anna\npause 1\nlist\n" + commands + "\npause 1",
      ["--name", "Anna", "--room", room.path],
      of: Tools.besideTests("ChatExample"), environment: room.environment)
  }

  @Test("Reads the last message word by word, and hears who wrote it, when, and how far it came")
  func reading() throws {
    try room.write(["Ben": "One", "Anna": "The ferry goes at ten"])
    let found = try act("read -1")
    let read = try #require(found.first { $0["words"] != nil })
    let words = read["words"] as? [String] ?? []
    #expect(words.joined().contains("The ferry goes at ten"), "\(words)")
    #expect(words.contains("ferry"))
    #expect(words.count >= 7)
    #expect((read["text"] as? String)?.contains("Sent") == true, "\(read)")
  }

  @Test("Writes and sends a message")
  func sending() throws {
    try room.write(["Ben": "One"])
    _ = try act("put Message: Good morning\nchoose Send")
    #expect(try room.wait("message", count: 2).text == "Good morning")
  }

  @Test("Answers a message")
  func answering() throws {
    try room.write(["Ben": "One"])
    _ = try act("menu -1 Reply\nput Message: Two\nchoose Send")
    let answer = try room.wait("message", count: 2)
    #expect(answer.text == "Two" && answer.replyTo == "h0")
  }

  @Test("Reacts to a message")
  func reacting() throws {
    try room.write(["Ben": "One"])
    let found = try act("menu -1 React with thumbs up")
    #expect(try room.wait("react", count: 1).emoji == "👍", "\(found)")
  }

  @Test("Edits a message")
  func editing() throws {
    try room.write(["Ben": "One", "Anna": "Two"])
    _ = try act("menu -1 Edit\nput Message: Three\nchoose Send")
    let edit = try room.wait("edit", count: 1)
    #expect(edit.text == "Three" && edit.id == "h1")
  }

  @Test("Deletes a message, takes that back, and deletes another")
  func deleting() throws {
    try room.write(["Ben": "One", "Anna": "Two"])
    let found = try act("menu -1 Delete\nchoose Undo\npause 6\nlist\nmenu -1 Delete\npause 6")
    #expect(try room.wait("delete", count: 1).id == "h1")
    #expect(room.entries("delete").count == 1)
    let last = AccessibleReader.lists(found).last?.last?.name
    #expect(last?.contains("Two") == true, "it came back: \(last ?? "")")
  }

  @Test("Finds a message by its words")
  func finding() throws {
    try room.write(
      (0..<60).map { ($0 % 2 == 0 ? "Ben" : "Anna", $0 == 3 ? "The needle" : "Hay \($0)") })
    let found = try act("choose Find…\nput Find in this conversation: needle\npause 2\nlist")
    let items = AccessibleReader.lists(found).last ?? []
    #expect(items.contains { $0.name.contains("The needle") }, "\(items.map(\.name))")
  }

  @Test("Goes to a date")
  func dates() throws {
    try room.write(
      (0..<60).map { ($0 % 2 == 0 ? "Ben" : "Anna", "Day \($0)") }, apart: 86_400)
    let found = try act(
      "choose Go to Date…\npause 1\nput Date: 2023-11-24\nchoose Go\npause 2\nlist")
    let items = AccessibleReader.lists(found).last?.map(\.name) ?? []
    #expect(items.contains { $0.contains("Day 10") }, "\(items)")
    #expect(!items.contains { $0.contains("Day 59") }, "\(items)")
  }

  @Test("Opens a picture of a message, and closes it")
  func pictures() throws {
    try room.writePicture()
    let found = try act("act -1 0 Press\npause 2\nchoose Close\npause 1\nlist")
    #expect(found.contains { $0["chosen"] as? String == "Close" })
    #expect(AccessibleReader.lists(found).last?.isEmpty == false)
  }

  @Test("Selects two messages by pressing them, and copies what they say")
  func selecting() throws {
    try room.write(["Ben": "One", "Carla": "Two", "Dora": "Three"])
    let found = try act("menu -1 Select\npause 1\nact -3 Press\npause 1\nlist")
    let selected = found.compactMap { $0["item"] as? [String: Any] }.filter {
      ($0["states"] as? [String])?.contains("selected") == true
    }.compactMap { $0["name"] as? String }
    #expect(selected.count == 2 && selected.contains { $0.contains("Three") }, "\(selected)")
    #expect(selected.contains { $0.contains("One") })
  }

  @Test("Plays a video, hears whose it is and of when, finds how to save it, and closes it")
  func videos() throws {
    try room.writeVideo()
    let found = try act("act -1 0 Press\npause 3\nwords video\nchoose Close\npause 1\nlist")
    let words = found.filter { $0["at"] as? String == "video" }
    func said(_ role: String) -> [String] {
      words.filter { $0["role"] as? String == role }.compactMap { $0["word"] as? String }
    }
    let video = words.compactMap { $0["word"] as? String }.first { $0.hasPrefix("Video, Ben, ") }
    #expect(video?.contains("22:13") == true && video?.contains("v.avi") == true, "\(words)")
    #expect(Set(said("push button") + said("button")).isSuperset(of: ["Pause", "Save As…"]))
    #expect(AccessibleReader.lists(found).last?.isEmpty == false)
  }

  @Test("Opens a thread, writes in it and closes it")
  func threads() throws {
    try room.write(["Ben": "One"])
    _ = try act("menu -1 Reply in Thread\npause 1\nput Message: Inside\nchoose Send")
    let answer = try room.wait("message", count: 2)
    #expect(answer.text == "Inside" && answer.threadOf == "h0")
  }

  @Test("Attaches a file")
  func attaching() throws {
    try room.write(["Ben": "One"])
    let file = room.path + "/notes.txt"
    try Data("notes".utf8).write(to: URL(fileURLWithPath: file))
    _ = try act(
      "choose Attach files\npause 1\nput File name:: \(file)\nchoose Open\npause 2\nchoose Send\npause 1"
    )
    #expect(try room.wait("message", count: 2).files?.map(\.name) == ["notes.txt"])
  }
}
