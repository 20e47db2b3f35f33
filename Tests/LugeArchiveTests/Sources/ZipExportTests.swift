import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Zips of exports")
struct ZipExportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let chat = """
    [13/02/2020, 10:00:00] Ann: hello\r
    [13/02/2020, 10:00:05] Ann: \u{200E}<attached: 1-PHOTO.jpg>\r
    [13/02/2020, 10:00:06] Bob: bye\r

    """

  @Test("What the phone sends: the chat is read, its media stay in the zip")
  func whatsApp() throws {
    let path = try folder.write(
      ZipBuilder([("_chat.txt", Self.chat), ("1-PHOTO.jpg", "JPEG"), ("2-notes.txt", Self.chat)])
        .bytes, as: "WhatsApp Chat - Family.zip")
    let export = try ExportOpener().open(path: path)
    #expect(export.items.map(\.displayName) == ["WhatsApp Chat - Family.zip/_chat.txt"])
    #expect(export.items.map { $0.reader.formatName } == ["WhatsApp text"])
    let sink = CollectingSink()
    try export.items[0].read(into: sink)
    #expect(sink.conversations.map(\.name) == ["Family"])
    #expect(sink.conversations.map(\.key) == ["whatsapp:Family"])
    #expect(sink.conversations.map(\.mediaRoot) == [nil])
    #expect(sink.texts == ["hello", "", "bye"])
    #expect(sink.messages[1].media.map(\.path) == ["1-PHOTO.jpg"])
    #expect(sink.bytes == Int64(Self.chat.utf8.count))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  @Test("Media are unpacked when asked, and only media; twice does no work twice")
  func media() throws {
    let path = try folder.write(
      ZipBuilder([
        ("WhatsApp Chat with Ann.txt", Self.chat), ("1-PHOTO.jpg", "JPEG"), ("ä/ö.pdf", "PDF!"),
      ]).bytes, as: "chat.zip")
    let target = folder.path + "/media"
    let export = try ExportOpener().open(path: path, mediaFolder: target)
    #expect(export.items.map(\.mediaRoot) == [target])
    let first = try export.extractMedia(to: target)
    #expect(first.written == ["1-PHOTO.jpg", "ä/ö.pdf"])
    #expect(first.bytes == 8)
    let data = try #require(FileManager.default.contents(atPath: target + "/ä/ö.pdf"))
    #expect(String(decoding: data, as: UTF8.self) == "PDF!")
    let second = try export.extractMedia(to: target)
    #expect(second.written.isEmpty)
    #expect(second.kept == first.written)
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: target).sorted()
        == ["1-PHOTO.jpg", "ä", "ä/ö.pdf"])
  }

  @Test("A file that cannot be there by its name is left out and named, and the rest is unpacked")
  func names() throws {
    let long = String(repeating: "x", count: 300) + ".jpg"
    let path = try folder.write(
      ZipBuilder([
        ("_chat.txt", Self.chat), (long, "1"), ("photos", "2"), ("photos/a.jpg", "3"),
        ("b/c.jpg", "4"), ("b", "5"), ("last.jpg", "6"),
      ]).bytes, as: "chat.zip")
    let target = folder.path + "/media"
    let result = try ExportOpener().open(path: path).extractMedia(to: target)
    #expect(result.written == ["photos", "b/c.jpg", "last.jpg"])
    #expect(result.leftOut.map(\.place) == [long, "photos/a.jpg", "b"])
    let input = try ImportInput(opening: path, mediaFolder: folder.path + "/x.media")
    let importer = ArchiveImporter(into: folder.path + "/x.luge")
    let (report, mediaError) = try importer.runWithMedia(input)
    #expect(mediaError == nil && report.unreadable.map(\.place) == result.leftOut.map(\.place))
  }

  @Test("A file that is damaged in the zip is left out and named, and the rest is unpacked")
  func damagedFile() throws {
    let zip = ZipBuilder([
      .init(name: "_chat.txt", content: Array(Self.chat.utf8)),
      .init(name: "a.jpg", content: Array("1".utf8)),
      .init(name: "b.jpg", content: Array("2".utf8), hasWrongChecksum: true),
      .init(name: "c.jpg", content: Array("3".utf8)),
    ])
    let path = try folder.write(zip.bytes, as: "chat.zip")
    let target = folder.path + "/media"
    let result = try ExportOpener().open(path: path).extractMedia(to: target)
    #expect(result.written == ["a.jpg", "c.jpg"])
    #expect(result.leftOut.map(\.place) == ["b.jpg"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: target).sorted() == result.written)
  }

  @Test("Unless that is allowed, a zip unpacks to four times its size and 256 MB")
  func usualLimit() throws {
    let bytes = ZipBuilder([("_chat.txt", Self.chat), ("a.jpg", "1234")]).bytes
    let path = try folder.write(bytes, as: "chat.zip")
    #expect(ZipExport.usualLimit(of: [path]) == 4 * Int64(bytes.count) + 256_000_000)
    #expect(ZipExport.usualLimit(of: [path, path]) == 8 * Int64(bytes.count) + 256_000_000)
    let target = folder.path + "/media"
    let export = try ExportOpener().open(path: path)
    #expect(try export.extractMedia(to: target, limit: 0).written == ["a.jpg"])
  }

  @Test("Several zips together unpack to no more than one of their size")
  func limitOfAll() throws {
    let input = folder.path + "/all"
    for name in ["a", "b", "c"] {
      // The sizes are compared, not the bytes: three files of zeros would take a while.
      try folder.write(
        ZipBuilder([("_chat.txt", Self.chat), ("\(name).jpg", String(repeating: name, count: 60))])
          .bytes, as: "all/\(name).zip")
    }
    let export = try ExportOpener().open(path: input)
    #expect(throws: ArchiveError.self) {
      try export.extractMedia(to: folder.path + "/media", allowance: { _ in 150 })
    }
    #expect(
      try export.extractMedia(to: folder.path + "/media", allowance: { _ in 180 }).kept.count == 2)
  }

  @Test("Unpacking stops at the limit and leaves no half file")
  func limit() throws {
    let path = try folder.write(
      ZipBuilder([("_chat.txt", Self.chat), ("a.jpg", "1234"), ("b.jpg", "12345678")]).bytes,
      as: "chat.zip")
    let export = try ExportOpener().open(path: path)
    let target = folder.path + "/media"
    #expect {
      try export.extractMedia(to: target, limit: 7)
    } throws: { error in
      guard let error = error as? ArchiveError, case .tooLarge(_, let place, _) = error else {
        return false
      }
      return place.contains("'b.jpg'") && error.description.contains("--media-limit")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: target) == ["a.jpg"])
  }

  @Test("A link in the place of a folder is not written through")
  func linkAtFolder() throws {
    let path = try folder.write(
      ZipBuilder([("_chat.txt", Self.chat), ("photos/a.jpg", "1234"), ("b.jpg", "5")]).bytes,
      as: "chat.zip")
    let victim = try folder.write("keep", as: "elsewhere/a.jpg")
    let target = folder.path + "/media"
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(target)/photos", withDestinationPath: folder.path + "/elsewhere")
    let result = try ExportOpener().open(path: path).extractMedia(to: target)
    #expect(result.written == ["b.jpg"])
    #expect(result.leftOut.map(\.place) == ["photos/a.jpg"])
    #expect(FileManager.default.contents(atPath: victim) == Data("keep".utf8))
  }

  @Test("Nor is the folder of media, where that is a link itself; the messages are read")
  func linkAsFolder() throws {
    let path = try folder.write(
      ZipBuilder([("_chat.txt", Self.chat), ("a.jpg", "1234")]).bytes, as: "chat.zip")
    let elsewhere = folder.path + "/elsewhere"
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    let media = folder.path + "/z.media"
    try FileManager.default.createSymbolicLink(atPath: media, withDestinationPath: elsewhere)
    let importer = ArchiveImporter(into: folder.path + "/z.luge")
    let (report, error) = try importer.runWithMedia(ImportInput(opening: path, mediaFolder: media))
    #expect(report.added > 0)
    guard case .notWritable(media, _)? = error else {
      return #expect(Bool(false), "\(error as Any)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == [])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: media) == elsewhere)
  }

  @Test("A link that waits at the target is not written through")
  func linkAtTarget() throws {
    let path = try folder.write(
      ZipBuilder([("_chat.txt", Self.chat), ("a.jpg", "1234")]).bytes, as: "chat.zip")
    let victim = try folder.write("keep", as: "victim")
    let target = folder.path + "/media"
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for name in ["a.jpg", "a.jpg.part"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(target)/\(name)", withDestinationPath: victim)
    }
    try ExportOpener().open(path: path).extractMedia(to: target)
    #expect(FileManager.default.contents(atPath: victim) == Data("keep".utf8))
    #expect(FileManager.default.contents(atPath: target + "/a.jpg") == Data("1234".utf8))
  }

  @Test(
    "A member that leads outside: the zip is refused",
    arguments: [
      "../evil.txt", "a/../../evil.txt", "/etc/passwd", "..", "a/..", "..\\evil.txt", "a\\..\\b",
      "C:\\evil.txt", "c:evil.txt", "\\evil.txt", "//x/y", "../\u{301}evil.txt",
      "a/../\u{20D2}../\u{301}evil.txt", "/\u{301}evil.txt",
    ])
  func traversal(name: String) throws {
    let path = try folder.write(
      ZipBuilder([("_chat.txt", Self.chat), (name, "x")]).bytes, as: "chat.zip")
    // libarchive reads the separators of Windows as those they are.
    let shown = name.replacing("\\", with: "/")
    #expect(throws: ArchiveError.unsafePath(path: path, member: shown)) {
      try ExportOpener().open(path: path)
    }
  }

  @Test(
    "Names that only look dangerous are fine", arguments: ["..a.jpg", "a..jpg", "a/...jpg", "ab:c"])
  func harmless(name: String) { #expect(!ZipMember.isUnsafe(path: name)) }

  @Test("Names are judged the same with either separator", arguments: ["..\\a", "a\\..\\b", "\\a"])
  func backslashes(name: String) { #expect(ZipMember.isUnsafe(path: name)) }

  @Test("Pipes, devices and links to other files are refused by what they are")
  func special() throws {
    let script = """
      import sys, tarfile
      kinds = {"pipe": tarfile.FIFOTYPE, "device": tarfile.CHRTYPE, "link": tarfile.LNKTYPE}
      for name, kind in kinds.items():
          with tarfile.open(f"{sys.argv[1]}/{name}.tar", "w") as tar:
              member = tarfile.TarInfo("photos/a.png")
              member.type, member.linkname = kind, "result.json"
              tar.addfile(member)
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-c", script, folder.path]
    try process.run()
    process.waitUntilExit()
    for name in ["pipe", "device", "link"] {
      let path = "\(folder.path)/\(name).tar"
      do {
        _ = try ZipExport(path: path)
        Issue.record("\(name) was taken")
      } catch {
        #expect("\(error)".contains("'photos/a.png' in it is a \(name)"), "\(error)")
      }
    }
  }

  @Test("Of an import that failed no folder of media is left")
  func failedImport() throws {
    let zip = ZipBuilder([
      .init(name: "result.json", content: Array(#"{"name": "A", "type": "pers"#.utf8)),
      .init(name: "photos/a.jpg", content: [1, 2, 3]),
    ])
    let path = try folder.write(zip.bytes, as: "chat.zip")
    #expect(throws: ArchiveError.self) {
      let input = try ImportInput(opening: path, mediaFolder: folder.path + "/x.media")
      _ = try ArchiveImporter(into: folder.path + "/x.luge").runWithMedia(input)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/x.media"))
  }

  @Test("A link is refused")
  func link() throws {
    let zip = ZipBuilder([
      .init(name: "_chat.txt", content: Array(Self.chat.utf8)),
      .init(name: "a.jpg", content: Array("/etc/passwd".utf8), mode: 0o120777),
    ])
    let path = try folder.write(zip.bytes, as: "chat.zip")
    #expect(throws: ArchiveError.unsafePath(path: path, member: "a.jpg")) {
      try ZipExport(path: path)
    }
  }

  @Test("An encrypted zip says so")
  func encrypted() throws {
    let zip = ZipBuilder([
      .init(name: "_chat.txt", content: [UInt8](repeating: 7, count: 64), isEncrypted: true)
    ])
    let path = try folder.write(zip.bytes, as: "chat.zip")
    #expect {
      try ZipExport(path: path)
    } throws: { error in "\(error)".contains("password") }
  }

  @Test("A zip that is cut or changed anywhere gives an error or messages, never a crash")
  func damagedPicture() throws {
    for (index, members) in [
      [("_chat.txt", Self.chat), ("1-PHOTO.jpg", "JPEG")],
      [("b/_chat.txt", Self.chat), ("a/_chat.txt", Self.chat), ("c/_chat.txt", Self.chat)],
    ].enumerated() {
      try expectErrors(of: ZipBuilder(members).bytes, seed: UInt64(7 + index))
    }
  }

  private func expectErrors(of good: [UInt8], seed: UInt64) throws {
    var failures = 0
    var random = SeededGenerator(seed: seed)
    for count in stride(from: 4, to: good.count, by: 9) {
      let path = try folder.write(Array(good[..<count]), as: "cut.zip")
      #expect(throws: ArchiveError.self) { try open(path) }
    }
    for _ in 0..<150 {
      var bytes = good
      for _ in 0..<3 {
        bytes[Int.random(in: 4..<bytes.count, using: &random)] = random.next(upperBound: 255)
      }
      let path = try folder.write(bytes, as: "bad.zip")
      do { try open(path) } catch is ArchiveError { failures += 1 }
    }
    #expect(failures > 0)
  }

  private func open(_ path: String) throws {
    for item in try ExportOpener().open(path: path).items { try item.read(into: CollectingSink()) }
  }

  @Test("A member whose bytes are not those that were packed is an error at its place")
  func checksum() throws {
    let zip = ZipBuilder([
      .init(name: "_chat.txt", content: Array(Self.chat.utf8), hasWrongChecksum: true)
    ])
    let path = try folder.write(zip.bytes, as: "chat.zip")
    #expect {
      try open(path)
    } throws: { error in
      guard case .malformed(_, let place, _) = error as? ArchiveError else { return false }
      return place == "_chat.txt"
    }
  }

  @Test("What comes before a damage is read, and then the error")
  func beforeDamage() throws {
    func texts(_ members: [ZipBuilder.Member]) throws -> (texts: [String], error: String) {
      let path = try folder.write(ZipBuilder(members).bytes, as: "damaged.zip")
      let sink = CollectingSink()
      do {
        for item in try ExportOpener().open(path: path).items { try item.read(into: sink) }
        return (sink.texts, "")
      } catch { return (sink.texts, "\(error)") }
    }
    let chat = (0..<3000).map { "31/01/2020, 12:34 - Ann: message \($0)\n" }.joined()
    let stored = Array(chat.utf8)
    let wrong = try texts([.init(name: "_chat.txt", content: stored, hasWrongChecksum: true)])
    #expect(wrong.texts.count >= 2999 && wrong.error.contains("damaged"))
    // A flipped byte in the middle of what is packed.
    var packed = try deflated(stored)
    let half = packed.count / 2
    packed[half] ^= 0x55
    packed[half + 1] ^= 0xAA
    packed.replaceSubrange(half + 2..<half + 40, with: [UInt8](repeating: 0xFF, count: 38))
    let flipped = try texts([
      .init(
        name: "_chat.txt", content: packed, method: 8, unpackedSize: UInt32(stored.count),
        checksum: 1)
    ])
    #expect(flipped.texts.count > 1200 && flipped.texts.count < 3000)
    #expect(flipped.texts.prefix(1200) == ArraySlice((0..<1200).map { "message \($0)" }))
    #expect(!flipped.error.isEmpty)
    // A method that nothing here unpacks is no damage, and keeps no other chat from being read.
    let strange = ZipBuilder.Member(name: "a.txt", content: stored, method: 77)
    #expect(try texts([strange]).error.contains("method"))
    #expect(
      try texts([strange, .init(name: "b/_chat.txt", content: stored)]).texts.count == 3000)
    let path = folder.path + "/damaged.zip"
    let reasons = try ExportOpener().open(path: path).unreadable.map(\.reason)
    #expect(reasons.count == 1 && reasons[0].contains("packed by a method"), "\(reasons)")
  }

  /// Packs bytes by the system's gzip, without its header and its end.
  private func deflated(_ bytes: [UInt8]) throws -> [UInt8] {
    let path = try folder.write(bytes, as: "plain")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-n", path]
    try process.run()
    process.waitUntilExit()
    return Array(try Data(contentsOf: URL(filePath: path + ".gz")).dropFirst(10).dropLast(8))
  }

  @Test("A zip without a chat, and an empty one")
  func noChat() throws {
    let photos = try folder.write(
      ZipBuilder([("a.jpg", "x"), ("b.txt", "hello")]).bytes, as: "a.zip")
    let empty = try folder.write(ZipBuilder([ZipBuilder.Member]()).bytes, as: "b.zip")
    for path in [photos, empty] {
      #expect {
        try ExportOpener().open(path: path)
      } throws: { error in
        guard case .unknownFormat(_, let hint) = error as? ArchiveError else { return false }
        return hint.contains("WhatsApp text")
      }
    }
  }

  @Test("A name of one letter, and a file that is asked for after all others")
  func shortNames() throws {
    let path = try folder.write(
      ZipBuilder([
        .init(name: "a", content: Array(Self.chat.utf8)),
        .init(name: "d/", content: [], mode: 0o040755), .init(name: "ä", content: [120]),
        .init(name: "b/c", content: [120]),
        .init(name: "d/_chat.txt", content: Array(Self.chat.utf8)),
      ]).bytes, as: "x.zip")
    let sink = CollectingSink()
    for item in try ExportOpener().open(path: path).items { try item.read(into: sink) }
    #expect(!sink.messages.isEmpty)
    let zip = try ZipExport(path: path)
    #expect(zip.members.map(\.path) == ["a", "ä", "b/c", "d/_chat.txt"])
    for member in zip.members {
      #expect(try zip.source(for: member).prefix(1).count == 1)
    }
  }

  @Test("Two conversations in folders of one zip")
  func several() throws {
    let path = try folder.write(
      ZipBuilder([("B/_chat.txt", Self.chat), ("A/_chat.txt", Self.chat)]).bytes, as: "both.zip")
    let export = try ExportOpener().open(path: path, mediaFolder: "/m")
    #expect(export.items.map(\.path) == [path + "/A/_chat.txt", path + "/B/_chat.txt"])
    #expect(export.items.map(\.mediaRoot) == ["/m/A", "/m/B"])
    let sink = CollectingSink()
    for item in export.items { try item.read(into: sink) }
    #expect(sink.conversations.map(\.name) == ["A", "B"])
  }

  // MARK: Many chats

  private func zip(of count: Int) throws -> String {
    // In no order of names, as folders are on a disk.
    let members = (0..<count).map { ("chat \($0 * 7919 % count)/_chat.txt", Self.chat) }
    return try folder.write(ZipBuilder(members).bytes, as: "\(count).zip")
  }

  private func texts(of export: OpenedExport) throws -> ZipTexts {
    guard case .member(_, let texts) = export.items.first?.place else { throw Missing() }
    return texts
  }

  private struct Missing: Error {}

  @Test("Five hundred chats are read with one walk through the zip, whatever their order in it")
  func oneWalk() throws {
    let export = try ExportOpener().open(path: try zip(of: 500))
    let sink = CollectingSink()
    for item in export.items { try item.read(into: sink) }
    #expect(sink.conversations.count == 500)
    #expect(sink.messages.count == 1500)
    // Each chat is looked at twice: for the order of day and month, and to be read.
    #expect(try texts(of: export).walks == 1)
  }

  @Test("No walk holds more than its limit; a larger chat is read alone")
  func limitedWalks() throws {
    let long = String(repeating: "x", count: 600)
    let path = try folder.write(
      ZipBuilder((0..<40).map { ("\($0 + 10).txt", $0 == 20 ? long : "\($0)") }).bytes,
      as: "a.zip")
    let zip = try ZipExport(path: path)
    let texts = ZipTexts(
      path: path, members: zip.members, texts: zip.members.reversed(), limit: 8)
    for member in zip.members.reversed() {
      let source = ZipMemberSource(zip: texts, member: member, context: SourceContext())
      let text = String(decoding: try source.prefix(1000), as: UTF8.self)
      #expect(text == (member.fileName == "30.txt" ? long : "\(member.index)"))
    }
    // 29 of two letters, four a walk, and ten of one: the walks that 20 is in count them apart.
    #expect((8...11).contains(texts.walks), "\(texts.walks)")
  }

  @Test("Chats do not unpack to more than a limit, however many and small they are")
  func unpackedLimit() throws {
    let chat = String(repeating: "x", count: 1000)
    let path = try folder.write(
      ZipBuilder((0..<40).map { ("\($0 + 10).txt", chat) }).bytes, as: "a.zip")
    let zip = try ZipExport(path: path)
    for limit in [Int64(8), 1 << 20] {
      let texts = ZipTexts(
        path: path, members: zip.members, texts: zip.members, limit: limit, mostUnpacked: 10_500)
      var whole = 0
      let error = #expect(throws: ArchiveError.self) { () throws in
        for member in zip.members {
          let source = ZipMemberSource(zip: texts, member: member, context: SourceContext())
          let bytes = try source.prefix(1000)
          #expect(bytes.count == 1000)
          whole += 1
        }
      }
      #expect(error == .tooLarge(path: path, place: "whole file", limit: "10 KB"))
      #expect(whole == 10)
    }
    #expect(UnpackedLimit.bytes(of: path) > 256 << 20)
  }

  @Test("Of many chats one that is damaged is an error, and the others are read without more walks")
  func damagedAmongMany() throws {
    var members = (0..<30).map {
      ZipBuilder.Member(name: "\($0 + 10).txt", content: Array(Self.chat.utf8))
    }
    members[11].hasWrongChecksum = true
    // More than the list says.
    members[17].claimedSize = 5
    let path = try folder.write(ZipBuilder(members).bytes, as: "a.zip")
    let zip = try ZipExport(path: path)
    let texts = ZipTexts(path: path, members: zip.members, texts: zip.members)
    var broken: [Int] = []
    for member in zip.members {
      let source = ZipMemberSource(zip: texts, member: member, context: SourceContext())
      do {
        #expect(try source.prefix(1000) == Array(Self.chat.utf8))
      } catch { broken.append(member.index) }
    }
    #expect(broken.contains(11))
    #expect(Set(broken).isSubset(of: [11, 17]))
    #expect(texts.walks == 1)
  }

  @Test("Of a folder, attachments that lie before the chat that has them are left out")
  func claimedFolders() throws {
    let root = folder.path + "/chats"
    for name in ["b", "a", "a/inner", "a b", "c"] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(name)", withIntermediateDirectories: true)
      for file in ["0-a.txt", name == "c" ? "talk.txt" : "_chat.txt"] {
        try Self.chat.write(
          toFile: "\(root)/\(name)/\(file)", atomically: true, encoding: .utf8)
      }
    }
    #expect(
      try ExportOpener().open(path: root).items.map(\.displayName) == [
        "a/_chat.txt", "a b/_chat.txt", "a/inner/_chat.txt", "b/_chat.txt", "c/0-a.txt",
        "c/talk.txt",
      ])
  }
}
