import LugeChat
import LugeCore
import LugeEngine
import Testing

@Suite("Neighbours") struct NeighbourTests {
  private func facts(
    _ message: ChatMessage, _ previous: ChatMessage?, _ next: ChatMessage?
  ) -> NeighbourContext {
    NeighbourContext(
      for: message, previous: previous, next: next, isGroupChat: true,
      rule: ChatStyle.GroupingRule(), zone: .utc)
  }

  @Test("Messages of one author within five minutes form a group")
  func grouping() {
    let first = message(1)
    let second = message(2, after: 300)
    let third = message(3, after: 601)
    #expect(facts(first, nil, second).opensGroup && !facts(first, nil, second).closesGroup)
    #expect(!facts(second, first, third).opensGroup && facts(second, first, third).closesGroup)
    #expect(facts(third, second, nil).opensGroup && facts(third, second, nil).closesGroup)
  }

  @Test("Another author, side, day, a service line or the unread mark ends a group")
  func groupEnds() {
    var service = message(2, after: 10)
    service.isService = true
    var unread = message(2, after: 10)
    unread.isFirstUnread = true
    let others = [
      message(2, by: ben, after: 10), message(2, isOutgoing: true, after: 10), service, unread,
    ]
    for other in others {
      #expect(facts(message(1), nil, other).closesGroup)
      #expect(facts(other, message(1), nil).opensGroup)
    }
    // 23:59:50 and 00:00:10.
    let evening = message(1, after: 86_400 - sampleTime % 86_400 - 10)
    let night = message(2, after: 86_400 - sampleTime % 86_400 + 10)
    #expect(facts(evening, nil, night).closesGroup)
    #expect(facts(night, evening, nil).opensGroup && facts(night, evening, nil).startsDay)
  }

  @Test("Both sides of a gap see the same group", arguments: 0..<200)
  func agreement(seed: Int) {
    var random = SplitMix(UInt64(seed))
    let list = (0..<20).map { id in
      var made = message(
        Int64(id), by: random.next() % 2 == 0 ? anna : ben,
        after: Int64(random.next() % 90_000))
      made.isService = random.next() % 7 == 0
      made.isFirstUnread = random.next() % 11 == 0
      return made
    }
    for index in 1..<list.count {
      let above = facts(list[index - 1], nil, list[index])
      let below = facts(list[index], list[index - 1], nil)
      #expect(above.closesGroup == below.opensGroup)
    }
  }

  @Test("The name stands on the first bubble of a group, not on one's own, not among two")
  func names() {
    func hasName(_ row: (any RowModel)?) -> Bool {
      row?.layout(in: context()).drawList.texts.contains("Anna") ?? false
    }
    let bubbles = { (rows: [any RowModel]) in rows.first { $0.id.part == ChatPart.bubble } }
    #expect(hasName(bubbles(rows(message(1)))))
    #expect(!hasName(bubbles(rows(message(2, after: 5), previous: message(1)))))
    #expect(!hasName(bubbles(rows(message(1, isOutgoing: true)))))
    #expect(!hasName(bubbles(rows(message(1), isGroup: false))))
  }

  @Test("A bubble's corners say whether a group begins, goes on or ends with it")
  func corners() throws {
    func corners(_ rows: [any RowModel]) throws -> CornerRadii {
      try #require(rows.last?.layout(in: context()).drawList.bubbleCorners)
    }
    let alone = try corners(rows(message(1)))
    let middle = try corners(
      rows(message(2, after: 5), previous: message(1), next: message(3, after: 9)))
    // The author's side is the left.
    #expect(alone.topLeft > alone.bottomLeft && alone.topRight == alone.bottomRight)
    #expect(alone.topRight > alone.bottomLeft)
    #expect(middle.topLeft == middle.bottomLeft && middle.topLeft < middle.topRight)
    let own = try corners(rows(message(1, isOutgoing: true)))
    #expect(own.bottomRight < own.topRight && own.bottomLeft == own.topLeft)
  }

  @Test("The author stands beside the last message of a group, at its bottom; not among two")
  func avatars() throws {
    func avatar(_ rows: [any RowModel], width: Int = 400) throws -> Rect? {
      let list = try #require(rows.last?.layout(in: context(width)).drawList)
      guard case .roundedRectangle(let rect, let radii, _, _) = list.commands.first,
        rect.width == rect.height, radii.topLeft == rect.width / 2
      else { return nil }
      let body = try #require(list.bubbleBody())
      #expect(rect.maxX < body.x && rect.maxY == body.maxY && rect.y >= 0)
      return rect
    }
    #expect(try avatar(rows(message(1)))?.width == 36)
    #expect(try avatar(rows(message(1), next: message(2, after: 5))) == nil)
    #expect(try avatar(rows(message(2, after: 5), previous: message(1))) != nil)
    #expect(try avatar(rows(message(1, isOutgoing: true))) == nil)
    #expect(try avatar(rows(message(1), isGroup: false)) == nil)
    // Bubbles of a group stand below each other, with an avatar or without.
    let first = rows(message(1), next: message(2, after: 5)).last?.layout(in: context())
    let last = rows(message(2, after: 5), previous: message(1)).last?.layout(in: context())
    #expect(first?.drawList.bubbleBody()?.x == last?.drawList.bubbleBody()?.x)
  }

  @Test("Two points lie within a group, six between senders")
  func gaps() throws {
    func edges(_ rows: [any RowModel]) throws -> (above: Double, below: Double) {
      let layout = try #require(rows.last?.layout(in: context()))
      let body = try #require(layout.drawList.bubbleBody())
      return (body.y, Double(layout.size.height) - body.maxY)
    }
    let first = try edges(rows(message(1, "Hello\nthere"), next: message(2, after: 5)))
    let second = try edges(
      rows(
        message(2, after: 5, "Hello\nthere"), previous: message(1),
        next: message(3, by: ben, after: 9)))
    let third = try edges(rows(message(3, by: ben, after: 9), previous: message(2, after: 5)))
    #expect(first.below + second.above == 2)
    #expect(second.below + third.above == 6)
  }

  @Test("A date stands above the first message of a day")
  func dates() {
    #expect(rows(message(1)).first?.id.part == ChatPart.dateHeader)
    #expect(
      rows(message(1)).first?.layout(in: context()).accessibleText == "Monday, 3 June 2024")
    #expect(rows(message(2, after: 5), previous: message(1)).count == 1)
    #expect(rows(message(2, after: 86_400), previous: message(1)).count == 2)
  }

  @Test("Rows of equal revision are equal; a neighbour's content does not matter")
  func revisions() throws {
    let here = message(5, after: 100)
    let neighbours: [ChatMessage?] =
      [nil] + everyMessage + [message(4, after: 90), message(4, by: ben, after: 90)]
    var seen: [RowID: [Revision: String]] = [:]
    for previous in neighbours {
      for next in neighbours {
        for row in rows(here, previous: previous, next: next) {
          let shown = String(describing: row.layout(in: context()))
          if let known = seen[row.id]?[row.revision] { #expect(known == shown) }
          seen[row.id, default: [:]][row.revision] = shown
        }
      }
    }
    // Opening or not and closing or not, with and without the day's start: no more states exist.
    #expect((seen[RowID(item: here.id, part: ChatPart.bubble)]?.count ?? 0) <= 6)
    #expect(seen[RowID(item: here.id, part: ChatPart.dateHeader)]?.count == 1)
  }

  @Test("The style's revision is in every row's")
  func styleRevision() {
    let service = everyMessage.first { $0.isService } ?? message(1)
    for item in [message(1), service] {
      let before = ChatRowFactory(ChatConfiguration(isGroup: true)).rows(
        for: item, previous: nil, next: nil)
      let after = ChatRowFactory(ChatConfiguration(isGroup: true, styleRevision: 1)).rows(
        for: item, previous: nil, next: nil)
      #expect(before.count == after.count && !before.isEmpty)
      for (a, b) in zip(before, after) { #expect(a.id == b.id && a.revision != b.revision) }
    }
  }

  @Test("Revisions are the same in every process")
  func stableRevisions() {
    var mix = RevisionMix(7)
    mix.add(42)
    mix.add("Grüße")
    mix.add(true)
    // Computed apart, from the published definitions of FNV-1a and the MurmurHash3 finalizer.
    #expect(mix.revision == Revision(2_457_569_152_407_457_337))
  }
}

/// A small reproducible generator (SplitMix64).
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
