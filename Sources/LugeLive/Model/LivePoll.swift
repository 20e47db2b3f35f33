public import LugeArchive
import LugeCore

/// Poll as the person who asked wrote it.
public struct LivePoll: Sendable, Hashable, Codable {
  public struct Answer: Sendable, Hashable, Codable {
    /// The protocol's name of the answer, unique in the poll.
    public var id: String
    public var text: String

    public init(id: String, text: String) {
      self.id = id
      self.text = text
    }
  }

  public var question: String
  public var answers: [Answer]
  /// Whether votes are shown before the poll is closed.
  public var isDisclosed: Bool
  /// Number of answers that one person may choose.
  public var mostChoices: Int
  /// Whether its events have the protocol's preliminary names, which votes then have as well.
  public var isPreliminary: Bool

  /// Maximum number of answers; further ones are left out, and cannot be chosen.
  public static let mostAnswers = 20

  public init(
    _ question: String, _ answers: [Answer], isDisclosed: Bool = true, mostChoices: Int = 1,
    isPreliminary: Bool = false
  ) {
    self.question = question
    var ids: Set<String> = []
    self.answers = Array(answers.filter { ids.insert($0.id).inserted }.prefix(Self.mostAnswers))
    self.isDisclosed = isDisclosed
    self.mostChoices = mostChoices.clamped(to: 1...Self.mostAnswers)
    self.isPreliminary = isPreliminary
  }

  /// Returns the answers that a vote counts for, at most ``mostChoices``; none for a vote with an
  /// unknown answer among these: such a vote is spoiled.
  func counted(_ chosen: [String]) -> [String] {
    var seen: Set<String> = []
    let first = chosen.filter { seen.insert($0).inserted }.prefix(mostChoices)
    let known = Set(answers.map(\.id))
    return first.allSatisfy(known.contains) ? Array(first) : []
  }
}

/// Poll with its votes. Depends only on the set of votes, not on the order of their arrival.
public struct LivePollState: Sendable, Hashable {
  public var poll: LivePoll
  public var isClosed: Bool
  /// Ids of the user's answers.
  public private(set) var chosen: [String] = []
  /// Number of votes by the ids of answers; those without a vote are left out.
  public private(set) var votes: [String: Int] = [:]
  /// Number of people whose votes count.
  public private(set) var voters = 0

  /// - Parameters:
  ///   - votes: the last vote of each person that was sent before the poll was closed.
  ///   - user: the account's user.
  init(
    _ poll: LivePoll, isClosed: Bool, votes: [(sender: String, chosen: [String])], user: String
  ) {
    self.poll = poll
    self.isClosed = isClosed
    for vote in votes {
      let counted = poll.counted(vote.chosen)
      guard !counted.isEmpty else { continue }
      voters += 1
      for answer in counted { self.votes[answer, default: 0] += 1 }
      if vote.sender == user { chosen = counted }
    }
  }

  /// Whether the numbers of votes may be shown.
  public var showsVotes: Bool { poll.isDisclosed || isClosed }

  /// The poll as the archive's text.
  public var note: PollNote {
    PollNote(
      poll.question,
      poll.answers.map { answer in
        PollNote.Answer(
          answer.text, votes: showsVotes ? votes[answer.id] ?? 0 : nil,
          isChosen: chosen.contains(answer.id))
      }, voters: showsVotes ? voters : nil, isClosed: isClosed)
  }

  /// Returns the user's vote after choosing an answer, or taking it back; nil without such an
  /// answer, and if the user has chosen as many others as a person may.
  ///
  /// - Parameter index: index among the poll's answers.
  public func choosing(_ index: Int) -> [String]? {
    guard poll.answers.indices.contains(index), !isClosed else { return nil }
    let answer = poll.answers[index].id
    if chosen.contains(answer) { return chosen.filter { $0 != answer } }
    if poll.mostChoices == 1 { return [answer] }
    return chosen.count < poll.mostChoices ? chosen + [answer] : nil
  }
}
