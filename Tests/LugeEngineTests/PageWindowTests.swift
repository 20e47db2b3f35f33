import LugeCore
import LugeEngine
import LugeTestSupport
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
}
