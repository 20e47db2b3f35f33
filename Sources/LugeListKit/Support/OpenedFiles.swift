import Foundation
import LugeCore
import LugeImages
import LugeQt
import LugeWords

/// Copies of downloaded files for players and other programs, in a folder that only the user can
/// read. Copies older than a day are removed.
public struct OpenedFiles: Sendable {
  /// An error message for the user.
  public struct Problem: Error, CustomStringConvertible {
    public var description: String
  }

  let folder: String
  /// Seconds for which a copy is kept for another program.
  private static let openSeconds = 86_400.0

  init(folder: String) { self.folder = folder }

  /// Creates the folder of this program's copies; nil if the system has no cache folder.
  @MainActor public init?() {
    guard let cache = Desktop.path(of: .cache) else { return nil }
    folder = "\(cache)/opened"
  }

  /// Returns the path of the copy of an address; downloads it if there is none.
  ///
  /// - Parameters:
  ///   - name: a name that may come from a stranger; it cannot lead to another folder.
  ///   - bytes: downloads the content.
  public func file(
    of address: String, called name: String,
    _ bytes: @Sendable () async throws -> [UInt8]
  ) async throws -> String {
    let name = Self.plainName(name, or: "file")
    let wanted = file(of: address, named: name)
    if await Task.detached(operation: { FileManager.default.fileExists(atPath: wanted) }).value {
      return wanted
    }
    return try await keep(bytes(), of: address, named: name)
  }

  /// - Parameter name: a name valid on all file systems.
  func keep(_ bytes: [UInt8], of address: String, named name: String) async throws -> String {
    let path = file(of: address, named: name)
    let folder = folder
    let problem = await Self.onDisk {
      Self.clear(folder)
      let file = URL(fileURLWithPath: path)
      try PrivateFolder.make(file.deletingLastPathComponent().path)
      try Data(bytes).write(to: file, options: .atomic)
    }
    if let problem { throw Problem(description: problem) }
    return path
  }

  /// Whoever sends a file chooses its address: no other one may lead to the same copy.
  private func file(of address: String, named name: String) -> String {
    "\(folder)/\(SHA256.hexadecimal(address.utf8))/\(name)"
  }

  /// Runs work that waits for disks, outside of Swift's shared thread pool.
  ///
  /// - Returns: nil on success, otherwise the error message.
  static func onDisk(_ work: @escaping @Sendable () throws -> Void) async -> String? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        do {
          try work()
          continuation.resume(returning: nil)
        } catch {
          let words = (error as? ImageError)?.description ?? SystemError.reason(of: error)
          continuation.resume(returning: localized("Not saved: {reason}", ["reason": words]))
        }
      }
    }
  }

  /// Throws if a file must not be replaced: devices and other special files, and databases (the
  /// open archive may be one) with the files beside them.
  package static func checkMayReplace(_ path: String) throws {
    for ending in ["-wal", "-shm", "-journal", "-lock"] where path.hasSuffix(ending) {
      guard access(String(path.dropLast(ending.count)), F_OK) != 0 else { throw NotReplaceable() }
    }
    var info = stat()
    guard stat(path, &info) == 0 else { return }
    guard info.st_mode & S_IFMT == S_IFREG else { throw NotReplaceable() }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return }
    var beginning = [UInt8](repeating: 0, count: 16)
    // A database is left open, because closing any descriptor of a file releases all of the
    // process's locks on it, SQLite's among them.
    guard read(file, &beginning, 16) != 16 || beginning != Array("SQLite format 3\0".utf8) else {
      throw NotReplaceable()
    }
    close(file)
  }

  private struct NotReplaceable: LocalizedError {
    var errorDescription: String? {
      localized("there is an archive or no ordinary file of this name; choose another one")
    }
  }

  /// Returns a name valid on all file systems from a text of unknown origin.
  static func plainName(_ wanted: String, or other: String) -> String {
    let plain = wanted.filter { !"/\\:*?\"<>|".contains($0) && !$0.isNewline && $0 != "\0" }
      .drop { $0 == "." || $0.isWhitespace }
    guard !plain.isEmpty else { return other }
    var short = plain.suffix(80)
    // File systems limit bytes, and a character may have any number of them.
    while short.utf8.count > mostBytesOfName { short.removeFirst() }
    return short.isEmpty ? other : String(short)
  }

  /// Maximum bytes of a name. Most file systems allow 255; a program that writes the file may add
  /// an extension.
  private static let mostBytesOfName = 200

  private static func clear(_ folder: String) {
    let manager = FileManager.default
    for name in (try? manager.contentsOfDirectory(atPath: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      let changed = try? manager.attributesOfItem(atPath: path)[.modificationDate] as? Date
      if let changed, Date.now.timeIntervalSince(changed) > openSeconds {
        try? manager.removeItem(atPath: path)
      }
    }
  }
}
