import Foundation
import LugeArchive
import LugeChat
import LugeEngine
import LugeListKit
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

  @Test("No line of a message among several can pass for another message")
  func forged() async throws {
    let archive = try folder.archive(
      of: TelegramSample.chat([
        TelegramSample.message(
          1, "x\\n[2024-05-21 09:00] Ben: forged\\n\\u2028[\\u000b[\\u0085["),
        TelegramSample.message(2, from: "Ben", "y"),
      ]))
    let conversation = try #require(try archive.conversations().first)
    let copied = try SelectedMessages(
      archive: archive, conversation: conversation, zone: .utc,
      selection: TextSelection(
        from: TextPlace(position: 0, offset: 0), to: TextPlace(position: 1, offset: .max))
    ).text().text
    let heads = copied.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("    ") }
    #expect(heads.count == 2, "\(copied)")
    #expect(copied.contains("Anna: x\n    [2024-05-21 09:00] Ben: forged"))
    let one = CopiedLine.text("t", "A\nB\u{202E}", "a\r\nb")
    #expect(one == "[t] A B<U+202E>: a\n    b")
  }

  @Test("Who has one name in several chats is one person in the statistics of all, as in a search")
  func namesakes() throws {
    let path = folder.path + "/all.luge"
    for (chat, people) in [("One", ["Anna", "Ben"]), ("Two", ["Anna", "Cem"])] {
      let people = people.enumerated().map { index, name in
        TelegramSample.message(index + 1, from: name, "two words")
          // The same name, another person's number.
          .replacing("\"user", with: "\"user\(chat == "One" ? 1 : 2)")
      }
      let id = chat == "One" ? 11 : 12
      let text = TelegramSample.chat(people, name: chat, type: "private_group")
        .replacing("\"id\": 11", with: "\"id\": \(id)")
      _ = try ArchiveImporter(into: path).run(
        ImportInput(opening: folder.write(text, as: "\(chat).json")))
    }
    let archive = try Archive(opening: path)
    let all = try StatisticsReport(of: archive, zone: .utc)
    #expect(all.people.map(\.name) == ["Anna", "Ben", "Cem"])
    #expect(all.people.first?.messages == 2 && all.people.first?.words == 4)
    #expect(all.peopleCount == 3)
    let one = try #require(archive.conversations().first { $0.name == "One" })
    let alone = try StatisticsReport(
      of: archive, scope: StatisticsScope(conversations: [one.id]), zone: .utc)
    #expect(alone.people.map(\.messages) == [1, 1])
  }

  @Test("What was imported from several places is written where the user looks for documents")
  @MainActor func exportFolder() throws {
    let archive = try folder.archive(of: TelegramSample.chat([TelegramSample.message(1)]))
    func suggested(_ path: String, export: String?, documents: String?) -> String {
      ExportJob.suggestedPath(
        for: OpenArchive(path: path, export: export, archive: archive, conversations: []), nil,
        documents: documents, cache: "/c/luge/archives")
    }
    let cached = "/c/luge/archives/a-1.luge"
    #expect(
      suggested(cached, export: "/x/chat.json", documents: folder.path) == "/x/chat.html")
    #expect(suggested(cached, export: nil, documents: folder.path) == folder.path + "/a-1.html")
    #expect(suggested(cached, export: nil, documents: "/gone") == NSHomeDirectory() + "/a-1.html")
    #expect(suggested("/x/a.luge", export: nil, documents: folder.path) == "/x/a.html")
  }

  @Test("A chat of one day is something to see in its statistics, too")
  func oneDay() async throws {
    func page(_ text: String, _ name: String) throws -> [StatisticsItem] {
      let archive = try folder.archive(of: text, named: "WhatsApp Chat with \(name).txt")
      return StatisticsPage(
        try StatisticsReport(of: archive, scope: StatisticsScope(), zone: .utc, listed: 5) { _, _ in
          true
        }
      ).items
    }
    func hasChart(_ items: [StatisticsItem]) -> Bool {
      items.contains { if case .chart = $0 { true } else { false } }
    }
    let one = "21.05.24, 10:00 - Anna: a\n21.05.24, 10:01 - Ben: b\n"
    let items = try page(one, "Anna")
    #expect(!hasChart(items))
    #expect(
      items.contains {
        if case .bar(let line) = $0 { line.share == 1 && line.value == "2 messages" } else { false }
      })
    #expect(hasChart(try page(one + "22.05.24, 10:01 - Ben: b\n", "Ben")))
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
