/// A question with its answers: as it was when the conversation was exported, or one that the user
/// may vote in.
public struct ChatPoll: Hashable, Sendable {
  public struct Answer: Hashable, Sendable {
    public var text: String
    /// Number of votes; nil if unknown.
    public var votes: Int?
    /// Whether the user chose the answer.
    public var isChosen: Bool

    public init(_ text: String, votes: Int? = nil, isChosen: Bool = false) {
      self.text = text
      self.votes = votes
      self.isChosen = isChosen
    }
  }

  public var question: String
  public var answers: [Answer]
  /// Number of people who voted, nil if unknown; each may have chosen several answers.
  public var voters: Int?
  public var isClosed: Bool
  /// Number of answers that one person may choose; nil if unknown.
  public var mostChoices: Int?
  /// Whether the user may vote: each answer is then a button.
  public var takesVotes = false
  /// Whether votes are kept back until the poll is closed.
  public var hidesVotes = false

  public init(
    question: String, answers: [Answer], voters: Int? = nil, isClosed: Bool = false
  ) {
    self.question = question
    self.answers = answers
    self.voters = voters
    self.isClosed = isClosed
  }

  /// Returns the share of the voters who chose an answer, 0 to 1; nil if votes are unknown.
  func share(of answer: Answer) -> Double? {
    guard let votes = answer.votes else { return nil }
    // Sum as floating point, because a sum of votes from outside may overflow.
    let sum = answers.reduce(0.0) { $0 + Double(max(0, $1.votes ?? 0)) }
    let all = voters.map { Double(max(0, $0)) } ?? sum
    return all > 0 ? min(1, Double(max(0, votes)) / all) : 0
  }
}
