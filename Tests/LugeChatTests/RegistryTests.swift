import LugeChat
import LugeCore
import LugeEngine
import Testing

@testable import PollExample

@Suite("Registry of kinds") struct RegistryTests {
  private var withPoll: ChatKinds {
    var kinds = ChatKinds.standard
    kinds.insert(PollKind(), after: TextKind.name)
    return kinds
  }

  @Test("An added kind appears")
  func added() throws {
    var asked = message(1, "")
    asked.attachments = [
      Poll(
        question: "When?", answers: [.init(text: "Now", votes: 3), .init(text: "Later", votes: 1)])
    ]
    let row = try #require(rows(asked, kinds: withPoll).last).layout(in: context())
    #expect(row.drawList.texts.contains("When?"))
    #expect(row.drawList.texts.contains("75 %"))
    #expect(
      row.pressed
        == ["Now", "Later"].enumerated().map {
          .typed(AnyRowAction(PollVote(answer: $0.offset, text: $0.element)))
        })
    #expect(row.accessibleText.contains("When?, Now: 3, Later: 1"))
    let without = try #require(rows(asked).last).layout(in: context())
    #expect(!without.drawList.texts.contains("When?"))
    for rect in row.drawList.rects {
      #expect(rect.maxX <= 400 && rect.maxY <= Double(row.size.height) && rect.x >= 0)
    }
  }

  @Test("A vote on a poll's region reaches the poll, whatever other kinds take")
  @MainActor
  func votes() throws {
    var poll = Poll(
      question: "When?", answers: [.init(text: "Now", votes: 3), .init(text: "Later", votes: 1)])
    let interactors = RowInteractors()
    interactors.add(Reactor())
    interactors.add(
      PollInteractor(poll: { _ in poll }) { item, change in
        #expect(item == ItemID(1))
        var message = ChatMessage(
          id: item, author: ChatAuthor(id: 1, name: "Anna"), time: 0, attachments: [poll])
        change(&message)
        poll = message.attachments.first as? Poll ?? poll
      })
    func hit(_ action: HitRegion.Action) -> ListHit {
      ListHit(position: 0, row: RowID(item: ItemID(1), part: ChatPart.bubble), action: action)
    }
    let later = hit(.typed(AnyRowAction(PollVote(answer: 1, text: "Later"))))
    #expect(interactors.perform(later))
    #expect(poll.answers.map(\.votes) == [3, 2] && poll.choice == 1)
    #expect(interactors.perform(hit(.typed(AnyRowAction(PollVote(answer: 0, text: "Now"))))))
    #expect(poll.answers.map(\.votes) == [4, 1] && poll.choice == 0)
    #expect(interactors.perform(hit(.typed(AnyRowAction(PollVote(answer: 0, text: "Now"))))))
    #expect(poll.answers.map(\.votes) == [3, 1] && poll.choice == nil)
    #expect(interactors.perform(hit(.typed(AnyRowAction(PollVote(answer: 7, text: "Never"))))))
    #expect(poll.answers.map(\.votes) == [3, 1])
    #expect(interactors.hint(for: later) == "Vote")
    #expect(interactors.menuEntries(for: later).map(\.title) == ["Vote for “Later”"])
    // The same press takes back what was chosen, and says so.
    poll.vote(for: 1)
    #expect(interactors.hint(for: later) == "Retract your vote")
    #expect(
      interactors.menuEntries(for: later).map(\.title) == ["Take Back Your Vote for “Later”"])
    #expect(!interactors.perform(hit(.typed(AnyRowAction(CopyText("x"))))))
    #expect(!interactors.perform(hit(.custom("poll:1"))))
  }

  private final class Reactor: RowInteractor {
    func perform(_ action: ReactionAction, on hit: ListHit) { Issue.record("not its own") }
  }

  @Test("An added kind changes no other")
  func othersUnchanged() {
    for message in everyMessage {
      let before = rows(message)
      let after = rows(message, kinds: withPoll)
      #expect(before.map(\.id) == after.map(\.id))
      for (a, b) in zip(before, after) {
        #expect(
          String(describing: a.layout(in: context())) == String(describing: b.layout(in: context()))
        )
      }
    }
  }

  @Test("Kinds are inserted, replaced and removed by name")
  func editing() {
    func names(_ kinds: ChatKinds) -> [KindName] { kinds.all.map { type(of: $0).name } }
    var kinds = ChatKinds([SenderNameKind(), TextKind(), TimeKind()])
    kinds.insert(PollKind(), before: TextKind.name)
    #expect(names(kinds) == [SenderNameKind.name, PollKind.name, TextKind.name, TimeKind.name])
    kinds.insert(PollKind(), after: TimeKind.name)
    #expect(names(kinds) == [SenderNameKind.name, TextKind.name, TimeKind.name, PollKind.name])
    kinds.append(TextKind())
    #expect(names(kinds) == [SenderNameKind.name, TextKind.name, TimeKind.name, PollKind.name])
    kinds.remove(SenderNameKind.name)
    kinds.insert(ReplyKind(), before: "nobody")
    #expect(names(kinds) == [TextKind.name, TimeKind.name, PollKind.name, ReplyKind.name])
  }

  @Test("A message that no kind shows still has a row")
  func empty() {
    let only = rows(message(1), kinds: ChatKinds([]))
    #expect(only.count == 1 && only.first?.layout(in: context()).size.height == 1)
  }
}
