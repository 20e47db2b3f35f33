import Foundation
import LugeArchive
import LugeCore

/// A zip with a chat export: of WhatsApp's "Export chat", or a zipped export folder.
///
/// Opening only reads the list of members, and refuses the whole zip if one of them is a link,
/// leads outside or is encrypted. Members are streamed: whatever their size, memory holds one
/// buffer.
public struct ZipExport: Sendable {
  public let path: String
  /// All files, in the order of the zip.
  public let members: [ZipMember]

  /// Maximum number of files in a zip; the largest exports have about 100,000.
  static let mostMembers = 2_000_000
  /// Maximum bytes of all paths.
  private static let mostNameBytes = 256 << 20

  /// - Throws: ``ArchiveError`` as in ``FileByteSource``, and
  ///   ``ArchiveError/unsafePath(path:member:)``, ``ArchiveError/notReadable(path:reason:)``
  ///   (encrypted), ``ArchiveError/malformed(path:place:reason:)`` and
  ///   ``ArchiveError/truncated(path:place:)`` (damaged).
  /// - Complexity: O(members).
  public init(path: String) throws(ArchiveError) {
    _ = try FileByteSource(path: path)
    let handle = try ZipHandle(path: path)
    var members: [ZipMember] = []
    var nameBytes = 0
    while let (member, isFolder) = try handle.next() {
      guard members.count < Self.mostMembers else {
        throw .tooLarge(
          path: path, place: "the list of files", limit: "\(Self.mostMembers) files")
      }
      nameBytes = nameBytes.addingClamped(member.path.utf8.count)
      guard nameBytes <= Self.mostNameBytes else {
        throw .tooLarge(
          path: path, place: "the list of files",
          limit: "\(ByteCount(Self.mostNameBytes)) of names")
      }
      if !isFolder { members.append(member) }
    }
    self.path = path
    self.members = members
  }

  /// Returns the bytes of one member.
  ///
  /// - Parameter mediaFolder: folder into which
  ///   ``extractMedia(to:except:limit:mostFiles:progress:)`` unpacks the files.
  public func source(for member: ZipMember, mediaFolder: String? = nil) -> ZipMemberSource {
    ZipMemberSource(
      zip: ZipTexts(path: path, members: members, texts: []), member: member,
      context: context(of: member, mediaFolder: mediaFolder))
  }

  func context(of member: ZipMember, mediaFolder: String?) -> SourceContext {
    let folder = member.folder
    return SourceContext(
      containerName: ((folder.isEmpty ? path : folder) as NSString).lastPathComponent,
      mediaRoot: mediaFolder.map { folder.isEmpty ? $0 : "\($0)/\(folder)" },
      exportFolder: mediaFolder)
  }

  /// Passes on the first bytes of some members, in one pass over the zip, without keeping them. For
  /// a damaged member, these are the bytes before the damage.
  ///
  /// - Parameter unreadable: called for a member of which not even one byte can be read.
  func forEachPrefix(
    _ length: Int, of isWanted: (ZipMember) -> Bool,
    unreadable: (ZipMember, ArchiveError) -> Void, _ body: (ZipMember, [UInt8]) -> Void
  ) throws(ArchiveError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 16)
    defer { buffer.deallocate() }
    let handle = try ZipHandle(path: path)
    let limit = UnpackedLimit.bytes(of: path)
    var unpacked: Int64 = 0
    while let (member, isFolder) = try handle.next() {
      guard !isFolder, isWanted(member) else { continue }
      var count = 0
      var damage: ArchiveError?
      while count < length, damage == nil {
        do throws(ArchiveError) {
          let read = try handle.read(
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]), member: member)
          if read == 0 { break }
          count += read
        } catch { damage = error }
      }
      unpacked = unpacked.addingClamped(Int64(count))
      try UnpackedLimit.check(unpacked, limit: limit, path: path)
      if let damage, count == 0 {
        unreadable(member, damage)
      } else {
        body(member, Array(buffer[..<count]))
      }
    }
  }
}
