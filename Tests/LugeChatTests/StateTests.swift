import LugeChat
import LugeCore
import LugeEngine
import Testing

@Suite("States, receipts, reactions, code") struct StateTests {
  private func tracked(_ text: String = "Hello", isOutgoing: Bool = true) -> ChatMessage {
    var made = message(1, isOutgoing: isOutgoing, text)
    made.tracksState = true
    return made
  }

  @Test(
    "A place for the state stands behind the time, one for readers beside the bubble, inside the row",
    arguments: LayoutTests.widths, [1, 1.5, 2])
  func places(width: Int, scale: Double) throws {
    for text in ["Hi", String(repeating: "word ", count: 90)] {
      for isOutgoing in [true, false] {
        let layout = try #require(
          bubble(tracked(text, isOutgoing: isOutgoing), width: width, scale: scale))
        let body = try #require(layout.drawList.bubbleBody())
        let area = Rect(x: 0, y: 0, width: width, height: layout.size.height)
        for slot in layout.slots {
          let rect = slot.rect
          #expect(rect.x >= 0 && rect.y >= 0 && rect.maxX <= area.maxX && rect.maxY <= area.maxY)
          #expect(rect.x == rect.x.rounded() && rect.y == rect.y.rounded())
          let isInside = rect.x >= body.x && rect.maxX <= body.maxX
          #expect(isInside == [ChatSlot.state, ChatSlot.stateOverPicture].contains(slot.key.part))
          if !isInside { #expect(rect.maxX <= body.x || rect.x >= body.maxX) }
        }
        let hasState = layout.slots.contains { $0.key.part == ChatSlot.state }
        #expect(hasState == isOutgoing)
        if Double(width) >= 320 * scale { #expect(layout.slots.count == (isOutgoing ? 2 : 1)) }
      }
    }
    let plain = try #require(bubble(message(1, isOutgoing: true), width: width, scale: scale))
    #expect(plain.slots.isEmpty, "an archive's messages have none")
  }

  @Test("Readers lean on the bubble, in a mirrored row too", arguments: [false, true])
  func mirrored(isMirrored: Bool) throws {
    let facts = ChatFacts()
    facts.markRead(by: anna, upTo: ItemID(1))
    for part in [ChatSlot.readersBeforeBubble, ChatSlot.readersAfterBubble] {
      let mark = try #require(
        facts.decoration(in: SlotKey(item: ItemID(1), part: part)) as? ReadersMark)
      var environment = LayoutEnvironment(width: 400, scale: 1)
      environment.isMirrored = isMirrored
      let list = mark.drawList(
        size: PixelSize(width: 60, height: 16),
        in: LayoutContext(environment: environment, text: FakeText()))
      let isAtStart = list.commands.contains {
        if case .roundedRectangle(let rect, _, _, _) = $0 { rect.x < 2 } else { false }
      }
      let leadsRight = (part == ChatSlot.readersBeforeBubble) != isMirrored
      #expect(isAtStart == !leadsRight)
    }
  }

  @Test("The marks have hints: the state, and everybody who has read it")
  func hints() {
    let facts = ChatFacts()
    let (state, readers) = (
      SlotKey(item: ItemID(1), part: ChatSlot.state),
      SlotKey(item: ItemID(1), part: ChatSlot.readersBeforeBubble)
    )
    #expect(facts.hint(in: state) == nil && facts.hint(in: readers) == nil)
    facts.setState(.delivered, of: ItemID(1))
    #expect(facts.hint(in: state) == "Delivered")
    for number in (1...23).reversed() {
      facts.markRead(by: ChatAuthor(id: Int64(number), name: "P\(number)"), upTo: ItemID(1))
    }
    let words = facts.hint(in: readers)?.filter { $0.isASCII } ?? ""
    #expect(words.hasPrefix("Read by P1, P2, P3, "), "\(words)")
    #expect(words.hasSuffix("P20, +3"), "\(words)")
  }

  @Test("States of messages that left the list are forgotten, receipts are not")
  func forgotten() {
    let facts = ChatFacts()
    facts.setState(.sent, of: ItemID(1), ItemID(2), ItemID(3))
    facts.markRead(by: anna, upTo: ItemID(2))
    facts.forgetStates(of: [ItemID(1), ItemID(2)])
    #expect(facts.count == 2)
    #expect(facts[ItemID(1)].state == nil && facts[ItemID(3)].state == .sent)
    #expect(facts[ItemID(2)].state == nil && facts[ItemID(2)].readers == [anna])
  }

  @Test("Facts are looked up by slot; a receipt stands in one place") func facts() throws {
    let facts = ChatFacts()
    let (first, second) = (ItemID(1), ItemID(2))
    let state = SlotKey(item: first, part: ChatSlot.state)
    let readers = SlotKey(item: first, part: ChatSlot.readersBeforeBubble)
    #expect(facts.decoration(in: state) == nil)
    facts.setState(.sent, of: first)
    #expect((facts.decoration(in: state) as? StateMark)?.state == .sent)
    #expect(facts.accessibleText(of: first, in: [state]) == "Sent")
    #expect(facts.decoration(in: readers) == nil)
    facts.markRead(by: ben, upTo: first)
    facts.markRead(by: anna, upTo: first)
    #expect((facts.decoration(in: readers) as? ReadersMark)?.readers == [anna, ben])
    #expect(facts.accessibleText(of: first, in: [state]) == "Read by Anna and Ben")
    facts.markRead(by: anna, upTo: second)
    #expect(facts[first].readers == [ben] && facts[second].readers == [anna])
    facts.rename(second, to: ItemID(9))
    facts.removeReceipt(of: anna)
    #expect(facts[second] == MessageFacts() && facts[ItemID(9)] == MessageFacts())
    facts.set(MessageFacts(), of: first)
    #expect(facts.decoration(in: state) == nil)
    #expect(facts.accessibleText(of: first, in: [state]) == nil)
    facts.markRead(by: ben, upTo: second)
    #expect(facts[first].readers.isEmpty)
  }

  @Test("Where a message says that it was not sent, no state is said, whatever was reported")
  func failedState() throws {
    let facts = ChatFacts()
    facts.setState(.sending, of: ItemID(1))
    func spoken(_ message: ChatMessage) throws -> String? {
      let layout = try #require(bubble(message))
      return facts.accessibleText(of: ItemID(1), in: layout.slots.map(\.key))
    }
    #expect(try spoken(tracked()) == "Sending")
    var failed = tracked()
    failed.failure = "No connection"
    #expect(try spoken(failed) == nil)
  }

  @Test("Changes from many threads are all there in the end") func threads() async {
    let facts = ChatFacts()
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for step in 0..<500 {
            let reader = ChatAuthor(id: Int64(worker), name: "\(worker)")
            facts.markRead(by: reader, upTo: ItemID(Int64(step % 20)))
            facts.setState(DeliveryState.allCases[step % 4], of: ItemID(Int64(step)))
          }
        }
      }
    }
    #expect(facts[ItemID(19)].readers.count == 8, "each receipt is where it was set last")
    for item in 0..<19 as Range<Int64> { #expect(facts[ItemID(item)].readers.isEmpty) }
    for item in 0..<500 as Range<Int64> {
      #expect(facts[ItemID(item)].state == DeliveryState.allCases[Int(item) % 4])
    }
  }

  @Test("Every mark is drawn within its place", arguments: DeliveryState.allCases)
  func marks(state: DeliveryState) throws {
    let facts = ChatFacts()
    facts.set(
      MessageFacts(
        state: state, readers: (1...5).map { ChatAuthor(id: $0, name: "Person \($0)") }),
      of: ItemID(1))
    for part in 0..<4 as Range<UInt32> {
      for size in [PixelSize(width: 16, height: 11), PixelSize(width: 90, height: 24)] {
        let mark = try #require(facts.decoration(in: SlotKey(item: ItemID(1), part: part)))
        let list = mark.drawList(size: size, in: context(400))
        #expect(!list.commands.isEmpty)
        for rect in list.rects where rect.width > 0 {
          #expect(
            rect.x >= -0.5 && rect.maxX <= Double(size.width) + 0.5
              || list.texts.contains { $0.hasPrefix("+") })
        }
      }
    }
  }

  @Test("A message that could not be sent says why, and offers what can be done")
  func failure() throws {
    var failed = tracked()
    failed.failure = "The server is away"
    let layout = try #require(bubble(failed))
    #expect(layout.drawList.texts.contains("Not sent: The server is away"))
    #expect(
      layout.pressed
        == [SendAction.retry, .discard].map { .typed(AnyRowAction($0)) })
    for region in layout.hitRegions { #expect(region.rect.maxX <= 400) }
  }

  @Test("One's own reaction stands out; a click says which") func reactions() throws {
    var reacted = message(1)
    reacted.reactions = [
      ChatReaction(emoji: "👍", count: 2, isOwn: true), ChatReaction(emoji: "❤", count: 1),
    ]
    let layout = try #require(bubble(reacted))
    #expect(layout.drawList.texts.contains("❤\u{FE0F} 1"), "an emoji, not a letter")
    #expect(
      layout.pressed
        == ["👍", "❤"].map { .typed(AnyRowAction(ReactionAction(emoji: $0))) })
    let accent = ChatColors().inbound.accent
    let own = layout.drawList.commands.count {
      if case .roundedRectangle(_, _, let fill, _) = $0 { fill == accent } else { false }
    }
    #expect(own == 1)
  }

  @Test("A message without any content says so") func empty() throws {
    #expect(try #require(bubble(message(1, ""))).drawList.texts.contains("Empty message"))
    #expect(
      try !#require(bubble(message(1, "", media: photos(1)))).drawList.texts
        .contains("Empty message"))
  }

  @Test("A block of code has the same padding on all sides, its language, and a copy button")
  func code() throws {
    var said = message(1, "Look:\nlet x = 1\nprint(x)\nDone.")
    said.text.spans = [.init(6..<24, .preformatted(language: "swift"))]
    let layout = try #require(bubble(said))
    let code = "let x = 1\nprint(x)"
    #expect(layout.drawList.texts.contains("swift") && layout.drawList.texts.contains("Copy"))
    #expect(layout.pressed == [.typed(AnyRowAction(CopyText(code)))])
    #expect(layout.copyText == "Look:\n\(code)\nDone.")
    #expect(layout.texts.map(\.offset) == [0, 6, 25])
    let pill = ChatColors().inbound.pill
    let plate = try #require(
      layout.drawList.commands.lazy.compactMap { command -> Rect? in
        guard case .roundedRectangle(let rect, _, let fill, _) = command, fill == pill else {
          return nil
        }
        return rect
      }.first)
    let text = try #require(layout.drawList.rect(ofText: code))
    #expect(text.x - plate.x == 8 && plate.maxY - text.maxY == 8)
    let language = try #require(layout.drawList.rect(ofText: "swift"))
    #expect(language.x == text.x && language.y - plate.y >= 8)
  }

  @Test("An answer shows the answered picture, inside its quote", arguments: LayoutTests.widths)
  func thumbnail(width: Int) throws {
    var answer = message(2, "Lovely")
    answer.reply = ReplyPreview(
      item: ItemID(1), authorName: "Anna", snippet: "Photo", picture: ImageKey("a.jpg"))
    let layout = try #require(bubble(answer, width: width))
    let region = try #require(layout.hitRegions.first { $0.action == .goTo(ItemID(1)) })
    let pictures = layout.drawList.commands.compactMap { command -> Rect? in
      if case .image(ImageKey("a.jpg"), let rect, _, _) = command { rect } else { nil }
    }
    if width >= 320 { #expect(pictures.count == 1) }
    for rect in pictures {
      #expect(rect.width == rect.height && rect.x > region.rect.x && rect.y >= region.rect.y)
      #expect(rect.maxX < region.rect.maxX && rect.maxY <= region.rect.maxY)
    }
    answer.reply?.picture = nil
    let without = try #require(bubble(answer, width: width))
    #expect(without.drawList.texts == layout.drawList.texts || width < 320)
  }

  @Test("What came as far as one message did so for those before it; others stay as they are")
  func upTo() {
    let facts = ChatFacts()
    var messages = (Int64(1)...8).map { number in
      var made = message(number, isOutgoing: number != 4)
      made.tracksState = true
      return made
    }
    messages[1].failure = "no connection"
    facts.setState(.read, of: ItemID(1))
    facts.setState(.sent, of: ItemID(2), ItemID(3), ItemID(6), ItemID(8))
    facts.setState(.sending, of: ItemID(5), ItemID(7))
    facts.setState(.read, upTo: ItemID(6), in: messages)
    func states() -> [DeliveryState?] { messages.map { facts[$0.id].state } }
    #expect(states() == [.read, .sent, .read, nil, .sending, .read, .sending, .sent])
    // What came farther before stays, and one's own message leaves "sending".
    facts.setState(.delivered, upTo: ItemID(7), in: messages)
    #expect(states() == [.read, .sent, .read, nil, .sending, .read, .delivered, .sent])
    // Another's message is a place as well, one that is not there is told of alone.
    facts.setState(.read, upTo: ItemID(4), in: messages)
    facts.setState(.sent, upTo: ItemID(99), in: messages)
    #expect(states() == [.read, .sent, .read, nil, .sending, .read, .delivered, .sent])
    #expect(facts[ItemID(99)].state == .sent)
  }

  @Test("Receipts and who types show the picture of a face; one letter is large enough to read")
  func faces() throws {
    let pictured = ChatAuthor(id: 3, name: "Cara", picture: ImageKey("c.jpg"))
    let size = PixelSize(width: 60, height: 16)
    let typing = TypingMark([pictured, ben], phase: nil, appearance: ChatAppearance())
      .drawList(size: PixelSize(width: 340, height: 28), in: context(400))
    #expect(typing.images.count == 1)
    let facts = ChatFacts()
    for reader in [ben, pictured] { facts.markRead(by: reader, upTo: ItemID(1)) }
    let slot = SlotKey(item: ItemID(1), part: ChatSlot.readersBeforeBubble)
    let mark = try #require(facts.decoration(in: slot) as? ReadersMark)
    let readers = mark.drawList(size: size, in: context(400))
    #expect(readers.images.count == 1)
    let letters = readers.commands.compactMap { command -> Double? in
      if case .text(let layout, _, _, _) = command { layout.request.font.pixelSize } else { nil }
    }
    #expect(letters.count == 2 && letters.allSatisfy { $0 > 8 })
  }

  @Test("A face is a button where the style says so, and keys reach the message's own parts first")
  func faceButton() throws {
    var style = ChatStyle()
    var linked = message(1, "Look")
    linked.reply = ReplyPreview(item: ItemID(9), authorName: "Ben", snippet: "Hi")
    let before = try #require(bubble(linked, style: style)).hitRegions
    style.avatar.isButton = true
    let regions = try #require(bubble(linked, style: style)).hitRegions
    #expect(Array(regions.dropLast(2)) == before && regions.last?.label == "Anna")
    #expect(regions.dropLast().last?.action == regions.last?.action, "the name")
    #expect(regions.last?.action == .typed(AnyRowAction(AuthorAction(author: anna))))
    #expect(regions.last?.rect.width == 36)
  }

  @Test("A scroll bar's room counts as part of the margin", arguments: [240, 360, 1400], [1.0, 2])
  func barRoom(width: Int, scale: Double) throws {
    var style = ChatStyle()
    style.bubble.barRoom = 8
    let list = Int(Double(width) * scale)
    let own = try #require(
      bubble(message(1, isOutgoing: true, "Hi"), width: list, scale: scale, style: style)?.body)
    let other = try #require(
      bubble(message(2, "Hi"), width: list, scale: scale, isGroup: false, style: style)?.body)
    let room = 8 * scale
    let right = Double(list) + room - own.rect.maxX
    #expect(abs(other.rect.x - right) <= 1, "\(other.rect.x) \(right)")
    #expect(own.rect.maxX <= Double(list))
    // The line of what is unread keeps to the same margins.
    var unread = message(3, "New")
    unread.isFirstUnread = true
    let band = try #require(
      rows(unread, style: style).first { $0.id.part == ChatPart.unreadMark }?
        .layout(in: context(list, scale: scale)).body)
    #expect(abs(band.rect.x - other.rect.x) <= 1 && abs(band.rect.maxX - own.rect.maxX) <= 1)
  }

  @Test("Who types is named, with the dots within the mark", arguments: [nil, 0, 5, 11] as [Int?])
  func typing(phase: Int?) throws {
    let strings = ChatStrings()
    #expect(TypingMark.words(for: [anna], strings) == "Anna is typing")
    #expect(TypingMark.words(for: [anna, ben], strings) == "Anna and Ben are typing")
    let crowd = (1...5).map { ChatAuthor(id: $0, name: "P\($0)") }
    #expect(TypingMark.words(for: crowd, strings) == "P1, P2 and 3 others are typing")
    #expect(TypingMark.words(for: [], strings).isEmpty)
    for people in [[anna], [anna, ben], crowd] {
      for size in [PixelSize(width: 340, height: 28), PixelSize(width: 60, height: 28)] {
        let list = TypingMark(people, phase: phase, appearance: ChatAppearance())
          .drawList(size: size, in: context(400))
        for rect in list.rects {
          #expect(rect.y >= -0.5 && rect.maxY <= Double(size.height) + 0.5)
        }
      }
    }
    #expect(
      TypingMark([anna], phase: 1, appearance: ChatAppearance())
        != TypingMark([anna], phase: 2, appearance: ChatAppearance()))
  }
}
