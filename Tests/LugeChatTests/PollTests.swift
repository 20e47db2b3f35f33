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
    #expect(layout.accessibleText.contains("Yes, 30 votes, 75 %, chosen by you; No, 10 votes"))
    #expect(!layout.accessibleText.contains("✓"))
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

  @Test("Where one may vote, each answer is a button that says what it has, with a sign")
  func voting() throws {
    var poll = ChatPoll(
      question: "Days?", answers: [.init("Sat", votes: 3, isChosen: true), .init("Sun", votes: 1)],
      voters: 4)
    #expect(try layout(poll).hitRegions.allSatisfy { $0.label != "Sun, 1 vote, 25 %" })
    poll.takesVotes = true
    poll.mostChoices = 2
    let layout = try layout(poll)
    let votes = layout.hitRegions.filter {
      if case .typed(let action) = $0.action { action.value is PollVote } else { false }
    }
    #expect(votes.map(\.label) == ["Sat, 3 votes, 75 %, chosen by you", "Sun, 1 vote, 25 %"])
    #expect(votes[0].rect.maxY <= votes[1].rect.y)
    #expect(layout.drawList.texts.contains("Sat") && !layout.drawList.texts.contains("Sat ✓"))
    #expect(layout.drawList.texts.contains("Poll · 4 voters · up to 2 answers"))
    // Kept back, there are no bars and no numbers.
    poll.answers = [.init("Sat", isChosen: true), .init("Sun")]
    (poll.voters, poll.hidesVotes) = (nil, true)
    let hidden = try self.layout(poll)
    #expect(
      hidden.drawList.texts.contains(
        "Poll · up to 2 answers · results are shown when the poll ends"))
  }

  @Test(
    "A place with coordinates leads to a map, from rooms and from exports",
    arguments: [
      ("Big Ben\n51.5, -0.12", "51.5/-0.12"), ("52.5,13.4", "52.5/13.4"),
      ("Bar\n50.45, -30.5\nlive for 15 minutes", "50.45/-30.5"), ("Town, 3", nil),
      ("91, 0", nil), ("1, 2, 3", nil), ("1.2.3, 4", nil), ("inf, nan", nil),
    ])
  func places(note: String, target: String?) throws {
    let medium = ChatMedia(kind: .location, note: note)
    let layout = try #require(bubble(message(1, "", media: [medium])))
    let links = layout.hitRegions.compactMap {
      if case .openLink(let address) = $0.action { address } else { nil }
    }
    #expect(links.count == (target == nil ? 0 : 1))
    #expect(links.first?.hasSuffix("#map=16/\(target ?? "")") ?? true, "\(links)")
    #expect(layout.drawList.texts.contains("Location"))
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
