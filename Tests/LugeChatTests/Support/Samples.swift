import LugeChat
import LugeCore
import LugeEngine

/// Monday, 3 June 2024, 14:05.
let sampleTime: Int64 = 1_717_423_500
let anna = ChatAuthor(id: 1, name: "Anna", colorIndex: 0)
let ben = ChatAuthor(id: 2, name: "Ben", colorIndex: 1)

func message(
  _ id: Int64, by author: ChatAuthor = anna, isOutgoing: Bool = false, after seconds: Int64 = 0,
  _ text: String = "Hello", media: [ChatMedia] = []
) -> ChatMessage {
  ChatMessage(
    id: ItemID(id), author: author, isOutgoing: isOutgoing, time: sampleTime + seconds,
    text: StyledText(text), media: media)
}

func photos(_ count: Int) -> [ChatMedia] {
  (0..<count).map {
    ChatMedia(kind: .photo, imageKey: ImageKey("\($0).jpg"), path: "\($0).jpg")
  }
}

func context(_ width: Int = 400, scale: Double = 1, zoom: Double = 1) -> LayoutContext {
  LayoutContext(
    environment: LayoutEnvironment(width: width, scale: scale, zoom: zoom), text: FakeText())
}

/// Rows of a message on its own.
func rows(
  _ message: ChatMessage, previous: ChatMessage? = nil, next: ChatMessage? = nil,
  kinds: ChatKinds = .standard, isGroup: Bool = true, style: ChatStyle = ChatStyle()
) -> [any RowModel] {
  ChatRowFactory(
    ChatConfiguration(
      kinds: kinds, appearance: ChatAppearance(style: style), isGroup: isGroup)
  ).rows(for: message, previous: previous, next: next)
}

/// The bubble of a message on its own.
func bubble(
  _ message: ChatMessage, width: Int = 400, scale: Double = 1, isGroup: Bool = true,
  style: ChatStyle = ChatStyle()
) -> RowLayout? {
  rows(message, isGroup: isGroup, style: style).first { $0.id.part == ChatPart.bubble }?
    .layout(in: context(width, scale: scale))
}

/// One message of everything, for tests that hold for all rows.
let everyMessage: [ChatMessage] = {
  var linked = message(20, "See https://example.org and ask @ben about #luge in a longer text")
  linked.text.spans = [
    .init(4..<23, .link(target: "https://example.org")), .init(32..<36, .mention(id: nil)),
    .init(43..<48, .hashtag),
  ]
  var answered = message(21, isOutgoing: true, "Yes")
  answered.reply = ReplyPreview(item: ItemID(1), authorName: "Ben", snippet: "A question, long ago")
  answered.isEdited = true
  var forwarded = message(22, "Forwarded words")
  forwarded.forwardedFrom = "A channel"
  forwarded.reactions = (0..<9).map { ChatReaction(emoji: "👍", count: $0 * 37) }
  var deleted = message(23, "")
  deleted.isDeleted = true
  var service = message(24, "Anna joined, and this sentence goes on for more than a line or two")
  service.isService = true
  service.isFirstUnread = true
  let kinds = ChatMedia.Kind.allCases.map { kind in
    message(
      100 + Int64(kind.rawValue), isOutgoing: kind.rawValue % 2 == 0, "",
      media: [
        ChatMedia(
          kind: kind, imageKey: kind.rawValue % 3 == 0 ? ImageKey("x") : nil, path: "x",
          fileName: "x.bin", byteSize: 12_345, pixelSize: PixelSize(width: 640, height: 480),
          duration: 61, note: "A note")
      ])
  }
  let grids = (1...12).map {
    message(200 + Int64($0), $0 % 2 == 0 ? "" : "Look", media: photos($0))
  }
  return [message(1), message(2, isOutgoing: true, String(repeating: "word ", count: 60))]
    + [linked, answered, forwarded, deleted, service] + kinds + grids
}()
