import Foundation
import GRDB
import LugeArchive
import LugeCore
import LugeImporters
import LugeListKit
import Testing

@testable import LugeApp

@Suite("Finding archives") struct LocatorTests {
  let folder: TemporaryFolder
  var cache: String { folder.path + "/cache" }

  init() throws { folder = try TemporaryFolder() }

  @Test("An archive is told from everything else, without waiting for a pipe")
  func isArchive() throws {
    let archive = try folder.archive(of: TelegramSample.chat([TelegramSample.message(1)]))
    #expect(ArchiveLocator.isArchive(archive.path))
    let link = "\(folder.path)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: archive.path)
    #expect(ArchiveLocator.isArchive(link))
    #expect(!ArchiveLocator.isArchive(folder.path))
    #expect(!ArchiveLocator.isArchive("\(folder.path)/result.json"))
    #expect(!ArchiveLocator.isArchive(try folder.write("", as: "empty")))
    #expect(!ArchiveLocator.isArchive("\(folder.path)/missing"))
    let pipe = "\(folder.path)/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(!ArchiveLocator.isArchive(pipe))
  }

  @Test("The first archive among files is found; a cancelled search looks at no more of them")
  func firstArchive() async throws {
    let archive = try folder.archive(of: TelegramSample.chat([TelegramSample.message(1)]))
    let export = try folder.write("{}", as: "a.json")
    #expect(ArchiveLocator.firstArchive(in: [export, archive.path, archive.path]) == archive.path)
    #expect(ArchiveLocator.firstArchive(in: [export]) == nil)
    let path = archive.path
    let search = Task {
      let paths = (0..<3).lazy.map { index in
        if index == 1 { withUnsafeCurrentTask { $0?.cancel() } }
        return index == 2 ? path : export
      }
      return ArchiveLocator.firstArchive(in: paths)
    }
    #expect(await search.value == nil)
  }

  @Test("A database of Messages is an export, other databases are no archive")
  func databases() async throws {
    for (name, table) in [("m.db", "chat_message_join"), ("other.db", "pages")] {
      let queue = try DatabaseQueue(path: "\(folder.path)/\(name)")
      try await queue.write { try $0.execute(sql: "CREATE TABLE \(table) (a, b)") }
      try queue.close()
    }
    let messages = ArchiveOpening(path: "\(folder.path)/m.db", cache: cache)
    guard case .export(known: nil) = await messages.outcome else {
      Issue.record("a database of Messages was taken for something else")
      return
    }
    let other = ArchiveOpening(path: "\(folder.path)/other.db", cache: cache)
    guard case .failed(.notAnArchive) = await other.outcome else {
      Issue.record("a database was taken for an export")
      return
    }
  }

  @Test("What the program keeps is closed to others, also where it was open before")
  func privateFolders() throws {
    func mode(_ path: String) -> mode_t {
      var info = stat()
      return stat(path, &info) == 0 ? info.st_mode & 0o777 : 0
    }
    let archive = try ArchiveLocator.cachedArchive(
      forExport: "\(folder.path)/chat", cache: cache + "/deep/archives")
    #expect(archive.hasPrefix(cache))
    for path in [cache, cache + "/deep", cache + "/deep/archives"] { #expect(mode(path) == 0o700) }
    chmod(cache, 0o755)
    try PrivateFolder.make(cache + "/deep")
    #expect(mode(cache) == 0o755, "not every folder is one of its own")
    PrivateFolder.close(cache)
    #expect(mode(cache) == 0o700)
    let file = try folder.write("", as: ".dat.nosync12")
    try folder.write("", as: "dat")
    ProgramFolders.removeHalfWritten(in: folder.path)
    #expect(folder.exists(".dat.nosync12"), "somebody may be writing it")
    ProgramFolders.removeHalfWritten(in: folder.path, olderThan: 0)
    #expect(!FileManager.default.fileExists(atPath: file) && folder.exists("dat"))
  }

  @Test("An export is one archive, whether its folder or its file is opened")
  func folderAndFile() throws {
    func archive(_ path: String) throws -> String {
      try ArchiveLocator.cachedArchive(forExport: path, cache: cache)
    }
    let whole = try archive("\(folder.path)/chat")
    #expect(try archive("\(folder.path)/chat/result.json") == whole)
    #expect(try archive("\(folder.path)/chat/") == whole)
    #expect(try archive("\(folder.path)/chat/other.json") != whole)
    // Several that are opened together are one, in whatever order.
    let (a, b) = ("\(folder.path)/a.txt", "\(folder.path)/b.txt")
    let both = try ArchiveLocator.cachedArchive(forExports: [a, b], cache: cache)
    #expect(try ArchiveLocator.cachedArchive(forExports: [b, a], cache: cache) == both)
    #expect(try archive(a) != both)
    var settings = ViewerSettings()
    func facts(_ archive: String) -> RecentFacts {
      RecentFacts(archive: archive, conversations: 1, messages: 1)
    }
    settings.remember("/x/chat/result.json", facts("/c/1.luge"))
    settings.remember("/x/chat", facts("/c/1.luge"))
    #expect(settings.recents == ["/x/chat"])
    settings.remember("/y/nora/WhatsApp Chat with Nora.txt", facts("/c/2.luge"))
    settings.remember("/y/nora", facts("/c/2.luge"))
    #expect(settings.recents == ["/y/nora", "/x/chat"])
    #expect(settings.recentFacts.count == 2)
  }

  @Test("A folder with one chat in it is that chat, whatever the file is called")
  func onlyChat() async throws {
    let chat = "13/02/20, 10:10 - Nora: hello\n13/02/20, 10:11 - Ben: hi\n"
    let name = "WhatsApp Chat with Nora.txt"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/nora", withIntermediateDirectories: true)
    let file = try folder.write(chat, as: "nora/\(name)")
    try folder.write("milk, bread", as: "nora/shopping.txt")
    try folder.write("picture", as: "nora/IMG-20200213-WA0001.jpg")
    let export = "\(folder.path)/nora"
    func archive(_ path: String) throws -> String {
      try ArchiveLocator.cachedArchive(forExport: path, cache: cache)
    }
    let whole = try archive(export)
    #expect(try archive(file) == whole)
    // What one of both has brought is there for the other.
    try await Task.sleep(for: .milliseconds(1100))
    _ = try ArchiveImporter(into: whole).run(ImportInput(opening: export))
    #expect(ArchiveLocator.currentArchive(ofExport: file, cache: cache) == whole)
    try FileManager.default.removeItem(atPath: whole)
    _ = try ArchiveImporter(into: whole).run(ImportInput(opening: file))
    #expect(ArchiveLocator.currentArchive(ofExport: export, cache: cache) == whole)
    // Of two chats, neither is the folder.
    let other = try folder.write(chat, as: "nora/WhatsApp Chat with Kim.txt")
    #expect(try archive(file) == whole)
    let archives = Set([try archive(export), try archive(file), try archive(other)])
    #expect(archives.count == 3)
  }

  @Test("A folder keeps its archive when a second chat comes into it")
  func secondChat() async throws {
    let chat = "13/02/20, 10:10 - Nora: hello\n13/02/20, 10:11 - Ben: hi\n"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/chats", withIntermediateDirectories: true)
    let file = try folder.write(chat, as: "chats/WhatsApp Chat with Nora.txt")
    let export = "\(folder.path)/chats"
    func archive(_ path: String) throws -> String {
      try ArchiveLocator.cachedArchive(forExport: path, cache: cache)
    }
    let whole = try archive(export)
    _ = try ArchiveImporter(into: whole).run(ImportInput(opening: export))
    let other = try folder.write(chat, as: "chats/WhatsApp Chat with Kim.txt")
    #expect(try archive(export) == whole)
    #expect(ArchiveLocator.knownArchive(ofExports: [export], cache: cache) == whole)
    #expect(ArchiveLocator.currentArchive(ofExport: export, cache: cache) == nil)
    #expect(try archive(other) != whole)
    // Both chats are in it then.
    try await Task.sleep(for: .milliseconds(1100))
    _ = try ArchiveImporter(into: whole).run(ImportInput(opening: export))
    #expect(ArchiveLocator.currentArchive(ofExport: export, cache: cache) == whole)
    #expect(try Archive(opening: whole).conversations().count == 2)
    #expect(try archive(file) == whole)
  }

  @Test("The user's folders are those of the environment, absolute ones")
  func folders() {
    #expect(UserFolders.cache(["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c")
    #expect(UserFolders.cache(["XDG_CACHE_HOME": "c", "HOME": "/h"]) == "/h/.cache")
    #expect(UserFolders.config(["HOME": "/h"]) == "/h/.config")
    #expect(UserFolders.cache(["HOME": "h"]) == NSHomeDirectory() + "/.cache")
  }

  @Test("Every export has an archive of its own, the same one every time")
  func cachedArchive() throws {
    let paths = [
      "/a/result.json", "/b/result.json", "/a/result.txt",
      "/a/" + String(repeating: "x", count: 240),
    ]
    let archives = try paths.map { try ArchiveLocator.cachedArchive(forExport: $0, cache: cache) }
    #expect(Set(archives).count == paths.count)
    #expect(archives.allSatisfy { $0.hasPrefix(cache + "/") && $0.hasSuffix(".luge") })
    #expect(
      try ArchiveLocator.cachedArchive(forExport: "/c/../a/result.json", cache: cache)
        == archives[0])
  }

  @Test("A cache that cannot be made is an error")
  func noCache() throws {
    let file = try folder.write("x", as: "file")
    #expect(throws: ArchiveError.self) {
      try ArchiveLocator.cachedArchive(forExport: "/a", cache: "\(file)/cache")
    }
  }

  @Test("An export that has not changed is opened from the cache")
  func unchangedExport() async throws {
    let export = try folder.write(
      TelegramSample.chat([TelegramSample.message(1)]), as: "export.json")
    guard case .export = await ArchiveOpening(path: export, cache: cache).outcome else {
      Issue.record("nothing is in the cache yet")
      return
    }
    // The books count whole seconds: what was written within this one may have come later.
    try await Task.sleep(for: .milliseconds(1100))
    let cached = try ArchiveLocator.cachedArchive(forExport: export, cache: cache)
    _ = try ArchiveImporter(into: cached).run(ImportInput(opening: export))
    guard case .archive(let opened) = await ArchiveOpening(path: export, cache: cache).outcome
    else {
      Issue.record("the archive in the cache was not taken")
      return
    }
    #expect(opened.path == cached)
    #expect(opened.export == export)
    #expect(opened.conversations.map(\.name) == ["Anna"])

    // An import that was broken off later takes nothing away.
    let cancellation = ImportCancellation()
    cancellation.cancel()
    #expect(throws: ArchiveError.cancelled) {
      try ArchiveImporter(into: cached, cancellation: cancellation).run(
        ImportInput(opening: export))
    }
    #expect(ArchiveLocator.currentArchive(ofExport: export, cache: cache) == cached)

    try folder.write(TelegramSample.chat([TelegramSample.message(2)]), as: "export.json")
    #expect(ArchiveLocator.currentArchive(ofExport: export, cache: cache) == nil)
    // What is known of it can be shown meanwhile.
    guard case .export(let known?) = await ArchiveOpening(path: export, cache: cache).outcome
    else {
      Issue.record("the archive of the export's earlier state is not known")
      return
    }
    #expect(known.path == cached && known.export == export)
  }

  @Test("A folder has changed when anything in it has")
  func changedFolder() async throws {
    let export = "\(folder.path)/logs"
    try FileManager.default.createDirectory(
      atPath: "\(export)/2024", withIntermediateDirectories: true)
    try folder.write("[10:00] <anna> hello\n[10:01] <ben> hi\n", as: "logs/2024/2024-05-01.txt")
    try await Task.sleep(for: .milliseconds(1100))
    let cached = try ArchiveLocator.cachedArchive(forExport: export, cache: cache)
    _ = try ArchiveImporter(into: cached).run(ImportInput(opening: export))
    #expect(ArchiveLocator.currentArchive(ofExport: export, cache: cache) == cached)
    try folder.write("[10:00] <anna> hello again\n", as: "logs/2024/2024-05-02.txt")
    #expect(ArchiveLocator.currentArchive(ofExport: export, cache: cache) == nil)
  }

  @Test("What is complete of a file that breaks off is all there is, until the file is another one")
  func incomplete() async throws {
    let text = TelegramSample.chat([TelegramSample.message(1), TelegramSample.message(2)])
    let export = try folder.write(String(text.dropLast(20)), as: "broken.json")
    try await Task.sleep(for: .milliseconds(1100))
    let cached = try ArchiveLocator.cachedArchive(forExport: export, cache: cache)
    var options = ImportOptions()
    options.keepsPartialInput = true
    _ = try ArchiveImporter(into: cached, options: options).run(ImportInput(opening: export))
    #expect(ArchiveLocator.isArchive(cached))
    #expect(ArchiveLocator.currentArchive(ofExport: export, cache: cache) == cached)
    try folder.write(text, as: "broken.json")
    #expect(ArchiveLocator.currentArchive(ofExport: export, cache: cache) == nil)
  }
}
