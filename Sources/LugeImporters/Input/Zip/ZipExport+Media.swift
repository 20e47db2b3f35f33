import Foundation
import LugeArchive
import LugeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension ZipExport {
  /// Result of an extraction.
  public struct Extraction: Sendable, Hashable {
    /// Paths of written files, relative to the folder.
    public var written: [String] = []
    /// Paths of files that existed with the size of the member.
    public var kept: [String] = []
    public var bytes: Int64 = 0
    /// Files that were not written: because of their names (too long, or the name of a folder), or
    /// because the zip is damaged.
    public var leftOut: [SkippedRecord] = []
  }

  /// Unpacks the photos, voice messages and other files of the export, but not the chats.
  ///
  /// Each file is written under another name first and renamed when it is complete, so that an
  /// interrupted run can be repeated: files that exist in their full size are kept.
  ///
  /// - Parameters:
  ///   - folder: created if it does not exist.
  ///   - chats: members that are chats, not media.
  ///   - limit: maximum bytes of all files; 0: unlimited, nil: four times the size of the zip and
  ///     256 MB.
  ///   - mostFiles: maximum number of files; nil: 100,000 and one for each 64 bytes of the zip.
  ///   - progress: called after each file with the bytes written so far; may throw to stop.
  /// - Throws: ``ArchiveError/diskFull(path:)``, ``ArchiveError/notWritable(path:reason:)``,
  ///   ``ArchiveError/tooLarge(path:place:limit:)``, and errors of reading the zip.
  @discardableResult
  public func extractMedia(
    to folder: String, except chats: Set<ZipMember>, limit: Int64? = nil, mostFiles: Int64? = nil,
    progress: (Int64) throws -> Void = { _ in }
  ) throws -> Extraction {
    guard !MediaMark.isLink(folder) else {
      throw ArchiveError.notWritable(
        path: folder, reason: "it is a link, which could lead anywhere; remove or rename it")
    }
    let limit = limit.map { $0 > 0 ? $0 : .max } ?? Self.usualLimit(of: [path])
    var result = Extraction()
    var seen: Set<String> = []
    let handle = try ZipHandle(path: path)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    let mostFiles = mostFiles ?? Self.mostFiles(in: Self.size(of: path) ?? 0)
    while let (member, isFolder) = try handle.next() {
      // If two members have the same name, the first counts.
      guard !isFolder, !chats.contains(member), seen.insert(member.path).inserted else { continue }
      guard seen.count <= mostFiles else {
        throw ArchiveError.tooLarge(
          path: path, place: "the list of files", limit: "\(mostFiles) files to unpack")
      }
      let target = "\(folder)/\(member.path)"
      if let size = member.size, Self.size(of: target) == size,
        !Self.leadsThroughLink(target, beneath: member.path)
      {
        result.kept.append(member.path)
        continue
      }
      do throws(ArchiveError) {
        result.bytes += try write(
          member, from: handle, to: target, buffer: buffer,
          room: (left: limit - result.bytes, of: limit))
        result.written.append(member.path)
      } catch {
        guard let reason = Self.reason(forLeavingOut: member, error, folder: folder) else {
          throw error
        }
        result.leftOut.append(
          SkippedRecord(file: "\(path)/\(member.path)", place: member.path, reason: reason))
      }
      try progress(result.bytes)
    }
    return result
  }

  /// Returns the reason why one file cannot be unpacked; nil if the error concerns all following
  /// files, too.
  private static func reason(
    forLeavingOut member: ZipMember, _ error: ArchiveError, folder: String
  ) -> String? {
    switch error {
    // If the folder itself is writable, the error is about this name.
    case .notWritable(_, let reason): access(folder, W_OK) == 0 ? reason : nil
    // The zip's list still leads to the next file.
    case .malformed(_, member.path, let reason): reason
    case .truncated(_, member.path): "the packed file ends in it"
    default: nil
    }
  }

  /// Maximum files that are unpacked: each takes a block of the disk, however few bytes it has. In
  /// a zip no member takes less than this many bytes.
  static func mostFiles(in bytes: Int64) -> Int64 { 100_000 + bytes / 64 }

  /// Photos and films hardly get smaller in a zip: one that unpacks to many times its size was made
  /// to fill a disk, and so were many that do together.
  static func usualLimit(of paths: [String]) -> Int64 {
    paths.reduce(Int64(0)) { $0.addingClamped(size(of: $1) ?? 0) }.multipliedClamped(by: 4)
      .addingClamped(256_000_000)
  }

  private static func size(of path: String) -> Int64? {
    var info = stat()
    guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(info.st_size)
  }

  private func write(
    _ member: ZipMember, from handle: ZipHandle, to target: String,
    buffer: UnsafeMutableRawBufferPointer, room: (left: Int64, of: Int64)
  ) throws(ArchiveError) -> Int64 {
    let folder = PathNames.folder(of: target)
    guard !Self.leadsThroughLink(target, beneath: member.path) else {
      throw .notWritable(path: target, reason: "a link is in the place of one of its folders")
    }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw Self.writeError(SystemError.code(of: error) ?? ENOTDIR, path: folder)
    }
    let part = target + ".part"
    // A symbolic link with this name must not be written through.
    unlink(part)
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.writeError(errno, path: part) }
    var isWhole = false
    defer {
      close(descriptor)
      if !isWhole { unlink(part) }
    }
    var total: Int64 = 0
    while true {
      let count = try handle.read(into: buffer, member: member)
      if count == 0 { break }
      total += Int64(count)
      guard total <= room.left else {
        throw .tooLarge(
          path: path, place: "its media, unpacked up to '\(member.path)'",
          limit:
            "\(room.of / 1_000_000) MB, the most that media of this file may take "
            + "(luge import --media-limit allows more)")
      }
      try Self.writeAll(
        UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: descriptor, path: part)
    }
    guard rename(part, target) == 0 else { throw Self.writeError(errno, path: target) }
    isWhole = true
    return total
  }

  /// Whether a folder of a member is a symbolic link, which could lead anywhere.
  ///
  /// - Parameter path: the member's path, with which the target ends.
  static func leadsThroughLink(_ target: String, beneath path: String) -> Bool {
    var folder = String(target.utf8.dropLast(path.utf8.count)) ?? ""
    for name in path.pathParts.dropLast() {
      folder += folder.utf8.last == UInt8(ascii: "/") ? "\(name)" : "/\(name)"
      var info = stat()
      if lstat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFLNK { return true }
    }
    return false
  }

  private static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String
  ) throws(ArchiveError) {
    var rest = bytes
    while let base = rest.baseAddress, !rest.isEmpty {
      let count = Foundation.write(descriptor, base, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw writeError(errno, path: path)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  private static func writeError(_ code: Int32, path: String) -> ArchiveError {
    switch code {
    case ENOSPC, EDQUOT: .diskFull(path: path)
    default: .notWritable(path: path, reason: String(cString: strerror(code)))
    }
  }
}
