import Foundation
import LugeTestSupport
import Testing

@testable import LugeCore

/// What the system said, whatever Foundation makes of it.
@Suite struct SystemErrorTests {
  private func error(_ body: () throws -> Void) -> (any Error)? {
    do { try body() } catch { return error }
    return nil
  }

  @Test func reasonsAreTheSystems() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("", as: "file")
    typealias Case = (path: String, code: Int32)
    for (path, code) in [
      ("/dev/null/a", ENOTDIR), ("\(file)/a", ENOTDIR), ("/proc/none/a", ENOENT),
      ("\(folder.path)/\(String(repeating: "x", count: 300))", ENAMETOOLONG),
    ] as [Case] {
      let making = error {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
      #expect(making.flatMap(SystemError.code) == code, "making \(path)")
      let writing = error { try Data([1]).write(to: URL(fileURLWithPath: path)) }
      #expect(writing.flatMap(SystemError.code) == code, "writing \(path)")
    }
    let full = try #require(error { try Data([1]).write(to: URL(fileURLWithPath: "/dev/full")) })
    #expect(SystemError.code(of: full) == ENOSPC)
    #expect(SystemError.reason(of: full) == "No space left on device")
    #expect(SystemError.words(of: full) == "/dev/full: No space left on device")
    let handle = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let late = try #require(error { try handle.write(contentsOf: Data([1])) })
    #expect(SystemError.code(of: late) == ENOSPC)
  }

  @Test func othersHaveNoNumber() {
    struct Own: Error, CustomStringConvertible { let description = "no such day" }
    #expect(SystemError.code(of: Own()) == nil)
    #expect(SystemError.words(of: Own()) == "no such day")
    #expect(SystemError.code(of: CocoaError(.coderReadCorrupt)) == nil)
  }
}
