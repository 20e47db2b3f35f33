/// A question with its answers, as it stood when the conversation was exported.
public struct ChatPoll: Hashable, Sendable {
  public struct Answer: Hashable, Sendable {
    public var text: String
    /// Nil where the source does not tell.
    public var votes: Int?
    /// Whether it is the reader's own.
    public var isChosen: Bool

    public init(_ text: String, votes: Int? = nil, isChosen: Bool = false) {
      self.text = text
      self.votes = votes
      self.isChosen = isChosen
    }
  }

  public var question: String
  public var answers: [Answer]
  /// How many people voted, where that is known: each may have chosen several answers.
  public var voters: Int?
  public var isClosed: Bool

  public init(
    question: String, answers: [Answer], voters: Int? = nil, isClosed: Bool = false
  ) {
    self.question = question
    self.answers = answers
    self.voters = voters
    self.isClosed = isClosed
  }

  /// Of those who voted, how many chose an answer, 0 to 1; nil where votes are not known.
  func share(of answer: Answer) -> Double? {
    guard let votes = answer.votes else { return nil }
    // Votes come from outside: their sum may overflow.
    let sum = answers.reduce(0.0) { $0 + Double(max(0, $1.votes ?? 0)) }
    let all = voters.map { Double(max(0, $0)) } ?? sum
    return all > 0 ? min(1, Double(max(0, votes)) / all) : 0
  }
}
