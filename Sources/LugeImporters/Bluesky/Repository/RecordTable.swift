import LugeArchive

/// Table of the records that a repository's tree names: keys by their blocks. Equal records under
/// several keys are one block.
struct RecordTable {
  private struct Entry {
    var key: String
    /// Index of the next key of the same block; -1 for none.
    var next: Int32
    var isRead = false
  }

  private var entries: [Entry] = []
  private var heads: [CID: Int32] = [:]

  var count: Int { entries.count }

  mutating func add(_ key: String, _ cid: CID) {
    entries.append(Entry(key: key, next: heads[cid] ?? -1))
    heads[cid] = Int32(entries.count - 1)
  }

  /// The keys of a block; none the second time.
  mutating func take(_ cid: CID) -> [String] {
    guard var index = heads[cid] else { return [] }
    // A block may stand in a file any number of times.
    heads[cid] = -1
    var keys: [String] = []
    while index >= 0 {
      keys.append(entries[Int(index)].key)
      entries[Int(index)].isRead = true
      index = entries[Int(index)].next
    }
    return keys
  }

  func names(_ cid: CID) -> Bool { heads[cid] != nil }

  /// Keys whose blocks were not there.
  var missing: some Sequence<String> { entries.lazy.filter { !$0.isRead }.map(\.key) }
}
