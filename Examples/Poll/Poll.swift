import LugeChat
import LugeCore
import LugeEngine

/// A vote for one of the answers; takes the vote back when the user has voted for it already.
struct PollVote: RowAction {
  let answer: Int
  let text: String

  /// The answer below the pointer is tinted: it can be clicked.
  var showsHover: Bool { true }
}

/// Changes a message of the conversation.
typealias MessageChange = (ItemID, (inout ChatMessage) -> Void) -> Void

/// Handles votes: asks the program to change the poll of a message.
@MainActor
final class PollInteractor: RowInteractor {
  private let poll: (ItemID) -> Poll?
  private let change: MessageChange

  /// - Parameters:
  ///   - poll: the poll of a message as it is now.
  ///   - change: changes a message and shows it.
  init(poll: @escaping (ItemID) -> Poll?, change: @escaping MessageChange) {
    self.poll = poll
    self.change = change
  }

  func perform(_ vote: PollVote, on hit: ListHit) {
    change(hit.row.item) { message in message.changePoll { $0.vote(for: vote.answer) } }
  }

  func hint(for vote: PollVote, on hit: ListHit) -> String? {
    isOwn(vote, hit) ? "Take back your vote" : "Vote"
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
  /// The reader's own, counted among the votes; nil while there is none.
  var choice: Int?

  var summary: String { question }

  /// Takes back what was chosen before.
  mutating func vote(for answer: Int) {
    guard answers.indices.contains(answer) else { return }
    if let choice, answers.indices.contains(choice) { answers[choice].votes -= 1 }
    let isTakenBack = choice == answer
    choice = isTakenBack ? nil : answer
    if !isTakenBack { answers[answer].votes += 1 }
  }
}

extension ChatMessage {
  /// The message's first poll.
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

/// The library's own kinds have typed actions as well: a click on a reaction joins those who chose
/// it, or leaves them.
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
