import Testing

@testable import LugeText

@Suite("Substitutions, read from a font's table")
struct SubstitutionTableTests {
  private struct Rule {
    var first: Int
    var rest: [Int]
    var result: Int
  }

  private func words(_ values: [Int]) -> [UInt8] {
    values.flatMap { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] }
  }

  /// A GSUB table of one lookup with one subtable of ligatures, one rule for each first glyph.
  private func table(_ rules: [Rule], type: Int = 4, isExtended: Bool = false) -> [UInt8] {
    let header = 6 + 2 * rules.count
    var (sets, offsets): ([Int], [Int]) = ([], [])
    for rule in rules {
      offsets.append(header + 2 * sets.count)
      sets += [1, 4, rule.result, rule.rest.count + 1] + rule.rest
    }
    let coverage = [1, rules.count] + rules.map(\.first)
    let ligatures = [1, header + 2 * sets.count, rules.count] + offsets + sets + coverage
    let wrapped = isExtended ? [1, 4, 0, 8] + ligatures : ligatures
    return words([1, 0, 0, 0, 10, 1, 4, isExtended ? 7 : type, 0, 1, 8] + wrapped)
  }

  private func followers(_ bytes: [UInt8], lookup: UInt32 = 0) -> Set<UInt32>? {
    bytes.withUnsafeBytes { SubstitutionTable(table: $0).followers(of: 3, lookup: lookup) }
  }

  /// As DejaVu Sans has them for Arabic: marks on a space, and a letter with what stands on it.
  private let rules = [
    Rule(first: 3, rest: [70], result: 71), Rule(first: 40, rest: [80], result: 41),
  ]

  @Test("Only what follows the space counts", arguments: [false, true])
  func followers(isExtended: Bool) {
    #expect(followers(table(rules, isExtended: isExtended)) == [70])
  }

  @Test("Rules that have the space further on, or make it, are not understood")
  func refused() {
    for rule in [Rule(first: 50, rest: [3], result: 51), Rule(first: 50, rest: [52], result: 3)] {
      #expect(followers(table(rules + [rule])) == nil)
    }
    #expect(followers(table(rules, type: 6)) == nil)
    #expect(followers(table(rules), lookup: 1) == nil)
  }

  @Test("A lookup that skips glyphs is not understood")
  func skipping() {
    var bytes = table(rules)
    // The lookup's flag; ligatures may be marked as running right to left.
    bytes[17] = 1
    #expect(followers(bytes) == [70])
    bytes[17] = 8
    #expect(followers(bytes) == nil)
  }

  @Test("Single substitutions are told from all others", arguments: [1, 2, 3, 4, 5, 6, 8])
  func single(type: Int) {
    table(rules, type: type).withUnsafeBytes {
      #expect(SubstitutionTable(table: $0).isSingle(lookup: 0) == (type == 1))
      #expect(!SubstitutionTable(table: $0).isSingle(lookup: 1))
    }
  }

  @Test("A rule that leaves nothing of a glyph is found")
  func removing() {
    func removes(_ sequence: [Int]) -> Bool {
      // One subtable of multiple substitutions with one sequence.
      let bytes = words(
        [1, 0, 0, 0, 10, 1, 4, 2, 0, 1, 8, 1, 14, 1, 8] + [sequence.count] + sequence)
      return bytes.withUnsafeBytes { SubstitutionTable(table: $0).removesGlyphs }
    }
    #expect(!removes([5, 6]))
    #expect(removes([]))
    #expect(
      SubstitutionTable(table: UnsafeRawBufferPointer(start: nil, count: 0)).removesGlyphs == false)
  }

  @Test("A table that ends early is refused")
  func truncated() {
    let whole = table(rules)
    for count in 0..<whole.count {
      #expect(followers(Array(whole.prefix(count))) == nil)
    }
  }
}
