import LugeChat
import LugeCore
import LugeEngine

/// Action that votes for one of the answers, or removes the vote if the user has voted for it
/// already.
struct PollVote: RowAction {
  let answer: Int
  let text: String

  /// Whether the answer below the pointer is tinted, as a sign that it can be clicked.
  var showsHover: Bool { true }
}

/// Closure that changes a message of the conversation.
typealias MessageChange = (ItemID, (inout ChatMessage) -> Void) -> Void

/// Handler of votes: asks the program to change the poll of a message.
@MainActor
final class PollInteractor: RowInteractor {
  private let poll: (ItemID) -> Poll?
  private let change: MessageChange

  /// Makes the interactor.
  ///
  /// - Parameters:
  ///   - poll: returns the current poll of a message.
  ///   - change: changes a message and shows it.
  init(poll: @escaping (ItemID) -> Poll?, change: @escaping MessageChange) {
    self.poll = poll
    self.change = change
  }

  func perform(_ vote: PollVote, on hit: ListHit) {
    change(hit.row.item) { message in message.changePoll { $0.vote(for: vote.answer) } }
  }

  func hint(for vote: PollVote, on hit: ListHit) -> String? {
    isOwn(vote, hit) ? "Retract your vote" : "Vote"
  }

  func menuEntries(for vote: PollVote, on hit: ListHit) -> [RowMenuEntry] {
    [
      RowMenuEntry(
        isOwn(vote, hit) ? "Take Back Your Vote for “\(vote.text)”" : "Vote for “\(vote.text)”"
      ) { [weak self] in self?.perform(vote, on: hit) }
    ]
  }

  private func isOwn(_ vote: PollVote, _ hit: ListHit) -> Bool {
    poll(hit.row.item)?.choice == vote.answer
  }
}

/// A question that can be voted on, with the number of votes for each answer: a kind of content of
/// the program's own. (The library's `ChatPoll` shows imported polls, without voting.)
struct Poll: ChatAttachment {
  struct Answer: Sendable {
    var text: String
    var votes: Int
  }

  var question: String
  var answers: [Answer]
  /// The user's own vote, counted among the votes; nil without one.
  var choice: Int?

  var summary: String { question }

  /// Votes for an answer, and removes the previous vote.
  mutating func vote(for answer: Int) {
    guard answers.indices.contains(answer) else { return }
    if let choice, answers.indices.contains(choice) { answers[choice].votes -= 1 }
    let isTakenBack = choice == answer
    choice = isTakenBack ? nil : answer
    if !isTakenBack { answers[answer].votes += 1 }
  }
}

extension ChatMessage {
  /// First poll of the message.
  var poll: Poll? { attachments.lazy.compactMap { $0 as? Poll }.first }

  /// Changes the message's first poll.
  mutating func changePoll(_ change: (inout Poll) -> Void) {
    for index in attachments.indices {
      guard var poll = attachments[index] as? Poll else { continue }
      change(&poll)
      attachments[index] = poll
      return
    }
  }
}

/// Handler of the library's own typed actions on reactions: a click adds the user's reaction, or
/// removes it.
@MainActor
final class ReactionInteractor: RowInteractor {
  private let change: MessageChange

  init(change: @escaping MessageChange) { self.change = change }

  func perform(_ action: ReactionAction, on hit: ListHit) {
    change(hit.row.item) { message in
      guard let index = message.reactions.firstIndex(where: { $0.emoji == action.emoji }) else {
        return
      }
      message.reactions[index].isOwn.toggle()
      message.reactions[index].count += message.reactions[index].isOwn ? 1 : -1
    }
  }
}
