/// A poll in the text form of ``MediaRecord/note``, which is also searched, copied and exported:
/// the question, a line `• answer: 3 votes` for each answer with a ✓ after the user's choice, and
/// at the end, in brackets, facts about the whole poll.
public struct PollNote: Hashable, Sendable {
  public struct Answer: Hashable, Sendable {
    public var text: String
    /// Number of votes; nil if unknown.
    public var votes: Int?
    /// Whether it is the user's choice.
    public var isChosen: Bool

    public init(_ text: String, votes: Int? = nil, isChosen: Bool = false) {
      self.text = text
      self.votes = votes
      self.isChosen = isChosen
    }
  }

  public var question: String
  public var answers: [Answer]
  /// Number of people who voted; nil if unknown. Each may have chosen several answers.
  public var voters: Int?
  public var isClosed: Bool

  public init(_ question: String, _ answers: [Answer], voters: Int? = nil, isClosed: Bool = false) {
    self.question = question
    self.answers = answers
    self.voters = voters
    self.isClosed = isClosed
  }

  private static let bullet = "• "
  private static let check = " ✓"
  private static let closed = "closed"

  public var note: String {
    var lines = [question]
    for answer in answers {
      let votes = answer.votes.map { ": \(Self.count($0, "vote"))" } ?? ""
      lines.append(Self.bullet + answer.text + votes + (answer.isChosen ? Self.check : ""))
    }
    let facts = [voters.map { Self.count($0, "voter") }, isClosed ? Self.closed : nil]
      .compactMap(\.self)
    if !facts.isEmpty { lines.append("(\(facts.joined(separator: ", ")))") }
    return lines.joined(separator: "\n")
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Parses a note; nil if it has another form, and is then shown line by line. Also accepts `•
  /// answer (3 votes)` in any language, as in WhatsApp's exports.
  public init?(note: String) {
    var lines = note.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.firstIndex(where: { $0.hasPrefix(Self.bullet) }), first > 0 else {
      return nil
    }
    question = lines[..<first].joined(separator: "\n")
    lines.removeFirst(first)
    (voters, isClosed) = (nil, false)
    if let last = lines.last, last.hasPrefix("("), last.hasSuffix(")") {
      for fact in last.dropFirst().dropLast().split(separator: ", ").map(String.init) {
        if fact == Self.closed {
          isClosed = true
        } else if let number = Self.number(in: fact, of: "voter") {
          voters = number
        } else {
          return nil
        }
      }
      lines.removeLast()
    }
    guard lines.allSatisfy({ $0.hasPrefix(Self.bullet) }) else { return nil }
    let texts = lines.map { $0.dropFirst(Self.bullet.count) }
    // Numbers are counts of votes only if every answer has one.
    let counted = texts.map(Self.colonVotes)
    let bracketed = texts.map(Self.bracketVotes)
    if let known = Self.complete(counted) ?? Self.complete(bracketed) {
      answers = known
    } else {
      answers = texts.map { text in
        let isChosen = text.hasSuffix(Self.check)
        return Answer(
          String(isChosen ? text.dropLast(Self.check.count) : text), isChosen: isChosen)
      }
    }
  }

  private static func complete(_ answers: [Answer?]) -> [Answer]? {
    let known = answers.compactMap(\.self)
    return known.count == answers.count ? known : nil
  }

  /// Parses `answer: 3 votes`, with or without a ✓.
  private static func colonVotes(_ text: Substring) -> Answer? {
    let isChosen = text.hasSuffix(check)
    let rest = isChosen ? text.dropLast(check.count) : text
    guard let colon = rest.lastIndex(of: ":"),
      let votes = number(in: String(rest[colon...].dropFirst(2)), of: "vote")
    else { return nil }
    return Answer(String(rest[..<colon]), votes: votes, isChosen: isChosen)
  }

  /// Parses `answer (3 words)`.
  private static func bracketVotes(_ text: Substring) -> Answer? {
    guard text.hasSuffix(")"), let bracket = text.lastIndex(of: "(") else { return nil }
    let words = text[bracket...].dropFirst().dropLast().split(separator: " ")
    guard words.count == 2, let votes = words.compactMap({ Int($0) }).first, votes >= 0 else {
      return nil
    }
    let answer = text[..<bracket]
    return Answer(String(answer.last == " " ? answer.dropLast() : answer), votes: votes)
  }

  /// Parses `3 votes`.
  private static func number(in text: String, of noun: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 2, words[1] == noun || words[1] == noun + "s",
      let number = Int(words[0]), number >= 0
    else { return nil }
    return number
  }
}
