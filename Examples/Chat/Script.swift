import LugeChat
import LugeCore

/// Who is there, and what they have to say.
enum Script {
  static let me = ChatAuthor(id: 0, name: "You", colorIndex: 3)
  static let peers = [
    ChatAuthor(id: 1, name: "Anna", colorIndex: 0), ChatAuthor(id: 2, name: "Ben", colorIndex: 5),
  ]

  static let lines = [
    "Did you see the forecast for Saturday?", "Sunny until four, they say 🌤",
    "Then we should leave early. The path along the river is dry again, and the bakery at the mill opens at seven.",
    "Seven! On a Saturday!", "I'll bring the coffee.", "Deal 😄",
    "What about the ferry? Last time we waited for an hour because nobody had looked at the timetable.",
    "9:10 and then every forty minutes: https://example.org/ferry", "Good. I'll take the map.",
    "And I the excuses, for when we miss it.", "Has anybody heard from Carla?",
    "She's back on Thursday. Lisbon, then two days of sleep, she wrote.",
    "Let's ask her anyway.", "👍",
  ]

  private static let answers = [
    "Good point.", "I was about to say the same!", "Fine with me.", "Let me look that up.",
    "Ha! Yes.", "Are you sure?",
  ]

  static func answer(_ number: Int) -> String { answers[number % answers.count] }

  /// What was said before the window opened.
  static func history(before now: Int64) -> [ChatMessage] {
    (0..<60).map { index in
      let author = index % 7 == 4 ? me : peers[index / 2 % peers.count]
      return ChatMessage(
        id: ItemID(Int64(index + 1)), author: author, isOutgoing: author == me,
        time: now - Int64(60 - index) * 140,
        text: LinkDetector().linking(StyledText(lines[index * 5 % lines.count])))
    }
  }
}
