import LugeCore
import Testing

@testable import LugeChat

@Suite("What a client makes of messages")
struct MessageHelpersTests {
  private var message: ChatMessage {
    ChatMessage(
      id: ItemID(7), author: ChatAuthor(id: 1, name: "Anna", colorIndex: 2), isOutgoing: false,
      time: 0, text: StyledText("hello"))
  }

  @Test("A reaction is added, counted and taken back, one's own and others'")
  func reactions() {
    var message = message
    let before = message.revision
    message.toggleReaction("👍", by: "Me", isOwn: true)
    #expect(message.reactions == [ChatReaction(emoji: "👍", count: 1, isOwn: true, people: ["Me"])])
    #expect(message.revision != before)
    message.toggleReaction("👍", by: "Ben", isOwn: false)
    message.toggleReaction("❤️", by: "Ben", isOwn: false)
    #expect(message.reactions.map(\.count) == [2, 1])
    message.toggleReaction("👍", by: "Me", isOwn: true)
    #expect(
      message.reactions == [
        ChatReaction(emoji: "👍", count: 1, people: ["Ben"]),
        ChatReaction(emoji: "❤️", count: 1, people: ["Ben"]),
      ])
    message.toggleReaction("👍", by: "Ben", isOwn: false)
    #expect(message.reactions.map(\.emoji) == ["❤️"])
  }

  @Test("What is answered, in short: its words, or the name of its file with its picture")
  func preview() {
    #expect(
      ReplyPreview(of: message)
        == ReplyPreview(
          item: ItemID(7), authorName: "Anna", authorColorIndex: 2, snippet: "hello"))
    var picture = message
    picture.text = StyledText("")
    let key = ImageKey(file: "/photos/a.jpg")
    picture.media = [ChatMedia(kind: .photo, imageKey: key, fileName: "a.jpg")]
    let preview = ReplyPreview(of: picture)
    #expect(preview.snippet == "a.jpg" && preview.picture == key)
  }

  @Test(
    "A file of the program is opened in its own folder alone",
    arguments: [
      ("/photos/a.jpg", "/photos", "a.jpg"), ("/a.jpg", "/", "a.jpg"), ("a.jpg", ".", "a.jpg"),
      ("b/a.jpg", "b", "a.jpg"),
    ])
  func file(path: String, folder: String, name: String) throws {
    let place = try #require(ImageKey(file: path).placeInFolder)
    #expect(place.folder == folder && place.path == name)
  }
}
