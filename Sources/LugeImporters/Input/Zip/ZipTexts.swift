import LugeArchive
import Synchronization

/// The texts of a zip, for readers that take them in an order of their own.
///
/// A zip is walked from its beginning to a member. To walk once for each of many members would cost
/// as much as their square: so a walk fetches, with the member that is asked for, those that come
/// next in the order of reading, as many as fit a limit.
final class ZipTexts: Sendable {
  /// A member as far as it could be read.
  struct Fetched {
    var bytes: [UInt8]
    /// Why that is not all of it.
    var error: ArchiveError?
  }

  /// Most bytes that one walk fetches, and that are held.
  static let usualLimit: Int64 = 16 << 20

  let path: String
  private let members: [ZipMember]
  /// In the order of reading.
  private let texts: [ZipMember]
  private let limit: Int64
  private let state = Mutex(State())

  // MARK: Mutable State (under the lock)

  private struct State {
    /// Contents by the member's index in the zip.
    var fetched: [Int: Fetched] = [:]
    /// Index of each member in the order of reading, by its index in the zip.
    var places: [Int: Int]?
    /// Members by name; if two have one name, the first.
    var byName: [String: ZipMember]?
    var walks = 0
  }

  /// - Parameters:
  ///   - texts: Those that will be read, roughly in this order.
  ///   - limit: Larger ones are not held at all.
  init(
    path: String, members: [ZipMember], texts: [ZipMember], limit: Int64 = ZipTexts.usualLimit
  ) {
    self.path = path
    self.members = members
    self.texts = texts
    self.limit = limit
  }

  /// How often the zip was walked, for tests.
  var walks: Int { state.withLock { $0.walks } }

  func member(named name: String) -> ZipMember? {
    state.withLock { state in
      let table =
        state.byName
        ?? Dictionary(members.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
      state.byName = table
      return table[name]
    }
  }

  /// Returns a member's content; nil for one that needs a walk of its own: too large to be held, or
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
      let wanted = stretch(from: place)
      guard !wanted.isEmpty else { return nil }
      state.walks += 1
      // The texts held before are released first.
      state.fetched = [:]
      state.fetched = walk(to: wanted)
      return state.fetched[member.index]
    }
  }

  /// From a place in the order on, what fits the limit by what the zip's list says, in the order of
  /// the zip; nothing if the first does not fit.
  private func stretch(from place: Int) -> [ZipMember] {
    var wanted: [ZipMember] = []
    var room = limit
    for member in texts[place...] {
      guard let size = member.size, size >= 0, size <= room else {
        if wanted.isEmpty { return [] }
        // Large ones are read alone; those after them can come along.
        if member.size.map({ $0 > limit }) ?? true { continue }
        break
      }
      room -= size
      wanted.append(member)
    }
    return wanted.sorted { $0.index < $1.index }
  }

  /// - Parameter wanted: In the order of the zip.
  private func walk(to wanted: [ZipMember]) -> [Int: Fetched] {
    var fetched: [Int: Fetched] = [:]
    var room = Int(clamping: limit)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    do throws(ArchiveError) {
      let handle = try ZipHandle(path: path)
      for member in wanted {
        try handle.go(to: member)
        guard let found = read(member, from: handle, upTo: room, by: buffer) else { continue }
        room -= found.bytes.count
        fetched[member.index] = found
      }
    } catch {
      // Later members cannot be reached; another walk would stop at the same one.
      for member in wanted where fetched[member.index] == nil {
        fetched[member.index] = Fetched(bytes: [], error: error)
      }
    }
    return fetched
  }

  /// - Returns: nil when there is more than fits, whatever the zip's list says.
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
