/// One file inside a zip, unpacked while it is read.
public final class ZipMemberSource: ByteSource {
  public let context: SourceContext
  public var size: Int64? { member.size }
  /// `chat.zip/_chat.txt`
  public var name: String { "\(zipPath)/\(member.path)" }

  private let zipPath: String
  private let member: ZipMember

  // MARK: Mutable State (owned by the one thread that reads)

  private var state = State.unopened

  private enum State {
    case unopened
    case open(ZipHandle)
    case finished
  }

  init(zipPath: String, member: ZipMember, context: SourceContext) {
    self.zipPath = zipPath
    self.member = member
    self.context = context
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    let handle: ZipHandle
    switch state {
    case .finished: return 0
    case .open(let opened): handle = opened
    case .unopened:
      handle = try ZipHandle(path: zipPath)
      try handle.go(to: member)
      state = .open(handle)
    }
    let count: Int
    do { count = try handle.read(into: buffer, member: member) } catch {
      state = .finished
      throw error
    }
    if count == 0 { state = .finished }
    return count
  }

  public func reopened() -> (any ByteSource)? {
    ZipMemberSource(zipPath: zipPath, member: member, context: context)
  }
}
