import LugeArchive
import LugeTestSupport
import Testing

@Suite("Polls as notes") struct PollNoteTests {
  @Test("A poll's note is read as it was written")
  func roundTrip() {
    var random = SeededGenerator(seed: 21)
    let words = ["Yes", "No: never", "Maybe (2)", "14:30", "", "✓", "Ja • nein", "100 %"]
    for _ in 0..<500 {
      let isCounted = Bool.random(using: &random)
      let poll = PollNote(
        words.randomElement(using: &random) ?? "",
        (1...Int.random(in: 1...8, using: &random)).map { _ in
          PollNote.Answer(
            words.filter { $0 != "✓" }.randomElement(using: &random) ?? "",
            votes: isCounted ? .random(in: 0...5_000, using: &random) : nil,
            isChosen: .random(using: &random))
        },
        voters: Bool.random(using: &random) ? .random(in: 0...9, using: &random) : nil,
        isClosed: .random(using: &random))
      #expect(PollNote(note: poll.note) == poll, "\(poll.note)")
    }
  }

  @Test(
    "Votes in brackets, in whatever language",
    arguments: [
      "Lunch?\n• Yes (2 votes)\n• No (0 votes)", "Lunch?\n• Yes (2 Stimmen)\n• No (0 Stimmen)",
    ])
  func brackets(note: String) {
    #expect(
      PollNote(note: note) == PollNote("Lunch?", [.init("Yes", votes: 2), .init("No", votes: 0)]))
  }

  @Test("What stands behind some answers only belongs to their words")
  func partly() {
    let poll = PollNote(note: "Which?\n• Both (2 days)\n• None")
    #expect(poll?.answers == [.init("Both (2 days)"), .init("None")])
  }

  @Test(
    "Notes of another form stay what they are",
    arguments: ["", "Lunch?", "• Yes\n• No", "Lunch?\n• Yes\nNo", "Lunch?\n• Yes\n(whatever)"])
  func other(note: String) { #expect(PollNote(note: note) == nil) }
}
