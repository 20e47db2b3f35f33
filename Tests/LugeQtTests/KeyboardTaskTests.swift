import Foundation
import LugeCore
import LugeTestSupport
import Testing

/// What a person does in a chat with the keyboard alone, by real keys; the field has them at the
/// start.
@Suite(
  "Tasks done with the keyboard alone", .timeLimit(.minutes(6)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct KeyboardTaskTests {
  private let display: Display
  private let room: ChatRoom

  init() throws {
    display = try Display(width: 800, height: 800)
    room = try ChatRoom()
  }

  /// Opens the chat of Anna over what was said; F6 leads from the field to the messages.
  private func start(_ messages: KeyValuePairs<String, String>) throws -> RunningProgram {
    try room.write(messages)
    return try open()
  }

  private func open() throws -> RunningProgram {
    let program = try RunningProgram(
      Tools.besideTests("ChatExample") ?? "", ["--name", "Anna", "--room", room.path],
      environment: display.environment.merging(room.environment) { $1 })
    try display.focus("Anna")
    display.rest(1200)
    return program
  }

  private func keys(_ keys: String...) throws {
    for key in keys {
      try display.act("key \(key)")
      display.rest(200)
    }
  }

  private func type(_ words: String) throws { try display.act("type --delay 25 \(words)") }

  @Test("Sends a message of two lines")
  func sending() throws {
    let program = try start(["Ben": "One"])
    defer { program.stop() }
    try type("Two")
    try keys("shift+Return")
    try type("lines")
    try keys("Return")
    #expect(try room.wait("message", count: 2).text == "Two\nlines")
  }

  @Test("Answers an older message, and is in the field again")
  func answering() throws {
    let program = try start(["Ben": "One", "Carla": "Two", "Dora": "Three"])
    defer { program.stop() }
    try keys("F6", "End", "Up", "Return", "Down", "Down", "Return")
    try type("Answer")
    try keys("Return")
    #expect(try room.wait("message", count: 4).replyTo == "h1")
  }

  @Test("Reacts to the last message, and takes it back")
  func reacting() throws {
    let program = try start(["Ben": "One"])
    defer { program.stop() }
    try keys("F6", "End", "Return", "Down", "Right", "Return")
    #expect(try room.wait("react", count: 1).emoji == "❤️")
    try keys("Return", "Down", "Right", "Return")
    #expect(try room.wait("react", count: 2).isOn == false)
  }

  @Test("Finds another emoji for a reaction by its name")
  func picking() throws {
    let program = try start(["Ben": "One"])
    defer { program.stop() }
    try keys(
      "F6", "End", "Return", "Down", "Right", "Right", "Right", "Right", "Right", "Right", "Return")
    display.rest(500)
    try type("rocket")
    try keys("Return")
    #expect(try room.wait("react", count: 1).emoji == "🚀")
  }

  @Test("Edits one's last message with Up")
  func editing() throws {
    let program = try start(["Ben": "One", "Anna": "Two"])
    defer { program.stop() }
    try keys("Up")
    try type("!")
    try keys("Return")
    #expect(try room.wait("edit", count: 1).text == "Two!")
  }

  @Test("Keeps the words of an edit whose message is deleted meanwhile, and sends them as new")
  func editingDeleted() throws {
    let program = try start(["Ben": "One", "Anna": "Two"])
    defer { program.stop() }
    try keys("Up")
    try type("!")
    try room.writeDeletion(by: "Anna", of: "h1")
    display.rest(1500)
    try keys("Return")
    #expect(try room.wait("message", count: 3).text == "Two!")
    #expect(room.entries("edit").isEmpty)
  }

  /// Does something while the room's log cannot be written to.
  private func withoutLog(_ body: () throws -> Void) throws {
    let (log, aside) = (room.path + "/log.jsonl", room.path + "/aside")
    try FileManager.default.moveItem(atPath: log, toPath: aside)
    try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: false)
    try body()
    display.rest(800)
    try FileManager.default.removeItem(atPath: log)
    try FileManager.default.moveItem(atPath: aside, toPath: log)
  }

  @Test("Has the words of an edit that could not be written in the field, and sends them again")
  func editingFails() throws {
    let program = try start(["Ben": "One", "Anna": "Two"])
    defer { program.stop() }
    try withoutLog {
      try keys("Up")
      try type("!")
      try keys("Return")
    }
    #expect(room.entries("edit").isEmpty)
    try keys("Return")
    let edit = try room.wait("edit", count: 1)
    #expect(edit.text == "Two!" && edit.id == "h1")
  }

  @Test("Edits by Up what was sent, not what could not be sent")
  func editingUnsent() throws {
    let program = try start(["Ben": "One", "Anna": "Two"])
    defer { program.stop() }
    try withoutLog {
      try type("Three")
      try keys("Return")
    }
    try keys("Up")
    try type("!")
    try keys("Return")
    let edit = try room.wait("edit", count: 1)
    #expect(edit.text == "Two!" && edit.id == "h1")
  }

  @Test("Keeps the words of an edit when another message is edited meanwhile")
  func editingAnother() throws {
    let program = try start(["Anna": "One", "Ben": "Two", "Anna": "Three"])
    defer { program.stop() }
    try keys("Up")
    try type("!")
    try keys("F6", "Home", "Return", "e", "Escape", "Return")
    #expect(try room.wait("message", count: 4).text == "Three!")
    #expect(room.entries("edit").isEmpty)
  }

  @Test("Is at the message again when the selection of messages is left by Escape")
  func leavingSelection() throws {
    let program = try start(["Ben": "One", "Carla": "Two", "Dora": "Three"])
    defer { program.stop() }
    try keys("F6", "End", "Up", "Return", "s", "Escape", "Return", "r", "Return")
    try type("Answer")
    try keys("Return")
    #expect(try room.wait("message", count: 4).replyTo == "h1")
  }

  @Test("Leaves a button by Escape: for the field, or first of all for what find has found")
  func leavingButtons() throws {
    let program = try start(["Ben": "One", "Carla": "Two"])
    defer { program.stop() }
    // The emoji's button.
    try keys("Tab", "Escape")
    try type("First")
    try keys("Return")
    #expect(try room.wait("message", count: 3).text == "First")
    // From the find bar on to the header, and back to the list.
    try keys("ctrl+f")
    try type("One")
    try keys("Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Escape")
    try keys("Return", "r", "Return")
    try type("Second")
    try keys("Return")
    #expect(try room.wait("message", count: 4).replyTo == "h0")
  }

  @Test("Deletes a message by the menu's last entry, and undoes it")
  func deleting() throws {
    let program = try start(["Ben": "One", "Anna": "Two"])
    defer { program.stop() }
    try keys("F6", "End", "Menu", "Up", "Return", "ctrl+z")
    display.rest(5500)
    #expect(room.entries("delete").isEmpty)
    try keys("End", "Menu", "Up", "Return")
    #expect(try room.wait("delete", count: 1).id == "h1")
  }

  @Test("Undoes a deletion by its button, which Tab leads to and which waits while it has the keys")
  func undoButton() throws {
    let program = try start(["Ben": "One", "Anna": "Two"])
    defer { program.stop() }
    try keys("F6", "End", "Menu", "Up", "Return", "Tab")
    display.rest(6000)
    #expect(room.entries("delete").isEmpty)
    try keys("space")
    display.rest(5500)
    #expect(room.entries("delete").isEmpty)
    // The list has the keys again.
    try keys("End", "Menu", "Up", "Return")
    #expect(try room.wait("delete", count: 1).id == "h1")
  }

  @Test("Steps through what begins with a letter in a menu, and chooses what alone begins with it")
  func menuLetters() throws {
    try room.write(["Ben": "One", "Anna": "Two"])
    try room.writeRead(by: "Ben", of: "h1")
    let program = try open()
    defer { program.stop() }
    // Reply, Reply in Thread, the submenu Read by, and Reply again.
    try keys("F6", "End", "Return", "r", "r", "r", "r", "Return")
    try type("Answer")
    try keys("Return")
    #expect(try room.wait("message", count: 3).replyTo == "h1")
    try keys("F6", "End", "Return", "e")
    try type("!")
    try keys("Return")
    #expect(try room.wait("edit", count: 1).text == "Answer!")
  }

  @Test("In a menu a recording beside a picture has a submenu as the picture has")
  func partsOfMixture() throws {
    try room.write(["Anna": "One"])
    try room.writeMixture()
    let program = try open()
    defer { program.stop() }
    // What opens files in other programs is one step further: nothing begins with this letter.
    try keys("F6", "End", "Return", "o", "r", "Return")
    try type("Answer")
    try keys("Return")
    #expect(try room.wait("message", count: 5).replyTo == "mixture")
  }

  @Test("The ring around a part of a message leaves its words whole")
  func ringAroundThread() throws {
    try room.write(["Ben": "One"])
    try room.writeAnswer(by: "Clara", "WWWWWWWWWWWWWWWWy", in: "h0")
    let program = try open()
    defer { program.stop() }
    try keys("F6", "End")
    func pixels() throws -> [UInt32] { try display.pixels(width: 800, height: 800) }
    let before = try pixels()
    try keys("Right")
    let ring = DesignTokens.standard.colors.accent
    let accents = Set([ring.light, ring.dark].map { $0.premultipliedWord & 0xFFFFFF })
    let end = Date(timeIntervalSinceNow: 20)
    var under: [UInt32] = []
    while under.count < 100, Date() < end {
      let after = try pixels()
      under = zip(before, after).filter { accents.contains($1) && $0 != $1 }.map(\.0)
      if under.count < 100 { usleep(100_000) }
    }
    #expect(under.count >= 100)
    // The ring covers the bubble's ground, and nothing that is drawn on it.
    #expect(Set(under).count == 1, "\(Set(under).map { String($0, radix: 16) })")
  }

  @Test("Finds a word, goes to the next place, and comes back to the field")
  func finding() throws {
    try room.write(
      (0..<80).map { ($0 % 2 == 0 ? "Ben" : "Carla", $0 % 40 == 3 ? "needle" : "Hay \($0)") })
    let program = try open()
    defer { program.stop() }
    try keys("ctrl+f")
    try type("needle")
    try keys("Return", "Return", "Escape")
    try keys("Return", "Down", "Down", "Return")
    try type("found")
    try keys("Return")
    // The cursor is on what was found last.
    let answered = try room.wait("message", count: 81).replyTo
    #expect(answered == "h3" || answered == "h43", "\(answered ?? "")")
  }

  @Test("Goes to a date, answers the first message of that day, and is in the field again")
  func dates() throws {
    // From 14 November 2023 in UTC, one a day.
    try room.write(
      (0..<60).map { ($0 % 2 == 0 ? "Ben" : "Carla", "Day \($0)") }, apart: 86_400)
    let program = try open()
    defer { program.stop() }
    try keys("ctrl+g")
    // No window manager is there to give the keys to the dialog, and back.
    try display.focus("Date")
    try type("2023-11-24")
    try keys("Return")
    display.rest(1000)
    try display.focus("Anna")
    // The cursor went along.
    try keys("F6", "Return", "Down", "Down", "Return")
    try type("found")
    try keys("Return")
    #expect(try room.wait("message", count: 61).replyTo == "h10")
  }

  @Test("Opens a picture, leaves it, and writes on")
  func pictures() throws {
    try room.writePicture()
    let program = try open()
    defer { program.stop() }
    try keys("F6", "End", "Right", "Return")
    display.rest(800)
    try keys("Escape")
    try type("Seen")
    try keys("Return")
    #expect(try room.wait("message", count: 2).text == "Seen")
  }

  @Test("Comes back to a message as a whole, after one of its parts had the keys")
  func backToMessage() throws {
    try room.write(["Ben": "One"])
    try room.writePicture()
    let program = try open()
    defer { program.stop() }
    try keys("F6", "End", "Right", "Up", "Down", "Return", "r", "Return")
    try type("Answer")
    try keys("Return")
    #expect(try room.wait("message", count: 3).replyTo == "p")
  }

  @Test("Words typed while messages are selected are not sent from the field that nobody sees")
  func typingWhileSelecting() throws {
    let program = try start(["Ben": "One"])
    defer { program.stop() }
    try keys("F6", "End", "Menu", "s")
    try type("unseen")
    // It deselects the message, and the field is back.
    try keys("Return")
    try type("seen")
    try keys("Return")
    #expect(try room.wait("message", count: 2).text == "seen")
    // An answer ends the selection.
    try keys("F6", "Home", "Menu", "s", "Menu", "r", "Return")
    try type("Answer")
    try keys("Return")
    let answer = try room.wait("message", count: 3)
    #expect(answer.text == "Answer" && answer.replyTo == "h0")
  }

  @Test("Copies the address of the link that has the keys, of several")
  func linkMenus() throws {
    let program = try start(["Ben": "https://a.example/x or https://b.example/y"])
    defer { program.stop() }
    try keys("F6", "End", "Right", "Right", "Menu", "c", "Return", "Escape", "ctrl+v", "Return")
    #expect(try room.wait("message", count: 2).text == "https://b.example/y")
  }

  @Test("Chooses in a menu by the first letter, and its last entry by End")
  func menuKeys() throws {
    let program = try start(["Ben": "One"])
    defer { program.stop() }
    try keys("F6", "End", "Return", "r", "Return")
    try type("Answer")
    try keys("Return")
    #expect(try room.wait("message", count: 2).replyTo == "h0")
    // The last entry of somebody else's message.
    try keys("F6", "Home", "Return", "End", "Return")
    #expect(try room.wait("unread", count: 1).id == "h0")
    // The first is the row of reactions, whichever has the keys.
    try keys("Return", "End", "Home", "Right", "Return")
    #expect(try room.wait("react", count: 1).emoji == "❤️")
  }

  @Test("Plays a video, leaves it, and goes on among the messages")
  func videos() throws {
    try room.write(["Ben": "One"])
    try room.writeVideo()
    let program = try open()
    defer { program.stop() }
    try keys("F6", "End", "Right", "Return")
    display.rest(1500)
    // Nothing is written while it plays.
    try type("x")
    // From the video's message to the one before.
    try keys("Escape", "Left", "Up", "Return", "Down", "Down", "Return")
    try type("Seen")
    try keys("Return")
    let answer = try room.wait("message", count: 3)
    #expect(answer.text == "Seen" && answer.replyTo == "h0")
  }

  @Test("Leaves a picture that a click has opened: the field has the keys again")
  func clickedPictures() throws {
    try room.write(["Anna": "Mine"])
    try room.writePicture()
    let program = try open()
    defer { program.stop() }
    try display.act("mousemove 200 600 click 1")
    display.rest(1500)
    // Nothing is written while it is shown, so Up still finds an empty field.
    try type("x")
    try keys("Escape", "Up", "ctrl+a")
    try type("Edited")
    try keys("Return")
    let edit = try room.wait("edit", count: 1)
    #expect(edit.text == "Edited" && edit.id == "h0")
  }

  @Test("Sends once more what could not be written, by its menu")
  func sendingAgain() throws {
    let program = try start(["Ben": "One"])
    defer { program.stop() }
    let (log, aside) = (room.path + "/log.jsonl", room.path + "/aside")
    try FileManager.default.moveItem(atPath: log, toPath: aside)
    try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: false)
    try type("Two")
    try keys("Return")
    display.rest(800)
    try FileManager.default.removeItem(atPath: log)
    try FileManager.default.moveItem(atPath: aside, toPath: log)
    #expect(room.entries("message").count == 1)
    try keys("F6", "End", "Return", "Down", "Return")
    #expect(try room.wait("message", count: 2).text == "Two")
  }

  @Test("Takes back that a message was discarded, and sends it once more")
  func discardUndone() throws {
    let program = try start(["Ben": "One"])
    defer { program.stop() }
    let (log, aside) = (room.path + "/log.jsonl", room.path + "/aside")
    try FileManager.default.moveItem(atPath: log, toPath: aside)
    try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: false)
    try type("Two")
    try keys("Return")
    display.rest(800)
    try FileManager.default.removeItem(atPath: log)
    try FileManager.default.moveItem(atPath: aside, toPath: log)
    try keys("F6", "End", "Return", "Down", "Down", "Return", "ctrl+z")
    display.rest(800)
    try keys("End", "Return", "Down", "Return")
    #expect(try room.wait("message", count: 2).text == "Two")
  }

  @Test("Sends after a new start what could not be written, and discards another such message")
  func sendingAfterANewStart() throws {
    try room.write(["Ben": "One"])
    let (log, aside) = (room.path + "/log.jsonl", room.path + "/aside")
    do {
      let program = try open()
      defer { program.stop() }
      try FileManager.default.moveItem(atPath: log, toPath: aside)
      try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: false)
      for words in ["Two", "Three"] {
        try type(words)
        try keys("Return")
      }
      try keys("ctrl+q")
      display.rest(800)
    }
    try FileManager.default.removeItem(atPath: log)
    try FileManager.default.moveItem(atPath: aside, toPath: log)
    let program = try open()
    defer { program.stop() }
    #expect(room.entries("message").count == 1)
    // The second one is discarded: it is the last, and its menu begins with trying again.
    try keys("F6", "End", "Return", "Down", "Down", "Return")
    try keys("End", "Return", "Down", "Return")
    #expect(try room.wait("message", count: 2).text == "Two")
    display.rest(500)
    #expect(room.entries("message").count == 2)
  }

  @Test("Selects two messages and forwards them")
  func selecting() throws {
    let program = try start(["Ben": "One", "Carla": "Two"])
    defer { program.stop() }
    // The last entry but one: the last is to mark what follows as unread.
    try keys("F6", "End", "Return", "Up", "Up", "Return", "Up", "space")
    // The bar at the lower edge: copy, forward.
    try keys("Tab", "Tab", "space")
    // The only place: this conversation.
    try keys("Down", "Return")
    _ = try room.wait("message", count: 4)
    #expect(room.entries("message").suffix(2).allSatisfy { $0.forwardedFrom != nil })
  }

  @Test("Attaches a file that was copied, and takes another one away again")
  func attaching() throws {
    guard let xclip = Tools.path(of: "xclip") else { return }
    let program = try start(["Ben": "One"])
    defer { program.stop() }
    let file = room.path + "/notes.txt"
    try Data("file://\(file)\n".utf8).write(to: URL(fileURLWithPath: file))
    let clip = try RunningProgram(
      xclip, ["-quiet", "-selection", "clipboard", "-t", "text/uri-list", "-i", file],
      environment: display.environment)
    defer { clip.stop() }
    display.rest(500)
    // Back to the cross of the tile, which Space presses.
    try keys("ctrl+v", "shift+Tab", "shift+Tab", "space")
    try keys("Return")
    display.rest(500)
    #expect(room.entries("message").count == 1)
    try keys("ctrl+v", "Return")
    #expect(try room.wait("message", count: 2).files?.map(\.name) == ["notes.txt"])
  }

  @Test("Goes into a thread, writes there, and leaves it with Escape")
  func threads() throws {
    let program = try start(["Ben": "One"])
    defer { program.stop() }
    try keys("F6", "End", "Return", "Down", "Down", "Down", "Return")
    display.rest(800)
    try type("inside")
    try keys("Return")
    #expect(try room.wait("message", count: 2).threadOf == "h0")
    try keys("Escape")
    try type("outside")
    try keys("Return")
    #expect(try room.wait("message", count: 3).threadOf == nil)
  }
}
