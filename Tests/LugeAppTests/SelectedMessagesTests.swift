import LugeArchive
import LugeChat
import LugeEngine
import Testing

@testable import LugeApp

@Suite("What is marked, on the clipboard") struct SelectedMessagesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func selected(_ lower: TextPlace, _ upper: TextPlace) async throws -> SelectedMessages {
    let archive = try folder.archive(
      of: "21.05.24, 10:00 - Anna: Hello there\n21.05.24, 10:01 - Ben: Zwei äöü\n"
        + "21.05.24, 13:02 - Anna: Bye\n",
      named: "WhatsApp Chat with Anna.txt")
    let conversation = try #require(try archive.conversations().first)
    return SelectedMessages(
      archive: archive, conversation: conversation, zone: .utc,
      selection: TextSelection(from: lower, to: upper))
  }

  @Test("A part of one message is copied as it is")
  func single() async throws {
    let part = try await selected(.init(position: 0, offset: 6), .init(position: 0, offset: 11))
    #expect(try part.text().text == "there")
    let late = try await selected(.init(position: 1, offset: 5), .init(position: 1, offset: .max))
    #expect(try late.text().text == "äöü")
  }

  @Test("Several come with their times and senders, the ends in part")
  func several() async throws {
    let all = try await selected(.init(position: 0, offset: 6), .init(position: 2, offset: 2))
    #expect(
      try all.text().text == """
        [2024-05-21 10:00] Anna: there
        [2024-05-21 10:01] Ben: Zwei äöü
        [2024-05-21 13:02] Anna: By
        """)
    #expect(try all.text().messages == 3)
    var told: [Double] = []
    _ = try all.text {
      told.append($0)
      return true
    }
    #expect(told == told.sorted() && told.last == 1)
    #expect(throws: ArchiveError.cancelled) { try all.text { _ in false } }
    let cut = try all.text(limit: 10)
    #expect(cut.isCut && cut.messages == 1)
  }

  @Test("Names of files are copied, and as many messages are told as the title counts")
  func filesAndService() async throws {
    let archive = try folder.archive(
      of: TelegramSample.chat([
        TelegramSample.message(1, more: #", "file": "files/map.pdf", "mime_type": "text/x""#),
        #"{"id": 2, "type": "service", "date": "2023-11-14T22:15:00", "date_unixtime": "1700000100", "actor": "Anna", "actor_id": "user1", "action": "pin_message", "message_id": 1, "text": "", "text_entities": []}"#,
      ]))
    let conversation = try #require(try archive.conversations().first)
    let copied = try SelectedMessages(
      archive: archive, conversation: conversation, zone: .utc,
      selection: TextSelection(
        from: .init(position: 0, offset: 0), to: .init(position: 1, offset: .max))
    ).text()
    #expect(copied.text.contains("Anna: Hello <file: map.pdf>\n"), "\(copied.text)")
    #expect(copied.text.hasSuffix("Anna pinned a message"))
    #expect(copied.messages == conversation.messages && conversation.messages == 1)
  }
}
