public import Foundation

/// A folder for one test, removed when the test is over.
public final class TemporaryFolder {
  public let path: String

  public init() throws {
    path = FileManager.default.temporaryDirectory.appending(
      path: "luge-\(UUID().uuidString)", directoryHint: .notDirectory
    ).path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// - Parameter name: name that may include folders, which are created.
  /// - Returns: the file's path.
  @discardableResult
  public func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = path + "/" + name
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }

  @discardableResult
  public func write(_ text: String, as name: String) throws -> String {
    try write(Array(text.utf8), as: name)
  }

  /// Creates an empty file, and opens it for writing.
  public func handle(_ name: String) throws -> FileHandle {
    try write("", as: name)
    return try FileHandle(forWritingTo: URL(filePath: "\(path)/\(name)"))
  }

  public func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "\(path)/\(name)")), as: UTF8.self)
  }

  public func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/\(name)")
  }
}
