import LugeArchive

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

  /// - Complexity: O(members of the zip).
  public func sibling(_ name: String) -> (any ByteSource)? {
    let wanted = member.folder.isEmpty ? name : "\(member.folder)/\(name)"
    guard let zip = try? ZipExport(path: zipPath),
      let found = zip.members.first(where: { $0.path == wanted })
    else { return nil }
    return ZipMemberSource(zipPath: zipPath, member: found, context: context)
  }

  public func reopened() -> (any ByteSource)? {
    ZipMemberSource(zipPath: zipPath, member: member, context: context)
  }
}
