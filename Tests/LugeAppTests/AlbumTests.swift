import LugeArchive
import LugeChat
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeApp

@Suite("Albums: pictures that were sent at once") struct AlbumTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A message of a Telegram export.
  private func line(
    _ id: Int, at seconds: Int, from: String = "Anna", _ text: String = "", photo: Bool = true,
    more: String = ""
  ) -> String {
    let picture = photo ? #", "photo": "photos/\#(id).jpg", "width": 640, "height": 480"# : ""
    return """
      {"id": \(id), "type": "message", "date": "2024-06-03T10:00:00", \
      "date_unixtime": "\(1_717_400_000 + seconds)", "from": "\(from)", \
      "from_id": "user\(from)", "text": "\(text)", "text_entities": \
      [{"type": "plain", "text": "\(text)"}]\(picture)\(more)}
      """
  }

  private func source(_ lines: [String]) throws -> ArchiveChatSource {
    let archive = try folder.archive(of: TelegramSample.chat(lines, type: "private_group"))
    let conversation = try #require(try archive.conversations().first)
    return ArchiveChatSource(archive: archive, conversation: conversation)
  }

  private func isFolded(_ message: ChatMessage) -> Bool {
    if case .folded = message.album { true } else { false }
  }

  private func isShown(_ message: ChatMessage) -> Bool {
    if case .shown = message.album { true } else { false }
  }

  @Test("One message shows the pictures of all, in their order; the others keep their places")
  func grid() async throws {
    let source = try source([
      line(1, at: 0, "Before", photo: false), line(2, at: 60), line(3, at: 60, "The hut"),
      line(4, at: 61), line(5, at: 61), line(6, at: 200, "After", photo: false),
    ])
    #expect(source.count == 6)
    let messages = try await source.items(at: 0..<6)
    #expect(messages.map(isFolded) == [false, true, false, true, true, false])
    // The one with words, for they are found at its place.
    #expect(messages.map(isShown) == [false, false, true, false, false, false])
    #expect(messages[2].text.string == "The hut")
    #expect(
      messages[2].media.map(\.path) == (2...5).map { "\(folder.path)/photos/\($0).jpg" })
    guard case .shown(let before, let after) = messages[2].album else { return }
    #expect(before?.message.text.string == "Before" && after?.message.text.string == "After")
    let reader = AlbumReader(archive: source.archive, conversation: source.conversation)
    #expect(try (0..<6).map { try reader.shownPosition(of: $0) } == [0, 2, 2, 2, 2, 5])
  }

  @Test("What does not belong together stays apart")
  func apart() async throws {
    let pairs: [(String, String)] = [
      (line(10, at: 0), line(11, at: 2)), (line(10, at: 0), line(12, at: 0)),
      (line(10, at: 0), line(11, at: 0, from: "Ben")),
      (line(10, at: 0, "One"), line(11, at: 0, "Two")),
      (line(10, at: 0), line(11, at: 0, more: #", "forwarded_from": "News""#)),
      (line(10, at: 0), line(11, at: 0, photo: false)),
      (
        line(10, at: 0),
        line(11, at: 0, photo: false, more: #", "photo": "(File not included. Change it.)""#)
      ),
    ]
    for (index, pair) in pairs.enumerated() {
      let export = TelegramSample.chat([pair.0, pair.1], type: "private_group")
      let archive = try folder.archive(of: export, named: "pair\(index).json")
      let conversation = try #require(try archive.conversations().first)
      let messages = try await ArchiveChatSource(archive: archive, conversation: conversation)
        .items(at: 0..<2)
      #expect(messages.allSatisfy { $0.album == nil && $0.media.count <= 1 }, "\(index)")
    }
  }

  @Test("Whatever part of a conversation is read, its albums are the same", arguments: 0..<4)
  func windows(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 77)
    var seconds = 0
    let lines = (1...(seed % 2 == 1 ? 460 : 140)).map { id in
      seconds += seed % 2 == 0 && Int.random(in: 0..<10, using: &random) == 0 ? 60 : 0
      // Of every other conversation most is one run.
      let isPhoto = seed % 2 == 1 ? id % 301 != 0 : Int.random(in: 0..<12, using: &random) != 0
      let isSpoken = Int.random(in: 0..<6, using: &random) == 0 && seed != 3
      let text = isSpoken ? "Words \(id)" : ""
      return line(id, at: seconds, isPhoto ? text : "No picture", photo: isPhoto)
    }
    let source = try source(lines)
    let whole = try await source.items(at: 0..<source.count)
    #expect(whole.contains(where: isShown))
    func signs(_ messages: ArraySlice<ChatMessage>) -> [String] {
      messages.map { message in
        var words = "\(message.id.rawValue) \(message.media.compactMap(\.path))"
        switch message.album {
        case .folded: words += " folded"
        case .shown(let before, let after):
          words += " \(before?.message.id.rawValue ?? -1) \(after?.message.id.rawValue ?? -1)"
        case nil: break
        }
        return words
      }
    }
    // Every picture is shown once, whoever shows it.
    let shown = whole.filter { !isFolded($0) }.flatMap { $0.media.compactMap(\.path) }
    #expect(Set(shown).count == shown.count)
    #expect(shown.count == lines.count { $0.contains("photos/") })
    for _ in 0..<60 {
      let start = Int.random(in: 0..<source.count, using: &random)
      let range = start..<min(source.count, start + Int.random(in: 1...20, using: &random))
      let part = try await source.items(at: range)
      #expect(signs(part[...]) == signs(whole[range]), "\(range)")
    }
  }

  @Test("An album's bubble opens and closes its group as if it were one message")
  func rows() async throws {
    let source = try source([
      line(1, at: 0), line(2, at: 0, "Words"), line(3, at: 1),
      line(4, at: 9, from: "Ben", "Hi", photo: false),
    ])
    let messages = try await source.items(at: 0..<4)
    let factory = ChatRowFactory(ChatConfiguration(isGroup: true))
    func rows(_ index: Int) -> [BubbleRow] {
      factory.rows(
        for: messages[index], previous: index > 0 ? messages[index - 1] : nil,
        next: index < 3 ? messages[index + 1] : nil
      ).compactMap { $0 as? BubbleRow }
    }
    let bubble = try #require(rows(1).first)
    #expect(bubble.facts.opensGroup && bubble.facts.closesGroup && !bubble.facts.startsDay)
    #expect(rows(0).isEmpty && rows(2).isEmpty)
    #expect(rows(3).first?.facts.opensGroup == true)
  }
}
