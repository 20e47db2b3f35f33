import Foundation
import LugeArchive
import LugeTestSupport
import Testing

@testable import LugeImporters

/// Luge's own JSON Lines, damaged.
@Suite("JSON Lines that are damaged") struct LinesTests {
  private static let head = #"{"luge":"archive","version":1,"end":true}"#
  private static let chat = #"{"type":"conversation","key":"t:1","name":"Hut","kind":"group"}"#
  private static let end = #"{"luge":"end","conversations":1,"messages":2}"#

  private static func message(_ key: String, _ name: String, _ text: String) -> String {
    #"{"type":"message","key":"\#(key)","time":1700000000,"author":"\#(name)","name":"\#(name)","text":"\#(text)"}"#
  }

  private static func lines(_ lines: String...) -> String {
    lines.map { $0 + "\n" }.joined()
  }

  private func read(_ text: String) throws -> CollectingSink {
    try FormatSupport.read(text, as: LugeLinesReader.self, name: "x.jsonl")
  }

  @Test("One that is cut off is said to be, wherever that is; what is whole may be kept")
  func truncated() throws {
    let text = Self.lines(
      Self.head, Self.chat, Self.message("1", "Ann", "one"), Self.message("2", "Ben", "two"),
      Self.end)
    #expect(try read(text).texts == ["one", "two"])
    for length in Self.head.utf8.count + 1..<text.utf8.count - 1 {
      let sink = CollectingSink()
      let source = MemoryByteSource(Array(text.utf8.prefix(length)), name: "x.jsonl")
      #expect("\(length)") {
        try LugeLinesReader.read(source, into: sink)
      } throws: {
        if case ArchiveError.truncated = $0 { true } else { false }
      }
      let isWhole = text.utf8.prefix(length).split(separator: 0x0A).count
      #expect(sink.texts == Array(["one", "two"].prefix(max(0, isWhole - 3))) || isWhole > 2)
      #expect(sink.skipped.isEmpty)
    }
    // Exports of before have no last line.
    let before = text.replacing(Self.end + "\n", with: "").replacing(#","end":true"#, with: "")
    #expect(try read(before).texts == ["one", "two"])
  }

  @Test("Reactions are kept where nobody is named")
  func namelessReactions() throws {
    let message =
      #"{"type":"message","key":"1","time":1717400000,"author":"a","name":"Ann","text":"one","#
      + #""reactions":[{"emoji":"👍","count":3},{"emoji":"🎉","count":1,"authors":["Ben"]}]}"#
    let sink = try read(Self.lines(#"{"luge":"archive","version":1}"#, Self.chat, message))
    #expect(
      sink.messages.first?.reactions == [
        ReactionRecord(emoji: "👍", count: 3),
        ReactionRecord(emoji: "🎉", count: 1, authors: ["Ben"]),
      ])
  }

  @Test("The last line's count is compared with what there is")
  func count() throws {
    let cut = Self.lines(Self.head, Self.chat, Self.message("1", "Ann", "one"), Self.end)
    let short = CollectingSink()
    #expect {
      try LugeLinesReader.read(MemoryByteSource(Array(cut.utf8), name: "x.jsonl"), into: short)
    } throws: {
      if case ArchiveError.truncated = $0 { true } else { false }
    }
    #expect(short.texts == ["one"])
    #expect(short.notes.map(\.reason) == ["it says that it has 2 messages, and has 1"])
    // One that has more has lost nothing.
    let more = Self.lines(
      Self.head, Self.chat, Self.message("1", "Ann", "one"), Self.message("2", "Ann", "two"),
      Self.message("3", "Ann", "three"), Self.end)
    let long = try read(more)
    #expect(long.texts == ["one", "two", "three"] && long.notes.count == 1)
  }

  @Test("Other formats of lines that break off are said to be cut off, too")
  func others() throws {
    let line = #"{"timestamp":1700000000000,"#
    #expect {
      try JSONLines.read(
        MemoryByteSource(Array("{}\n\(line)".utf8), name: "x"), progress: { _ in },
        onBad: { _, _ in }, onValue: { _, _ in })
    } throws: {
      $0 as? ArchiveError == .truncated(path: "x", place: "line 2")
    }
  }

  @Test(
    "Messages behind a damaged line of a conversation are kept, and not in the one before it",
    arguments: [
      (#"{"type":"conversation","key":"t:2","name":"Sea","ki"#, "t:2", "Sea"),
      (#"{"type":"conversation","key":"t:2",name":"Sea"}"#, "t:2", "t:2"),
      (#"{"type":"conversation","kxy":"t:2","name":"Sea","kind":"group"}"#, "lost:", "Ben, Cy"),
      (#"{"type":"conversation" "key":"#, "lost:", "Ben, Cy"),
      (#"{"tpye":"conversa","kind":"group","key":}"#, "lost:", "Ben, Cy"),
    ])
  func conversation(damaged: String, key: String, name: String) throws {
    let sink = try read(
      Self.lines(
        Self.head, Self.chat, Self.message("1", "Ann", "one"), damaged,
        Self.message("1", "Ben", "two"), Self.message("2", "Cy", "three"),
        #"{"luge":"end","conversations":2,"messages":3}"#))
    #expect(sink.texts == ["one", "two", "three"])
    #expect(sink.conversations.count == 2)
    let last = try #require((sink.conversations + sink.amended).last)
    #expect(last.key.hasPrefix(key) && last.name == name)
    #expect(sink.conversations.last?.key == last.key)
    #expect(
      sink.skipped.map(\.reason) == [
        "it begins a conversation, and cannot be read; its messages are kept"
      ])
    #expect(sink.notes.isEmpty)
  }

  @Test("A file whose first lines are damaged or gone is known, and its messages are kept")
  func beginning() throws {
    let folder = try TemporaryFolder()
    let whole = Self.lines(
      Self.head, Self.chat, Self.message("1", "Ann", "one"), Self.message("2", "Ben", "two"))
    for text in [
      "\u{FEFF}" + whole + Self.end,
      Self.lines("{\"lu", Self.chat, Self.message("1", "Ann", "one")),
    ] {
      try folder.write(text, as: "x.jsonl")
      let (sink, formats) = try FormatSupport.open(folder)
      #expect(formats == ["Luge JSON Lines"])
      #expect(sink.texts.first == "one")
      #expect(sink.conversations.map(\.key) == ["t:1"])
    }
    let sink = try read(
      Self.lines(Self.message("1", "Ann", "one"), Self.message("2", "Ben", "two")))
    #expect(sink.texts == ["one", "two"])
    #expect(sink.amended.map(\.name) == ["Ann, Ben"])
    #expect(
      sink.notes.map(\.reason) == [
        "no line says which conversation it and those behind it belong to; they are kept"
      ])
    // The same file again is the same conversation.
    let again = try read(
      Self.lines(Self.message("1", "Ann", "one"), Self.message("2", "Ben", "two")))
    #expect(again.conversations == sink.conversations)
  }
}
