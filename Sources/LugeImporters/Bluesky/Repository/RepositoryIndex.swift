import Foundation
import LugeArchive

/// Result of the first pass over a repository: the commit, the search tree with its keys, and facts
/// needed before posts are read. Records stay in the file.
///
/// The tree is a Merkle search tree (https://atproto.com/specs/repository): a node has a left
/// subtree, and entries with a key, a record and a right subtree; each key omits the prefix that it
/// shares with the previous one.
///
/// Memory: about 150 bytes per record, limited by ``mostRecords``.
struct RepositoryIndex {
  private(set) var did = ""
  private(set) var records = RecordTable()
  private(set) var profile: BlueskyProfile?
  private(set) var handles = BlueskyHandles()
  /// Number of blocks that are not records: pictures and videos, which repositories rarely contain.
  private(set) var rawBlocks = 0
  /// Addresses of records that the person liked; needed for posts of their own.
  private(set) var liked: Set<String> = []
  /// Defects of the tree, described for the user.
  private(set) var problems: [(place: String, reason: String)] = []
  /// Whether the tree is complete; otherwise records outside of it may belong to a missing part.
  private(set) var isTreeWhole = true
  /// Error at which reading of the file ended early; nil if there is none.
  private(set) var ending: ArchiveError?

  private var nodes: [CID: (content: ArraySlice<UInt8>, offset: Int64)] = [:]
  private var nodeBytes = 0
  private var keyBytes = 0
  private let mostKeyBytes: Int
  private var commit: (content: ArraySlice<UInt8>, offset: Int64)?
  private let name: String
  private let tape = JSONTape()

  static let mostRecords = 4_000_000
  private static let mostNodeBytes = 512 << 20
  private static let mostLiked = 2_000_000
  /// Maximum bytes of the address of a liked record.
  private static let longestAddress = 512
  /// Maximum bytes of all keys: each omits what it shares with the one before, so that a small tree
  /// may have large ones.
  static let mostKeyBytes = 256 << 20
  private static let mostProblems = 1000
  private static let deepest = 128

  /// - Throws: an error if the header or the commit is invalid;
  ///   ``ArchiveError/tooLarge(path:place:limit:)``. A truncated file is not an error here, see
  ///   ``ending``.
  init(
    _ source: any ByteSource, mostKeyBytes: Int = RepositoryIndex.mostKeyBytes
  ) throws(ArchiveError) {
    self.mostKeyBytes = mostKeyBytes
    name = source.name
    let stream = CARStream(source)
    let root = try stream.root()
    while true {
      do throws(ArchiveError) {
        guard let block = try stream.next() else { break }
        try keep(block, root: root)
      } catch {
        switch error {
        case .truncated, .malformed: ending = error
        default: throw error
        }
        break
      }
    }
    try walk(root)
    liked = liked.filter { $0.hasPrefix("at://\(did)/") }
    nodes = [:]
  }

  /// Returns the keys and releases them: they take most of the memory.
  mutating func takeRecords() -> RecordTable {
    defer { records = RecordTable() }
    return records
  }

  // MARK: Blocks

  private mutating func keep(_ block: CARStream.Block, root: CID) throws(ArchiveError) {
    guard let cid = block.cid else { return }
    guard cid.codec == .cbor else {
      rawBlocks += 1
      return
    }
    if cid == root {
      commit = (Self.copy(block.bytes), block.offset)
      return
    }
    guard (try? DAGCBOR.read(block.bytes, onto: tape)) != nil, let value = tape.root else { return }
    switch value["$type"]?.string {
    case nil where value["e"]?.kind == .array:
      nodeBytes += block.bytes.count
      guard nodeBytes <= Self.mostNodeBytes else {
        throw .tooLarge(
          path: name, place: "byte \(block.offset)", limit: "\(Self.mostNodeBytes >> 20) MB of tree"
        )
      }
      nodes[cid] = (Self.copy(block.bytes), block.offset)
    case "app.bsky.feed.post": handles.add(value)
    case "app.bsky.actor.profile": if profile == nil { profile = BlueskyProfile(value) }
    case "app.bsky.feed.like":
      if liked.count < Self.mostLiked, let liked = value["subject"]?["uri"]?.string,
        liked.utf8.count <= Self.longestAddress
      {
        self.liked.insert(liked)
      }
    default: break
    }
  }

  /// Copies bytes, because a slice keeps all of the file's buffer.
  private static func copy(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> { Array(bytes)[...] }

  // MARK: Tree

  private mutating func walk(_ root: CID) throws(ArchiveError) {
    guard let commit else {
      throw ending
        ?? .malformed(
          path: name, place: "the header", reason: "the commit that it names is missing")
    }
    let place = "byte \(commit.offset)"
    do { try DAGCBOR.read(commit.content, onto: tape) } catch {
      throw .malformed(path: name, place: place, reason: "the commit: \(error.reason)")
    }
    guard let did = tape.root?["did"]?.string, did.hasPrefix("did:"), did.utf8.count <= 2048,
      let data = tape.root?["data"]?["$link"]?.string.flatMap(CID.init(text:))
    else {
      throw .malformed(path: name, place: place, reason: "the first block is not a commit")
    }
    self.did = did
    // Visit each node once: a hostile tree may be cyclic.
    var seen: Set<CID> = []
    var pending: [(node: CID, depth: Int)] = [(data, 0)]
    while let (cid, depth) = pending.popLast() {
      guard seen.insert(cid).inserted else {
        problem(cid.text, "the tree leads here twice")
        continue
      }
      guard depth < Self.deepest else {
        problem(cid.text, "the tree is too deep")
        continue
      }
      guard let node = nodes[cid] else {
        problem(cid.text, "a part of the tree is missing")
        continue
      }
      for child in try entries(of: node) { pending.append((child, depth + 1)) }
    }
  }

  private mutating func problem(_ place: String, _ reason: String) {
    isTreeWhole = false
    if problems.count < Self.mostProblems { problems.append((place, reason)) }
  }

  /// - Returns: the nodes below.
  private mutating func entries(
    of node: (content: ArraySlice<UInt8>, offset: Int64)
  ) throws(ArchiveError) -> [CID] {
    // It was read before, so it cannot fail.
    guard (try? DAGCBOR.read(node.content, onto: tape)) != nil, let value = tape.root else {
      return []
    }
    var below: [CID] = []
    func link(_ value: JSONValue?) -> CID? { value?["$link"]?.string.flatMap(CID.init(text:)) }
    if let left = link(value["l"]) { below.append(left) }
    var key: [UInt8] = []
    for entry in value["e"].map({ Array($0.elements) }) ?? [] {
      if let right = link(entry["t"]) { below.append(right) }
      guard let shared = entry["p"]?.integer, (0...Int64(key.count)).contains(shared),
        let suffix = entry["k"]?["$bytes"]?.string.flatMap(Self.bytes),
        key.count + suffix.count <= 4096
      else {
        problem("byte \(node.offset)", "a key of the tree cannot be read")
        break
      }
      key = key.prefix(Int(shared)) + suffix
      guard let text = String(validating: key, as: UTF8.self), let record = link(entry["v"]) else {
        problem("byte \(node.offset)", "an entry of the tree cannot be read")
        continue
      }
      guard records.count < Self.mostRecords else {
        throw .tooLarge(
          path: name, place: "byte \(node.offset)", limit: "\(Self.mostRecords) records")
      }
      keyBytes += key.count
      guard keyBytes <= mostKeyBytes else {
        throw .tooLarge(
          path: name, place: "byte \(node.offset)", limit: "\(mostKeyBytes >> 20) MB of keys")
      }
      records.add(text, record)
    }
    return below
  }
}

extension RepositoryIndex {
  private static func bytes(_ base64: String) -> [UInt8]? {
    Data(base64Encoded: base64).map { Array($0) }
  }
}
