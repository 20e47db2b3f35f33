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
  private let change: MessageChange

  /// - Parameter change: changes a message and shows it.
  init(change: @escaping MessageChange) { self.change = change }

  func perform(_ vote: PollVote, on hit: ListHit) {
    change(hit.row.item) { message in message.changePoll { $0.vote(for: vote.answer) } }
  }

  func hint(for vote: PollVote, on hit: ListHit) -> String? { "Vote" }

  func menuEntries(for vote: PollVote, on hit: ListHit) -> [RowMenuEntry] {
    [
      RowMenuEntry("Vote for “\(vote.text)”", symbol: "dialog-ok") { [weak self] in
        self?.perform(vote, on: hit)
      }
    ]
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
