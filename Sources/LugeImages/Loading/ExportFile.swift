import Glibc
public import LugeCore

/// A file of an export, open for reading, to be saved elsewhere or passed to other programs.
///
/// It is opened like a picture (``ImageKey/confinement``), so that the author of the export cannot
/// choose among the user's other files.
public final class ExportFile: Sendable {
  /// Path without symbolic links.
  public let path: String
  public var byteCount: Int { file.byteCount }
  /// Whether the user's permissions allow it to be run as a program.
  public let isExecutable: Bool
  private let file: PictureFile

  /// Opens a file.
  ///
  /// - Throws: ``ImageError/notReadable(path:reason:)`` if it does not exist, is not a regular
  ///   file, or is outside of the folder that the key is confined to.
  public init(_ key: ImageKey) throws(ImageError) {
    let file = try PictureFile(key)
    self.file = file
    path = file.withDescriptor { Self.path(of: $0) } ?? key.source
    isExecutable = (file.status?.st_mode ?? 0) & 0o111 != 0
  }

  /// Returns the bytes of a file, without opening it; nil if no file exists where the key may lead.
  public static func byteCount(of key: ImageKey) -> Int? { PictureFile.look(at: key)?.byteCount }

  /// Returns the first bytes, fewer if the file is shorter.
  public func beginning(_ count: Int) -> [UInt8] { file.read(at: 0, count: count) }

  /// Writes a copy. If that fails, an existing target stays as it was.
  ///
  /// - Throws: ``ImageError/notReadable(path:reason:)`` with the file or the target.
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

  /// Returns the path that the kernel reports for a descriptor; nil where `/proc` is not mounted.
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
