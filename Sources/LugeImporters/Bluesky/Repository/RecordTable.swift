import LugeArchive

/// Table of the records in a repository's tree: keys by their blocks. Equal records under several
/// keys share a block.
struct RecordTable {
  private struct Entry {
    var key: String
    /// Index of the next key of the same block; -1 if there is none.
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

  /// Returns the keys of a block; empty at the second call for the same block.
  mutating func take(_ cid: CID) -> [String] {
    var keys: [String] = []
    var index = heads[cid] ?? -1
    while index >= 0 {
      if !entries[Int(index)].isRead { keys.append(entries[Int(index)].key) }
      entries[Int(index)].isRead = true
      index = entries[Int(index)].next
    }
    return keys
  }

  func names(_ cid: CID) -> Bool { heads[cid] != nil }

  /// Keys whose blocks are missing.
  var missing: some Sequence<String> { entries.lazy.filter { !$0.isRead }.map(\.key) }
}
