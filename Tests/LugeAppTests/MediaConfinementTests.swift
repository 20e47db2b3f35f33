import Foundation
import GRDB
import LugeChat
import LugeCore
import LugeImages
import LugeTestSupport
import Testing

@testable import LugeApp
@testable import LugeArchive
@testable import LugeImporters

/// Which files an archive gets to show, by where it comes from.
@Suite("Media of an archive are read in its folder alone", .timeLimit(.minutes(2)))
struct MediaConfinementTests {
  private let folder: TemporaryFolder
  private var permissions: MediaPermissions { MediaPermissions(folder: folder.path + "/data") }
  private static let png = Array("\u{89}PNG".utf8) + [UInt8](repeating: 0, count: 32)

  init() throws { folder = try TemporaryFolder() }

  /// A chat whose pictures have these paths.
  private func export(_ paths: [String], in name: String = "export") throws -> String {
    let messages = paths.enumerated().map { index, path in
      TelegramSample.message(
        index + 1, more: #", "photo": "\#(path)", "width": 4, "height": 4"#)
    }
    try folder.write(TelegramSample.chat(messages), as: "\(name)/result.json")
    return "\(folder.path)/\(name)"
  }

  private func archive(_ export: String, as name: String = "a.luge") throws -> String {
    let path = "\(folder.path)/\(name)"
    let report = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    try permissions.allow(report.mediaRoots, inArchive: path)
    return path
  }

  /// The pictures that can be read, by their position.
  private func readable(_ archive: Archive) throws -> [Bool] {
    let conversation = try #require(try archive.conversations().first)
    let mapper = MessageMapper(conversation, archive: archive)
    return try archive.messages(in: conversation.id, at: 0..<conversation.count).map { message in
      let media = mapper.message(message).media
      #expect(media.count == 1 && media[0].imageKey != nil, "it has its place all the same")
      guard let key = media.first?.imageKey else { return false }
      return (try? ExportFile(key)) != nil
    }
  }

  @Test("Of an export that this user imported: what lies in it, and nothing that it leads to")
  func hostile() throws {
    try folder.write(Self.png, as: "export/photos/a.png")
    try folder.write(Self.png, as: "secret.png")
    try folder.write(Self.png, as: "secrets/b.png")
    let export = try export([
      "photos/a.png", "../secret.png", folder.path + "/secret.png", "link.png", "folder/b.png",
      "photos/../../secret.png", "pipe.png", "file://\(folder.path)/secret.png",
    ])
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: export + "/link.png", withDestinationPath: folder.path + "/secret.png")
    try manager.createSymbolicLink(
      atPath: export + "/folder", withDestinationPath: folder.path + "/secrets")
    try #require(mkfifo(export + "/pipe.png", 0o600) == 0)
    let opened = try permissions.open(archive(export))
    #expect(try readable(opened) == [true] + Array(repeating: false, count: 7))
  }

  @Test("A zip without its media opens nothing, wherever the program was started")
  func zipWithoutMedia() throws {
    try folder.write(Self.png, as: "secret.png")
    let chat = TelegramSample.chat(
      [folder.path + "/secret.png", "../secret.png", "secret.png"].enumerated().map {
        TelegramSample.message($0 + 1, more: #", "photo": "\#($1)""#)
      })
    try folder.write(chat, as: "zipped/result.json")
    let zip = folder.path + "/chat.zip"
    try Self.run(
      "/usr/bin/python3", ["-m", "zipfile", "-c", zip, folder.path + "/zipped/result.json"])
    let opened = try permissions.open(archive(zip))
    #expect(try opened.conversations().first?.recordedMediaRoot == nil)
    #expect(try readable(opened) == [false, false, false])
  }

  @Test("An archive of somebody else reads nothing, not even from '/'")
  func foreign() throws {
    try folder.write(Self.png, as: "export/a.png")
    let path = try archive(export(["a.png", folder.path + "/export/a.png"]))
    #expect(try readable(permissions.open(path)) == [true, true])
    for root in ["/", folder.path, folder.path + "/export/..", "", "relative"] {
      try change(path, root: root)
      let opened = try permissions.open(path)
      #expect(try opened.conversations().first?.mediaRoot == nil)
      #expect(try opened.conversations().first?.recordedMediaRoot == root)
      #expect(try readable(opened) == [false, false], "\(root)")
    }
    // The folder of this user's import, in an archive that is another one.
    try change(path, root: folder.path + "/export")
    #expect(try readable(permissions.open(path)) == [true, true])
    try change(path, identity: String(repeating: "0", count: 32))
    #expect(try readable(permissions.open(path)) == [false, false])
    // An identity that would be a path.
    try change(path, identity: "../../../../../../etc/passwd")
    #expect(try readable(permissions.open(path)) == [false, false])
  }

  @Test("Importing into an archive of somebody else answers for what was imported alone")
  func mixed() throws {
    try folder.write(Self.png, as: "theirs/a.png")
    try folder.write(Self.png, as: "mine/a.png")
    let theirs = try export(["a.png"], in: "theirs")
    let path = "\(folder.path)/a.luge"
    _ = try ArchiveImporter(into: path).run(ImportInput(opening: theirs))
    let other = TelegramSample.chat(
      [TelegramSample.message(1, more: #", "photo": "a.png""#)], name: "Ben"
    ).replacing("\"id\": 11", with: "\"id\": 12")
    try folder.write(other, as: "mine/result.json")
    let report = try ArchiveImporter(into: path).run(
      ImportInput(opening: folder.path + "/mine"))
    try permissions.allow(report.mediaRoots, inArchive: path)
    let conversations = try permissions.open(path).conversations()
    #expect(conversations.count == 2)
    #expect(Set(conversations.map(\.mediaRoot)) == [nil, folder.path + "/mine"])
  }

  @Test("Its pictures are in this folder: from now on, for this archive")
  func chosen() throws {
    try folder.write(Self.png, as: "export/a.png")
    let export = try export(["a.png"])
    let path = "\(folder.path)/a.luge"
    _ = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    #expect(try readable(permissions.open(path)) == [false])
    try FileManager.default.moveItem(atPath: export, toPath: folder.path + "/moved")
    #expect(try readable(permissions.open(path, mediaFolder: folder.path + "/moved")) == [true])
    #expect(try readable(permissions.open(path)) == [false], "once, for one command")
    try permissions.choose(folder.path + "/moved", forArchive: path)
    #expect(try readable(permissions.open(path)) == [true])
    // A copy is the same archive.
    try FileManager.default.copyItem(atPath: path, toPath: folder.path + "/b.luge")
    #expect(try readable(permissions.open(folder.path + "/b.luge")) == [true])
  }

  @Test("A chosen folder stands for what the recorded ones have in common")
  func severalRoots() throws {
    let access = MediaAccess.folder("/new")
    #expect(access.root("/old/x/A", among: ["/old/x/A", "/old/x/B"]) == "/new/A")
    #expect(access.root("/old/x/B", among: ["/old/x/A", "/old/x/B"]) == "/new/B")
    #expect(access.root("/old/x/A", among: ["/old/x/A"]) == "/new")
    #expect(access.root(nil, among: ["/old/x/A"]) == "/new")
    #expect(access.root("/a/../..", among: ["/a/../..", "/a"]) == "/new")
    #expect(MediaAccess.none.root("/a", among: []) == nil)
    #expect(MediaAccess.only(["/a"], beneath: ["/b"]).root("/b/c", among: []) == "/b/c")
    #expect(MediaAccess.only(["/a"], beneath: ["/b"]).root("/bc", among: []) == nil)
    #expect(MediaAccess.only(["/a"], beneath: ["/b"]).root("/b/../c", among: []) == nil)
    #expect(MediaAccess.only(["/a"], beneath: ["/b"]).root("/b/../\u{301}c", among: []) == nil)
    #expect(MediaAccess.only(["/a/\u{E9}"]).root("/a/e\u{301}", among: []) == nil)
    #expect(MediaAccess.only(["/a"]).root("/a/b", among: []) == nil)
  }

  @Test("An export that is opened directly shows its pictures, from the cache too")
  func openedDirectly() async throws {
    try folder.write(Self.png, as: "export/a.png")
    let export = try export(["a.png"])
    let cached = try ArchiveLocator.cachedArchive(forExport: export, cache: folder.path + "/cache")
    _ = try ArchiveImporter(into: cached).run(ImportInput(opening: export))
    let opening = ArchiveOpening(archive: cached, of: export)
    guard case .archive(let opened) = await opening.outcome else {
      Issue.record("not found")
      return
    }
    #expect(try readable(opened.archive) == [true])
    let foreign = ArchiveOpening(path: cached, cache: folder.path + "/cache")
    guard case .archive(let alone) = await foreign.outcome else {
      Issue.record("not found")
      return
    }
    #expect(try readable(alone.archive) == [false])
  }

  private func change(_ path: String, root: String? = nil, identity: String? = nil) throws {
    try DatabaseQueue(path: path, configuration: ArchiveFile.configuration()).write { db in
      if let root {
        try db.execute(sql: "UPDATE conversations SET media_root = ?", arguments: [root])
      }
      if let identity {
        try db.execute(sql: "UPDATE identity SET value = ?", arguments: [identity])
      }
    }
  }

  private static func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
