import LugeCore
import LugeEngine
import LugeTestSupport
import Synchronization
import Testing

@Suite("Window of pages") struct PageWindowTests {
  private func window(_ range: Range<Int>) -> PageWindow<Int> {
    var window = PageWindow<Int> { ItemID(Int64($0)) }
    window.replaceAll(with: Page(Array(range), hasBefore: true, hasAfter: true))
    return window
  }

  @Test(
    "Cuts away from the focus",
    arguments: [(0, 0, 100), (99, 100, 0), (50, 50, 50), (-7, 0, 100), (1000, 100, 0)])
  func adjust(focus: Int, before: Int, after: Int) {
    var held = window(0..<200)
    // The focus as a part of the list: 0…99 of 100.
    let cut = held.adjust(preferredMaximum: 100, focus: focus * 2)
    #expect(cut.before + cut.after == 100)
    #expect(held.items.count == 100)
    #expect(abs(cut.before - before) <= 1 && abs(cut.after - after) <= 1)
    #expect(held.items == Array(cut.before..<200 - cut.after))
  }

  @Test("What was cut is known to be there still")
  func edges() {
    var held = PageWindow<Int> { ItemID(Int64($0)) }
    held.replaceAll(with: Page(Array(0..<100), hasBefore: false, hasAfter: false))
    let none = held.adjust(preferredMaximum: 100, focus: 3)
    #expect(none == (0, 0))
    held.adjust(preferredMaximum: 40, focus: 50)
    #expect(held.hasBefore && held.hasAfter && held.items == Array(30..<70))
  }

  @Test("A new item at the limit is taken in; away from the newest end it is left to its page")
  func newItems() {
    var held = PageWindow<Int> { ItemID(Int64($0)) }
    held.replaceAll(with: Page(Array(0..<500), hasBefore: true, hasAfter: false))
    let isTaken = held.insertNew([500, 501])
    #expect(isTaken)
    #expect(held.items.count == 502)
    held.adjust(preferredMaximum: 400, focus: 0)
    let isTakenElsewhere = held.insertNew([502])
    #expect(!isTakenElsewhere)
  }

  @Test(
    "Random pages, cuts and arrivals leave a stretch without gaps or doubles", arguments: 0..<20)
  func contiguous(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let all = 0..<2000
    var newest = 2000
    var held = PageWindow<Int> { ItemID(Int64($0)) }
    held.replaceAll(with: Page(Array(1000..<1050), hasBefore: true, hasAfter: true))
    for _ in 0..<300 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let first = held.items.first ?? 1000
        let page = max(all.lowerBound, first - 50)..<first
        // Servers repeat themselves.
        let overlap = Array(page) + (Bool.random(using: &random) ? [first] : [])
        held.extend(.before, with: Page(overlap, hasBefore: page.lowerBound > 0, hasAfter: true))
      case 1:
        let last = held.items.last ?? 1000
        let page = last + 1..<min(newest, last + 51)
        held.extend(
          .after, with: Page(Array(page), hasBefore: true, hasAfter: page.upperBound < newest))
      case 2:
        _ = held.insertNew([newest])
        newest += 1
      default:
        held.adjust(preferredMaximum: 120, focus: Int.random(in: -10...200, using: &random))
        #expect(held.items.count <= 120)
      }
      #expect(zip(held.items, held.items.dropFirst()).allSatisfy { $1 == $0 + 1 })
      #expect(held.hasAfter || held.items.last == newest - 1)
      #expect(held.hasBefore || held.items.first == 0)
    }
  }

  /// Against a plain model: items are numbers, and the neighbours of one are those beside it.
  @Test(
    "What is shown has its true neighbours, and keeps them through pages and cuts",
    arguments: 0..<40)
  func neighbours(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let all = 0..<600
    var held = PageWindow<Int> { ItemID(Int64($0)) }
    func page(_ range: Range<Int>) -> Page<Int> {
      let range = range.clamped(to: all)
      return Page(
        Array(range), hasBefore: range.lowerBound > 0, hasAfter: range.upperBound < all.upperBound)
    }
    let first = Int.random(in: 0..<540, using: &random)
    held.replaceAll(with: page(first..<first + Int.random(in: 3..<60, using: &random)))
    /// Of each that is shown: those beside it as the list knows them.
    func neighbours() -> [Int: [Int?]] {
      var result: [Int: [Int?]] = [:]
      for position in held.shown {
        result[held.items[position]] = [position - 1, position + 1].map {
          held.items.indices.contains($0) ? held.items[$0] : nil
        }
      }
      return result
    }
    for _ in 0..<200 {
      let before = neighbours()
      let size = Int.random(in: 1..<50, using: &random)
      let isCut = Int.random(in: 0..<3, using: &random) == 0
      if isCut {
        held.adjust(preferredMaximum: 80, focus: Int.random(in: -10..<130, using: &random))
      } else if Bool.random(using: &random), held.hasBefore, let first = held.items.first {
        held.extend(.before, with: page(first - size..<first))
      } else if held.hasAfter, let last = held.items.last {
        held.extend(.after, with: page(last + 1..<last + 1 + size))
      }
      let after = neighbours()
      #expect(!after.isEmpty)
      for (item, beside) in after {
        #expect(beside == [item - 1, item + 1].map { all.contains($0) ? $0 : nil })
        if let known = before[item] { #expect(known == beside) }
      }
      // What was shown goes with a cut only.
      if !isCut { #expect(Set(before.keys).isSubset(of: after.keys)) }
      #expect(held.items.count - held.shown.count <= 2)
    }
  }

  @Test("An item that is wanted, and all where nothing more can be had, are shown at the ends too")
  func shownAtEnds() {
    var held = PageWindow<Int> { ItemID(Int64($0)) }
    held.replaceAll(with: Page([1, 2, 3], hasBefore: true, hasAfter: true), showing: ItemID(1))
    #expect(held.shown == 0..<2)
    held.showEnds()
    #expect(held.shown == 0..<3)
    // What was shown is not held back again, whatever comes or goes.
    held.remove([ItemID(1)])
    #expect(held.shown == 0..<2)
    held.extend(.before, with: Page([0], hasBefore: true, hasAfter: true))
    #expect(held.shown == 1..<3 && held.heldBackFirst == ItemID(0))
    held.extend(.before, with: Page([], hasBefore: true, hasAfter: true))
    #expect(held.shown == 0..<3)
    held.expectMore(.before)
    #expect(held.shown == 0..<3)
  }

  @Test("A page without items ends asking, whatever it says of more")
  func emptyPage() {
    var held = window(10..<20)
    held.extend(.before, with: Page([], hasBefore: true, hasAfter: true))
    held.extend(.after, with: Page([], hasBefore: true, hasAfter: true))
    #expect(!held.hasBefore && !held.hasAfter)
    held.expectMore(.after)
    #expect(held.hasAfter)
  }

  @Test("New items stand where the source's order says; those beyond an end or in a gap wait")
  func ordered() {
    var held = PageWindow<Int>(order: { PageOrder(Int64($0)) }) { ItemID(Int64($0)) }
    held.replaceAll(with: Page([10, 20, 30], hasBefore: true, hasAfter: false))
    let took1 = held.insertNew([25, 40, 15])
    #expect(took1)
    #expect(held.items == [10, 15, 20, 25, 30, 40])
    let took2 = held.insertNew([5])
    #expect(!took2)
    let took3 = held.insertNew([100], leavesGap: true)
    #expect(took3)
    let took4 = held.insertNew([50])
    #expect(!took4)
    let took5 = held.insertNew([35])
    #expect(took5)
    #expect(held.items == [10, 15, 20, 25, 30, 35, 40, 100])
    #expect(held.gaps.map(\.preceding) == [ItemID(40)])
  }

  /// The model searches from the first item for the first that has a higher order, for each new
  /// item alone. Items without an order are passed over.
  @Test(
    "New items, known ones and such without an order go where a search puts each",
    arguments: 0..<40)
  func orderedRandomly(seed: Int) {
    struct Item: Hashable {
      var id: Int64
      var rank: Int64?
    }
    var random = SeededGenerator(seed: UInt64(seed))
    var held = PageWindow<Item>(order: { $0.rank.map { PageOrder($0) } }) { ItemID($0.id) }
    held.replaceAll(with: Page([Item(id: 1, rank: 50)], hasBefore: false, hasAfter: false))
    var model = held.items
    for _ in 0..<60 {
      let new = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Item(
          id: .random(in: 1...60, using: &random),
          rank: Bool.random(using: &random) ? .random(in: 0...100, using: &random) : nil)
      }
      held.insertNew(new)
      var atEnd: [Item] = []
      for item in new {
        if let known = model.firstIndex(where: { $0.id == item.id }) {
          model[known] = item
        } else if let rank = item.rank,
          let next = model.firstIndex(where: { other in other.rank.map { rank < $0 } ?? false })
        {
          model.insert(item, at: next)
        } else {
          atEnd.append(item)
        }
      }
      var fresh: [Item] = []
      for item in atEnd {
        if let known = model.firstIndex(where: { $0.id == item.id }) {
          model[known] = item
        } else if !fresh.contains(where: { $0.id == item.id }) {
          fresh.append(item)
        }
      }
      model += fresh
      #expect(held.items == model)
    }
  }

  @Test("A flood of new items searches the items in memory once, not for each")
  func flood() {
    let asked = Mutex(0)
    var held = PageWindow<Int>(
      order: { item in
        asked.withLock { $0 += 1 }
        return PageOrder(Int64(item))
      },
      name: { item in
        asked.withLock { $0 += 1 }
        return ItemID(Int64(item))
      })
    held.replaceAll(with: Page(Array(0..<500), hasBefore: true, hasAfter: false))
    asked.withLock { $0 = 0 }
    held.insertNew(Array(500..<1_500))
    held.replace(Array(0..<1_500))
    #expect(held.items.count == 1_500)
    #expect(asked.withLock(\.self) < 20_000)
  }

  /// Against a plain model: what the source has is a range of numbers, and wherever two neighbours
  /// that are held are not neighbours there, a gap has to stand, and nowhere else.
  @Test(
    "Gaps stand exactly where something is missing, through fills, cuts and removals",
    arguments: 0..<40)
  func gaps(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var newest = 100
    var gone: Set<Int> = []
    var held = PageWindow<Int> { ItemID(Int64($0)) }
    held.replaceAll(with: Page(Array(60..<100), hasBefore: true, hasAfter: false))
    func source(_ range: Range<Int>) -> Page<Int> {
      let range =
        max(0, range.lowerBound)..<max(max(0, range.lowerBound), min(newest, range.upperBound))
      return Page(
        range.filter { !gone.contains($0) }, hasBefore: range.lowerBound > 0,
        hasAfter: range.upperBound < newest)
    }
    for _ in 0..<200 {
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1:
        let missed = Int.random(in: 0..<40, using: &random)
        let first = newest + missed
        newest = first + Int.random(in: 1..<8, using: &random)
        let fresh = Array(first..<newest)
        if held.items.isEmpty || held.hasAfter || missed == 0 {
          held.insertNew(fresh)
          if held.last != ItemID(Int64(newest - 1)) { held.expectMore(.after) }
        } else {
          held.insertNew(fresh, leavesGap: true)
        }
      case 2:
        guard let gap = held.gaps.randomElement(using: &random) else { break }
        let older = Int(gap.preceding.rawValue)
        held.fill(gap.number, from: .before, with: source(older + 1..<older + 11))
      case 3:
        guard let gap = held.gaps.randomElement(using: &random),
          let newer = held.item(following: gap).map({ Int($0.rawValue) })
        else { break }
        held.fill(gap.number, from: .after, with: source(newer - 10..<newer))
      case 4:
        guard let item = held.items.randomElement(using: &random) else { break }
        gone.insert(item)
        held.remove([ItemID(Int64(item))])
      case 5 where held.items.count > 60:
        held.adjust(preferredMaximum: 50, focus: Int.random(in: 0..<60, using: &random))
      default:
        guard let first = held.items.first else { break }
        held.extend(.before, with: source(first - 10..<first))
      }
      #expect(held.items == held.items.sorted() && Set(held.items).count == held.items.count)
      for (older, newer) in zip(held.items, held.items.dropFirst()) {
        let isMissing = (older + 1..<newer).contains { !gone.contains($0) }
        let hasGap = held.gaps.contains { $0.preceding == ItemID(Int64(older)) }
        // A gap may stand where its items were removed at the source; nothing may be missing
        // without.
        #expect(hasGap || !isMissing, "between \(older) and \(newer)")
      }
      let names = held.gaps.map(\.preceding)
      #expect(Set(names).count == names.count)
      #expect(names.allSatisfy { held.position(of: $0) != nil && $0 != held.last })
    }
    // Filled to their ends, no gap is left.
    for _ in 0..<1_000 {
      guard let gap = held.gaps.first else { break }
      let older = Int(gap.preceding.rawValue)
      held.fill(gap.number, from: .before, with: source(older + 1..<older + 11))
    }
    #expect(held.gaps.isEmpty)
  }
}
