import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeApp

@Suite("Messages of the store as messages of the chat") struct MapperTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func messages(
    _ json: [String], type: String = "personal_chat"
  ) async throws -> [ChatMessage] {
    let messages = try await messages(
      in: try folder.archive(of: TelegramSample.chat(json, type: type)))
    #expect(messages.count == json.count)
    return messages
  }

  private func messages(in archive: Archive) async throws -> [ChatMessage] {
    let conversation = try #require(try archive.conversations().first)
    let source = ArchiveChatSource(archive: archive, conversation: conversation)
    return try await source.items(at: 0..<source.count)
  }

  @Test("Reactions of an album are counted once for each person, however many there are")
  func reactionsOfAlbums() {
    func reaction(_ people: [String]) -> ChatReaction {
      var reaction = ChatReaction(emoji: "a", count: people.count)
      reaction.people = people
      return reaction
    }
    let both = MessageMapper.sum([reaction(["a", "b"]), reaction(["b", "c"])])
    #expect(both.map(\.people) == [["a", "b", "c"]] && both.map(\.count) == [4])
    let excess = LinearWork.excess("reactions", from: 250) { count in
      _ = MessageMapper.sum(
        (0..<2).map { side in reaction((0..<count).map { "\(side) \($0)" }) })
    }
    #expect(excess == nil)
  }

  private func stored(_ media: [MediaRecord], reaction: String = "👍") -> StoredMessage {
    StoredMessage(
      id: 1, position: 0, sourceKey: "1", author: nil,
      time: Timestamp(seconds: 0, certainty: .exact), text: StyledText("hello"),
      reactions: [ReactionRecord(emoji: reaction, count: 1)], media: media)
  }

  @Test("Cards and words among a message's media, however many there are")
  func cardsOfMedia() {
    let mapper = MessageMapper(media: MediaFolders(root: nil))
    func card(_ number: Int) -> MediaRecord {
      MediaRecord(kind: .other, note: "Title \(number)\nhttps://example.org/\(number)")
    }
    let mixed = mapper.message(
      stored([card(1), MediaRecord(kind: .poll, note: "Which?"), .words("more"), card(2)]))
    #expect(mixed.links.map(\.title) == ["Title 1", "Title 2"])
    #expect(mixed.media.map(\.kind) == [.poll])
    // Fewer cost less than what is made of each.
    let excess = LinearWork.excess("cards", from: 8000) { count in
      _ = mapper.message(stored((0..<count).map(card)))
    }
    #expect(excess == nil)
  }

  @Test("A reaction is shown up to a length")
  func longReaction() {
    let mapper = MessageMapper(media: MediaFolders(root: nil))
    for emoji in ["é", "e" + String(repeating: "\u{301}", count: 40), ":ä", "👍\u{200D}"] {
      var long = String(repeating: emoji, count: 20_000)
      if emoji.hasPrefix(":") { long += ":" }
      let shown = mapper.message(stored([], reaction: long)).reactions.map(\.emoji)
      #expect(shown.count == 1 && shown.allSatisfy { (1..<300).contains($0.utf8.count) })
    }
    #expect(mapper.message(stored([], reaction: ":party:")).reactions.map(\.emoji) == [":party:"])
  }

  @Test("Whether the file of a video is there is known before anybody tries to play it")
  func missingVideos() async throws {
    try Data([0]).write(to: URL(fileURLWithPath: "\(folder.path)/here.mp4"))
    func video(_ id: Int, _ file: String) -> String {
      TelegramSample.message(
        id, more: #", "file": "\#(file)", "media_type": "video_file", "mime_type": "video/mp4""#)
    }
    let media = try await messages([
      video(1, "here.mp4"), video(2, "gone.mp4"),
      TelegramSample.message(3, more: #", "photo": "gone.png""#),
    ]).compactMap(\.media.first)
    #expect(media.map(\.isMissing) == [false, true, false])
    #expect(media[1].path?.hasSuffix("gone.mp4") == true, "a click says where it was looked for")
  }

  @Test("A name of any length is cut where it is shown")
  func longNames() async throws {
    let long = String(repeating: "Nn", count: 50_000)
    let shown = try await messages(
      [
        TelegramSample.message(1, from: long, more: #", "forwarded_from": "\#(long)""#),
        TelegramSample.message(2, from: "Ben", more: #", "reply_to_message_id": 1"#),
      ], type: "private_group")
    #expect(shown[0].author.name.count == 257)
    #expect(shown[1].reply?.authorName.count == 257)
    #expect(shown[0].forwardedFrom.map { $0.utf8.count < 1100 } == true)
  }

  @Test("No path of an export leads out of its folder")
  func contained() {
    let mapper = MessageMapper(media: MediaFolders(root: "/export/chat"))
    let photo = ImageKey("photos/a.jpg", beneath: "/export/chat")
    #expect(photo.source == "/export/chat/photos/a.jpg")
    #expect(mapper.key("photos/a.jpg") == photo)
    #expect(mapper.key("/export/chat/photos/a.jpg") == photo)
    let paths = [
      "../../etc/passwd", "photos/../../../etc/passwd", "/etc/passwd",
      "/export/chat/../../etc/passwd",
      "./..//etc/passwd", "/export/chatter/secret", "../\u{301}/../secret", "/\u{301}/../secret",
    ]
    for path in paths {
      let place = mapper.key(path).placeInFolder
      #expect(place?.folder == "/export/chat")
      #expect(place?.path.pathParts.contains("..") == false)
    }
    #expect(
      MessageMapper(media: MediaFolders(root: nil)).key("/somewhere/a.jpg").confinement == .sealed)
  }

  @Test("Words of an attachment that end with an address are a page's; others stay what they are")
  func pages() throws {
    let note = "The lake\nHow to get there\nand back\nhttps://example.org/lake"
    let card = try #require(
      MessageMapper.card(
        MediaRecord(kind: .other, thumbnailPath: "https://example.org/a.jpg", note: note)))
    #expect(card.url == "https://example.org/lake" && card.title == "The lake")
    #expect(card.summary == "How to get there and back")
    #expect(card.picture == ImageKey("https://example.org/a.jpg"))
    // A picture beside the export's files is none of a page.
    let local = MediaRecord(kind: .other, thumbnailPath: "../../a.jpg", note: note)
    #expect(MessageMapper.card(local)?.picture == nil)
    let others = ["", "words", "file:///etc/passwd", "see https://example.org", "A\n\n"]
    for note in others {
      #expect(MessageMapper.card(MediaRecord(kind: .other, note: note)) == nil, "\(note)")
    }
    #expect(MessageMapper.card(MediaRecord(kind: .file, path: "a", note: note)) == nil)
  }

  @Test("An address is no file below the export's folder")
  func addresses() {
    let mapper = MessageMapper(media: MediaFolders(root: "/export/chat"))
    let photo = mapper.media(MediaRecord(kind: .photo, path: "HTTPS://example.org/a.jpg"))
    #expect(photo.imageKey == ImageKey("HTTPS://example.org/a.jpg"))
    #expect(photo.path == nil && photo.isViewable && photo.isPicture)
    // No other scheme is one that anything is fetched by.
    let other = mapper.media(MediaRecord(kind: .photo, path: "file:///etc/passwd"))
    #expect(other.imageKey?.source.hasPrefix("/export/chat/") == true)
  }

  @Test("Pictures sent as files have a preview, other files do not")
  func pictureFiles() {
    let mapper = MessageMapper(media: MediaFolders(root: "/export"))
    func file(_ type: String) -> ChatMedia {
      mapper.media(MediaRecord(kind: .file, path: "a", mimeType: type))
    }
    #expect(file("image/png").isPictureFile && file("image/JPEG").isViewable)
    // SVG is never decoded.
    for type in ["image/svg+xml", "application/pdf", "text/html"] {
      #expect(file(type).imageKey == nil)
    }
  }

  @Test("In a conversation of two, the one it is not named after is the owner")
  func twoPeople() async throws {
    // WhatsApp doesn't say who exported.
    let messages = try await messages(
      in: try folder.archive(
        of: "21.05.24, 10:00 - Anna: Hello\n21.05.24, 10:01 - Ben: Hi\n",
        named: "WhatsApp Chat with Anna.txt"))
    #expect(messages.map(\.isOutgoing) == [false, true])
    #expect(messages.map(\.author.name) == ["Anna", "Ben"])
    #expect(messages[0].author.id != messages[1].author.id)
  }

  @Test("In a group nobody is taken for the owner")
  func group() async throws {
    let messages = try await messages(
      ["Anna", "Ben", "Cleo"].enumerated().map { TelegramSample.message($0 + 1, from: $1) },
      type: "private_group")
    #expect(messages.allSatisfy { !$0.isOutgoing })
  }

  @Test("Links are found where the source marks none")
  func links() async throws {
    let messages = try await messages(
      in: try folder.archive(
        of: "21.05.24, 10:00 - Anna: See example.com/a, node.js\n21.05.24, 10:01 - Ben: Hi\n",
        named: "WhatsApp Chat with Anna.txt"))
    #expect(
      messages[0].text.spans == [.init(4..<17, .link(target: "http://example.com/a"))])
    #expect(messages[1].text.spans.isEmpty)
  }

  @Test("Replies of others are named")
  func namedReplies() async throws {
    let messages = try await messages(
      [
        TelegramSample.message(1, "Question"),
        TelegramSample.message(2, "Answer", more: ", \"reply_to_message_id\": 1"),
      ], type: "private_group")
    #expect(!messages[0].isOutgoing && messages[1].reply?.authorName == "Anna")
  }

  @Test("Replies name what they answer, or say that it is not here")
  func replies() async throws {
    let messages = try await messages([
      TelegramSample.message(1, "Question"),
      TelegramSample.message(2, "Answer", more: ", \"reply_to_message_id\": 1"),
      TelegramSample.message(3, "Lost", more: ", \"reply_to_message_id\": 77"),
    ])
    #expect(messages[0].reply == nil)
    #expect(messages[1].reply?.item == messages[0].id)
    #expect(messages[1].reply?.snippet == "Question")
    // The reader's own messages are not called by a name.
    #expect(messages[0].isOutgoing && messages[1].reply?.authorName == "You")
    #expect(messages[1].reply?.authorColorIndex == messages[0].author.colorIndex)
    #expect(messages[0].author.colorIndex != 0)
    let lost = try #require(messages[2].reply)
    #expect(lost.item == nil && !lost.snippet.isEmpty)
  }

  @Test("A quote does not tell what a spoiler hides")
  func spoilers() async throws {
    let messages = try await messages([
      #"""
      {"id": 1, "type": "message", "date_unixtime": "1009287200", "from": "Anna",
       "from_id": "user1", "text": ["It was ", {"type": "spoiler", "text": "the cat"}]}
      """#,
      TelegramSample.message(2, "No!", more: ", \"reply_to_message_id\": 1"),
    ])
    #expect(messages[0].text.string == "It was the cat")
    #expect(messages[1].reply?.snippet == "It was ••• •••")
  }

  @Test("Reactions with an emoji of somebody's own are no numbers")
  func customReactions() async throws {
    let messages = try await messages([
      TelegramSample.message(
        1, "Hello",
        more: #"""
          , "reactions": [{"type": "emoji", "count": 2, "emoji": "1️⃣"},
          {"type": "custom_emoji", "count": 1, "document_id": "1234567890123456789"},
          {"type": "custom_emoji", "count": 3, "document_id": "stickers/a.webp"},
          {"type": "custom_emoji", "count": 5, "document_id": "stickers/жук.webp"},
          {"type": "emoji", "count": 4, "emoji": ":party_parrot:"}]
          """#)
    ])
    #expect(messages[0].reactions.map(\.emoji) == ["1️⃣", "✦", "✦", "✦", ":party_parrot:"])
    #expect(messages[0].reactions.map(\.count) == [2, 1, 3, 5, 4])
  }

  @Test("The bot with whose help a message was written is named; other fields are no bots")
  func bots() async throws {
    let more = [
      #", "via_bot": "@gif""#, #", "via_bot": " ""#, #", "via_bot": 5"#,
      #", "other": {"via_bot": "@gif"}"#, "",
    ]
    let messages = try await messages(
      more.enumerated().map { TelegramSample.message($0 + 1, more: $1) })
    #expect(messages.map(\.via) == ["@gif", nil, nil, nil, nil])
  }

  @Test("Media are found beside the export")
  func media() async throws {
    let messages = try await messages([
      TelegramSample.message(
        1, "", more: ", \"photo\": \"photos/1.jpg\", \"width\": 640, \"height\": 480"),
      TelegramSample.message(
        2, "",
        more: ", \"file\": \"files/a.pdf\", \"mime_type\": \"application/pdf\", \"width\": 0"),
    ])
    let photo = try #require(messages[0].media.first)
    #expect(photo.kind == .photo)
    #expect(photo.path == "\(folder.path)/photos/1.jpg")
    #expect(photo.imageKey == ImageKey("photos/1.jpg", beneath: folder.path))
    #expect(photo.pixelSize == PixelSize(width: 640, height: 480))
    let file = try #require(messages[1].media.first)
    #expect(file.kind == .file && file.imageKey == nil && file.pixelSize == nil)
  }

  @Test("Service lines, edits, forwards and reactions come through")
  func marks() async throws {
    let messages = try await messages([
      TelegramSample.message(
        1,
        more: """
          , "edited": "2024-01-01T00:00:00", "edited_unixtime": "1704067200", \
          "forwarded_from": "News", \
          "reactions": [{"type": "emoji", "count": 3, "emoji": "👍"}]
          """),
      """
      {"id": 2, "type": "service", "date": "2024-01-01T00:00:00", \
      "date_unixtime": "1704067200", "actor": "Anna", "actor_id": "user1", \
      "action": "pin_message", "message_id": 1, "text": "", "text_entities": []}
      """,
    ])
    #expect(messages[0].isEdited && messages[0].forwardedFrom == "News")
    #expect(messages[0].reactions == [ChatReaction(emoji: "👍", count: 3)])
    #expect(!messages[0].isService && messages[1].isService)
    #expect(!messages[1].text.string.isEmpty)
  }

  @Test("Words beside a message stand in it, behind a bar, with their links")
  func words() async throws {
    let shown = try await messages([
      TelegramSample.message(
        1,
        more:
          #", "inline_bot_buttons": [[{"type": "url", "text": "Open", "data": "https://a.example"}, {"type": "callback", "text": "Yes"}]]"#
      )
    ])
    let text = try #require(shown.first).text
    #expect(text.string == "Hello\n\n▸ Open (https://a.example)\n▸ Yes")
    #expect(shown.first?.media.isEmpty == true)
    #expect(
      text.spans.contains { $0.attribute == .blockquote && $0.range.lowerBound == 7 },
      "\(text.spans)")
    #expect(text.spans.contains { $0.attribute == .link(target: "https://a.example") })
  }
}
