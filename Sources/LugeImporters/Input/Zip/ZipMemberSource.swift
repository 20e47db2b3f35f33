import LugeArchive

/// One file inside a zip, unpacked while it is read.
public final class ZipMemberSource: ByteSource {
  public let context: SourceContext
  public var size: Int64? { member.size }
  /// Name such as `chat.zip/_chat.txt`.
  public var name: String { "\(zip.path)/\(member.path)" }

  private let zip: ZipTexts
  private let member: ZipMember

  // MARK: Mutable State (owned by the one thread that reads)

  private var state = State.unopened

  private enum State {
    case unopened
    case open(ZipHandle)
    case fetched(ZipTexts.Fetched, position: Int)
    case finished
  }

  init(zip: ZipTexts, member: ZipMember, context: SourceContext) {
    self.zip = zip
    self.member = member
    self.context = context
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    if case .unopened = state { try open() }
    switch state {
    case .unopened, .finished: return 0
    case .fetched(let fetched, let position):
      let count = min(buffer.count, fetched.bytes.count - position)
      guard count > 0 else {
        state = .finished
        if let error = fetched.error { throw error }
        return 0
      }
      try zip.count(count)
      buffer.copyBytes(from: fetched.bytes[position..<position + count])
      state = .fetched(fetched, position: position + count)
      return count
    case .open(let handle):
      let count: Int
      do {
        count = try handle.read(into: buffer, member: member)
        try zip.count(count)
      } catch {
        state = .finished
        throw error
      }
      if count == 0 { state = .finished }
      return count
    }
  }

  private func open() throws(ArchiveError) {
    if let fetched = zip.fetch(member) {
      state = .fetched(fetched, position: 0)
    } else {
      let handle = try ZipHandle(path: zip.path)
      try handle.go(to: member)
      state = .open(handle)
    }
  }

  public func sibling(_ name: String) -> (any ByteSource)? {
    let wanted = member.folder.isEmpty ? name : "\(member.folder)/\(name)"
    return zip.member(named: wanted).map {
      ZipMemberSource(zip: zip, member: $0, context: context)
    }
  }

  public func reopened() -> (any ByteSource)? {
    ZipMemberSource(zip: zip, member: member, context: context)
  }
}
