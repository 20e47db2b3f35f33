import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@Suite("The cursor goes from item to item")
struct ListCursorTests {
  /// Items of these heights, the first one at `y`; their names are a hundred more than their
  /// positions.
  private func stops(_ heights: [Int], from first: Int = 0, y: Int = 0) -> [ListCursor.Stop] {
    var y = y
    return heights.enumerated().map { index, height in
      defer { y += height }
      return ListCursor.Stop(
        position: first + index, item: ItemID(Int64(100 + first + index)), y: y, height: height)
    }
  }

  private func cursor(at position: Int) -> ListCursor {
    var cursor = ListCursor()
    cursor.move(to: position, ItemID(Int64(100 + position)), isShown: true)
    return cursor
  }

  @Test("From nowhere it goes to the first whole item in view, or upwards to the last")
  func begins() {
    let seen = stops([100, 100, 100, 100], y: -50)
    let none = ListCursor()
    func step(_ isForwards: Bool) -> ListCursor.Outcome {
      none.step(isForwards: isForwards, among: seen, viewport: 300, line: 40, count: 4)
    }
    #expect(step(true) == .moves(to: 1))
    #expect(step(false) == .moves(to: 2))
  }

  @Test("It begins anew from what is in view when its item is not") func outOfView() {
    let seen = stops([100, 100, 100], from: 50)
    let outcome = cursor(at: 3).step(
      isForwards: true, among: seen, viewport: 300, line: 40, count: 100)
    #expect(outcome == .moves(to: 50))
  }

  @Test("What is taller than the view is read first; j and k go on") func tall() {
    let seen = stops([1000, 100], y: 0)
    func step(_ line: Int?, y: Int = 0, isForwards: Bool = true) -> ListCursor.Outcome {
      cursor(at: 0).step(
        isForwards: isForwards, among: stops([1000, 100], y: y), viewport: 300, line: line, count: 2
      )
    }
    #expect(seen.count == 2)
    #expect(step(40) == .scrolls(40))
    #expect(step(40, y: -680) == .scrolls(20))
    #expect(step(40, y: -700) == .moves(to: 1))
    #expect(step(40, y: -15, isForwards: false) == .scrolls(-15))
    #expect(step(nil) == .moves(to: 1))
  }

  @Test("Items without height are passed over, and at the ends it stays") func ends() {
    let seen = stops([100, 0, 0, 100])
    func step(_ position: Int, _ isForwards: Bool) -> ListCursor.Outcome {
      cursor(at: position).step(
        isForwards: isForwards, among: seen, viewport: 300, line: 40, count: 4)
    }
    #expect(step(0, true) == .moves(to: 3))
    #expect(step(3, false) == .moves(to: 0))
    #expect(step(3, true) == .stays)
    #expect(step(0, false) == .stays)
    // What has no height at the ends is no place to go to either.
    let headed = stops([0, 100, 0])
    for isForwards in [false, true] {
      let outcome = cursor(at: 1).step(
        isForwards: isForwards, among: headed, viewport: 300, line: 40, count: 3)
      #expect(outcome == .stays)
    }
    #expect(
      ListCursor().step(isForwards: true, among: [], viewport: 300, line: 40, count: 0) == .stays)
  }

  @Test("It follows its item; where that went, what stands in its place is its own") func follows()
  {
    var cursor = cursor(at: 5)
    // Three came before it.
    cursor.follow([
      ListCursor.Stop(position: 8, item: ItemID(105), y: 0, height: 10)
    ])
    #expect(cursor.position == 8)
    cursor.follow([ListCursor.Stop(position: 8, item: ItemID(999), y: 0, height: 10)])
    #expect(cursor.item == ItemID(999))
    // It was the last one, and went.
    cursor.follow([ListCursor.Stop(position: 7, item: ItemID(77), y: 0, height: 10)])
    #expect(cursor.position == 7)
    #expect(cursor.item == ItemID(77))
    // Of what is not held nothing is known.
    cursor.follow([ListCursor.Stop(position: 500, item: ItemID(600), y: 0, height: 10)])
    #expect(cursor.position == 7)
  }

  @Test("When the row of items that are not loaded goes, the cursor takes the first one in view")
  func unloaded() {
    var cursor = ListCursor()
    cursor.move(to: 0, .reserved(0), isShown: true)
    let stops = [
      ListCursor.Stop(position: 49, item: ItemID(49), y: -20, height: 40),
      ListCursor.Stop(position: 50, item: ItemID(50), y: 20, height: 40),
    ]
    cursor.follow(stops)
    #expect(cursor.item == ItemID(50) && cursor.position == 50)
    // A message that went out of view keeps the cursor.
    cursor.move(to: 3, ItemID(3), isShown: true)
    cursor.follow(stops)
    #expect(cursor.item == ItemID(3))
  }

  @Test("Whatever the heights, an item is revealed with the least motion that does it")
  func reveals() {
    var random = SeededGenerator(seed: 18)
    for _ in 0..<2000 {
      let viewport = Int.random(in: 1...800, using: &random)
      let margin = Int.random(in: 0...8, using: &random)
      let stop = ListCursor.Stop(
        position: 0, item: ItemID(1), y: Int.random(in: -2000...2000, using: &random),
        height: Int.random(in: 1...1500, using: &random))
      let moved = ListCursor.reveal(stop, viewport: viewport, margin: margin)
      let (top, end) = (stop.y - moved, stop.y + stop.height - moved)
      if stop.height + 2 * margin <= viewport {
        #expect(top >= margin && end <= viewport - margin)
        // One pixel less would not do.
        if moved > 0 { #expect(end == viewport - margin) }
        if moved < 0 { #expect(top == margin) }
      } else {
        #expect(top < viewport && end > 0)
      }
    }
  }
}
