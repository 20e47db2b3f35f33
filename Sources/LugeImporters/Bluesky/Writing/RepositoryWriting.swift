import LugeArchive
import LugeCore

/// Writes the parts of a repository: what ``BlueskyReader`` reads, for made-up exports and tests.
package enum RepositoryWriting {
  /// The beginning of a CAR file.
  package static func header(root: CID) -> [UInt8] {
    let header = DAGValue.map(["version": .integer(1), "roots": .list([.link(root)])]).encoded
    return varint(header.count) + header
  }

  /// A block as it stands in the file.
  package static func section(_ bytes: [UInt8], cid: CID) -> [UInt8] {
    varint(CID.length + bytes.count) + cid.bytes + bytes
  }

  /// The first block: whose repository it is, and where the tree begins. It is not signed.
  package static func commit(did: String, data: CID, revision: String) -> [UInt8] {
    DAGValue.map([
      "did": .text(did), "version": .integer(3), "data": .link(data), "rev": .text(revision),
      "prev": .null, "sig": .bytes(Array(repeating: 0, count: 64)),
    ]).encoded
  }

  package static func varint(_ value: Int) -> [UInt8] {
    var rest = UInt64(value)
    var bytes: [UInt8] = []
    while rest > 127 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}

/// Builds the tree of a repository's keys. A key's layer is half the number of zero bits that its
/// SHA-256 begins with, so the same keys always make the same tree.
/// https://atproto.com/specs/repository#mst-structure
package struct RepositoryTree {
  package private(set) var root: CID
  /// Nodes, those below first.
  package private(set) var blocks: [(cid: CID, bytes: [UInt8])] = []

  private let entries: [(key: String, cid: CID, layer: Int)]

  /// - Parameter records: in any order, each key once.
  /// - Complexity: O(n log n).
  package init(_ records: [(key: String, cid: CID)]) {
    entries = records.map { ($0.key, $0.cid, Self.layer(of: $0.key)) }
      .sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
    root = CID(hashing: [])
    let top = entries.lazy.map(\.layer).max() ?? 0
    root = node(entries.indices, layer: top)
  }

  package static func layer(of key: String) -> Int {
    var zeros = 0
    for byte in SHA256.digest(Array(key.utf8)) {
      zeros += byte.leadingZeroBitCount
      if byte != 0 { break }
    }
    return zeros / 2
  }

  private mutating func node(_ range: Range<Int>, layer: Int) -> CID {
    var below = range.lowerBound
    var left: DAGValue = .null
    var list: [DAGValue] = []
    var last: [UInt8] = []
    var pending: (shared: Int, suffix: [UInt8], record: CID)?
    func close(_ right: DAGValue) {
      guard let entry = pending else { return }
      list.append(
        .map([
          "p": .integer(Int64(entry.shared)), "k": .bytes(entry.suffix), "v": .link(entry.record),
          "t": right,
        ]))
      pending = nil
    }
    func subtree(_ end: Int) -> DAGValue {
      below < end ? .link(node(below..<end, layer: layer - 1)) : .null
    }
    for index in range where entries[index].layer == layer {
      let under = subtree(index)
      if pending == nil { left = under } else { close(under) }
      let key = Array(entries[index].key.utf8)
      let shared = zip(key, last).prefix { $0 == $1 }.count
      pending = (shared, Array(key.dropFirst(shared)), entries[index].cid)
      last = key
      below = index + 1
    }
    let under = subtree(range.upperBound)
    if pending == nil { left = under } else { close(under) }
    let bytes = DAGValue.map(["l": left, "e": .list(list)]).encoded
    let cid = CID(hashing: bytes)
    blocks.append((cid, bytes))
    return cid
  }
}
