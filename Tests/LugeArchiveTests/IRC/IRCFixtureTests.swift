import Foundation
import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite(
  "IRC: real logs",
  .enabled(if: Fixtures.exist, "set LUGE_FIXTURES to the folder of fixtures to run these"))
struct IRCFixtureTests {
  @Test("Every line of 63 day files is a message, an event or a reported skip")
  func everyLine() throws {
    let folder = Fixtures.folder + "/irc/ubuntu"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".txt") }.sorted()
    #expect(names.count == 63)
    var (spoken, events) = (0, 0)
    var keys: Set<String> = []
    for name in names {
      let path = folder + "/" + name
      let lines = try Data(contentsOf: URL(filePath: path)).split(separator: 0x0A)
      let sink = CollectingSink()
      let reading = IRCLogReading(
        source: try FileByteSource(path: path, context: .init(containerName: "ubuntu")), sink: sink)
      let tally = try reading.run()
      #expect(sink.messages.count + tally.skipped == lines.count, "\(name)")
      #expect(sink.skipped.isEmpty, "\(name)")
      // The independent count: lines with a time and a nick in brackets.
      let bracketed = lines.count {
        $0.count > 8 && $0.starts(with: "[".utf8) && $0[$0.startIndex + 8] == 0x3C
      }
      let messages = sink.messages.count { $0.author != nil }
      #expect(messages >= bracketed && messages <= bracketed + 60, "\(name)")
      spoken += messages
      events += sink.messages.count - messages
      keys.formUnion(sink.messages.map(\.sourceKey))
      #expect(sink.conversations.map(\.key) == ["irc:ubuntu"])
      #expect(
        zip(sink.messages, sink.messages.dropFirst()).allSatisfy {
          $0.time.seconds <= $1.time.seconds
        })
    }
    // Counted with grep: 75,398 lines `[time] <nick>`, 20 actions, 42 notices, one
    // `(nick/#channel)`.
    #expect(spoken == 75_461)
    #expect(spoken + events == 94_472)
    #expect(keys.count == spoken + events)
  }
}
