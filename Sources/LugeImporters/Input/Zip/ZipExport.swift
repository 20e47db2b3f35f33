import Foundation
import LugeArchive

/// A zip that holds a chat export: what WhatsApp's "Export chat" sends, or a zipped export folder.
///
/// Opening reads the list of members only, and refuses the whole zip when one of them is a link,
/// leads outside or is encrypted. Members are streamed: however large one claims to be or turns
/// out to be, no more than a buffer of it is in memory.
public struct ZipExport: Sendable {
  public let path: String
  /// All files, in the order of the zip.
  public let members: [ZipMember]

  /// A zip's list can name at most this many files here; the largest exports have some 100,000.
  static let mostMembers = 2_000_000

  /// - Throws: ``ArchiveError`` as of ``FileByteSource``, and
  ///   ``ArchiveError/unsafePath(path:member:)``, ``ArchiveError/notReadable(path:reason:)``
  ///   (encrypted), ``ArchiveError/malformed(path:place:reason:)`` and
  ///   ``ArchiveError/truncated(path:place:)`` (damaged).
  /// - Complexity: O(members).
  public init(path: String) throws(ArchiveError) {
    _ = try FileByteSource(path: path)
    let handle = try ZipHandle(path: path)
    var members: [ZipMember] = []
    while let (member, isFolder) = try handle.next() {
      guard members.count < Self.mostMembers else {
        throw .tooLarge(
          path: path, place: "the list of files", limit: "\(Self.mostMembers) files")
      }
      if !isFolder { members.append(member) }
    }
    self.path = path
    self.members = members
  }

  /// The bytes of one member.
  ///
  /// - Parameter mediaFolder: Where ``extractMedia(to:except:limit:progress:)`` puts the files.
  public func source(for member: ZipMember, mediaFolder: String? = nil) -> ZipMemberSource {
    ZipMemberSource(
      zip: ZipTexts(path: path, members: members, texts: []), member: member,
      context: context(of: member, mediaFolder: mediaFolder))
  }

  func context(of member: ZipMember, mediaFolder: String?) -> SourceContext {
    let folder = member.folder
    return SourceContext(
      containerName: ((folder.isEmpty ? path : folder) as NSString).lastPathComponent,
      mediaRoot: mediaFolder.map { folder.isEmpty ? $0 : "\($0)/\(folder)" })
  }

  /// Hands over the first bytes of some members, in one walk through the zip; what it does with
  /// them is all that stays in memory.
  func forEachPrefix(
    _ length: Int, of isWanted: (ZipMember) -> Bool, _ body: (ZipMember, [UInt8]) -> Void
  ) throws(ArchiveError) {
    let handle = try ZipHandle(path: path)
    while let (member, isFolder) = try handle.next() {
      guard !isFolder, isWanted(member) else { continue }
      let source = CurrentMember(handle: handle, member: member)
      body(member, try source.prefix(length))
    }
  }

  private final class CurrentMember: ByteSource {
    let handle: ZipHandle
    let member: ZipMember
    var name: String { member.path }
    var size: Int64? { member.size }

    init(handle: ZipHandle, member: ZipMember) {
      self.handle = handle
      self.member = member
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
      try handle.read(into: buffer, member: member)
    }
  }
}
