import Glibc
public import LugeCore

/// A file of an export, open for reading: what is saved elsewhere or handed to other programs.
///
/// It is opened like a picture (``ImageKey/confinement``), so that whoever wrote the export cannot
/// choose among the user's other files.
public final class ExportFile: Sendable {
  /// Path without symbolic links.
  public let path: String
  public var byteCount: Int { file.byteCount }
  /// Whether its owner's permissions let it be run as a program.
  public let isExecutable: Bool
  private let file: PictureFile

  /// - Throws: ``ImageError/notReadable(path:reason:)`` for what is not there, no regular file, or
  ///   outside of the folder that the key is confined to.
  public init(_ key: ImageKey) throws(ImageError) {
    let file = try PictureFile(key)
    self.file = file
    path = file.withDescriptor { Self.path(of: $0) } ?? key.source
    isExecutable = (file.status?.st_mode ?? 0) & 0o111 != 0
  }

  /// Bytes of a file, if there is one where the key may lead; it is not opened.
  public static func byteCount(of key: ImageKey) -> Int? { PictureFile.look(at: key)?.byteCount }

  /// The first bytes, fewer of a shorter file.
  public func beginning(_ count: Int) -> [UInt8] { file.read(at: 0, count: count) }

  /// Writes a copy. What was at the target before is kept when that fails.
  ///
  /// - Throws: ``ImageError/notReadable(path:reason:)``, of the file or the target.
  public func copy(to target: String) throws(ImageError) {
    let part = "\(target).\(getpid()).part"
    let output = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard output >= 0 else { throw Self.problem(target) }
    var isWhole = false
    defer {
      close(output)
      if !isWhole { unlink(part) }
    }
    var offset = 0
    while true {
      let bytes = try file.bytes(at: offset, count: 1 << 20)
      guard !bytes.isEmpty else { break }
      var written = 0
      while written < bytes.count {
        let count = bytes.withUnsafeBytes {
          write(output, $0.baseAddress.map { $0 + written }, bytes.count - written)
        }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw Self.problem(target) }
        written += count
      }
      offset += bytes.count
    }
    guard rename(part, target) == 0 else { throw Self.problem(target) }
    isWhole = true
  }

  private static func problem(_ path: String) -> ImageError {
    .notReadable(path: path, reason: String(cString: strerror(errno)))
  }

  /// As the kernel names it; nil where `/proc` is not mounted.
  private static func path(of descriptor: Int32) -> String? {
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map {
          max(0, readlink("/proc/self/fd/\(descriptor)", $0, characters.count))
        } ?? 0
      }
    }
    return bytes.first == UInt8(ascii: "/") ? String(validating: bytes, as: UTF8.self) : nil
  }
}
