import LugeChat
import LugeCore
import LugeEngine
import Testing

@Suite("Layouts of chat rows") struct LayoutTests {
  static let widths = [120, 121, 320, 400, 777, 2000]
  static let scales = [1, 1.25, 1.5, 2]

  @Test("Equal inputs give equal layouts, whichever measuring tool is used", arguments: widths)
  func pure(width: Int) {
    for message in everyMessage {
      for row in rows(message) {
        let first = row.layout(in: context(width, scale: 1.5))
        let second = row.layout(in: context(width, scale: 1.5))
        #expect(String(describing: first) == String(describing: second))
      }
    }
  }

  @Test("A height that was only measured is that of the layout", arguments: widths)
  func heights(width: Int) {
    for message in everyMessage {
      for row in rows(message) {
        for scale in Self.scales {
          let context = context(width, scale: scale)
          #expect(row.height(in: context) == row.layout(in: context).size.height)
        }
      }
    }
  }

  @Test("A bubble takes at most four fifths of the column, and 560 points", arguments: widths)
  func bubbleWidth(width: Int) throws {
    for message in everyMessage where !message.isService {
      for scale in Self.scales {
        let row = try #require(bubble(message, width: width, scale: scale))
        guard let body = row.drawList.bubbleBody() else { continue }
        #expect(body.width <= min(Double(width), (760 * scale).rounded()) * 0.8)
        #expect(body.width <= (560 * scale).rounded())
        #expect(body.width > 0)
      }
    }
  }

  @Test("Wide text uses the room it has")
  func wideText() throws {
    let long = message(1, String(repeating: "word ", count: 200))
    let narrow = try #require(bubble(long, width: 400)?.drawList.bubbleBody())
    #expect(narrow.width > 270 && narrow.width <= 320)
    let wide = try #require(bubble(long, width: 2000)?.drawList.bubbleBody())
    #expect(wide.width > 530 && wide.width <= 560)
  }

  @Test("In a wide list messages stand in a column of 760 points in the middle", arguments: [1, 2])
  func column(scale: Double) throws {
    let width = Int(1400 * scale)
    let left = (1400 - 760) / 2 * scale
    for message in everyMessage where !message.isService {
      let row = try #require(bubble(message, width: width, scale: scale))
      for rect in row.drawList.rects {
        #expect(rect.x >= left && rect.maxX <= left + 760 * scale)
      }
    }
    let own = try #require(bubble(message(1, isOutgoing: true), width: width, scale: scale))
    #expect(own.drawList.bubbleBody()?.maxX == left + 750 * scale)
  }

  @Test("Everything lies inside of its row", arguments: widths)
  func bounds(width: Int) {
    for message in everyMessage {
      for row in rows(message) {
        for scale in Self.scales {
          let layout = row.layout(in: context(width, scale: scale))
          #expect(layout.size.width == width && layout.size.height > 0)
          let area = Rect(x: 0, y: 0, width: width, height: layout.size.height)
          let inside =
            layout.drawList.rects + layout.drawList.pathBounds
            + layout.hitRegions.map(\.rect)
          for rect in inside {
            #expect(
              rect.x >= area.x && rect.y >= area.y && rect.maxX <= area.maxX
                && rect.maxY <= area.maxY,
              "\(rect) of message \(message.id) in \(area) at scale \(scale)")
          }
          for line in layout.lines { #expect((0..<layout.size.height).contains(line.top)) }
        }
      }
    }
  }

  @Test("Edges lie on whole pixels at every scale", arguments: scales)
  func wholePixels(scale: Double) {
    for message in everyMessage {
      for row in rows(message) {
        let layout = row.layout(in: context(417, scale: scale))
        for rect in layout.drawList.rects + layout.hitRegions.map(\.rect) {
          for value in [rect.x, rect.y, rect.width, rect.height] {
            #expect(value == value.rounded(), "\(rect) of message \(message.id)")
          }
        }
      }
    }
  }

  @Test("The time stands in the last line if it fits, or below, and never moves out of the bubble")
  func timePlace() throws {
    for words in 1...60 {
      let text = Array(repeating: "abcd", count: words).joined(separator: " ")
      let layout = try #require(bubble(message(1, text), isGroup: false))
      let time = try #require(layout.drawList.rect(ofText: "14:05"))
      let body = try #require(layout.drawList.bubbleBody())
      let said = try #require(layout.drawList.rect(ofText: text))
      let measured = FakeText().layout(
        TextRequest(StyledText(text), font: context().font(14), maxWidth: 320 - 24))
      let last = try #require(measured.lines.last)
      let fits = 12 + last.width + 10 + Int(time.width) + 12 <= 320
      #expect(time.maxX <= body.maxX - 12)
      if fits {
        #expect(time.maxY == said.maxY)
        #expect(time.x >= said.x + Double(last.width) + 10)
      } else {
        #expect(time.y >= said.maxY)
      }
    }
  }

  @Test("The bot stands before the time, which stays whole where there is no room for both")
  func via() throws {
    var sent = message(1, "Hello")
    sent.via = "@gif"
    sent.isEdited = true
    #expect(try #require(bubble(sent)).drawList.texts.contains("via @gif edited 14:05"))
    #expect(try #require(bubble(sent)).accessibleText == "Anna, 14:05: Hello\nvia @gif, edited")
    var picture = message(1, "", media: photos(1))
    picture.via = "@gif"
    #expect(try #require(bubble(picture)).drawList.texts.contains("via @gif 14:05"))
    for text in ["Hello", ""] {
      var long = message(1, text, media: text.isEmpty ? photos(1) : [])
      long.via = String(repeating: "x", count: 200)
      let texts = try #require(bubble(long, width: 320)).drawList.texts
      #expect(texts.contains("14:05"), "\(texts)")
    }
    sent.isDeleted = true
    #expect(try #require(bubble(sent)).drawList.texts.contains("14:05"))
  }

  @Test("A line of right-to-left text has the time beside it; several keep theirs for themselves")
  func rightToLeft() throws {
    let layout = try #require(bubble(message(1, "שלום")))
    let time = try #require(layout.drawList.rect(ofText: "14:05"))
    let said = try #require(layout.drawList.rect(ofText: "שלום"))
    #expect(time.maxY == said.maxY && time.x >= said.maxX + 10)
    let two = try #require(bubble(message(1, "שלום\nשלום")))
    let below = try #require(two.drawList.rect(ofText: "14:05"))
    #expect(below.y >= (try #require(two.drawList.rect(ofText: "שלום\nשלום"))).maxY)
  }

  @Test(
    "In a bubble that is wider than its text, each line stands where its paragraph begins",
    arguments: [false, true])
  func alignedLines(isMirrored: Bool) throws {
    let quotation = "A question of more words than any answer to it has"
    for text in ["שלום", "Hi\nשלום", "שלום\nHi there", "Hi there"] {
      var answer = message(1, text)
      answer.reply = ReplyPreview(item: ItemID(9), authorName: "Ben", snippet: quotation)
      let model = try #require(rows(answer).first { $0.id.part == ChatPart.bubble })
      var environment = LayoutEnvironment(width: 600, scale: 1)
      environment.isMirrored = isMirrored
      let row = model.layout(in: LayoutContext(environment: environment, text: FakeText()))
      let body = try #require(row.drawList.bubbleBody())
      let placed = row.drawList.commands.compactMap { command -> (words: String, rect: Rect)? in
        guard case .text(let layout, let at, _, _) = command else { return nil }
        return (
          layout.request.text.string,
          Rect(
            x: Int(at.x), y: Int(at.y), width: layout.size.width, height: layout.size.height)
        )
      }
      let own = try #require(placed.first { $0.words == text }?.rect)
      let time = try #require(placed.last?.rect)
      #expect(own != time)
      let (left, right) = (own.x - body.x, body.maxX - own.maxX)
      if text == "Hi there", !isMirrored {
        #expect(left < right)
      } else if own.maxY > time.y {
        // The time stands where the last line ends, or else beside all lines.
        let endsRightToLeft = text.hasSuffix("שלום")
        if isMirrored == endsRightToLeft {
          #expect(left == right)
          let letters = FakeText().layout(
            TextRequest(StyledText("שלום"), font: context().font(14), maxWidth: 320))
          #expect(!isMirrored || time.maxX + 10 <= own.maxX - Double(letters.size.width))
        } else if isMirrored {
          #expect(time.maxX < own.x && own.x - time.maxX < 20 && right < 20)
        } else {
          #expect(own.maxX < time.x && time.x - own.maxX < 20 && left < 20)
        }
      } else {
        #expect(left == right && left < 20)
      }
    }
  }

  @Test("So does a right-to-left paragraph that ends in another script")
  func rightToLeftParagraph() throws {
    let latin = String(repeating: "words ", count: 20) + "end"
    for text in ["שלום \(latin)", "שלום\n12 + 30", "one\nשלום \(latin)"] {
      let layout = try #require(bubble(message(1, text)))
      let time = try #require(layout.drawList.rect(ofText: "14:05"))
      let said = try #require(layout.drawList.rect(ofText: text))
      #expect(time.y >= said.maxY, "\(text)")
    }
    // A paragraph that runs left to right leaves room, whatever stands before it.
    let layout = try #require(bubble(message(1, "שלום\nhello")))
    let time = try #require(layout.drawList.rect(ofText: "14:05"))
    #expect(try time.y < #require(layout.drawList.rect(ofText: "שלום\nhello")).maxY)
  }

  @Test("Links, mentions, hashtags, files and quotes can be clicked")
  func hits() throws {
    let linked = try #require(everyMessage.first { $0.id == ItemID(20) })
    let layout = try #require(bubble(linked, width: 300))
    let actions = Set(layout.texts.flatMap(\.links).map(\.action))
    #expect(
      actions == [
        .openLink("https://example.org"), .custom("mention:@ben"), .custom("hashtag:#luge"),
      ])
    let answered = try #require(everyMessage.first { $0.id == ItemID(21) })
    let reply = try #require(bubble(answered)?.hitRegions.first)
    #expect(reply.action == .goTo(ItemID(1)))
    let photo = try #require(bubble(message(1, "", media: photos(1))))
    #expect(photo.hitRegions.map(\.action) == [.openImage(ImageKey("0.jpg"))])
    #expect(photo.hitRegions.map(\.rect) == photo.drawList.images)
  }

  @Test("A screen reader hears who, when and what")
  func accessibility() throws {
    let layout = try #require(bubble(message(1, "Hello there")))
    #expect(layout.accessibleText == "Anna, 14:05: Hello there")
    #expect(layout.copyText == "Hello there")
    let own = try #require(bubble(message(1, isOutgoing: true, "Hi")))
    #expect(own.accessibleText == "You, 14:05: Hi")
  }

  @Test("A forwarded message says whose it was, and what was the user's own is said to be so")
  func forwarded() throws {
    var made = message(1, "Hi")
    #expect(bubble(made)?.accessibleText == "Anna, 14:05: Hi")
    for (origin, isFromUser, words) in [
      ("", false, "Forwarded"), ("Ben", true, "Forwarded from you"),
    ] {
      (made.forwardedFrom, made.isForwardedFromUser) = (origin, isFromUser)
      #expect(bubble(made)?.accessibleText == "Anna, 14:05: \(words)\nHi")
    }
  }

  @Test("Every line of a text has a mark, in order, inside of the text's bytes")
  func lineMarks() throws {
    let text = String(repeating: "word ", count: 100)
    let layout = try #require(bubble(message(1, text)))
    #expect(layout.lines.count > 5)
    for (a, b) in zip(layout.lines, layout.lines.dropFirst()) {
      #expect(a.top < b.top && a.key < b.key)
    }
    #expect(layout.lines.first?.key == 0)
    #expect((layout.lines.last?.key ?? 0) < text.utf8.count)
  }
}
