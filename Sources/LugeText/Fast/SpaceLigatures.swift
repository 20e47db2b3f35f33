import CPango

/// What the space becomes one glyph with in a lookup that consists of ligatures alone (OpenType's
/// GSUB types 4 and, around it, 7).
///
/// DejaVu Sans has such rules for Arabic: the space and a vowel mark become the mark on its own. A
/// lookup names all its glyphs in one set, the ligatures of letters among them; this reads the
/// rules themselves.
struct SpaceLigatures {
  private let bytes: UnsafeRawBufferPointer
  private let space: Int

  /// - Parameter table: a face's GSUB table; outlives this value.
  init(table: UnsafeRawBufferPointer, space: hb_codepoint_t) {
    bytes = table
    self.space = Int(space)
  }

  /// What follows the space in the lookup's rules.
  ///
  /// - Returns: nil when it has rules of another kind, or ones in which the space follows something.
  /// - Complexity: O(the lookup's rules).
  func followers(lookup: hb_codepoint_t) -> Set<hb_codepoint_t>? {
    guard let list = value(8), let count = value(list), Int(lookup) < count,
      let offset = value(list + 2 + 2 * Int(lookup))
    else { return nil }
    let start = list + offset
    guard let type = value(start), let subtables = value(start + 4) else { return nil }
    var found: Set<hb_codepoint_t> = []
    for index in 0..<subtables {
      guard let offset = value(start + 6 + 2 * index),
        let subtable = ligatures(start + offset, type: type), add(subtable, to: &found)
      else { return nil }
    }
    return found
  }

  /// Where a subtable of ligatures begins.
  private func ligatures(_ start: Int, type: Int) -> Int? {
    if type == 4 { return start }
    guard type == 7, value(start) == 1, value(start + 2) == 4, let high = value(start + 4),
      let low = value(start + 6)
    else { return nil }
    return start + (high << 16 | low)
  }

  private func add(_ start: Int, to found: inout Set<hb_codepoint_t>) -> Bool {
    guard value(start) == 1, let coverage = value(start + 2), let sets = value(start + 4),
      let firsts = glyphs(start + coverage), firsts.count == sets
    else { return false }
    for (index, first) in firsts.enumerated() {
      guard let offset = value(start + 6 + 2 * index), let rules = value(start + offset) else {
        return false
      }
      for rule in 0..<rules {
        guard let place = value(start + offset + 2 + 2 * rule) else { return false }
        let ligature = start + offset + place
        guard let result = value(ligature), result != space, let count = value(ligature + 2) else {
          return false
        }
        for component in 0..<max(0, count - 1) {
          guard let glyph = value(ligature + 4 + 2 * component), glyph != space else {
            return false
          }
          if first == space { found.insert(hb_codepoint_t(glyph)) }
        }
      }
    }
    return true
  }

  /// Those of a coverage table, in its order.
  private func glyphs(_ start: Int) -> [Int]? {
    guard let format = value(start), let count = value(start + 2) else { return nil }
    var result: [Int] = []
    for index in 0..<count {
      switch format {
      case 1:
        guard let glyph = value(start + 4 + 2 * index) else { return nil }
        result.append(glyph)
      case 2:
        guard let first = value(start + 4 + 6 * index), let last = value(start + 6 + 6 * index),
          first <= last
        else { return nil }
        result.append(contentsOf: first...last)
      default: return nil
      }
      guard result.count <= 1 << 16 else { return nil }
    }
    return result
  }

  /// Big-endian, 16 bits.
  private func value(_ offset: Int) -> Int? {
    offset >= 0 && offset + 1 < bytes.count
      ? Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) : nil
  }
}
