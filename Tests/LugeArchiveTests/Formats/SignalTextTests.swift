import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeImporters

@Suite("Signal: texts of other programs") struct SignalTextTests {
  private func quotation(_ text: StyledText) -> [String] {
    text.spans.filter { $0.attribute == .blockquote }.map {
      String(decoding: Array(text.string.utf8)[$0.range], as: UTF8.self)
    }
  }

  @Test("signalbackup-tools: names with blanks, files, reactions, what happened, several lines")
  func bracketed() throws {
    let text = ExportTexts.signalBackup
    let name = "Family (_id12).txt"
    #expect(FormatSupport.format(text, name: name) == SignalTextReader.formatName)
    let sink = try FormatSupport.read(text, as: SignalTextReader.self, name: name)
    #expect(sink.conversations.map(\.name) == ["Family"])
    #expect(
      sink.texts == [
        "Ann Lee added you to the group.", "hello\nthere", "yes", "", "", "(really: no)",
      ])
    #expect(sink.authors == [nil, "Ann Lee", "Bob", "Bob", "Bob", "Bob"])
    #expect(sink.messages[0].kind == .service(action: "update"))
    #expect(sink.messages[2].reactions.map(\.emoji) == ["👍", "❤️"])
    #expect(sink.messages[3].media.map(\.fileName) == ["a b.jpg"])
    #expect(sink.messages[4].media.map(\.kind) == [.photo])
    #expect(sink.times[1] == "2024-01-05 10:11:13")
  }

  @Test("sigtop: a message of more lines than there may be ends, and those behind it are there")
  func longFields() throws {
    func message(_ second: Int, _ body: String) -> String {
      """
      From: Ann (+491)
      Type: incoming
      Sent: Fri, 5 Jan 2024 10:11:\(10 + second) +0100

      \(body)


      """
    }
    let text =
      "Conversation: Ann (+491)\n\n" + message(0, "first")
      + message(1, String(repeating: "line\n", count: 200_100)) + message(2, "third")
      + message(3, "fourth")
    let sink = try FormatSupport.read(text, as: SignalTextReader.self, name: "a.txt")
    #expect(sink.messages.count == 4)
    #expect(
      [sink.texts.first, sink.texts.dropFirst(2).first, sink.texts.last] == [
        "first", "third", "fourth",
      ])
    #expect(sink.texts.dropFirst().first?.hasSuffix("line\nline") == true)
    #expect(sink.notes.count == 1)
    #expect(sink.notes.first?.reason.contains("are left out") == true)
  }

  @Test("sigtop's text: fields, quotations, edits, attachments; words that look like fields")
  func fields() throws {
    let text = ExportTexts.sigtop
    #expect(FormatSupport.format(text, name: "Ann.txt") == SignalTextReader.formatName)
    let sink = try FormatSupport.read(text, as: SignalTextReader.self, name: "Ann.txt")
    #expect(sink.conversations.map(\.name) == ["Ann Lee"])
    #expect(
      sink.texts == ["Hello\n\nType: nothing\nSent: by me", "Hello\nre", "new", "keychange"])
    #expect(sink.authors == ["Ann Lee", "Me", "Me", nil])
    #expect(sink.times.first == "2024-01-05 09:11:12")
    #expect(sink.messages[0].media.map(\.size) == [1234])
    #expect(
      sink.messages[0].reactions == [
        ReactionRecord(emoji: "👍", count: 2, authors: ["You", "Bob"])
      ])
    #expect(quotation(sink.messages[1].text) == ["Hello"])
    #expect(sink.messages[2].isEdited)
    #expect(sink.messages[3].kind == .service(action: "keychange"))
    #expect(sink.skipped.isEmpty)
  }

  @Test("sigtop's short text")
  func short() throws {
    let text = """
      2024-01-05 10:11 Ann: hi
      there
      2024-01-05 10:12 You: [reply to Ann on 2024-01-05 10:11, edited, 2 attachments] re
      2024-01-05 10:13 Ann: [keychange message]
      2024-01-05 10:14 Ann: [sic] no

      """
    #expect(FormatSupport.format(text, name: "Ann.txt") == SignalTextReader.formatName)
    let sink = try FormatSupport.read(text, as: SignalTextReader.self, name: "Ann.txt")
    #expect(sink.texts == ["hi\nthere", "re", "keychange", "[sic] no"])
    #expect(sink.messages[1].isEdited)
    #expect(sink.messages[1].media.count == 2)
    #expect(sink.messages[2].kind == .service(action: "keychange"))
  }

  @Test("signal-export: the page of Markdown, and the table beside it, which is read instead")
  func export() throws {
    let page = """
      [2024-01-05 10:11:12] Ann: hello  \(" ")
      (- Me: 👍, Bob: 👍 -)
      [2024-01-05 10:11:13] Me: \(" ")

      > hello

      re  ![a b.png](./media/a%20b.png)  [c.pdf](./media/c.pdf)  \(" ")
      [2024-01-05 10:11:14] Ann: (This message was deleted)
      [2024-01-05, 10:12] Ann: old layout  \(" ")

      """
    let rows = """
      {"date": "2024-01-05T10:11:12.345000", "sender": "Ann", "body": "hello  ", "quote": "", "sticker": null, "reactions": [["Me", "👍"], ["Bob", "👍"]], "attachments": [], "deleted": false, "call": false, "missed": false}
      {"date": "2024-01-05T10:11:13", "sender": "Me", "body": "re  ", "quote": "\\n\\n> hello\\n\\n", "sticker": null, "reactions": [], "attachments": [{"name": "a b.png", "path": "media/a%20b.png", "missing_kind": null}], "deleted": false, "call": false, "missed": false}
      {"date": "never", "sender": "Me", "body": "x", "reactions": [], "attachments": []}

      """
    let alone = try TemporaryFolder()
    try alone.write(page, as: "Ann/chat.md")
    let (sink, formats) = try FormatSupport.open(alone)
    #expect(formats == [SignalTextReader.formatName])
    #expect(sink.conversations.map(\.name) == ["Ann"])
    #expect(sink.texts == ["hello", "hello\nre", "This message was deleted", "old layout"])
    #expect(sink.messages[0].reactions.map(\.count) == [2])
    #expect(sink.messages[1].media.map(\.fileName) == ["a b.png", "c.pdf"])
    #expect(sink.messages[1].media.map(\.path) == ["media/a b.png", "media/c.pdf"])
    #expect(quotation(sink.messages[1].text) == ["hello"])
    #expect(sink.messages[2].kind == .deleted)

    // Renamed, it is still no text of WhatsApp's.
    #expect(FormatSupport.format(page, name: "Ann.txt") == SignalTextReader.formatName)
    let renamed = try FormatSupport.read(page, as: SignalTextReader.self, name: "Ann.txt")
    #expect(renamed.conversations.map(\.name) == ["Ann"])
    #expect(renamed.texts == sink.texts)
    #expect(
      FormatSupport.format(
        "[2024-01-05 10:11:12] Ann: hello\n[2024-01-05 10:11:13] Me: yes\n", name: "Ann.txt")
        == WhatsAppTextReader.formatName)

    try alone.write(rows, as: "Ann/data.json")
    let (both, _) = try FormatSupport.open(alone)
    #expect(both.texts == ["hello", "hello\nre"])
    #expect(both.messages[0].reactions.map(\.authors) == [["Me", "Bob"]])
    #expect(both.messages[1].media.map(\.path) == ["media/a b.png"])
    #expect(both.skipped.map(\.place) == ["line 3"])
    #expect(both.notes.contains { $0.reason.contains("data.json") })
  }
}
