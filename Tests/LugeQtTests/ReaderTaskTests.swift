import Foundation
import LugeTestSupport
import Testing

/// What a person does in a chat who has nothing but what AT-SPI gives: no key, no mouse, no look at
/// the window. What came of it is read from the room's log.
@Suite(
  "Tasks done by a screen reader alone", .timeLimit(.minutes(6)),
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

  @Test("Hears how to undo; a second deletion goes on with the first, and both are undone together")
  func deletingTwice() throws {
    try room.write(["Ben": "One", "Anna": "Two", "Anna": "Three"])
    let found = try act(
      "events\nmenu -1 Delete\nmenu -2 Delete\nchoose Undo\nevents\npause 6\nlist")
    #expect(
      said(found) == [
        "Message deleted. Undo: Ctrl+Z", "2 messages deleted. Undo: Ctrl+Z", "2 messages restored",
      ],
      "\(said(found))")
    let items = AccessibleReader.lists(found).last ?? []
    #expect(items.suffix(2).first?.name.contains("Two") == true, "\(items)")
    #expect(items.last?.name.contains("Three") == true, "\(items)")
    #expect(room.entries("delete").isEmpty)
  }

  @Test("Goes through the row of reactions; the own one is marked, and taken back by it")
  func reactionRow() throws {
    try room.write(["Ben": "One"])
    let found = try act(
      """
      key F6
      pause 1
      key End
      pause 1
      key Return
      pause 1
      events
      key Down
      pause 0.5
      key Right
      pause 0.5
      key Left
      pause 0.5
      events
      find React with red heart
      key Return
      pause 1
      menu -1 React with thumbs up
      pause 1
      """)
    let focused = found.compactMap { $0["event"] as? [Any] }.filter {
      ($0[0] as? String)?.hasPrefix("object:state-changed:focused") == true && ($0[1] as? Int) == 1
    }.compactMap { $0[3] as? String }.filter { $0.hasPrefix("React with") }
    #expect(
      focused == ["React with thumbs up", "React with red heart", "React with thumbs up"],
      "\(focused)")
    let heart = found.first { $0["found"] as? String == "React with red heart" }
    #expect((heart?["states"] as? [String])?.contains("checked") == false, "\(heart ?? [:])")
    let own = found.first { $0["chosen"] as? String == "React with thumbs up" }
    #expect((own?["states"] as? [String])?.contains("checked") == true, "\(own ?? [:])")
    let reactions = room.entries("react")
    #expect(reactions.map(\.isOn) == [true, false], "\(reactions)")
  }

  @Test("Hears of all people in the header, for whom there is no room")
  func people() throws {
    try room.write((0..<8).map { ("Person\($0)", "Hello") })
    let found = try act("find room")
    let words = found.first { $0["found"] as? String == "room" }?["description"] as? String
    #expect(words?.contains("Person0, Person1") == true, "\(found)")
    #expect(words?.contains("Person7") == true, "\(words ?? "")")
  }

  @Test("The line above what is unread stands above what came while one was further up")
  func unseenMessages() throws {
    try room.write((0..<60).map { ($0 % 2 == 0 ? "Ben" : "Anna", "Line \($0)") })
    let other = try RunningProgram(
      try #require(Tools.besideTests("ChatExample")), ["--name", "Ben", "--room", room.path],
      environment: display.environment.merging(room.environment) { $1 })
    defer { other.stop() }
    func come(_ words: String) -> String {
      #"append \#(room.path)/log.jsonl {"kind":"message","id":"\#(words)","by":"Ben","#
        + #""at":1700100000,"text":"\#(words)"}"#
    }
    let found = try act(
      """
      key F6
      pause 1
      key Home
      pause 2
      \(come("First"))
      pause 1
      focus Ben
      pause 1
      \(come("Second"))
      pause 1
      focus Anna
      pause 1
      key End
      pause 2
      list
      """)
    let items = AccessibleReader.lists(found).last?.map(\.name) ?? []
    let line = items.first { $0.localizedCaseInsensitiveContains("unread") }
    #expect(line?.contains("First") == true, "\(items)")
  }

  @Test("What came while one was away is read from its beginning, and no farther than it is seen")
  func away() throws {
    try room.write((0..<30).map { ($0 % 2 == 0 ? "Ben" : "Anna", "Line \($0)") })
    let other = try RunningProgram(
      try #require(Tools.besideTests("ChatExample")), ["--name", "Ben", "--room", room.path],
      environment: display.environment.merging(room.environment) { $1 })
    defer { other.stop() }
    let news = (0..<30).map {
      #"append \#(room.path)/log.jsonl {"kind":"message","id":"n\#($0)","by":"Ben","#
        + #""at":\#(1_700_100_000 + $0),"text":"News \#($0)."}"#
    }
    let found = try act(
      "focus Ben\npause 1\n\(news.joined(separator: "\n"))\npause 2\nfocus Anna\npause 2\nlist")
    let items = AccessibleReader.lists(found).last?.map(\.name) ?? []
    let line = items.first { $0.localizedCaseInsensitiveContains("unread") }
    #expect(line?.contains("News 0.") == true, "\(items)")
    #expect(!items.contains { $0.contains("News 29.") }, "\(items)")
    let read = room.entries("read").last { $0.by == "Anna" }?.id
    #expect(read?.hasPrefix("n") == true && read != "n29", "\(read ?? "")")
    // The bar that tells how many there are below covers the end of the list.
    func lowerEdge(_ key: String, _ isWanted: (String) -> Bool) -> Int? {
      let place =
        found.compactMap { $0[key] as? [String: Any] }
        .last { isWanted($0["name"] as? String ?? "") }?["rect"] as? [Int]
      return place.map { $0[1] + $0[3] }
    }
    let number = read?.dropFirst() ?? ""
    let end = try #require(lowerEdge("item") { $0.hasSuffix("News \(number).") }, "\(items)")
    let bar = 30
    #expect(end <= (lowerEdge("list") { _ in true } ?? 0) - bar, "\(end) \(read ?? "")")
  }

  @Test("What is marked as unread stands in the title, with all that comes, until one is back")
  func markingUnread() throws {
    try room.write(["Anna": "One", "Ben": "Two", "Ben": "Three", "Ben": "Four"])
    let other = try RunningProgram(
      try #require(Tools.besideTests("ChatExample")), ["--name", "Ben", "--room", room.path],
      environment: display.environment.merging(room.environment) { $1 })
    defer { other.stop() }
    let news =
      #"append \#(room.path)/log.jsonl {"kind":"message","id":"new","by":"Ben","#
      + #""at":1700100000,"text":"Five"}"#
    // Each `focus` waits for a window whose title is like that.
    let found = try act(
      """
      menu -3 Mark Unread from Here
      focus ^.3.
      \(news)
      focus ^.4.
      focus Ben
      pause 1
      focus Anna
      pause 1
      focus ^Anna
      pause 1
      list
      """)
    let items = AccessibleReader.lists(found).last?.map(\.name) ?? []
    #expect(items.last?.contains("Five") == true, "\(items)")
    #expect(room.entries("unread").map(\.id) == ["h1"])
  }

  @Test("Hears that one wrote what is forwarded; it is not edited, but what one wrote is")
  func forwardedOwn() throws {
    try room.write(["Ben": "One", "Anna": "Two"])
    let found = try act(
      """
      menu -1 Forward
      choose This Conversation
      pause 2
      list
      key Up
      pause 1
      send !
      key Return
      pause 1
      """)
    let last = AccessibleReader.lists(found).last?.last?.name
    #expect(last?.contains("Forwarded from you") == true, "\(last ?? "")")
    #expect(try room.wait("edit", count: 1).id == "h1")
  }

  @Test("Finds a message by its words")
  func finding() throws {
    try room.write(
      (0..<60).map { ($0 % 2 == 0 ? "Ben" : "Anna", $0 == 3 ? "The needle" : "Hay \($0)") })
    let found = try act("choose Find…\nput Find in this conversation: needle\npause 2\nlist")
    let items = AccessibleReader.lists(found).last ?? []
    #expect(items.contains { $0.name.contains("The needle") }, "\(items.map(\.name))")
  }

  /// Ctrl+Right moves the caret there, and a reader asks for the word at the caret.
  @Test("Reads the word behind the last character of a message and of a field")
  func wordAtTheEnd() throws {
    try room.write((0..<60).map { ($0 % 2 == 0 ? "Ben" : "Anna", "Hay \($0)") })
    let found = try act(
      """
      choose Find…
      put Find in this conversation: one needle
      pause 1
      ends -2
      ends Find in this conversation
      letter 4 Find in this conversation
      """)
    let ends = found.filter { $0["ends"] != nil }
    #expect(ends.count == 2)
    for end in ends {
      let count = end["count"] as? Int
      let places = end["places"] as? [Int] ?? []
      #expect(places.count == 12 && places.allSatisfy { $0 == count }, "\(end)")
    }
    let field = ends.last?["ends"] as? [String] ?? []
    #expect(field.first == "needle" && Set(field.prefix(6)) == ["needle"], "\(field)")
    #expect(ends.last?["text"] as? String == "one needle")
    let letter = found.last { $0["letter"] != nil }?["letter"] as? [Int] ?? []
    #expect(letter.count == 4 && letter[2] > 2 && letter[2] < 30, "\(letter)")
  }

  @Test("Hears each message that is found, and which of how many it is; the field keeps the keys")
  func hearingFinds() throws {
    try room.write(
      (0..<90).map { ($0 % 2 == 0 ? "Ben" : "Anna", $0 % 40 == 3 ? "The needle" : "Hay \($0)") })
    let found = try act(
      """
      choose Find…
      events
      put Find in this conversation: needle
      pause 2
      events
      key F3
      pause 2
      events
      put Find in this conversation: nothing like it
      pause 2
      events
      """)
    let said = found.compactMap { $0["event"] as? [Any] }.filter {
      ($0[2] as? String) == "notification" && ($0[1] as? Int) == 1
    }.compactMap { $0[3] as? String }
    #expect(said.count == 3, "\(said)")
    #expect(said.first?.contains("You, 23:36: The needle") == true, "\(said)")
    #expect(said.first?.hasSuffix("3 of 3 messages") == true, "\(said)")
    #expect(said.dropFirst().first?.hasSuffix("1 of 3 messages") == true, "\(said)")
    #expect(said.last == "Nothing found")
  }

  /// What was announced, without the name of menus that opened.
  private func said(_ found: [[String: Any]]) -> [String] {
    found.compactMap { $0["event"] as? [Any] }.filter {
      ($0[2] as? String) == "notification" && ($0[1] as? Int) == 1
    }.compactMap { $0[3] as? String }.filter { $0 != "Menu" }
  }

  @Test("Hears each line of a message higher than the list, while the keys go through it")
  func tallMessages() throws {
    let lines = (0..<36).map { "Line number \($0)" }
    try room.write(["Ben": "One", "Carla": lines.joined(separator: "\\n")])
    let found = try act(
      "key F6\npause 1\nkey End\npause 1\nevents\n"
        + String(repeating: "key Up\npause 1\nevents\n", count: 3))
    let spoken = said(found).flatMap { $0.split(separator: "\n").map(String.init) }
      .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(spoken.count >= 3, "\(said(found))")
    // Upwards, each line once: those of one press from top to bottom.
    #expect(Set(spoken).count == spoken.count, "\(spoken)")
    let (first, last) = (spoken.min() ?? 0, spoken.max() ?? 0)
    #expect(last - first == spoken.count - 1, "\(spoken)")
  }

  @Test("Finds a character of a message where it is seen, and which is at a place")
  func characters() throws {
    try room.write(["Ben": "One two three"])
    let found = try act("glyph -1 One\nglyph -1 three")
    let glyphs = found.compactMap { $0["glyph"] as? [Int] }
    #expect(glyphs.count == 2, "\(found)")
    for (glyph, at) in zip(glyphs, found.compactMap { $0["at"] as? [Int] }) {
      #expect((3...20).contains(glyph[2]) && (8...40).contains(glyph[3]), "\(glyph)")
      // What is asked for, and what is found at its middle.
      #expect(at[0] == at[1], "\(at)")
    }
    if glyphs.count == 2 { #expect(glyphs[0][0] + 30 < glyphs[1][0], "\(glyphs)") }
  }

  @Test("Hears the place of a message among all, though the older ones are not loaded")
  func places() throws {
    try room.write((0..<250).map { ("Ben", "Line \($0)") })
    let found = try act("pause 1")
    let last = found.compactMap { $0["item"] as? [String: Any] }.last
    #expect(last?["description"] as? String == "250 of 250", "\(last ?? [:])")
  }

  @Test(
    "Files dragged over the list are said to be attached", .enabled(if: DragSource.missing.isEmpty))
  func dragging() throws {
    try room.write(["Ben": "One"])
    let found = try act(
      "drop \(DragSource.script) 200 200 \(room.path)/log.jsonl\nfind Drop to attach")
    #expect(found.contains { $0["found"] as? String == "Drop to attach" }, "\(found)")
  }

  @Test("Hears what the parts of a message are, and how many of a kind")
  func names() throws {
    try room.writeAlbum()
    let items = AccessibleReader.lists(try act("pause 2\nlist")).last ?? []
    let album = try #require(items.last { $0.name.contains("An album") })
    #expect(album.name.contains("2 photos, 1 video"), "\(album.name)")
    // The last one is the face of who wrote it, which leads to that person.
    #expect(
      album.parts == ["Photo 1 of 2", "Photo 2 of 2", "Video, v.avi, 0:40", "Ben"],
      "\(album.parts)")
  }

  @Test("Goes to each picture of an album that has one twice")
  func doubledPicture() throws {
    try room.writeDoubledAlbum()
    let found = try act(
      "pause 2\nlist\nkey F6\npause 1\nkey End\npause 1\nevents\n"
        + String(repeating: "key Right\npause 1\n", count: 3) + "events")
    let album = try #require(
      AccessibleReader.lists(found).last?.last { $0.name.contains("An album") })
    let photos = ["Photo 1 of 3", "Photo 2 of 3", "Photo 3 of 3"]
    #expect(album.parts == photos + ["Ben"], "\(album.parts)")
    let focused = found.compactMap { $0["event"] as? [Any] }.filter {
      ($0[0] as? String)?.hasPrefix("object:state-changed:focused") == true && ($0[1] as? Int) == 1
    }.compactMap { $0[3] as? String }.filter { $0.hasPrefix("Photo") }
    #expect(focused == photos, "\(focused)")
  }

  @Test("Hears that only the loaded messages were searched")
  func findingAmongLoaded() throws {
    try room.write((0..<250).map { ("Ben", $0 == 3 ? "The needle" : "Hay \($0)") })
    let found = try act(
      "choose Find…\nevents\nput Find in this conversation: needle\npause 2\nevents")
    let words = try #require(said(found).last)
    #expect(words.hasPrefix("Nothing found · only the "), "\(words)")
    #expect(words.contains(" loaded messages were searched"), "\(words)")
  }

  @Test("Searches on in what is not loaded, by Return after a single find and before the first")
  func findingFurther() throws {
    try room.write(
      (0..<450).map { ("Ben", [3, 60, 440].contains($0) ? "The needle" : "Hay \($0)") })
    let found = try act(
      """
      choose Find…
      events
      put Find in this conversation: needle
      pause 2
      events
      key Return
      pause 4
      events
      key shift+F3
      pause 4
      events
      put Find in this conversation: nowhere
      pause 2
      events
      key Return
      pause 2
      events
      """)
    let words = said(found)
    // The second time, nothing is left to be searched.
    #expect(words.count == 5, "\(words)")
    #expect(words.first?.contains("1 of 1 message") == true, "\(words)")
    #expect(words.dropFirst().first?.contains("1 of 2 messages") == true, "\(words)")
    #expect(words.dropFirst(2).first?.contains("1 of 3 messages") == true, "\(words)")
    #expect(words.suffix(2) == ["Nothing found", "Nothing found"], "\(words)")
  }

  @Test("Is in the field again when the completions have gone")
  func completions() throws {
    try room.write(["Ben": "One"])
    let found = try act("send :rocke\npause 1\nevents\nkey Escape\npause 1\nevents")
    let focused = found.compactMap { $0["event"] as? [Any] }.filter {
      ($0[0] as? String)?.hasPrefix("object:state-changed:focused") == true && ($0[1] as? Int) == 1
    }.compactMap { $0[3] as? String }
    #expect(focused.contains { $0.contains("rocket") }, "\(focused)")
    #expect(focused.last == "Message", "\(focused)")
  }

  @Test("Hears what an edit and a reply are of")
  func hearingReplies() throws {
    try room.write(["Ben": "One", "Anna": "Two"])
    let found = try act(
      """
      key Up
      pause 1
      key Escape
      pause 1
      menu -2 Reply
      pause 1
      key Escape
      pause 1
      menu -1 Reply
      pause 1
      events
      """)
    #expect(
      said(found) == [
        "Editing: Two", "Edit cancelled", "Reply to Ben: One", "Reply cancelled",
        "Reply to yourself: Two",
      ],
      "\(said(found))")
  }

  @Test("Hears that an edit was taken, that messages are unread, and that a deletion was undone")
  func hearingOutcomes() throws {
    try room.write(["Ben": "One", "Anna": "Two"])
    let found = try act(
      """
      key Up
      send !
      key Return
      pause 1
      menu -2 Mark Unread from Here
      pause 1
      menu -1 Delete
      pause 1
      choose Undo
      pause 1
      events
      """)
    let said = said(found)
    for words in ["Message edited", "Marked as unread", "Message restored"] {
      #expect(said.contains(words), "\(said)")
    }
  }

  @Test("Reads that there are no messages yet")
  func noMessages() throws {
    let found = try display.read(
      "focus Anna\npause 2\nfind Messages", ["--name", "Anna", "--room", room.path],
      of: Tools.besideTests("ChatExample"), environment: room.environment)
    let list = found.first { $0["found"] != nil }
    #expect(list?["description"] as? String == "No messages yet", "\(found)")
  }

  @Test("Finds only the thread where it stands in place of the list, and whose it is")
  func narrowThread() throws {
    try room.write(["Anna": "One", "Ben": "Two"])
    let found = try act(
      """
      size 400 700
      pause 1
      shows Ben, 22:14: Two
      menu -2 Reply in Thread
      pause 1
      shows You: One
      shows Ben, 22:14: Two
      """)
    #expect(found.compactMap { $0["isShown"] as? Bool } == [true, true, false], "\(found)")
  }

  @Test("Goes on by Escape from the buttons of a thread, of the header and of the selection")
  func leavingButtons() throws {
    try room.write(["Ben": "One"])
    /// Keys that lead away from the field, or from the list, and then Escape.
    func leave(_ entry: String, _ words: String, by keys: [String]) -> String {
      let steps = keys.map { "key \($0)\npause 0.3\n" }.joined()
      return "menu -1 \(entry)\npause 1\nshows \(words)\nevents\n\(steps)events\n"
        + "key Escape\npause 1\nshows \(words)\n"
    }
    let (back, forth) = ("shift+Tab", "Tab")
    let threads = [[back], [forth], [forth, forth], [back, back, back]]
    let selections = [[forth], [forth, forth, forth], [back], [back, back]]
    let found = try act(
      threads.map { leave("Reply in Thread", "Ben: One", by: $0) }.joined()
        + selections.map { leave("Select", "1 message selected", by: $0) }.joined())
    let shown = found.compactMap { $0["isShown"] as? Bool }
    #expect(shown == (threads + selections).flatMap { _ in [true, false] }, "\(found)")
    // Where the keys were before Escape.
    let focused = found.compactMap { $0["event"] as? [Any] }.filter {
      ($0[0] as? String)?.hasPrefix("object:state-changed:focused") == true && ($0[1] as? Int) == 1
    }.compactMap { $0[3] as? String }
    #expect(
      Set(focused).isSuperset(of: [
        "Emoji", "Attach files", "Close", "Forward", "Clear Selection",
      ]),
      "\(focused)")
    #expect(focused.contains { $0.hasSuffix("(Ctrl+G)") }, "\(focused)")
  }

  @Test("Goes back and forth in a recording, and sees where it is and how fast")
  func recordings() throws {
    try room.writeRecording()
    let found = try act(
      """
      do Forward 10 seconds
      do Forward 10 seconds
      do Back 10 seconds
      do Speed, 1×
      list
      slide Position: 42.5
      list
      """)
    func parts(_ list: [String: Any]?) -> [[String: Any]] {
      list?["parts"] as? [[String: Any]] ?? []
    }
    let seen = found.filter { $0["item"] != nil }.map { parts($0) }.filter { !$0.isEmpty }
    let names = seen.map { $0.compactMap { $0["name"] as? String } }
    #expect(names.count == 3, "\(names)")
    #expect(
      names.first?.dropFirst() == [
        "Back 10 seconds", "Forward 10 seconds", "Position, 0:00 / 1:00", "Speed, 1×", "Ben",
      ], "\(names)")
    #expect(
      names.dropFirst().first?.suffix(3) == ["Position, 0:10 / 1:00", "Speed, 1.5×", "Ben"],
      "\(names)")
    let slider = seen.last?.first { $0["role"] as? String == "slider" }
    #expect(slider?["value"] as? Double == 42.5 && slider?["limit"] as? Double == 60, "\(seen)")
  }

  @Test("Goes to a date")
  func dates() throws {
    try room.write(
      (0..<60).map { ($0 % 2 == 0 ? "Ben" : "Anna", "Day \($0)") }, apart: 86_400)
    let found = try act(
      """
      choose Go to Date…
      pause 1
      find Previous month
      find Next month
      put Date: 2023-11-24
      choose Go
      pause 2
      list
      """)
    #expect(found.count { $0["found"] != nil } == 2)
    let items = AccessibleReader.lists(found).last?.map(\.name) ?? []
    #expect(items.contains { $0.contains("Day 10") }, "\(items)")
    #expect(!items.contains { $0.contains("Day 59") }, "\(items)")
  }

  @Test("Opens a picture of a message, finds nothing that it covers, and closes it")
  func pictures() throws {
    try room.writePicture()
    let found = try act(
      """
      words before
      act -1 0 Press
      pause 2
      words picture
      choose Close
      pause 1
      words after
      list
      """)
    #expect(found.contains { $0["chosen"] as? String == "Close" })
    #expect(AccessibleReader.lists(found).last?.isEmpty == false)
    func said(_ place: String) -> Set<String> {
      Set(
        found.filter { $0["at"] as? String == place && $0["role"] as? String != "menu item" }
          .compactMap { $0["word"] as? String })
    }
    let covered: Set = ["Messages", "Send", "Emoji", "Attach files"]
    #expect(said("before").isSuperset(of: covered))
    #expect(said("picture").isDisjoint(with: covered), "\(said("picture"))")
    #expect(said("picture").isSuperset(of: ["Close", "Save As…"]), "\(said("picture"))")
    #expect(said("after").isSuperset(of: covered), "\(said("after"))")
  }

  @Test("Selects two messages by pressing them, and copies what they say")
  func selecting() throws {
    try room.write(["Ben": "One", "Carla": "Two", "Dora": "Three"])
    let found = try act(
      "events\nmenu -1 Select\npause 1\nact -3 Press\npause 1\nlist\nact -3 Press\npause 1\nevents")
    #expect(
      said(found) == [
        "Selected, 1 message selected", "Selected, 2 messages selected",
        "Not selected, 1 message selected",
      ], "\(said(found))")
    let selected = found.compactMap { $0["item"] as? [String: Any] }.filter {
      ($0["states"] as? [String])?.contains("selected") == true
    }.compactMap { $0["name"] as? String }
    #expect(selected.count == 2 && selected.contains { $0.contains("Three") }, "\(selected)")
    #expect(selected.contains { $0.contains("One") })
  }

  @Test("Selects while files wait in the field: the bar is no higher than its words need")
  func selectingBesideFiles() throws {
    try room.write(["Ben": "One"])
    let file = room.path + "/notes.txt"
    try Data("notes".utf8).write(to: URL(fileURLWithPath: file))
    let found = try act(
      """
      choose Attach files
      pause 1
      put File name:: \(file)
      choose Open
      pause 2
      find Remove notes.txt
      menu -1 Select
      pause 1
      find Notice
      """)
    let bar = try #require(found.first { $0["found"] as? String == "Notice" }?["rect"] as? [Int])
    #expect((30...70).contains(bar[3]), "\(bar)")
  }

  @Test("Plays a video, hears whose it is and of when, finds how to save it, and closes it")
  func videos() throws {
    try room.writeVideo()
    let found = try act(
      "act -1 0 Press\npause 3\nchoose Pause\nwords video\nslide Position: 30\npause 1\n"
        + "words later\nchoose Close\npause 1\nlist")
    let words = found.filter { $0["at"] as? String == "video" }
    func said(_ role: String) -> [String] {
      words.filter { $0["role"] as? String == role }.compactMap { $0["word"] as? String }
    }
    let video = words.compactMap { $0["word"] as? String }.first { $0.hasPrefix("Video, Ben, ") }
    #expect(video?.contains("22:13") == true && video?.contains("v.avi") == true, "\(words)")
    #expect(Set(said("push button") + said("button")).isSuperset(of: ["Play", "Save As…"]))
    let place = said("slider").first { $0.hasPrefix("Position, 0:0") }
    #expect(place?.hasSuffix(" / 0:40") == true, "\(words)")
    let later = found.contains { $0["word"] as? String == "Position, 0:30 / 0:40" }
    #expect(later, "\(found)")
    #expect(AccessibleReader.lists(found).last?.isEmpty == false)
  }

  @Test("Opens a thread, writes in it and closes it")
  func threads() throws {
    try room.write(["Ben": "One"])
    // Its field and its list are called otherwise than those of the conversation.
    let found = try act(
      """
      menu -1 Reply in Thread
      pause 1
      put Reply in thread: Inside
      choose Send
      find Thread
      events
      """)
    let answer = try room.wait("message", count: 2)
    #expect(answer.text == "Inside" && answer.threadOf == "h0")
    let list = found.first { $0["found"] as? String == "Thread" }
    #expect((list?["role"] as? String)?.hasPrefix("list") == true, "\(found)")
    let news = said(found).last { $0.contains("Inside") }
    #expect(news?.hasPrefix("Thread: Today\nYou, ") == true, "\(said(found))")
  }

  @Test("Leaves a reply and an edit by buttons that say what they do")
  func cancelling() throws {
    try room.write(["Ben": "One", "Anna": "Two"])
    let found = try act(
      "events\nmenu -2 Reply\nchoose Cancel reply\nmenu -1 Edit\nchoose Cancel edit\nevents")
    #expect(
      said(found).suffix(4) == [
        "Reply to Ben: One", "Reply cancelled", "Editing: Two", "Edit cancelled",
      ], "\(said(found))")
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
