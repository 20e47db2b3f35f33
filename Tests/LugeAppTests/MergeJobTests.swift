import Foundation
import LugeArchive
import LugeImporters
import Testing

@testable import LugeApp

@Suite("Merging in the window: what was there stays until the merge is complete")
struct MergeJobTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func archive(_ name: String, _ ids: ClosedRange<Int>) throws -> Archive {
    let path = "\(folder.path)/\(name).luge"
    let export = try folder.write(
      TelegramSample.chat(ids.map { TelegramSample.message($0) }), as: "\(name).json")
    _ = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    return try Archive(opening: path)
  }

  private var hasDraft: Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.contains { $0.contains(".part") }
  }

  @Test("Cancelled, failed and done")
  func replacing() async throws {
    let merge = try ArchiveMerge(try archive("one", 1...3), try archive("two", 2...5))
    let target = "\(folder.path)/merged.luge"
    _ = try archive("merged", 1...9)
    let before = try Data(contentsOf: URL(filePath: target))
    let cancellation = ImportCancellation()
    cancellation.cancel()
    await #expect(throws: ArchiveError.self) {
      try await MergeJob.make(merge, of: ["one", "two"], at: target, cancellation: cancellation)
    }
    #expect(try Data(contentsOf: URL(filePath: target)) == before)
    #expect(!hasDraft)
    // Of another kind: not written over.
    let other = try folder.write("mine", as: "other.luge")
    await #expect(throws: ArchiveError.self) {
      try await MergeJob.make(merge, of: ["one", "two"], at: other, cancellation: .init())
    }
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
    let count = try await MergeJob.make(
      merge, of: ["one", "two"], at: target, cancellation: .init())
    #expect(count == 5)
    // What comes while it is written was not to be replaced.
    let late = "\(folder.path)/late.luge"
    let reason = ArchiveError.notWritable(path: late, reason: "there is a file already")
    #expect(throws: reason) {
      try merge.write(to: late, replaces: false, name: "both") { _ throws(ArchiveError) in
        try? Data("mine".utf8).write(to: URL(filePath: late))
      }
    }
    #expect(try String(contentsOfFile: late, encoding: .utf8) == "mine")
    #expect(try Archive(opening: target).conversations().map(\.messages).reduce(0, +) == 5)
    #expect(!hasDraft)
  }
}
