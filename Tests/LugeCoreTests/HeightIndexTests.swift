import LugeTestSupport
import Testing

@testable import LugeCore

/// An array that does what the tree does, slowly and obviously.
private struct NaiveHeights {
  var entries: [Int?]
  var estimate: Int

  var total: Int { entries.reduce(0) { $0 + ($1 ?? estimate) } }
  func offset(of position: Int) -> Int {
    entries[..<position].reduce(0) { $0 + ($1 ?? estimate) }
  }
  func position(at offset: Int) -> (Int, Int)? {
    guard !entries.isEmpty else { return nil }
    if offset < 0 { return (0, 0) }
    var rest = offset
    for (position, entry) in entries.enumerated() {
      let height = entry ?? estimate
      if rest < height { return (position, rest) }
      rest -= height
    }
    return (entries.count - 1, (entries[entries.count - 1] ?? estimate) + rest)
  }
}

@Suite("Height index") struct HeightIndexTests {
  private static let small = HeightIndex.Limits(leaf: 4, fanout: 3)

  @Test("Random edits leave it equal to an array", arguments: 0..<24)
  func equalsArray(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let start = Int.random(in: 0...60, using: &random)
    var index = HeightIndex(count: start, estimate: 10, limits: Self.small)
    var naive = NaiveHeights(entries: Array(repeating: nil, count: start), estimate: 10)
    var snapshots: [(HeightIndex, NaiveHeights)] = []
    for _ in 0..<300 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1, 2:
        guard !naive.entries.isEmpty else { continue }
        let position = Int.random(in: 0..<naive.entries.count, using: &random)
        let height = Int.random(in: 0...40, using: &random)
        index.setHeight(height, at: position)
        naive.entries[position] = height
      case 3:
        let count = Int.random(in: 0...12, using: &random)
        let position = Int.random(in: 0...naive.entries.count, using: &random)
        index.insert(count, at: position)
        naive.entries.insert(contentsOf: Array(repeating: nil, count: count), at: position)
      case 4:
        let lower = Int.random(in: 0...naive.entries.count, using: &random)
        let upper = min(naive.entries.count, lower + Int.random(in: 0...6, using: &random))
        index.remove(lower..<upper)
        naive.entries.removeSubrange(lower..<upper)
      case 5:
        let lower = Int.random(in: 0...naive.entries.count, using: &random)
        let upper = min(naive.entries.count, lower + Int.random(in: 0...9, using: &random))
        index.invalidate(lower..<upper)
        for position in lower..<upper { naive.entries[position] = nil }
      case 6:
        index.estimate = Int.random(in: 1...30, using: &random)
        naive.estimate = index.estimate
      case 7:
        let lower = Int.random(in: 0...naive.entries.count, using: &random)
        let upper = min(naive.entries.count, lower + Int.random(in: 0...5, using: &random))
        let heights = (0..<Int.random(in: 0...9, using: &random)).map { $0 * 7 }
        index.replace(lower..<upper, withExactHeights: heights)
        naive.entries.replaceSubrange(lower..<upper, with: heights)
      case 8:
        let lower = Int.random(in: 0...naive.entries.count, using: &random)
        let upper = min(naive.entries.count, lower + Int.random(in: 0...8, using: &random))
        let moved = Array(naive.entries[lower..<upper])
        naive.entries.removeSubrange(lower..<upper)
        let destination = Int.random(in: 0...naive.entries.count, using: &random)
        naive.entries.insert(contentsOf: moved, at: destination)
        index.move(lower..<upper, to: destination)
      default:
        snapshots.append((index, naive))
      }
      index.root.checkInvariants(Self.small)
      expectEqual(index, naive, &random)
    }
    for (index, naive) in snapshots { expectEqual(index, naive, &random) }
  }

  private func expectEqual(
    _ index: HeightIndex, _ naive: NaiveHeights, _ random: inout SeededGenerator
  ) {
    #expect(index.count == naive.entries.count)
    #expect(index.totalHeight == naive.total)
    #expect(index.exactCount == naive.entries.count { $0 != nil })
    let position = Int.random(in: 0...naive.entries.count, using: &random)
    #expect(index.offset(of: position) == naive.offset(of: position))
    let offset = Int.random(in: -5...naive.total + 5, using: &random)
    let (found, expected) = (index.position(at: offset), naive.position(at: offset))
    #expect(found?.position == expected?.0 && found?.into == expected?.1)
  }

  @Test("Built from exact heights, it finds every pixel")
  func exact() {
    let heights = (0..<5000).map { ($0 * 37) % 90 }
    let index = HeightIndex(exactHeights: heights, estimate: 50, limits: Self.small)
    index.root.checkInvariants(Self.small)
    #expect(index.totalHeight == heights.reduce(0, +))
    var top = 0
    for (position, height) in heights.enumerated() {
      #expect(index.offset(of: position) == top)
      if height > 0 {
        let last = index.position(at: top + height - 1)
        #expect(last?.position == position && last?.into == height - 1)
      }
      top += height
    }
  }

  @Test("A million unmeasured items are one node")
  func millionIsFree() {
    let index = HeightIndex(count: 1_000_000, estimate: 56)
    guard case .unmeasured = index.root.content else {
      Issue.record("expected a run")
      return
    }
    #expect(index.totalHeight == 56_000_000)
    #expect(index.position(at: 55_999_999)?.position == 999_999)
  }

  @Test("At most 16 bytes an item, whichever edits led there", arguments: 0..<5)
  func memory(history: Int) {
    // Enough for three levels, of which each edit is seen.
    let count = 12_000
    var random = SeededGenerator(seed: 7)
    var index = HeightIndex(count: 0, estimate: 50)
    switch history {
    case 0:  // built at once
      index = HeightIndex(exactHeights: (0..<count).map { $0 % 977 }, estimate: 50)
    case 1:  // measured in random order
      index = HeightIndex(count: count, estimate: 50)
      for position in (0..<count).shuffled(using: &random) {
        index.setHeight(position % 977, at: position)
      }
    case 2:  // inserted one by one, anywhere
      for position in 0..<count {
        let at = Int.random(in: 0...index.count, using: &random)
        index.insert(1, at: at)
        index.setHeight(position % 977, at: at)
      }
    case 3:  // nearly everything removed: of each full leaf one item is left
      index = HeightIndex(exactHeights: (0..<count * 8).map { $0 % 977 }, estimate: 50)
      var position = 1
      while position < index.count {
        index.remove(position..<min(index.count, position + 255))
        position += 1
      }
    default:  // every other item unknown, one edit each
      index = HeightIndex(exactHeights: (0..<count).map { $0 % 977 }, estimate: 50)
      for position in stride(from: 0, to: count, by: 2) {
        index.invalidate(position..<position + 1)
      }
    }
    index.root.checkInvariants(index.limits)
    #expect(index.byteCount <= 16 * index.count, "\(index.byteCount) for \(index.count)")
  }

  @Test("A snapshot shares all storage until one side changes, then all but a path")
  func snapshot() {
    let original = HeightIndex(exactHeights: (0..<100_000).map { $0 % 90 }, estimate: 50)
    var copy = original
    copy.setHeight(3, at: 50_000)
    #expect(original.height(at: 50_000).height == 50_000 % 90)
    let (kept, all) = (leaves(original.root), leaves(copy.root))
    #expect(all.count == kept.count && zip(kept, all).count { $0 != $1 } == 1)
  }

  /// Where the leaves' storage is.
  private func leaves(_ node: HeightIndex.Node) -> [UnsafeRawPointer?] {
    switch node.content {
    case .unmeasured: []
    case .leaf(let entries): [entries.withUnsafeBytes { $0.baseAddress }]
    case .inner(let children): children.flatMap { leaves($0) }
    }
  }

  @Test("Entries go in and come out, known or not")
  func entries() {
    var random = SeededGenerator(seed: 11)
    for count in [0, 1, 300, 5000] {
      let entries = (0..<count).map { _ in
        Int32(
          Int.random(in: 0..<3, using: &random) == 0 ? -1 : .random(in: 0...900, using: &random))
      }
      var index = HeightIndex(entries: entries, estimate: 50)
      #expect(index.entries(in: 0..<count) == entries)
      #expect(index.exactCount == entries.count { $0 >= 0 })
      #expect(index.totalHeight == entries.reduce(0) { $0 + ($1 < 0 ? 50 : Int($1)) })
      index.insert(700, at: count / 2)
      let all =
        entries[..<(count / 2)] + [Int32](repeating: -1, count: 700) + entries[(count / 2)...]
      let part = count / 3..<count / 3 + 650
      #expect(index.entries(in: part) == Array(all[part]))
    }
  }
}
