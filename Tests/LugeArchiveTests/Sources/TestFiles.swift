import Foundation
import LugeTestSupport

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

/// Of all tests here.
typealias TemporaryFolder = LugeTestSupport.TemporaryFolder
