import Foundation
import LugeCore
import LugeTestSupport
import Testing

/// Two people in one room, each in a window, with real keys and a real mouse; what came of it is
/// read from the room's log.
@Suite(
  .timeLimit(.minutes(6)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct ChatExampleTests {
  private let display: Display
  private let room: ChatRoom

  init() throws {
    display = try Display(width: 1200, height: 800)
    room = try ChatRoom()
  }

  /// Opens a window for somebody, whose keys go there.
  private func start(
    _ name: String, at x: Int = 0, history: Int = 0, language: String = "en"
  ) throws -> RunningProgram {
    if history > 0 {
      try room.write((0..<history).map { ($0 == history - 1 ? "Anna" : "Ben", "Line \($0)") })
    }
    guard let path = Tools.besideTests("ChatExample") else {
      throw ToolError(description: "no ChatExample")
    }
    let program = try RunningProgram(
      path, ["--name", name, "--room", room.path],
      environment: display.environment.merging(room.environment) { $1 }
        .merging(["LUGE_LANGUAGE": language]) { $1 })
    try display.act("search --sync --onlyvisible --name \(name) windowmove \(x) 0")
    try display.act("search --sync --onlyvisible --name \(name) windowsize 560 760")
    try focus(name)
    display.rest(700)
    return program
  }

  private func focus(_ name: String) throws {
    try display.focus(name)
    display.rest(200)
  }

  @Test(
    "What one writes the other gets, is said to be typing meanwhile, and reads when looking at it")
  func conversation() throws {
    let anna = try start("Anna")
    defer { anna.stop() }
    let ben = try start("Ben", at: 600)
    defer { ben.stop() }
    try focus("Anna")
    try display.act("type --delay 20 Hello")
    let typing = room.path + "/typing"
    let deadline = Date(timeIntervalSinceNow: 10)
    while try FileManager.default.contentsOfDirectory(atPath: typing).isEmpty, Date() < deadline {
      usleep(20_000)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: typing).count == 1)
    // Shift and Return begin a line.
    try display.act("key shift+Return")
    try display.act("type --delay 20 Ben")
    try display.act("key Return")
    let message = try room.wait("message", count: 1)
    #expect(message.text == "Hello\nBen" && message.by == "Anna")
    display.rest(300)
    #expect(try FileManager.default.contentsOfDirectory(atPath: typing).isEmpty)
    // Blanks are nothing to send.
    try display.act("key space key space key Return")
    display.rest(300)
    #expect(room.entries("message").count == 1)

    #expect(room.entries("read").isEmpty)
    try focus("Ben")
    let read = try room.wait("read", count: 1)
    #expect(read.by == "Ben" && read.id == message.id)
  }

  @Test("Two fingers across a message answer it; a wheel that was tilted once does nothing")
  func swipe() throws {
    let anna = try start("Anna", history: 14)
    defer { anna.stop() }
    // 7 is the wheel to the right.
    try display.act("mousemove 120 560 click 7")
    display.rest(600)
    try display.act("type --delay 20 Nothing")
    try display.act("key Return")
    #expect(try room.wait("message", count: 15).replyTo == nil)
    display.rest(600)
    try display.act("mousemove 120 560 click --repeat 4 --delay 30 7")
    display.rest(300)
    try display.act("type --delay 20 Answer")
    try display.act("key Return")
    let answer = try room.wait("message", count: 16)
    #expect(answer.text == "Answer" && answer.replyTo?.hasPrefix("h") == true, "\(answer)")
  }

  @Test(
    "Up in an empty field edits one's last message; Escape gives the edit up, and a draft comes back"
  )
  func editing() throws {
    let anna = try start("Anna", history: 12)
    defer { anna.stop() }
    try display.act("key Up")
    display.rest(300)
    try display.act("type --delay 20 !")
    try display.act("key Return")
    let edit = try room.wait("edit", count: 1)
    #expect(edit.id == "h11" && edit.text == "Line 11!")
    // An edit that changes nothing is none.
    try display.act("key Up")
    display.rest(300)
    try display.act("key Return")
    display.rest(300)
    #expect(room.entries("edit").count == 1)

    try display.act("key Up")
    display.rest(300)
    try display.act("key x key Escape")
    display.rest(300)
    try display.act("type --delay 20 after")
    try display.act("key Return")
    #expect(try room.wait("message", count: 13).text == "after")
    #expect(room.entries("edit").count == 1)
  }

  @Test("Emoji are completed by name, and found in the picker; the field keeps the keys")
  func emoji() throws {
    let anna = try start("Anna", history: 12)
    defer { anna.stop() }
    try display.act("type --delay 30 :fire")
    display.rest(500)
    try display.act("key Return")
    display.rest(300)
    // The button beside the one that sends.
    try display.act("mousemove 496 736 click 1")
    display.rest(800)
    try display.act("type --delay 40 partying")
    display.rest(500)
    try display.act("key Return")
    display.rest(600)
    // A click into the list, and the keys are still the field's.
    try display.act("mousemove 500 300 click 1")
    try display.act("type --delay 20 !")
    try display.act("key Return")
    #expect(try room.wait("message", count: 13).text == "🔥🥳!")
  }

  @Test("People are named after an at sign, with their initials beside them")
  func people() throws {
    /// Pixels of the colours of people.
    func faces() throws -> Int {
      let colors = Set(AuthorPalette.colors.map { $0.light.premultipliedWord & 0xFFFFFF })
      return try display.pixels(width: 1200, height: 800).count { colors.contains($0 & 0xFFFFFF) }
    }
    let anna = try start("Anna", history: 12)
    defer { anna.stop() }
    let before = try faces()
    try display.act("type --delay 40 @be")
    display.rest(500)
    // A circle of 20 points, less its letter.
    #expect(try faces() > before + 150)
    try display.act("key Tab")
    display.rest(300)
    try display.act("type --delay 20 hi")
    try display.act("key Return")
    #expect(try room.wait("message", count: 13).text == "@Ben hi")
  }

  @Test("What was not sent is there at the next launch")
  func draft() throws {
    let first = try start("Anna", history: 12)
    try display.act("type --delay 20 unfinished")
    display.rest(1500)
    first.stop()
    #expect(room.entries("message").count == 12)
    let second = try start("Anna")
    defer { second.stop() }
    display.rest(500)
    try display.act("key Return")
    #expect(try room.wait("message", count: 13).text == "unfinished")
  }

  @Test("A picture from the clipboard goes along, and can be taken away before")
  func picture() throws {
    let anna = try start("Anna", history: 12)
    defer { anna.stop() }
    guard let convert = Tools.path(of: "convert"), let xclip = Tools.path(of: "xclip") else {
      return
    }
    let file = room.path + "/p.png"
    _ = try RunningProgram(
      convert, ["-size", "64x40", "gradient:red-blue", file], environment: display.environment
    ).finish()
    let clip = try RunningProgram(
      xclip, ["-quiet", "-selection", "clipboard", "-t", "image/png", "-i", file],
      environment: display.environment)
    defer { clip.stop() }
    display.rest(500)
    try display.act("key ctrl+v")
    display.rest(1500)
    // The cross in the tile's corner takes it away: nothing is left to be sent.
    try display.act("mousemove 103 616 click 1")
    display.rest(500)
    try display.act("key Return")
    display.rest(300)
    #expect(room.entries("message").count == 12)
    try display.act("key ctrl+v")
    display.rest(1500)
    try display.act("key Return")
    let message = try room.wait("message", count: 13)
    #expect(message.text == "" && message.files?.count == 1)
    let sent = try #require(message.files?.first)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: "\(room.path)/\(sent.path)"))
        == Data(contentsOf: URL(fileURLWithPath: file)))
  }

  @Test("Nothing is pasted where the clipboard is empty, by keys and by the mouse")
  func emptyClipboard() throws {
    let anna = try start("Anna", history: 12)
    defer { anna.stop() }
    try display.act("key ctrl+v")
    try display.act("click 2")
    try display.act("type still")
    try display.act("key Return")
    #expect(try room.wait("message", count: 13).text == "still")
  }

  @Test(
    "A program that offers the clipboard and does not answer ends nothing",
    .enabled(if: Tools.path(of: "xclip") != nil, "no xclip"))
  func silentClipboard() throws {
    let xclip = try #require(Tools.path(of: "xclip"))
    let anna = try start("Anna", history: 12)
    defer { anna.stop() }
    let clip = try RunningProgram(
      xclip, ["-quiet", "-selection", "clipboard", "-i", "/dev/null"],
      environment: display.environment)
    defer { clip.stop() }
    display.rest(500)
    kill(clip.process, SIGSTOP)
    defer { kill(clip.process, SIGCONT) }
    try display.act("key ctrl+v")
    display.rest(300)
    try display.act("type still")
    try display.act("key Return")
    // Qt waits five seconds for the program, once.
    #expect(try room.wait("message", count: 13, seconds: 30).text == "still")
  }

  @Test("A video that is sent has its picture in the row, for everybody who reads it")
  func video() throws {
    guard let xclip = Tools.path(of: "xclip") else { return }
    let anna = try start("Anna", history: 12)
    defer { anna.stop() }
    let (video, list) = (room.path + "/v.avi", room.path + "/list")
    let colors = [UInt32](repeating: 0xC02020, count: 20)
    try Data(AVIWriter.video(width: 320, height: 240, colors: colors))
      .write(to: URL(fileURLWithPath: video))
    try Data("file://\(video)\r\n".utf8).write(to: URL(fileURLWithPath: list))
    let clip = try RunningProgram(
      xclip, ["-quiet", "-selection", "clipboard", "-t", "text/uri-list", "-i", list],
      environment: display.environment)
    defer { clip.stop() }
    display.rest(500)
    try display.act("key ctrl+v")
    display.rest(1500)
    try display.act("key Return")
    let sent = try #require(try room.wait("message", count: 13).files?.first)
    let still = try #require(sent.still)
    #expect(FileManager.default.fileExists(atPath: "\(room.path)/\(still)"))
    func isRed(_ word: UInt32) -> Bool {
      word >> 16 & 0xFF > 0xA0 && word >> 8 & 0xFF < 0x60 && word & 0xFF < 0x60
    }
    /// Pixels of the video's colour: in the row, less its marks; the field's tile is smaller.
    func red() throws -> Int {
      try display.pixels(width: 560, height: 760).count(where: isRed)
    }
    let end = Date(timeIntervalSinceNow: 30)
    while try red() < 40_000, Date() < end { usleep(100_000) }
    #expect(try red() > 40_000)
  }

  @Test("Above the field of a mirrored window, a quote has the direction of its own words")
  func mirroredQuote() throws {
    try room.write((0..<30).map { ("Ben", $0 == 29 ? "nose ████" : "Line \($0)") })
    let anna = try start("Anna", language: "qps-plocm")
    defer { anna.stop() }
    try display.act("mousemove 260 660 click --repeat 2 --delay 60 1")
    display.rest(800)
    let pixels = try display.pixels(width: 560, height: 760)
    /// The longest vertical run of grey ink in the bar's second line: blocks are as high as the
    /// line, these letters are not, and what is above has the accent's colour.
    func run(_ x: Int) -> Int {
      var (longest, length) = (0, 0)
      for y in 686..<712 {
        let word = pixels[y * 560 + x]
        let parts = [16, 8, 0].map { Int(word >> UInt32($0) & 0xFF) }
        let (low, high) = (parts.min() ?? 0, parts.max() ?? 0)
        length = high < 160 && high - low < 24 ? length + 1 : 0
        longest = max(longest, length)
      }
      return longest
    }
    let columns = (60..<545).filter { run($0) > 0 }
    let blocks = columns.filter { run($0) >= 11 }
    #expect(blocks.count > 15 && columns.count > blocks.count, "\(blocks) \(columns)")
    #expect(blocks.last == columns.last, "\(blocks) \(columns)")
  }

  @Test(
    "The menu by mouse and keys: a reaction, an answer, a deletion that is undone and one that is not"
  )
  func menu() throws {
    let anna = try start("Anna", history: 30)
    defer { anna.stop() }
    // Anna's message is the last one, at the right.
    func open() throws {
      try display.act("mousemove 500 660 click 3")
      display.rest(700)
    }
    try open()
    try display.act("key Down key Right key Return")
    let reaction = try room.wait("react", count: 1)
    #expect(reaction.id == "h29" && reaction.emoji == "❤️" && reaction.isOn == true)
    display.rest(500)
    // Taken back by the same way.
    try open()
    try display.act("key Down key Right key Return")
    #expect(try room.wait("react", count: 2).isOn == false)
    display.rest(500)

    try open()
    try display.act("key Down key Down key Return")
    display.rest(500)
    try display.act("type --delay 20 answer")
    try display.act("key Return")
    #expect(try room.wait("message", count: 31).replyTo == "h29")
    display.rest(500)

    // The answer is the last message now. Up from nothing is the last entry.
    try open()
    try display.act("key Up key Return")
    display.rest(1000)
    try display.act("key ctrl+z")
    display.rest(5500)
    #expect(room.entries("delete").isEmpty)
    try open()
    try display.act("key Up key Return")
    let id = try #require(room.entries("message").last?.id)
    #expect(try room.wait("delete", count: 1, seconds: 20).id == id)
  }

  @Test("A double click beside the text answers; Escape takes the answer back")
  func doubleClick() throws {
    let anna = try start("Anna", history: 30)
    defer { anna.stop() }
    try display.act("mousemove 300 660 click --repeat 2 --delay 60 1")
    display.rest(500)
    try display.act("key Escape")
    try display.act("type --delay 20 plain")
    try display.act("key Return")
    #expect(try room.wait("message", count: 31).replyTo == nil)
    display.rest(500)
    try display.act("mousemove 300 660 click --repeat 2 --delay 60 1")
    display.rest(500)
    try display.act("type --delay 20 answer")
    try display.act("key Return")
    let answer = try room.wait("message", count: 32)
    #expect(answer.replyTo == room.entries("message")[30].id)
  }

  @Test("A thread opens beside the list, and what is written there is of the thread")
  func thread() throws {
    let anna = try start("Anna", history: 30)
    defer { anna.stop() }
    // Reply, Edit, Thread: the fourth after the row of emoji.
    try display.act("mousemove 500 660 click 3")
    display.rest(700)
    try display.act("key Down key Down key Down key Down key Return")
    display.rest(1500)
    try display.act("type --delay 20 inside")
    try display.act("key Return")
    let answer = try room.wait("message", count: 31)
    #expect(answer.threadOf == "h29" && answer.text == "inside")
    // Its cross closes it, and the main field has the keys.
    try display.act("mousemove 544 18 click 1")
    display.rest(800)
    try display.act("type --delay 20 outside")
    try display.act("key Return")
    let other = try room.wait("message", count: 32)
    #expect(other.threadOf == nil && other.text == "outside")
  }

  @Test("A wide window may become narrow at once, with a thread beside the list too")
  func narrow() throws {
    guard Tools.path(of: "xprop") != nil else { return }
    let anna = try start("Anna", history: 30)
    defer { anna.stop() }
    /// Width to which window managers let the window shrink.
    func least() throws -> Int? {
      let asking = try RunningProgram(
        "/bin/sh",
        [
          "-c",
          "xprop -id $(xdotool search --onlyvisible --name Anna | head -1) WM_NORMAL_HINTS",
        ], environment: display.environment)
      let words = try asking.expect("\t\tprogram specified minimum size:")
      return words.first.flatMap { Int($0) }
    }
    try display.act("search --sync --onlyvisible --name Anna windowsize 1180 760")
    display.rest(700)
    let alone = try #require(try least())
    #expect(alone <= 320, "\(alone)")
    try display.act("mousemove 300 660 click 3")
    display.rest(700)
    // Reply, and Reply in Thread.
    try display.act("key r")
    try display.act("key r key Return")
    display.rest(1500)
    let beside = try #require(try least())
    #expect(beside <= 320, "\(beside)")
    try display.act("type --delay 20 inside")
    try display.act("key Return")
    #expect(try room.wait("message", count: 31).threadOf == "h29")
  }

  @Test("Several are selected by clicks and forwarded together")
  func selecting() throws {
    let anna = try start("Anna", history: 30)
    defer { anna.stop() }
    try display.act("mousemove 500 660 click 3")
    display.rest(700)
    // Edit, Thread, Copy, Forward, Select follow the answer.
    try display.act("key Down key Down key Down key Down key Down key Down key Down key Return")
    display.rest(600)
    try display.act("mousemove 100 616 click 1")
    display.rest(600)
    // Copy and Forward stand at the right, before the cross.
    try display.act("mousemove 505 736 click 1")
    display.rest(900)
    // Nothing is sent unasked where there is no other conversation.
    #expect(room.entries("message").count == 30)
    try display.act("key Down key Return")
    _ = try room.wait("message", count: 32)
    let sent = room.entries("message").suffix(2)
    #expect(sent.map(\.text) == ["Line 28", "Line 29"])
    #expect(sent.allSatisfy { $0.forwardedFrom != nil })
  }

  @Test("While messages are selected the list has the keys; Escape gives them back to the field")
  func selectingEnds() throws {
    let anna = try start("Anna", history: 30)
    defer { anna.stop() }
    try display.act("mousemove 300 736 click 1")
    display.rest(300)
    try display.act("mousemove 500 660 click 3")
    display.rest(700)
    try display.act("key Down key Down key Down key Down key Down key Down key Down key Return")
    display.rest(600)
    try display.act("key Escape")
    display.rest(600)
    try display.act("type --delay 20 after")
    try display.act("key Return")
    let sent = try room.wait("message", count: 31)
    #expect(sent.text == "after" && sent.forwardedFrom == nil)
  }

  @Test("Where there are several conversations, one chooses where a message goes")
  func forwarding() throws {
    let other = try room.neighbour("Walks & talks")
    try other.write([("Ben", "The first one here")])
    let anna = try start("Anna", history: 30)
    defer { anna.stop() }
    try display.act("mousemove 500 660 click 3")
    display.rest(700)
    // Edit, Thread, Copy, Forward follow the answer; the menu of places begins at the first.
    try display.act("key Down key Down key Down key Down key Down key Down key Return")
    display.rest(900)
    try display.act("key Down key Down key Return")
    let sent = try other.wait("message", count: 2)
    #expect(sent.text?.hasPrefix("Line ") == true && sent.forwardedFrom != nil, "\(sent)")
    #expect(sent.by == "Anna" && room.entries("message").count == 30)
  }
}
