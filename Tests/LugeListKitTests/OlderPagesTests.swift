import Foundation
import LugeChat
import LugeCore
import LugeEngine
import Testing

@testable import LugeListKit

@MainActor
@Suite("Older messages come a page at a time", .timeLimit(.minutes(1)))
struct OlderPagesTests {
  private struct Gone: LocalizedError { var errorDescription: String? { "no connection" } }

  private static func message(_ number: Int64) -> ChatMessage {
    ChatMessage(
      id: ItemID(number), author: ChatAuthor(id: 1, name: "Anna"), time: number,
      text: StyledText("\(number)"))
  }

  /// What the source was asked, and what it brought.
  private final class Log {
    var asked: [Int64] = []
    var came: [[Int64]] = []
    var fails = false
  }

  private func until(_ condition: () -> Bool) async {
    for _ in 0..<500 where !condition() { try? await Task.sleep(for: .milliseconds(2)) }
  }

  @Test("What is near depends on the height of the view and on the speed towards it")
  func near() {
    #expect(OlderPages.isNear(offset: 1100, height: 800, velocity: 0))
    #expect(!OlderPages.isNear(offset: 1300, height: 800, velocity: 0))
    #expect(OlderPages.isNear(offset: 1300, height: 800, velocity: -1000))
    #expect(!OlderPages.isNear(offset: 1300, height: 800, velocity: 1000))
    #expect(!OlderPages.isNear(offset: 15_000, height: 800, velocity: -.infinity))
  }

  @Test("One page at a time; an empty one is the end")
  func pages() async {
    let pages = OlderPages()
    let log = Log()
    pages.onPage = { log.came.append($0.map(\.id.rawValue)) }
    pages.look(offset: 0, height: 800, velocity: 0, oldest: Self.message(9))
    #expect(log.asked.isEmpty && pages.mark == nil, "nobody loads anything")
    pages.start { oldest in
      log.asked.append(oldest.id.rawValue)
      try? await Task.sleep(for: .milliseconds(5))
      return oldest.id.rawValue <= 5 ? [] : [Self.message(oldest.id.rawValue - 2)]
    }
    #expect(pages.mark != nil && log.asked.isEmpty)
    pages.look(offset: 5000, height: 800, velocity: 0, oldest: Self.message(9))
    #expect(pages.phase == .waiting)
    for _ in 0..<20 { pages.look(offset: 0, height: 800, velocity: 0, oldest: Self.message(9)) }
    await until { log.came.count == 1 }
    #expect(log.asked == [9] && log.came == [[7]])
    pages.look(offset: 0, height: 800, velocity: 0, oldest: Self.message(7))
    await until { log.came.count == 2 }
    pages.look(offset: 0, height: 800, velocity: 0, oldest: Self.message(5))
    await until { pages.phase == .none }
    #expect(log.asked == [9, 7, 5] && pages.mark == nil)
    pages.look(offset: 0, height: 800, velocity: 0, oldest: Self.message(5))
    #expect(pages.phase == .none)
  }

  @Test("A page that brings nothing older ends it instead of being asked for again for ever")
  func nothingNew() async {
    let pages = OlderPages()
    let log = Log()
    pages.start { oldest in
      log.asked.append(oldest.id.rawValue)
      return [oldest]
    }
    for _ in 0..<5 {
      pages.look(offset: 0, height: 800, velocity: 0, oldest: Self.message(9))
      await until { pages.phase != .loading }
    }
    #expect(log.asked == [9] && pages.phase == .none)
  }

  @Test("A failure says why, asks nothing by itself, and is tried again with the same height")
  func failure() async throws {
    let pages = OlderPages()
    let log = Log()
    log.fails = true
    pages.start { oldest in
      log.asked.append(oldest.id.rawValue)
      if log.fails { throw Gone() }
      return [Self.message(1)]
    }
    pages.look(offset: 0, height: 800, velocity: 0, oldest: Self.message(9))
    await until { pages.phase != .loading }
    #expect(pages.phase == .failed("no connection"))
    let failed = try #require(pages.mark)
    for _ in 0..<3 { pages.look(offset: 0, height: 800, velocity: 0, oldest: Self.message(9)) }
    #expect(log.asked.count == 1)
    log.fails = false
    pages.retry()
    let again = try #require(pages.mark)
    #expect(again.revision != failed.revision && again.id == failed.id)
    pages.look(offset: 0, height: 800, velocity: 0, oldest: Self.message(9))
    await until { pages.phase == .waiting }
    #expect(log.asked.count == 2)
  }

  @Test("Pages are loaded one after another for a day far back, until there are none")
  func onDemand() async {
    let pages = OlderPages()
    let log = Log()
    pages.onPage = { log.came.append($0.map(\.id.rawValue)) }
    #expect(await pages.page(before: Self.message(9)) == false)
    pages.start { oldest in
      log.asked.append(oldest.id.rawValue)
      if log.fails { throw Gone() }
      try? await Task.sleep(for: .milliseconds(5))
      return oldest.id.rawValue <= 5 ? [] : [Self.message(oldest.id.rawValue - 2)]
    }
    // The one that is on its way is waited for.
    pages.look(offset: 0, height: 800, velocity: 0, oldest: Self.message(9))
    #expect(await pages.page(before: Self.message(9)) && log.came == [[7]] && log.asked == [9])
    log.fails = true
    #expect(await pages.page(before: Self.message(7)) == false)
    log.fails = false
    #expect(await pages.page(before: Self.message(7)) && log.came == [[7], [5]])
    #expect(await pages.page(before: Self.message(5)) == false && pages.phase == .none)
  }

  @Test("An error is said in its own words, where it has some")
  func words() {
    struct Plain: Error {}
    #expect(OlderPages.words(for: Gone()) == "no connection")
    let away = [NSLocalizedDescriptionKey: "The server is away"]
    #expect(
      OlderPages.words(for: CocoaError(.fileReadUnknown, userInfo: away)) == "The server is away")
    #expect(OlderPages.words(for: Plain()) == "Plain()")
  }

  @Test("What comes for a source that was replaced is dropped")
  func replaced() async {
    let pages = OlderPages()
    let log = Log()
    pages.onPage = { log.came.append($0.map(\.id.rawValue)) }
    pages.start { _ in
      try? await Task.sleep(for: .milliseconds(20))
      return [Self.message(1)]
    }
    pages.look(offset: 0, height: 800, velocity: 0, oldest: Self.message(9))
    await Task.yield()
    pages.start { _ in [Self.message(2)] }
    pages.look(offset: 0, height: 800, velocity: 0, oldest: Self.message(9))
    await until { !log.came.isEmpty }
    try? await Task.sleep(for: .milliseconds(60))
    #expect(log.came == [[2]])
  }

  @Test("The mark is a row of its own, and no neighbour of the oldest message")
  func rows() throws {
    let pages = OlderPages()
    pages.start { _ in [] }
    let mark = try #require(pages.mark)
    let rows = ChatViewRows(ChatConfiguration(isGroup: true))
    let shown = rows.rows(for: mark, previous: nil, next: Self.message(1))
    #expect(shown.count == 1 && shown.first is UnloadedRow)
    func made(_ previous: ChatMessage?) -> [RowID] {
      rows.rows(for: Self.message(1), previous: previous, next: nil).map(\.id)
    }
    #expect(made(mark) == made(nil))
    #expect(made(Self.message(0)) != made(nil), "no second heading of the same day")
  }
}

@Suite("A chat's header, and messages that changed unnoticed")
struct ChatHeaderTests {
  private let anna = ChatAuthor(id: 1, name: "Anna")

  @Test("Who was seen when is said by time today, else by day")
  func presence() {
    let appearance = ChatAppearance()
    // 2024-06-03, 12:00.
    let now: Int64 = 1_717_416_000
    func words(_ presence: ChatHeader.Presence) -> String {
      presence.words(appearance, .utc, now: now)
    }
    #expect(words(.online) == "online" && words(.words("12 members")) == "12 members")
    #expect(words(.lastSeen(now - 3600)) == "last seen at 11:00")
    #expect(words(.lastSeen(now - 86_400)) == "last seen yesterday at 12:00")
    #expect(words(.lastSeen(now - 3 * 86_400)) == "last seen on 31 May")
    #expect(words(.lastSeen(now - 400 * 86_400)) == "last seen on 30 Apr 2023")
  }

  #if DEBUG
    @Test("A message that differs under its old revision is named, any other is not")
    func revisions() {
      let old = (Int64(1)...3).map {
        ChatMessage(id: ItemID($0), author: anna, time: $0, text: StyledText("old"))
      }
      var new = old
      #expect(RevisionCheck.unnoticed(new, after: old).isEmpty)
      new[0].text = StyledText("new")
      new[1].text = StyledText("new")
      new[1].revision = Revision(2)
      new[2].toggleReaction("👍", by: "Anna", isOwn: false)
      new.append(ChatMessage(id: ItemID(4), author: anna, time: 4))
      #expect(RevisionCheck.unnoticed(new, after: old) == [ItemID(1)])
      new[2].revision = old[2].revision
      #expect(RevisionCheck.unnoticed(new, after: old) == [ItemID(1), ItemID(3)])
    }
  #endif
}
