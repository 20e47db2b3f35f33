import Foundation
import LugeCore
import LugeImages
import LugeTestSupport
import Testing

@testable import LugeApp
@testable import LugeArchive
@testable import LugeImporters

/// Two exports of one chat number their files alike: `a.png` is another picture in each.
@Suite("A message shows the pictures of the export it came with", .timeLimit(.minutes(2)))
struct MediaFolderTests {
  private let folder: TemporaryFolder
  private var permissions: MediaPermissions { MediaPermissions(folder: folder.path + "/data") }
  private var path: String { folder.path + "/a.luge" }

  init() throws { folder = try TemporaryFolder() }

  /// An export whose messages all show `a.png`, a file that says whose it is.
  private func export(
    _ name: String, _ ids: [Int], text: String = "", hasFile: Bool = true
  ) throws -> String {
    if hasFile { try folder.write(Array(name.utf8), as: "\(name)/a.png") }
    let chat = TelegramSample.chat(
      ids.map { TelegramSample.message($0, "\($0)\(text)", more: #", "photo": "a.png""#) })
    try folder.write(chat, as: "\(name)/result.json")
    return "\(folder.path)/\(name)"
  }

  @discardableResult
  private func take(
    _ export: String, into path: String? = nil
  ) throws -> ImportReport.Conversation {
    let path = path ?? self.path
    let report = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    try permissions.allow(report.mediaRoots, inArchive: path)
    return try #require(report.conversations.first)
  }

  /// What is read for each message, from its first on.
  private func shown(_ archive: Archive) throws -> [String] {
    let conversation = try #require(try archive.conversations().first)
    let mapper = MessageMapper(conversation, archive: archive)
    return try archive.messages(in: conversation.id, at: 0..<conversation.count).map { message in
      guard let key = mapper.message(message).media.first?.imageKey,
        let file = try? ExportFile(key)
      else { return "-" }
      return String(decoding: try Data(contentsOf: URL(fileURLWithPath: file.path)), as: UTF8.self)
    }
  }

  private func made(_ key: String, _ root: String?, _ paths: [(Int, String)]) -> ImportInput {
    let part = ImportInput.Part(name: "made") { sink in
      try sink.begin(
        ConversationRecord(key: key, name: "Anna", kind: .personal, mediaRoot: root))
      for (id, path) in paths {
        try sink.add(
          MessageRecord(
            sourceKey: "\(id)",
            time: Timestamp(seconds: 4_000_000_000 + Int64(id), certainty: .exact),
            media: [MediaRecord(kind: .photo, path: path)]))
      }
    }
    return ImportInput(path: "made", parts: [part])
  }

  private func shown() throws -> [String] { try shown(permissions.open(path)) }

  @Test("An import from another folder leaves the pictures of the first as they are")
  func second() throws {
    try take(export("one", [1, 2]))
    #expect(try shown() == ["one", "one"])
    let two = try take(export("two", [3]))
    #expect(two.added == 1)
    #expect(try shown() == ["one", "one", "two"])
    // Once more changes nothing, from either folder.
    for name in ["one", "two"] {
      let again = try take(folder.path + "/" + name)
      #expect(again.added + again.updated == 0)
    }
    #expect(try shown() == ["one", "one", "two"])
    let facts = try permissions.open(path).media(
      in: #require(try permissions.open(path).conversations().first).id)
    #expect(Set(facts.compactMap(\.medium.path)).count == 2, "two files have two names")
  }

  @Test("What both exports have is read from the newer one, while that has the file")
  func moved() throws {
    try take(export("one", [1, 2]))
    let two = try take(export("two", [2, 3]))
    #expect((two.added, two.updated, two.unchanged) == (1, 0, 1))
    #expect(try shown() == ["one", "two", "two"])
    try FileManager.default.removeItem(atPath: folder.path + "/one")
    #expect(try shown() == ["-", "two", "two"])
    try take(export("three", [1, 2, 3], hasFile: false))
    #expect(try shown() == ["-", "two", "two"])
    let edited = try take(export("four", [1, 2, 3], text: "edited"))
    #expect(edited.updated == 3)
    #expect(try shown() == ["four", "four", "four"])
  }

  @Test("Files that were left packed are none of a folder that has their names")
  func packed() throws {
    func input(_ root: String?, _ id: Int) -> ImportInput {
      made("t:1", root, [(id, "a.png")])
    }
    let one = try export("one", [])
    for inputs in [[(nil, 1), (one, 2)], [(one, 1), (nil, 2)]] as [[(String?, Int)]] {
      try? FileManager.default.removeItem(atPath: path)
      for (root, id) in inputs {
        let report = try ArchiveImporter(into: path).run(input(root, id))
        try permissions.allow(report.mediaRoots, inArchive: path)
      }
      #expect(try shown() == inputs.map { $0.0 == nil ? "-" : "one" })
    }
  }

  @Test("Only folders of this user's imports are read; a folder that is named stands for the rest")
  func permission() throws {
    _ = try ArchiveImporter(into: path).run(ImportInput(opening: export("one", [1])))
    let two = try export("two", [2])
    _ = try ArchiveImporter(into: path).run(ImportInput(opening: two))
    #expect(try shown() == ["-", "-"])
    try permissions.allow([two], inArchive: path)
    #expect(try shown() == ["-", "two"])
    // Not said: a path of another import that names the first's folder.
    try FileManager.default.moveItem(
      atPath: folder.path + "/one", toPath: folder.path + "/elsewhere")
    try permissions.choose(folder.path + "/elsewhere", forArchive: path)
    try permissions.allow([two], inArchive: path)
    #expect(try shown() == ["one", "two"])
  }

  @Test("A merge shows the pictures of both", arguments: [false, true])
  func merge(overlaps: Bool) throws {
    let (first, second) = (folder.path + "/1.luge", folder.path + "/2.luge")
    try take(export("one", [1, 2]), into: first)
    try take(export("two", overlaps ? [2, 3] : [3, 4]), into: second)
    let merge = try ArchiveMerge(permissions.open(first), permissions.open(second))
    _ = try ArchiveImporter(into: path).run(merge.input(name: "both"))
    #expect(Set(try shown()) == ["-"], "not before this user's folders are noted for it")
    try permissions.allow(merge.mediaFolders, inArchive: path)
    // What both have is read from the newer one, as after imports.
    #expect(
      try shown() == (overlaps ? ["one", "two", "two"] : ["one", "one", "two", "two"]))
    // And a newer export into that.
    try take(export("three", [9]))
    #expect(try shown().suffix(2) == ["two", "three"])
  }

  @Test(
    "A merge with somebody else's archive reads nothing for its messages", arguments: [false, true])
  func foreignMerge(isFirst: Bool) throws {
    let (mine, theirs) = (folder.path + "/1.luge", folder.path + "/2.luge")
    let one = try export("one", [1, 2])
    try take(one, into: mine)
    // It names this user's own folder, and files in it in full.
    let key = try #require(try Archive(opening: mine).conversations().first).key
    let input = made(key, folder.path, [(7, "one/a.png"), (8, one + "/a.png"), (9, "a.png")])
    _ = try ArchiveImporter(into: theirs).run(input)
    let archives = try [mine, theirs].map { try permissions.open($0) }
    let merge = try ArchiveMerge(archives[isFirst ? 1 : 0], archives[isFirst ? 0 : 1])
    _ = try ArchiveImporter(into: path).run(merge.input(name: "both"))
    #expect(merge.mediaFolders == [one])
    try permissions.allow(merge.mediaFolders, inArchive: path)
    #expect(try shown() == ["one", "one", "-", "-", "-"])
  }

  @Test("Nested folders: the longest name is the one that is meant")
  func nested() {
    let folders = MediaFolders(
      root: "/x",
      named: [
        .init(recorded: "/y", readable: "/y"), .init(recorded: "/y/z", readable: nil),
        .init(recorded: "/w/", readable: "/v"),
      ])
    func place(_ path: String) -> String? { folders.place(of: path).map { "\($0) + \($1)" } }
    #expect(place("a") == "/x + a")
    #expect(place("/x/a") == "/x + a")
    #expect(place("/y/a") == "/y + a")
    #expect(place("/y/z/a") == nil)
    #expect(place("/y/za") == "/y + za")
    #expect(place("/w/a") == "/v + a")
    #expect(place("/v/a") == "/v + a", "as a message names it once it is resolved")
    #expect(place(MediaFolders.nowhere + "/a") == nil)
    #expect(MediaFolders(root: nil).place(of: "/a") == nil)
  }
}
