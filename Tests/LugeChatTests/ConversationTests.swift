import LugeChat
import LugeCore
import LugeEngine
import Testing

@Suite("List of conversations") struct ConversationTests {
  private func row(_ conversation: Conversation, today: Int? = nil) throws -> any RowModel {
    let factory = ConversationRowFactory(appearance: ChatAppearance(), today: today)
    return try #require(factory.rows(for: conversation, previous: nil, next: nil).first)
  }

  private let family = Conversation(
    id: ItemID(1), name: "The Family", snippet: "See you", snippetAuthor: "Ben",
    localSeconds: sampleTime, count: 12)

  @Test("Shows initials, name, date, message and count")
  func content() throws {
    let layout = try row(family).layout(in: context(300))
    #expect(
      Set(layout.drawList.texts) == ["TF", "The Family", "3 Jun 2024", "Ben: See you", "12"])
    #expect(layout.accessibleText == "The Family, 3 Jun 2024, Ben: See you, 12 unread")
  }

  @Test("What pointer and cursor mark is the plate of a selected row")
  func body() throws {
    var chosen = family
    chosen.isSelected = true
    let layout = try row(chosen).layout(in: context(300))
    let plate = layout.drawList.commands.lazy.compactMap { command -> RowBody? in
      guard case .roundedRectangle(let rect, let radii, _, _) = command else { return nil }
      return RowBody(rect, radii)
    }.first
    #expect(plate != nil && layout.body == plate)
    #expect(try row(family).layout(in: context(300)).body == plate)
  }

  @Test("A face has the colour of the name, in both schemes")
  func faceColor() {
    let style = ChatStyle()
    let face = Avatar(ChatAuthor(id: 1, name: "Ann Bell", colorIndex: 5))
    let commands = face.commands(x: 0, y: 0, side: 36, style: style, in: context())
    let fill = commands.lazy.compactMap { command -> ThemeColor? in
      if case .roundedRectangle(_, _, let fill, _) = command { fill } else { nil }
    }.first
    let letters = commands.lazy.compactMap { command -> ThemeColor? in
      if case .text(_, _, let color, _) = command { color } else { nil }
    }.first
    #expect(fill == style.colors.author(5) && fill?.light != fill?.dark)
    #expect(letters == style.colors.initials)
  }

  @Test("Numbers beyond what anybody counts are cut short")
  func largeCounts() throws {
    var room = family
    for (count, largest, shown) in [
      (999, 999, "999"), (1000, 999, "999+"), (.max, 999, "999+"), (60_520, .max, "60520"),
    ] {
      (room.count, room.largestCount) = (count, largest)
      let layout = try row(room).layout(in: context(300))
      #expect(layout.drawList.texts.contains(shown))
      #expect(layout.accessibleText.hasSuffix(", \(shown) unread"))
    }
  }

  @Test("Screen readers hear what is counted, and that one is mentioned")
  func spokenCounts() throws {
    func spoken(_ conversation: Conversation) throws -> String {
      try row(conversation).layout(in: context(300)).accessibleText
    }
    var room = family
    (room.count, room.isMentioned) = (1, true)
    #expect(try spoken(room).hasSuffix(": See you, 1 unread, you are mentioned"))
    room.count = 0
    #expect(try spoken(room).hasSuffix(": See you"))
    (room.count, room.isMentioned, room.spokenCount) = (7, false, "7 new messages")
    #expect(try spoken(room).hasSuffix(": See you, 7 new messages"))
    room.spokenCount = ""
    #expect(try spoken(room).hasSuffix(": See you"))
  }

  @Test("The name gives way to the date where a row is narrow")
  func narrow() throws {
    var long = family
    long.name = String(repeating: "Long Name ", count: 10)
    func width(_ text: String, in context: LayoutContext) throws -> Int {
      let commands = try row(long).layout(in: context).drawList.commands
      return try #require(
        commands.lazy.compactMap { command -> TextLayout? in
          if case .text(let text, _, _, _) = command { text } else { nil }
        }.first { $0.request.text.string == text }
      ).size.width
    }
    let whole = try width("3 Jun 2024", in: context(600))
    // More than half of the space beside the face.
    let narrow = context(76 + whole * 3 / 2 + 10)
    #expect(try width("3 Jun 2024", in: narrow) == whole)
    #expect(try width(Clipping.singleLine(long.name), in: narrow) < whole)
  }

  @Test("The date is short this year, a weekday in the last week and a time today")
  func date() throws {
    let day = CivilDate.day(ofLocalSeconds: sampleTime)
    #expect(try row(family, today: day).layout(in: context()).drawList.texts.contains("14:05"))
    for days in [1, 6] {
      let texts = try row(family, today: day + days).layout(in: context()).drawList.texts
      #expect(texts.contains("Mon"))
    }
    #expect(try row(family, today: day + 7).layout(in: context()).drawList.texts.contains("3 Jun"))
    #expect(try row(family, today: day).revision != row(family, today: day + 1).revision)
  }

  @Test("Being selected changes the row")
  func selection() throws {
    var selected = family
    selected.isSelected = true
    #expect(try row(selected).revision != row(family).revision)
    let commands = try row(selected).layout(in: context()).drawList.commands.count
    #expect(try commands == row(family).layout(in: context()).drawList.commands.count + 1)
  }

  @Test("Initials of all sorts of names")
  func initials() {
    func of(_ name: String) -> String { AuthorPalette.initials(of: name) }
    #expect(of("Anna Maria Petrova") == "AP" && of("ben") == "B" && of("") == "?")
    #expect(of("👻 !!") == "👻" && of("!! ❤️") == "❤️" && of("* 5") == "5" && of("!! #") == "?")
    #expect(of("#swift") == "S" && of("ßeta") == "SS")
  }

  @Test("Everything lies inside, on whole pixels", arguments: [20, 120, 300, 1_000])
  func inside(width: Int) throws {
    var hostile = family
    hostile.name = String(repeating: "W", count: 100_000)
    hostile.count = .max
    for conversation in [family, hostile] {
      for scale in [1, 1.25, 1.5, 2] {
        let layout = try row(conversation).layout(in: context(width, scale: scale))
        for rect in layout.drawList.rects {
          #expect(rect.x >= 0 && rect.maxX <= Double(width), "\(rect)")
          #expect(rect.y >= 0 && rect.maxY <= Double(layout.size.height))
          #expect(rect.x == rect.x.rounded() && rect.y == rect.y.rounded())
        }
      }
    }
    #expect(try row(family).layout(in: context(0)).size.height > 0)
  }
}
