import FakeLive
import LugeArchive
import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@testable import LugeLive

/// Jumps to what was never seen: to a date, to what a reply answers, to the first unread message.
@Suite struct JumpTests {
  private let folder: TemporaryFolder
  private let server = FakeService()

  init() throws { folder = try TemporaryFolder() }

  private func account() throws -> LiveAccount {
    try LiveAccount(path: folder.path + "/a.luge", service: server)
  }

  private var requests: Int { server.state.withLock { $0.pages + $0.jumps } }

  private func texts(_ page: Page<LiveMessage>) -> [String] { page.items.map(\.stored.text.string) }

  @Test("To a date a year back: three requests at most, and what stands around it is there")
  func date() async throws {
    server.fill(5000)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    let before = requests
    let found = try #require(try await account.find(time: 1234 * 60_000 - 5, in: room))
    let page = try await account.page(.around(found), in: room, limit: 50)
    #expect(requests - before <= 3)
    #expect(page.items.first { $0.id == found }?.stored.text.string == "message 1234")
    #expect(texts(page) == (1209..<1259).map { "message \($0)" })
    #expect(page.hasBefore && page.hasAfter)
    // Again, and near it: nothing is asked.
    let known = requests
    #expect(try await account.find(time: 1234 * 60_000, in: room) == found)
    #expect(try await account.find(time: 1240 * 60_000, in: room) != nil)
    #expect(requests == known)
    // Beyond the end: the last message. Before the beginning: the first.
    let last = try #require(try await account.find(time: 90_000_000_000, in: room))
    #expect(try await account.page(.newest, in: room, limit: 1).items.last?.id == last)
    let first = try #require(try await account.find(time: 0, in: room))
    let start = try await account.page(.around(first), in: room, limit: 20)
    #expect(texts(start).first == "message 0" && !start.hasBefore)
    #expect(texts(try await account.page(.after(first), in: room, limit: 3)).first == "message 1")
    #expect(try await account.history().map(\.stored.text.string) == server.texts)
  }

  @Test("To a date in a room that is newer than its first messages, which came from elsewhere")
  func dateInNewerRoom() async throws {
    let made: Int64 = 10_000 * 60_000
    func make(_ range: Range<Int>) {
      server.state.withLock { state in
        for number in range {
          state.events.append(
            RoomEvent(
              id: "$made\(number)", sender: "@anna:here", time: made + Int64(number),
              kind: .message(MessageContent(StyledText("made \(number)")))))
        }
      }
    }
    make(0..<4)
    let account = try account()
    _ = try await account.syncOnce()
    server.fill(3000, from: 4)
    make(4..<30)
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    func text(at time: Int64) async throws -> String? {
      let found = try #require(try await account.find(time: time, in: room))
      let page = try await account.page(.around(found), in: room, limit: 3)
      return page.items.first { $0.id == found }?.stored.text.string
    }
    // Events have their number's minute; four are before them.
    #expect(try await text(at: 1500 * 60_000) == "message 1500")
    #expect(try await text(at: 4 * 60_000) == "message 4")
    #expect(try await account.history().map(\.stored.text.string) == server.texts)
    #expect(try await text(at: 2000 * 60_000 - 5) == "message 2000")
    #expect(try await text(at: made - 5) == "made 4")
    // With nothing missing, what stands first is the beginning.
    #expect(try await text(at: 0) == "made 0")
  }

  @Test("To what a reply answers, and to the first unread message; a word where there is none")
  func replyAndUnread() async throws {
    server.fill(3000)
    let answer = MessageContent(StyledText("yes"), reply: "$700")
    server.add(.message(answer))
    server.add(.message(MessageContent(StyledText("what?"), reply: "$nobody")))
    server.state.withLock { $0.readMarker = "$1999" }
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    let newest = try await account.page(.newest, in: room, limit: 2).items
    let before = requests
    let original = try #require(try await account.find(answeredBy: newest[0].id, in: room))
    #expect(requests - before <= 3)
    let page = try await account.page(.around(original), in: room, limit: 3)
    #expect(page.items.first { $0.id == original }?.stored.text.string == "message 700")
    #expect(try await account.find(answeredBy: newest[1].id, in: room) == nil)

    let between = requests
    let unread = try #require(try await account.findFirstUnread(in: room))
    #expect(requests - between <= 3)
    let stretch = try await account.page(.around(unread), in: room, limit: 3)
    #expect(stretch.items.first { $0.id == unread }?.stored.text.string == "message 2000")
    #expect(try await account.history().map(\.stored.text.string) == server.texts)
  }

  @Test("What a reply quotes comes alone with one request, and has its place once it is gone to")
  func quote() async throws {
    server.fill(300)
    server.add(.message(MessageContent(StyledText("yes"), reply: "$20")))
    server.add(.message(MessageContent(StyledText("what?"), reply: "$nobody")))
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    let newest = try await account.page(.newest, in: room, limit: 20)
    let answer = newest.items[newest.items.count - 2].id
    #expect(newest.items.first { $0.id == answer }?.stored.reply?.original == nil)
    let before = requests
    #expect(try await account.bringQuote(of: answer, in: room))
    #expect(requests == before + 1)
    let shown = try await account.page(.newest, in: room, limit: 20)
    let original = shown.items.first { $0.id == answer }?.stored.reply?.original
    #expect(original?.snippet == "message 20")
    #expect(texts(shown) == texts(newest))
    // Once; and what nobody has is no failure.
    #expect(try await !account.bringQuote(of: answer, in: room))
    #expect(try await account.bringQuote(of: try #require(newest.items.last).id, in: room))
    let id = ItemID(try #require(original?.id))
    try await account.place(id, in: room)
    #expect(texts(try await account.page(.around(id), in: room, limit: 3)).contains("message 20"))
    #expect(try await account.history().map(\.stored.text.string) == server.texts)
  }

  @Test("A jump to what shows nothing leads to the message it is about, or to one beside it")
  func nothingToShow() async throws {
    server.fill(1000)
    server.add(.reaction(to: "$900", emoji: "👍"))
    for _ in 0..<200 { server.add(.hidden) }
    server.fill(1000, from: 1201)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    let liked = try #require(try await account.find(event: "$1000", in: room))
    #expect(requests <= 3)
    let page = try await account.page(.around(liked), in: room, limit: 3)
    #expect(page.items.first { $0.id == liked }?.stored.text.string == "message 900")
    #expect(try await account.find(event: "$1100", in: room) == nil)
    #expect(try await account.find(event: "$1198", in: room) != nil)
    #expect(try await account.history().map(\.stored.text.string) == server.texts)
  }

  /// Against a plain model: whatever was jumped to and read in between, in the end all messages
  /// are there, in the server's order, once.
  @Test(arguments: 0..<12)
  func jumpsAndPagesAnywhere(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    server.fill(600)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    var known: [ItemID] = try await account.page(.newest, in: room, limit: 20).items.map(\.id)
    for _ in 0..<40 {
      let count = server.state.withLock { $0.events.count }
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let number = Int.random(in: 0..<count, using: &random)
        let before = requests
        let found = try #require(try await account.find(event: "$\(number)", in: room))
        #expect(requests - before <= 3)
        let page = try await account.page(.around(found), in: room, limit: 20)
        #expect(page.items.first { $0.id == found }?.stored.text.string == "message \(number)")
        known.append(found)
      case 2:
        let id = try #require(known.randomElement(using: &random))
        known += try await account.page(.before(id), in: room, limit: 20).items.map(\.id)
      case 3:
        let id = try #require(known.randomElement(using: &random))
        known += try await account.page(.after(id), in: room, limit: 20).items.map(\.id)
      default:
        // Sometimes more than one answer brings, which leaves a gap.
        server.fill(Int.random(in: 1...60, using: &random), from: count)
        _ = try await account.syncOnce()
      }
    }
    let items = try await account.history()
    #expect(items.map(\.stored.text.string) == server.texts)
    #expect(Set(items.map(\.id)).count == items.count)
  }
}
