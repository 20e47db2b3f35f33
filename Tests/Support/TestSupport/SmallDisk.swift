import Foundation

/// A small disk in memory, for tests.
public final class SmallDisk {
  public let path: String
  private let folder: TemporaryFolder

  /// Whether the test may mount disks.
  public static let isAvailable: Bool = (try? SmallDisk(kilobytes: 64)) != nil

  public init(kilobytes: Int) throws {
    folder = try TemporaryFolder()
    path = folder.path + "/disk"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path)
  }

  deinit { try? Self.run("umount", "-l", path) }

  public func remount(_ options: String) throws {
    try Self.run("mount", "-o", "remount,\(options)", path)
  }

  /// Writes a file until nothing more fits.
  ///
  /// - Returns: its path; remove the file to free the space.
  public func fill() throws -> String { try Self.fill(path) }

  public static func fill(_ path: String) throws -> String {
    let file = path + "/filler"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(descriptor) }
    for size in [1 << 16, 4096, 1] {
      let bytes = [UInt8](repeating: 1, count: size)
      while write(descriptor, bytes, size) > 0 {}
    }
    return file
  }

  private static func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.featureUnsupported) }
  }
}
