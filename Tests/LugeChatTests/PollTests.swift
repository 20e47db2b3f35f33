import LugeChat
import LugeCore
import Testing

@Suite("Polls") struct PollTests {
  private func layout(_ poll: ChatPoll, width: Int = 400) throws -> RowLayout {
    var medium = ChatMedia(kind: .poll)
    medium.poll = poll
    return try #require(bubble(message(1, "", media: [medium]), width: width))
  }

  /// The bars' lengths, without the tracks that they lie on.
  private func bars(_ layout: RowLayout) -> [Double] {
    let accent = ChatStyle().colors.inbound.accent
    return layout.drawList.commands.compactMap { command in
      guard case .roundedRectangle(let rect, _, accent, _) = command else { return nil }
      return rect.width
    }
  }

  @Test("Each answer has its share and a bar as long as that")
  func shares() throws {
    let layout = try layout(
      ChatPoll(
        question: "Lunch?",
        answers: [.init("Yes", votes: 30, isChosen: true), .init("No", votes: 10)], isClosed: true))
    for text in ["Lunch?", "Yes ✓", "No", "75 %", "25 %", "Poll · 40 votes · closed"] {
      #expect(layout.drawList.texts.contains(text), "\(text)")
    }
    let bars = bars(layout)
    #expect(bars.count == 2)
    #expect(abs(bars[0] - 3 * bars[1]) <= 3)
    #expect(layout.accessibleText.contains("Yes, 30 votes, 75 %"))
  }

  @Test("What is looked for is found in the question and in the answers, where they are drawn")
  func labels() throws {
    let layout = try layout(
      ChatPoll(question: "Lunch?", answers: [.init("Yes", votes: 30), .init("No", votes: 10)]))
    #expect(layout.labels.map(\.layout.request.text.string) == ["Lunch?", "Yes", "No"])
    for label in layout.labels {
      #expect(
        layout.drawList.commands.contains { command in
          guard case .text(let drawn, let place, _, _) = command else { return false }
          return drawn.request == label.layout.request && place == label.origin
        })
    }
    #expect(layout.texts.isEmpty, "a poll's words are not selected")
  }

  @Test("Where several answers may be chosen, a share is one of the people")
  func people() throws {
    let layout = try layout(
      ChatPoll(
        question: "Days?", answers: [.init("Sat", votes: 4), .init("Sun", votes: 2)], voters: 4))
    #expect(layout.drawList.texts.contains("100 %") && layout.drawList.texts.contains("50 %"))
    #expect(layout.drawList.texts.contains("Poll · 4 voters"))
  }

  @Test("Without votes there are answers and no bars")
  func uncounted() throws {
    let layout = try layout(ChatPoll(question: "A?", answers: [.init("Yes"), .init("No")]))
    #expect(bars(layout).isEmpty)
    #expect(layout.drawList.texts.contains("Yes"))
  }

  @Test("Hostile numbers and lengths stay in the bubble", arguments: [20, 60, 200, 1000])
  func hostile(width: Int) throws {
    let long = String(repeating: "word ", count: 50_000)
    let poll = ChatPoll(
      question: long,
      answers: (0..<5_000).map { .init($0 % 7 == 0 ? long : "", votes: $0 % 2 == 0 ? .max : .min) },
      voters: .min)
    let layout = try layout(poll, width: width)
    #expect(layout.size.height < 100_000)
    for rect in layout.drawList.rects { #expect(rect.maxX <= Double(max(width, 200)) + 1) }
    for bar in bars(layout) { #expect(bar >= 0 && bar <= Double(width)) }
  }
}
