import Foundation

/// Real exports that are not part of the project.
enum Fixtures {
  static let folder: String = {
    if let named = ProcessInfo.processInfo.environment["LUGE_FIXTURES"] { return named }
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return package.appending(path: "../shared/fixtures").standardizedFileURL.path()
  }()

  static var exist: Bool { FileManager.default.fileExists(atPath: folder) }
}

/// A folder for one test, gone when the test is over.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(
      path: "luge-\(UUID().uuidString)", directoryHint: .notDirectory
    ).path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = path + "/" + name
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }

  @discardableResult
  func write(_ text: String, as name: String) throws -> String {
    try write(Array(text.utf8), as: name)
  }
}
