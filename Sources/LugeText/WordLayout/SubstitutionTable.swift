import CPango

/// Reader of a font's substitutions (OpenType's GSUB table), where their kind matters.
///
/// HarfBuzz reports only the union of a lookup's glyphs; this reads the individual rules. DejaVu
/// Sans has ligatures of the space and an Arabic vowel mark, in a lookup that also has ligatures of
/// letters.
struct SubstitutionTable {
  private static let single = 1
  private static let multiple = 2
  private static let ligature = 4
  private static let elsewhere = 7
  /// Flag of a lookup that concerns only cursive attachment.
  private static let isRightToLeft = 1

  private let bytes: UnsafeRawBufferPointer
  /// Whether a rule deletes a glyph, or the table cannot be parsed.
  let removesGlyphs: Bool

  /// Reads a table.
  ///
  /// - Parameter blob: outlives this value.
  init(_ blob: OpaquePointer?) {
    var length: UInt32 = 0
    let data = hb_blob_get_data(blob, &length)
    self.init(table: UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(length)))
  }

  /// Reads a table.
  ///
  /// - Parameter table: outlives this value.
  init(table: UnsafeRawBufferPointer) {
    bytes = table
    removesGlyphs = Self.removesGlyphs(table)
  }

  /// Whether a lookup replaces one glyph by another whatever its neighbours are, and does nothing
  /// else.
  ///
  /// - Complexity: O(subtables).
  func isSingle(lookup: hb_codepoint_t) -> Bool {
    guard let subtables = Self.subtables(of: lookup, bytes) else { return false }
    return subtables.allSatisfy { $0.type == Self.single }
  }

  /// Returns the glyphs that follow the space in the rules of a lookup that consists of ligatures
  /// only.
  ///
  /// - Returns: nil when it has rules of another kind, or rules in which the space follows another
  ///   glyph.
  /// - Complexity: O(the lookup's rules).
  func followers(of space: hb_codepoint_t, lookup: hb_codepoint_t) -> Set<hb_codepoint_t>? {
    // Refuse a lookup that skips some glyphs: it may match glyphs that are not next to the space.
    guard let subtables = Self.subtables(of: lookup, bytes), let list = value(8),
      let offset = value(list + 2 + 2 * Int(lookup)), let flags = value(list + offset + 2),
      flags & ~Self.isRightToLeft == 0
    else { return nil }
    var found: Set<hb_codepoint_t> = []
    for (type, start) in subtables {
      guard type == Self.ligature, add(start, Int(space), to: &found) else { return nil }
    }
    return found
  }

  /// Returns the kind and the start of each of a lookup's subtables; nil when they can't be read.
  private static func subtables(of lookup: hb_codepoint_t, _ bytes: UnsafeRawBufferPointer)
    -> [(type: Int, start: Int)]?
  {
    guard let list = value(bytes, 8), let count = value(bytes, list), Int(lookup) < count,
      let offset = value(bytes, list + 2 + 2 * Int(lookup))
    else { return nil }
    let start = list + offset
    guard let type = value(bytes, start), let subtables = value(bytes, start + 4) else {
      return nil
    }
    var found: [(type: Int, start: Int)] = []
    for index in 0..<subtables {
      guard let offset = value(bytes, start + 6 + 2 * index) else { return nil }
      let subtable = start + offset
      guard type == elsewhere else {
        found.append((type, subtable))
        continue
      }
      guard value(bytes, subtable) == 1, let kind = value(bytes, subtable + 2),
        let high = value(bytes, subtable + 4), let low = value(bytes, subtable + 6)
      else { return nil }
      found.append((kind, subtable + (high << 16 | low)))
    }
    return found
  }

  private static func removesGlyphs(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !bytes.isEmpty else { return false }
    guard let list = value(bytes, 8), let count = value(bytes, list) else { return true }
    for lookup in 0..<count {
      guard let subtables = subtables(of: hb_codepoint_t(lookup), bytes) else { return true }
      for (type, start) in subtables where type == multiple {
        guard value(bytes, start) == 1, let sequences = value(bytes, start + 4) else {
          return true
        }
        for sequence in 0..<sequences {
          guard let offset = value(bytes, start + 6 + 2 * sequence),
            let length = value(bytes, start + offset), length > 0
          else { return true }
        }
      }
    }
    return false
  }

  private func add(_ start: Int, _ space: Int, to found: inout Set<hb_codepoint_t>) -> Bool {
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

  /// Returns the glyphs of a coverage table, in its order.
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

  /// Reads a big-endian number of 16 bits.
  private static func value(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int? {
    offset >= 0 && offset + 1 < bytes.count
      ? Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) : nil
  }

  private func value(_ offset: Int) -> Int? { Self.value(bytes, offset) }
}
