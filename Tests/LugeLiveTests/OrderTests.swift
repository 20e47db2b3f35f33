import LugeArchive
import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@testable import LugeLive

/// Servers that tell of the same events in two orders: after two of them could not reach each
/// other, what happened comes in one order by sync and in another one by pages.
@Suite struct OrderTests {
  private let folder: TemporaryFolder
  private let store: LiveStore

  init() throws {
    folder = try TemporaryFolder()
    store = try LiveStore(path: folder.path + "/a.luge", user: "@me:a")
  }

  private func event(_ name: String, _ time: Int64) -> RoomEvent {
    RoomEvent(
      id: "$\(name)", sender: name.hasPrefix("A") ? "@anna:a" : "@ben:b", time: time,
      kind: .message(MessageContent(StyledText(name))))
  }

  private func take(_ names: [String], token: String, before: String? = nil) throws {
    var update = LiveRoomUpdate("!room")
    update.events = names.enumerated().map { event($1, Int64($0)) }
    update.before = before
    update.hasGap = before != nil
    update.isBeginning = before == nil
    _ = try store.take(LiveBatch(token: token, rooms: [update]))
  }

  private var room: ConversationID {
    get throws { try #require(try store.rooms().first).id }
  }

  private func shown() throws -> [String] {
    guard case .page(let page) = try store.page(.newest, in: try room, limit: 100) else {
      return []
    }
    return page.items.map(\.stored.text.string)
  }

  @Test("Healed in one answer: pages in another order change nothing that was shown")
  func healed() throws {
    try take(["A0", "A1", "A2"], token: "1")
    // The other side's come late, behind what was said here meanwhile.
    try take(["A3", "A4", "B0", "B1", "B2"], token: "2")
    let before = try shown()
    #expect(before == ["A0", "A1", "A2", "A3", "A4", "B0", "B1", "B2"])
    // Both sides go on, with a gap; what fills it also has what is here, mixed.
    try take(["B4"], token: "3", before: "p")
    guard
      case .missing(let gap, let direction) = try store.page(
        .before(try #require(try newest())), in: try room, limit: 10)
    else { return #expect(Bool(false), "no gap") }
    let page = ["A5", "B3", "A4", "B2", "B1", "A3", "B0", "A2"].map { event($0, 1) }
    _ = try store.fill(gap, direction, with: LivePage(page, next: "q"))
    #expect(try shown() == before + ["B3", "A5", "B4"])
    try store.placeWhatIsNot()
    let archive = try Archive(opening: folder.path + "/a.luge")
    #expect(
      try archive.messages(in: try room, at: 0..<99).map(\.text.string) == before + [
        "B3", "A5", "B4",
      ])
  }

  private func newest() throws -> ItemID? {
    guard case .page(let page) = try store.page(.newest, in: try room, limit: 1) else { return nil }
    return page.items.last?.id
  }

  @Test("What comes after newer messages is late; one wrong clock makes nothing late")
  func late() throws {
    func take(_ times: [Int64], token: String) throws {
      var update = LiveRoomUpdate("!room")
      update.events = times.enumerated().map { event("A\(token)\($0)", $1 * 60_000) }
      update.isBeginning = true
      _ = try store.take(LiveBatch(token: token, rooms: [update]))
    }
    // The fourth is from the year 2970.
    try take([0, 1, 2, 1_000_000_000, 3, 4, 60, 61, 62], token: "1")
    // From the other side, an hour later; and what follows is in time.
    try take([10, 11, 63, 64], token: "2")
    guard case .page(let page) = try store.page(.newest, in: try room, limit: 100) else { return }
    #expect(
      page.items.map(\.isLate) == [Bool](repeating: false, count: 9) + [true, true, false, false])
  }

  @Test("An answer that names another message loses none: what was sent is marked as failed")
  func answersOfOthers() throws {
    try take(["A0"], token: "1")
    _ = try store.enqueue(.message(MessageContent(StyledText("first"))), in: try room, now: 9)
    _ = try store.enqueue(.message(MessageContent(StyledText("second"))), in: try room, now: 10)
    let first = try #require(try store.nextQueued(in: try room))
    _ = try store.sent(first, as: "$A0")
    #expect(try shown() == ["A0", "first", "second"])
    #expect(try store.nextQueued(in: try room) == nil, "waits for the user")
    guard case .page(let page) = try store.page(.newest, in: try room, limit: 100) else { return }
    let failed = try #require(
      page.items.first { if case .failed = $0.state { true } else { false } })
    #expect(failed.stored.text.string == "first")
    _ = try store.retry(failed.stored.id)
    _ = try store.sent(try #require(try store.nextQueued(in: try room)), as: "$mine")
    // The id of the first again.
    _ = try store.sent(try #require(try store.nextQueued(in: try room)), as: "$mine")
    #expect(try shown() == ["A0", "first", "second"])
    #expect(try store.nextQueued(in: try room) == nil)
    // The first has come back by sync.
    var update = LiveRoomUpdate("!room")
    update.events = [
      RoomEvent(
        id: "$mine", sender: "@me:a", time: 9, kind: .message(MessageContent(StyledText("first"))))
    ]
    _ = try store.take(LiveBatch(token: "2", rooms: [update]))
    guard case .page(let later) = try store.page(.newest, in: try room, limit: 100) else { return }
    let second = try #require(
      later.items.last { if case .failed = $0.state { true } else { false } })
    _ = try store.retry(second.stored.id)
    _ = try store.sent(try #require(try store.nextQueued(in: try room)), as: "$mine")
    #expect(try Set(shown()) == ["A0", "first", "second"])
  }

  @Test("What a bridge brings into a room that was just made is not late")
  func bridged() throws {
    var update = LiveRoomUpdate("!room")
    update.events =
      (0..<4).map {
        RoomEvent(
          id: "$B\($0)", sender: "@ben:b", time: 100_000_000,
          kind: .service(action: "m.room.topic", text: "A topic"))
      } + (0..<3).map { event("A\($0)", Int64($0) * 60_000) }
    update.isBeginning = true
    _ = try store.take(LiveBatch(token: "1", rooms: [update]))
    guard case .page(let page) = try store.page(.newest, in: try room, limit: 100) else { return }
    #expect(page.items.count == 7 && page.items.allSatisfy { !$0.isLate })
  }

  private func fill(_ place: PagePlace, _ names: [String], next: String?) throws {
    guard
      case .missing(let gap, let direction) = try store.page(place, in: try room, limit: 10)
    else { throw LiveFailure.refused("no gap") }
    _ = try store.fill(gap, direction, with: LivePage(names.map { event($0, 1) }, next: next))
  }

  private func first() throws -> ItemID {
    guard case .page(let page) = try store.page(.newest, in: try room, limit: 100) else {
      throw LiveFailure.refused("no page")
    }
    return try #require(page.items.first).id
  }

  @Test("A page that goes on beyond what is known takes nothing from the gap before that")
  func pagesWithoutEnd() throws {
    try take(["A0", "A1"], token: "1")
    try take(["A5", "A6"], token: "2", before: "p")
    try take(["A9"], token: "3", before: "q")
    // Until A6 was asked for.
    let page = ["A8", "A7", "A6", "A5", "A4", "A3", "A2", "A1"]
    try fill(.before(try first()), page, next: "r")
    #expect(try shown() == ["A5", "A6", "A7", "A8", "A9"])
    try fill(.before(try first()), ["A4", "A3", "A2", "A1", "A0"], next: nil)
    #expect(try shown() == (0...9).map { "A\($0)" })
  }

  @Test("So does one from the older side")
  func newerPagesWithoutEnd() throws {
    try take(["A0", "A1"], token: "1")
    let old = try #require(try newest())
    try take(["A5", "A6"], token: "2", before: "p")
    let middle = try #require(try newest())
    try take(["A9"], token: "3", before: "q")
    try fill(.after(old), (2...9).map { "A\($0)" }, next: "r")
    #expect(try shown() == ["A9"])
    try fill(.after(middle), ["A7", "A8", "A9"], next: nil)
    #expect(try shown() == (0...9).map { "A\($0)" })
  }

  @Test("New messages among known ones are kept where a page does not pass all that is known")
  func newAmongKnown() throws {
    try take(["A0"], token: "1")
    try take(["A5", "A6", "A7"], token: "2", before: "p")
    try take(["A9"], token: "3", before: "q")
    try fill(.before(try first()), ["A8", "B1", "A7", "A6", "B2"], next: "r")
    #expect(try Set(shown()) == ["A5", "A6", "A7", "A8", "A9", "B1", "B2"])
  }

  /// Whatever order pages and syncs have: what is shown keeps its order among itself.
  @Test(arguments: 0..<20) func whatIsShownKeepsItsOrder(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let names = (0..<60).map { "\(["A", "B"].randomElement(using: &random) ?? "A")\($0)" }
    var next = 0
    var order: [String] = []
    var told = 0
    while next < names.count {
      let count = Int.random(in: 1...6, using: &random)
      let fresh = Array(names[next..<min(names.count, next + count)]).shuffled(using: &random)
      told += 1
      let missed = told > 1 && fresh.count > 2 && Bool.random(using: &random)
      try take(missed ? [fresh[0]] : fresh, token: "\(told)", before: missed ? "p\(told)" : nil)
      if missed, let newest = try newest(),
        case .missing(let gap, let direction) = try store.page(
          .before(newest), in: try room, limit: 10)
      {
        // With some of what is long here among it.
        let mixed = Array(fresh[1...]) + names[max(0, next - 5)..<next]
        _ = try store.fill(
          gap, direction,
          with: LivePage(mixed.shuffled(using: &random).map { event($0, 1) }, next: nil))
      }
      next += fresh.count
      let now = try shown()
      let kept = now.filter { order.contains($0) }
      #expect(kept == order)
      order = now
    }
    #expect(Set(order) == Set(names) && order.count == names.count)
  }
}
