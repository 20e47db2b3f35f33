import LugeChat
import LugeCore
import LugeEngine
import Testing

/// Nothing here may crash, draw outside of its row or take long.
@Suite("Hostile values") struct HostileTests {
  private var hostile: [ChatMessage] {
    var empty = ChatMessage(
      id: ItemID(.min), author: ChatAuthor(id: .min, name: "", colorIndex: .min), time: .min)
    empty.reply = ReplyPreview(item: nil, authorName: "", authorColorIndex: .max, snippet: "")
    empty.forwardedFrom = ""
    var long = message(2, "x")
    let megabyte = String(repeating: "a\nb\t", count: 250_000)
    long.author.name = megabyte
    long.forwardedFrom = megabyte
    long.reply = ReplyPreview(item: ItemID(1), authorName: megabyte, snippet: megabyte)
    long.reactions = (0..<10_000).map { ChatReaction(emoji: megabyte, count: $0 == 3 ? -4 : .max) }
    var service = message(3, megabyte)
    service.isService = true
    let sizes = [
      PixelSize(width: -1, height: 0), PixelSize(width: .max, height: 1),
      PixelSize(width: 1, height: .max),
    ]
    let media = sizes.flatMap { size in
      ChatMedia.Kind.allCases.map {
        ChatMedia(
          kind: $0, imageKey: ImageKey(""), fileName: megabyte, byteSize: .min, pixelSize: size,
          duration: -.infinity, note: megabyte)
      }
    }
    var many = message(5, "", media: Array(repeating: media, count: 100).flatMap { $0 })
    many.time = .max
    var bidirectional = message(6, "\u{202E}abc\u{0}\u{FFFE}def")
    bidirectional.text.spans = [.init(0..<3, .mention(id: nil)), .init(0..<500, .hashtag)]
    return [empty, long, service, message(4, "", media: media), many, bidirectional]
  }

  @Test("Names show characters that turn text by their number")
  func names() {
    let name = "Zo\u{202E}e\u{7}"
    #expect(ChatAuthor(id: 1, name: name).name == "Zo<U+202E>e ")
    let reply = ReplyPreview(item: nil, authorName: name, snippet: "")
    #expect(reply.authorName == "Zo<U+202E>e ")
  }

  @Test("Odd values are laid out inside of their rows", arguments: [16, 120, 400, 10_000])
  func inside(width: Int) {
    for message in hostile {
      for row in rows(message) {
        for zoom in [0.1, 1, 5] {
          let layout = row.layout(in: context(width, zoom: zoom))
          #expect(layout.size.width == width)
          for rect in layout.drawList.rects + layout.hitRegions.map(\.rect) {
            #expect(rect.x >= 0 && rect.maxX <= Double(width), "\(rect) \(message.id) \(zoom)")
            #expect(
              rect.y >= 0 && rect.maxY <= Double(layout.size.height),
              "\(rect) \(message.id) \(zoom)")
          }
        }
      }
    }
  }

  @Test("Lists without a width have rows all the same", arguments: [0, 1, -5])
  func noWidth(width: Int) {
    for message in hostile + everyMessage {
      for row in rows(message) {
        let layout = row.layout(in: context(width))
        #expect(layout.size.width == max(0, width) && layout.size.height > 0)
      }
    }
  }

  @Test("Scales and styles that are no numbers are no trouble")
  func noNumbers() {
    var style = ChatStyle()
    style.bubble.cornerRadius = .nan
    style.bubble.maxWidth = .infinity
    style.bubble.maxWidthShare = -3
    style.bubble.gapBetweenGroups = -.infinity
    style.media.maxPictures = .min
    style.media.singlePictureSize = -1
    style.grouping.maxSeconds = .min
    style.colors.authors = []
    for message in everyMessage {
      for row in rows(message, previous: message, next: message, style: style) {
        #expect(row.layout(in: context()).size.height > 0)
      }
    }
  }

  @Test("Ten megabytes of text become rows of bounded size")
  func tenMegabytes() {
    let text = String(repeating: "lorem ipsum dolor sit amet ", count: 390_000)
    let rows = rows(message(1, text))
    #expect(rows.count > 1_000)
    for row in rows.prefix(20) + rows.suffix(2) {
      #expect((1..<20_000).contains(row.layout(in: context()).size.height))
    }
  }

  @Test(
    "Messages of blanks say that they are empty",
    arguments: ["   ", "\u{2800}", "\u{200B}\n\u{3164}"])
  func blanks(text: String) throws {
    let layout = try #require(bubble(message(1, text), isGroup: false))
    #expect(layout.drawList.texts == ["Empty message", "14:05"])
    let letters = try #require(bubble(message(1, text + "a"), isGroup: false))
    #expect(letters.drawList.texts == [text + "a", "14:05"])
  }

  @Test("Empty messages say so, beside the time")
  func emptyMessage() throws {
    let layout = try #require(bubble(message(1, ""), isGroup: false))
    #expect(layout.drawList.texts == ["Empty message", "14:05"])
    #expect(layout.copyText == nil)
  }
}
