import LugeCore
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeEngine

/// A reader who goes back and forward through a conversation whose pages, and layouts, come late:
/// the list then ends where it is loaded, and heights there are estimated.
@Suite("Pages and layouts come late, in any order") struct LatePagesTests {
  private struct Message: Sendable {
    var id: ItemID
    var author: Int
    var height: Int
    /// Authors of the messages before the first and after the last one that are shown.
    var unshown: (previous: Int?, next: Int?) = (nil, nil)
  }

  /// Rows as those of a chat: they depend on the authors of the messages beside them.
  private struct Factory: RowFactory {
    func rows(for item: Message, previous: Message?, next: Message?) -> [any RowModel] {
      var rows: [any RowModel] = []
      if item.author != previous?.author ?? item.unshown.previous {
        rows.append(
          TestRow(id: RowID(item: item.id, part: 0), revision: Revision(0), baseHeight: 24))
      }
      let room = item.author == next?.author ?? item.unshown.next ? 2 : 6
      rows.append(
        TestRow(
          id: RowID(item: item.id, part: 1), revision: Revision(UInt64(room)),
          baseHeight: item.height + room))
      return rows
    }
  }

  private final class Reader {
    let lane = SteppedLane()
    let later = Later()
    let feed: ListFeed<Message, Factory>
    let engine: ListEngine
    let all: [Message]
    var window: PageWindow<Message>
    var asked: Set<PageEdge> = []
    var random: SeededGenerator
    var time = 0.0

    init(seed: Int, height: (Int) -> Int) {
      random = SeededGenerator(seed: UInt64(seed))
      all = (0..<1200).map {
        Message(id: ItemID(Int64($0)), author: $0 % 5 == 3 ? 1 : 0, height: height($0))
      }
      window = PageWindow { $0.id }
      window.replaceAll(with: Page(Array(all.suffix(20)), hasBefore: true, hasAfter: false))
      feed = ListFeed(Self.rows(window), factory: Factory()) {
        ItemKey(id: $0.id, revision: Revision(0))
      }
      engine = ListEngine(
        provider: feed.provider,
        configuration: EngineConfiguration(
          opensAt: .end, contentInsets: .init(top: 6, bottom: 10), drawBudget: 10),
        tools: { TestTools() }, runtime: later.runtime(lane))
      engine.setViewport(
        PixelSize(width: 400, height: 500), environment: LayoutEnvironment(width: 400))
      feed.connect(to: engine)
      for _ in 0..<200 where engine.isJumping { frame(lane: .max) }
    }

    static func rows(_ window: PageWindow<Message>) -> [Message] {
      var rows = Array(window.items[window.shown])
      guard !rows.isEmpty else { return [] }
      func author(_ position: Int) -> Int? {
        window.items.indices.contains(position) ? window.items[position].author : nil
      }
      rows[0].unshown.previous = author(window.shown.lowerBound - 1)
      rows[rows.count - 1].unshown.next = author(window.shown.upperBound)
      return rows
    }

    /// Runs some of the lane's jobs, then a frame.
    func frame(lane jobs: Int) {
      lane.run(jobs: jobs)
      later.run()
      time += 1 / 60
      _ = engine.frame(at: time)
    }

    /// Asks for pages near the view, as a room does.
    func ask() {
      let metrics = engine.metrics
      if window.hasBefore, metrics.offset < 1000 { asked.insert(.before) }
      if window.hasAfter, metrics.contentHeight - metrics.offset - 500 < 1500 {
        asked.insert(.after)
      }
    }

    /// A page that was asked for comes.
    func answer(_ edge: PageEdge) {
      guard asked.remove(edge) != nil, let first = window.first, let last = window.last else {
        return
      }
      let held = Int(first.rawValue)...Int(last.rawValue)
      let items =
        edge == .before
        ? all[max(0, held.lowerBound - 50)..<held.lowerBound]
        : all[held.upperBound + 1..<min(all.count, held.upperBound + 51)]
      window.extend(
        edge,
        with: Page(
          Array(items), hasBefore: edge == .after || items.startIndex > 0,
          hasAfter: edge == .before || items.endIndex < all.count))
      if window.items.count > 300, let focus = engine.placeBeingRead?.item,
        let position = window.position(of: focus)
      {
        window.adjust(preferredMaximum: 200, focus: position)
        asked = []
      }
      feed.set(Self.rows(window), options: UpdateOptions(author: .history))
    }
  }

  @Test("No row in view moves by itself", arguments: 0..<24)
  func nothingMoves(seed: Int) {
    // All alike but for their authors, and such that what is known says nothing of what comes.
    let heights: [(Int) -> Int] = [{ _ in 34 }, { 620 - $0 / 2 }, { 20 + $0 / 2 }]
    let reader = Reader(seed: seed, height: heights[seed % heights.count])
    let engine = reader.engine
    var judged = 0
    for round in 0..<200 {
      let way = round / 60 % 2 == 0 ? -1 : 1
      engine.scroll(by: way * Int.random(in: 0...330, using: &reader.random))
      let before = Dictionary(uniqueKeysWithValues: engine.visibleRows.map { ($0.id, $0.y) })
      reader.ask()
      for edge in [PageEdge.before, .after].shuffled(using: &reader.random)
      where Int.random(in: 0..<(seed % 2 == 0 ? 30 : 5), using: &reader.random) == 0 {
        reader.answer(edge)
      }
      // For a while the lane has no processor.
      let isStarved = round / 20 % 3 != 2
      reader.frame(lane: isStarved ? 0 : Int.random(in: 0...4, using: &reader.random))
      for row in engine.visibleRows {
        guard let y = before[row.id] else { continue }
        judged += 1
        #expect(row.y == y, "round \(round)")
        if row.y != y { return }
      }
    }
    #expect(judged > 50)
  }

  /// The rows in view of a state, by their items.
  private func places(_ state: ListState) -> [Int: Int] {
    var places: [Int: Int] = [:]
    state.forEachVisibleRow { position, _, y in places[position] = y }
    return places
  }

  @Test("Heights at the beginning are less than estimated: room is left above it")
  func beginning() {
    let all = items(30) { $0 < 3 ? 20 : 60 }
    let state = ListState.forTests(all, held: 3..<30)
    state.move(to: Anchor(position: 8, offset: 0))
    #expect(state.scroll(by: -5000) < -300)
    let before = places(state)
    #expect(before[3] == 180 && !before.keys.contains(2))
    let holds = state.holdsInView()
    state.realize(realized(Array(all[..<3]), in: state), at: 0)
    state.placeAmongLate(holds)
    state.settle()
    var after = places(state)
    #expect(before.allSatisfy { after[$0.key] == $0.value } && after[0] == 120)
    #expect(state.metrics.isAtStart && state.metrics.offset == 0)
    // It goes as one scrolls away from it.
    #expect(state.scroll(by: -10) == 0 && state.scroll(by: 40) == 40)
    state.settle()
    after = places(state)
    #expect(after[0] == 80)
    #expect(state.scroll(by: -10) == 0 && state.scroll(by: 200) == 200)
    #expect(state.scroll(by: -5000) == -120 && places(state)[0] == 0)
  }

  @Test("Heights at the end are less than estimated: room is left below it, and it is followed")
  func end() {
    let all = items(30) { $0 < 27 ? 60 : 20 }
    let state = ListState.forTests(all, held: 0..<27)
    #expect(state.scroll(by: 5000) > 0 && state.isAtEnd && !state.followsEnd)
    let before = places(state)
    #expect(before[26] == 60 && !before.keys.contains(27))
    let holds = state.holdsInView()
    state.realize(realized(Array(all[27...]), in: state), at: 27)
    state.placeAmongLate(holds)
    state.settle()
    let after = places(state)
    #expect(before.allSatisfy { after[$0.key] == $0.value } && after[29] == 160)
    #expect(state.followsEnd && state.isAtEnd)
    #expect(state.scroll(by: 10) == 0 && state.scroll(by: -30) == -30 && !state.followsEnd)
    #expect(places(state)[29] == 190)
  }

  @Test("A viewport that becomes lower takes the room first, but not for what opens above it")
  func smaller() {
    let all = items(30) { $0 < 27 ? 60 : 20 }
    let state = ListState.forTests(all, held: 0..<27)
    _ = state.scroll(by: 5000)
    let holds = state.holdsInView()
    state.realize(realized(Array(all[27...]), in: state), at: 27)
    state.placeAmongLate(holds)
    state.settle()
    let (before, height) = (places(state), state.viewport.height)
    // The last row's lower edge is at 180.
    for smaller in [height - 10, 100] {
      _ = state.resize(
        to: PixelSize(width: state.viewport.width, height: smaller),
        environment: state.environment)
      state.settle()
      #expect(places(state)[29] == min(160, smaller - 20))
    }
    #expect(before[29] == 160)
    // What opens above the list moves no row on the screen.
    _ = state.resize(
      to: PixelSize(width: state.viewport.width, height: height), environment: state.environment)
    state.settle()
    state.placeAmongLate(holds)
    state.settle()
    #expect(places(state)[29] == 160)
    _ = state.resize(
      to: PixelSize(width: state.viewport.width, height: height - 40),
      environment: state.environment)
    state.settle(movedDown: 40)
    #expect(places(state)[29] == 120)
  }

  @Test("Where nothing in view was known, the end that one has scrolled to is kept")
  func unknownEnd() {
    let all = items(60) { $0 < 27 ? 60 : 90 }
    let state = ListState.forTests(all, held: 0..<27)
    #expect(state.scroll(by: 50_000) > 0 && state.holdsInView().isEmpty && !state.followsEnd)
    state.realize(realized(Array(all[27...]), in: state), at: 27)
    state.placeAmongLate([])
    state.settle()
    #expect(state.followsEnd && state.isAtEnd && places(state)[59] == 210)
  }
}
