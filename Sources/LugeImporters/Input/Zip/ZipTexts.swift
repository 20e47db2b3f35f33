import LugeArchive
import LugeCore
import Synchronization

/// The texts of a zip, for readers that read them in an order of their own.
///
/// Reading a member takes a pass over the zip up to it, so that a pass for each of many members
/// would take quadratic time. Therefore a pass reads, with the requested member, those that come
/// next in the order of reading, as many as fit the limit.
final class ZipTexts: Sendable {
  /// A member's contents, as far as they could be read.
  struct Fetched {
    var bytes: [UInt8]
    /// Reason why they are incomplete; nil if they are complete.
    var error: ArchiveError?
  }

  /// Maximum bytes that one pass reads, and that are kept.
  static let usualLimit: Int64 = 16 << 20

  let path: String
  private let members: [ZipMember]
  /// Texts in the order of reading.
  private let texts: [ZipMember]
  private let limit: Int64
  private let mostUnpacked: Int64
  private let state = Mutex(State())

  // MARK: Mutable State (under the lock)

  private struct State {
    /// Contents by the member's index in the zip.
    var fetched: [Int: Fetched] = [:]
    /// Index of each member in the order of reading, by its index in the zip.
    var places: [Int: Int]?
    /// Members by name; the first one if two have the same name.
    var byName: [String: ZipMember]?
    var walks = 0
    /// Number of members that passes read.
    var reads = 0
    /// Indices of members that have more bytes than the zip's list says, and did not fit.
    var large: Set<Int> = []
    /// Bytes that were passed on.
    var unpacked: Int64 = 0
  }

  /// - Parameters:
  ///   - texts: the texts that will be read, roughly in this order.
  ///   - limit: maximum bytes; larger texts are never kept.
  ///   - mostUnpacked: maximum bytes of all members together; nil for the usual limit.
  init(
    path: String, members: [ZipMember], texts: [ZipMember], limit: Int64 = ZipTexts.usualLimit,
    mostUnpacked: Int64? = nil
  ) {
    self.mostUnpacked = mostUnpacked ?? UnpackedLimit.bytes(of: path)
    self.path = path
    self.members = members
    self.texts = texts
    self.limit = limit
  }

  /// Number of passes over the zip, for tests.
  var walks: Int { state.withLock { $0.walks } }

  /// Number of members that these passes read, for tests.
  var reads: Int { state.withLock { $0.reads } }

  /// Counts bytes of members that are passed on.
  ///
  /// - Throws: ``ArchiveError/tooLarge(path:place:limit:)`` if they are too many.
  func count(_ bytes: Int) throws(ArchiveError) {
    let unpacked = state.withLock { state in
      state.unpacked = state.unpacked.addingClamped(Int64(bytes))
      return state.unpacked
    }
    try UnpackedLimit.check(unpacked, limit: mostUnpacked, path: path)
  }

  func member(named name: String) -> ZipMember? {
    state.withLock { state in
      let table =
        state.byName
        ?? Dictionary(members.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
      state.byName = table
      return table[name]
    }
  }

  /// Returns a member's contents; nil if it needs a pass of its own: it is too large to be kept, or
  /// the only one.
  func fetch(_ member: ZipMember) -> Fetched? {
    guard texts.count > 1 else { return nil }
    return state.withLock { state in
      if let found = state.fetched[member.index] { return found }
      let places =
        state.places
        ?? Dictionary(
          texts.enumerated().map { ($1.index, $0) }, uniquingKeysWith: { first, _ in first })
      state.places = places
      guard let place = places[member.index] else { return nil }
      let wanted = stretch(from: place, except: state.large)
      guard !wanted.isEmpty else { return nil }
      state.walks += 1
      // The previous texts are released first.
      state.fetched = [:]
      let (fetched, large) = walk(to: wanted)
      state.fetched = fetched
      state.reads += fetched.count
      if let large {
        state.reads += 1
        state.large.insert(large)
      }
      return state.fetched[member.index]
    }
  }

  /// Returns the texts from an index on that fit the limit according to the zip's list, in the
  /// order of the zip; empty if the first does not fit.
  private func stretch(from place: Int, except large: Set<Int>) -> [ZipMember] {
    var wanted: [ZipMember] = []
    var room = limit
    for member in texts[place...] {
      let isLarge = large.contains(member.index)
      guard !isLarge, let size = member.size, size >= 0, size <= room else {
        if wanted.isEmpty { return [] }
        // Large ones are read separately; those after them can still be included.
        if isLarge || member.size.map({ $0 > limit }) ?? true { continue }
        break
      }
      room -= size
      wanted.append(member)
    }
    return wanted.sorted { $0.index < $1.index }
  }

  /// - Parameter wanted: the members in the order of the zip.
  /// - Returns: what was read, up to the first member that has more bytes than the list says and
  ///   does not fit, and that member's index.
  private func walk(to wanted: [ZipMember]) -> (fetched: [Int: Fetched], large: Int?) {
    var fetched: [Int: Fetched] = [:]
    var room = Int(clamping: limit)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    do throws(ArchiveError) {
      let handle = try ZipHandle(path: path)
      for member in wanted {
        try handle.go(to: member)
        // The list is wrong. Each pass reads in vain of one such member at most, and never of the
        // same one again.
        guard let found = read(member, from: handle, upTo: room, by: buffer) else {
          return (fetched, member.index)
        }
        room -= found.bytes.count
        fetched[member.index] = found
      }
    } catch {
      // Later members cannot be reached; another pass would stop at the same one.
      for member in wanted where fetched[member.index] == nil {
        fetched[member.index] = Fetched(bytes: [], error: error)
      }
    }
    return (fetched, nil)
  }

  /// - Returns: nil if there is more than fits, whatever the zip's list says.
  private func read(
    _ member: ZipMember, from handle: ZipHandle, upTo room: Int,
    by buffer: UnsafeMutableRawBufferPointer
  ) -> Fetched? {
    var fetched = Fetched(bytes: [])
    do throws(ArchiveError) {
      while true {
        let count = try handle.read(into: buffer, member: member)
        if count == 0 { return fetched }
        guard count <= room - fetched.bytes.count else { return nil }
        fetched.bytes.append(contentsOf: buffer[..<count])
      }
    } catch {
      fetched.error = error
      return fetched
    }
  }
}
