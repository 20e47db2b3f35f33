import Foundation

/// A file that is identified by itself, not by its name, which may change.
final class KnownFile {
  private let descriptor: Int32
  private let path: String

  /// `O_PATH`, which Swift's Glibc does not import.
  private static let lookOnly: Int32 = 0o10000000

  /// Nil if the file does not exist.
  init?(_ path: String) {
    self.path = path
    // The descriptor gives no access: closing another kind would release SQLite's locks.
    descriptor = open(path, Self.lookOnly | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// - Throws: ``ArchiveError/moved(path:to:)`` if the name leads to another file by now, or to
  ///   none.
  func checkHasItsName(_ name: String) throws(ArchiveError) {
    var (own, named) = (stat(), stat())
    guard fstat(descriptor, &own) == 0 else { return }
    if stat(path, &named) == 0, (own.st_dev, own.st_ino) == (named.st_dev, named.st_ino) { return }
    let now = try? FileManager.default.destinationOfSymbolicLink(
      atPath: "/proc/self/fd/\(descriptor)")
    throw .moved(path: name, to: own.st_nlink > 0 ? now : nil)
  }
}
