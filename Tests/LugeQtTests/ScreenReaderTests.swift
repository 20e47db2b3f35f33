import Foundation
import LugeTestSupport
import Testing

/// Lists as somebody who listens gets them: by AT-SPI, over a bus of the test's own.
@Suite(
  "Screen readers read the list", .timeLimit(.minutes(5)),
  .enabled(if: Tools.missingForReaders.isEmpty, "not installed: \(Tools.missingForReaders)"))
struct ScreenReaderTests {
  let display: Display

  init() throws { display = try Display() }

  /// What a client finds that does what the lines say.
  private func read(
    _ commands: String, _ arguments: [String], of program: String? = nil,
    environment: [String: String] = [:]
  ) throws -> [[String: Any]] {
    try display.read(commands, arguments, of: program, environment: environment)
  }

  private func words(_ found: [[String: Any]], _ kind: String) -> [[String: Any]] {
    found.compactMap { $0[kind] as? [String: Any] }
  }

  @Test("A conversation is a list of messages with their words, states, places and parts")
  func conversation() throws {
    let export = try PictureExport()
    let found = try read(
      """
      focus Luge
      pause 1
      list
      text -2 0
      act -1 0 Press
      pause 1
      list
      """, ["viewer", export.path], environment: export.environment)
    let list = try #require(words(found, "list").first)
    #expect(list["role"] as? String == "list")
    #expect(list["name"] as? String == "Messages")
    let messages = found.filter { $0["item"] != nil }
    let last = try #require(messages.last { ($0["item"] as? [String: Any])?["name"] is String })
    #expect(messages.count > 4)
    let item = try #require(last["item"] as? [String: Any])
    #expect(item["role"] as? String == "list item")
    _ = item
    // The first time round, the answer is the last message.
    let answer = try #require(
      words(found, "item").first { ($0["name"] as? String)?.contains("An answer") == true })
    let name = try #require(answer["name"] as? String)
    #expect(name.hasPrefix("Anna, ") || name.hasPrefix("You, "))
    #expect(answer["description"] as? String == "64 of 64")
    // Qt's bridge passes attributes from 6.8 on.
    let attributes = answer["attributes"] as? [String: String] ?? [:]
    if !attributes.isEmpty {
      #expect(attributes["posinset"] == "64" && attributes["setsize"] == "64")
    }
    let states = try #require(answer["states"] as? [String])
    #expect(states.contains("focusable") && states.contains("read-only"))
    #expect(states.contains("showing"))
    let rect = try #require(answer["rect"] as? [Int])
    #expect(rect[2] > 100 && rect[3] > 10 && rect[1] > 0 && rect[1] < 900)
    // Its quote is a link that leads to the first message.
    let parts = try #require(
      messages.first { ($0["item"] as? [String: Any])?["name"] as? String == name }?["parts"]
        as? [[String: Any]])
    #expect(parts.contains { $0["role"] as? String == "link" })
    let places = words(found, "item").compactMap { $0["description"] as? String }
    #expect(places.contains("1 of 64"))
    // By words and characters.
    let text = try #require(found.first { $0["text"] != nil })
    #expect((text["count"] as? Int ?? 0) > 5)
    #expect((text["char"] as? String)?.count == 1)
    #expect((text["word"] as? String)?.isEmpty == false)
  }

  @Test("A reader presses the answers of a poll, which a kind of a program's own draws")
  func poll() throws {
    let folder = try TemporaryFolder()
    let found = try read(
      """
      focus Poll
      pause 1
      list
      do The lake: 2 votes
      pause 1
      list
      """, [], of: try #require(Tools.besideTests("PollExample")),
      environment: ["XDG_CONFIG_HOME": folder.path, "XDG_CACHE_HOME": folder.path])
    let lists = AccessibleReader.lists(found)
    let parts = lists.map { $0.flatMap(\.parts) }
    #expect(parts.first?.contains("The lake: 2 votes") == true)
    #expect(parts.last?.contains("The lake: 3 votes, your vote") == true, "\(parts)")
  }

  @Test("The keys go to an answer of a poll and vote for it")
  func pollByKeys() throws {
    let folder = try TemporaryFolder()
    let found = try read(
      """
      focus Poll
      pause 1
      key Home Down Down Down
      pause 1
      key Right Return
      pause 1
      list
      """, [], of: try #require(Tools.besideTests("PollExample")),
      environment: ["XDG_CONFIG_HOME": folder.path, "XDG_CACHE_HOME": folder.path])
    let parts = AccessibleReader.lists(found).flatMap { $0.flatMap(\.parts) }
    #expect(parts.contains("The lake: 3 votes, your vote"), "\(parts)")
  }

  @Test("Focus given by a reader is seen by the keys, and the keys' way by the reader")
  func focus() throws {
    let found = try read(
      """
      focus luge-qt-probe
      list
      grab 2
      events
      key Down
      events
      """, ["growing"])
    #expect(found.contains { $0["grabbed"] as? Bool == true })
    let focused = found.compactMap { $0["event"] as? [Any] }.filter {
      ($0.first as? String)?.hasPrefix("object:state-changed:focused") == true
        && ($0[1] as? Int) == 1 && ($0[2] as? String) == "list item"
    }
    #expect(focused.count >= 2)
    #expect(Set(focused.compactMap { $0[3] as? String }).count >= 2)
  }

  @Test("What comes at the end of a followed list is read out once, what comes above is not")
  func news() throws {
    let found = try read(
      """
      focus luge-qt-probe
      list
      events
      key n
      events
      key h
      events
      key b
      events
      list
      """, ["growing"])
    let notices = found.compactMap { $0["event"] as? [Any] }.filter {
      ($0.first as? String)?.hasPrefix("object:state-changed:showing") == true
        && ($0[2] as? String) == "notification"
    }.compactMap { $0[3] as? String }
    #expect(notices.count == 2, "\(notices)")
    #expect(notices.first?.contains("row 20") == true)
    #expect(notices.last == "New messages")
    // What is read out is none of the list's items.
    let roles = words(found, "item").compactMap { $0["role"] as? String }
    #expect(roles.count > 10 && Set(roles) == ["list item"], "\(roles)")
  }

  @Test("Where nobody listens nothing is made") func nobody() throws {
    let probe = try display.probe("growing")
    try probe.expect("rest ")
    try display.focus("luge-qt-probe")
    try display.act("key n")
    while try probe.expect("rest ").first != "21" {}
    try display.act("key Up")
    try display.act("key n")
    var rest = try probe.expect("rest ")
    while rest.first != "22" { rest = try probe.expect("rest ") }
    #expect(rest.last == "0")
  }
}
