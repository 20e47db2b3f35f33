import Foundation
import LugeArchive
import LugeCore
import LugeImporters
import Testing

@testable import LugeSamples

@Suite("Generate: other formats and files") struct OutputTests {
  @Test("Drive data has one object for each message")
  func drive() throws {
    try withScratchFolder { folder in
      let path = folder + "/data.json"
      _ = try Generator(format: .drive, path: path).run([ThesisSet(.init())])
      let list = try #require(
        try JSONSerialization.jsonObject(with: try bytes(path)) as? [[String: Any]])
      #expect(list.count == 500)
      #expect(Set(list.compactMap { $0["direction"] as? String }) == ["in", "out"])
      for message in list {
        #expect(message["messageId"] is NSNumber && message["date"] is NSNumber)
        let items = message["mediaItems"] as? [String] ?? []
        #expect((message["message"] as? String)?.isEmpty == false || !items.isEmpty)
        #expect(items.allSatisfy { $0.hasSuffix(".jpg") || $0.hasSuffix(".gif") })
      }
    }
  }

  @Test(
    "As many messages and service entries are said as an import finds",
    arguments: [Generator.Format.telegram, .whatsapp, .irc, .luge])
  func counts(format: Generator.Format) throws {
    try withScratchFolder { folder in
      let path = format == .luge ? "\(folder)/a.luge" : "\(folder)/export"
      let report = try Generator(format: format, path: path, pictures: 12)
        .run([RealisticChat(.init(count: 400, seed: 5))])
      var messages = 0
      var events = 0
      if format == .luge {
        let known = try #require(try Archive(opening: path).conversations().first)
        (messages, events) = (known.messages, known.service)
      } else {
        let sink = CollectingSink()
        for item in try ExportOpener().open(path: path).items { try item.read(into: sink) }
        for message in sink.messages {
          if message.kind == .message { messages += 1 } else { events += 1 }
        }
      }
      #expect(report.messages == messages && report.events == events)
      #expect(report.messages >= 380 && report.events > 0)
    }
  }

  @Test("Drive data with drawn pictures names only these")
  func drivePictures() throws {
    try withScratchFolder { folder in
      let path = folder + "/data.json"
      let set = ThesisSet(.init(photos: 2, animations: 0))
      let report = try Generator(format: .drive, path: path, pictures: 2).run([set])
      let list = try #require(
        try JSONSerialization.jsonObject(with: try bytes(path)) as? [[String: Any]])
      let named = Set(list.flatMap { $0["mediaItems"] as? [String] ?? [] })
      let media = try #require(report.mediaFolder)
      #expect(try named == Set(FileManager.default.contentsOfDirectory(atPath: media)))
    }
  }

  @Test("An archive has all messages and knows whose it is")
  func archive() throws {
    try withScratchFolder { folder in
      let path = folder + "/made-up.luge"
      let chats = [0, 1].map { RealisticChat(.init(count: 700, index: $0)) }
      _ = try Generator(format: .luge, path: path).run(chats)
      let archive = try Archive(opening: path)
      let found = try archive.conversations()
      #expect(found.map(\.count).sorted() == [700, 700])
      #expect(Set(found.map(\.name)) == Set(chats.map(\.conversation.name)))
      #expect(found.allSatisfy { $0.ownAuthorID != nil })
    }
  }

  @Test("What is there is not replaced unless asked", arguments: Generator.Format.allCases)
  func refuses(format: Generator.Format) throws {
    try withScratchFolder { folder in
      let path = folder + "/target"
      func run(replaces: Bool = false) throws {
        let generator = Generator(format: format, path: path, replaces: replaces)
        _ =
          format.isTimeline
          ? try generator.run(GeneratedTimeline(count: 10))
          : try generator.run([RealisticChat(.init(count: 10))])
      }
      try run()
      #expect(throws: GenerateError.exists(path: path)) { try run() }
      try run(replaces: true)
    }
  }

  @Test("A folder with files of somebody's own is left alone", arguments: Generator.Format.allCases)
  func ownFolder(format: Generator.Format) throws {
    guard format.isFolder else { return }
    try withScratchFolder { folder in
      let photo = folder + "/photos/mine.jpg"
      try FileManager.default.createDirectory(
        atPath: folder + "/photos", withIntermediateDirectories: true)
      try Data([1]).write(to: URL(fileURLWithPath: photo))
      let generator = Generator(format: format, path: folder, replaces: true)
      #expect(throws: GenerateError.notGenerated(path: folder)) {
        if format.isTimeline {
          _ = try generator.run(GeneratedTimeline(count: 10))
        } else {
          _ = try generator.run([RealisticChat(.init(count: 10))])
        }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["photos"])
    }
  }

  @Test(
    "A format takes posts or messages, and refuses the other", arguments: Generator.Format.allCases)
  func content(format: Generator.Format) throws {
    try withScratchFolder { folder in
      let path = folder + "/target"
      let generator = Generator(format: format, path: path)
      if format.isTimeline {
        #expect(throws: GenerateError.holdsPosts(format: format.rawValue)) {
          try generator.run([RealisticChat(.init(count: 10))])
        }
      } else {
        #expect(throws: GenerateError.holdsMessages(format: format.rawValue)) {
          try generator.run(GeneratedTimeline(count: 10))
        }
      }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("A file in a folder's place, and a place that can't be written to, are named")
  func badTargets() throws {
    try withScratchFolder { folder in
      let file = folder + "/file"
      try Data([1]).write(to: URL(fileURLWithPath: file))
      let chat = RealisticChat(.init(count: 10))
      #expect(throws: GenerateError.notAFolder(path: file)) {
        try Generator(format: .irc, path: file, replaces: true).run([chat])
      }
      #expect(throws: GenerateError.isAFolder(path: folder)) {
        try Generator(format: .drive, path: folder, replaces: true).run([chat])
      }
      #expect(throws: GenerateError.self) {
        try Generator(format: .drive, path: file + "/below/data.json").run([chat])
      }
      #expect(throws: GenerateError.singleConversation(format: "drive")) {
        try Generator(format: .drive, path: folder + "/new.json").run([chat, chat])
      }
    }
  }

  @Test(
    "Ended while it begins, nothing is left either", arguments: [Generator.Format.luge, .telegram])
  func endedAtOnce(format: Generator.Format) throws {
    for round in 0..<400 {
      try withScratchFolder { folder in
        let target = OutputTarget(format: format, path: folder + "/target")
        DispatchQueue.concurrentPerform(iterations: 2) { number in
          guard number == 0 else { return _ = try? target.prepare(replaces: false) }
          usleep(UInt32(round))
          OutputTarget.removeDrafts(in: folder) {
            // The thread that is about to make its draft has time for it.
            usleep(200)
            let left = try? FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left == [])
          }
        }
        target.removeDraft()
      }
    }
  }

  @Test("Ended in the middle, nothing is left", arguments: Generator.Format.allCases)
  func ended(format: Generator.Format) throws {
    try withScratchFolder { folder in
      let generator = Generator(format: format, path: folder + "/target", pictures: 2)
      // What a signal's handler does, once pictures and messages have been begun.
      let removed: (Generator.Progress) -> Void = { progress in
        guard case .messages = progress else { return }
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names?.contains("target") == false)
        OutputTarget.removeDrafts(in: folder)
        #expect((try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty == true)
      }
      #expect(throws: GenerateError.self) {
        _ =
          format.isTimeline
          ? try generator.run(GeneratedTimeline(count: 9000), progress: removed)
          : try generator.run([RealisticChat(.init(count: 9000))], progress: removed)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
      _ =
        format.isTimeline
        ? try generator.run(GeneratedTimeline(count: 9))
        : try generator.run([RealisticChat(.init(count: 9))])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.contains("target") && !names.contains { $0.hasSuffix(".part") })
      #expect(!names.contains { $0.hasSuffix("-wal") || $0.hasSuffix("-lock") })
    }
  }

  @Test("What is to be replaced stays where the new one cannot come to its place")
  func keepsOld() throws {
    try withScratchFolder { folder in
      let path = folder + "/old.luge"
      _ = try Generator(format: .luge, path: path).run([RealisticChat(.init(count: 10))])
      // Where the new one's pictures would go.
      let media = folder + "/old-media"
      try Data([1]).write(to: URL(fileURLWithPath: media))
      let before = try bytes(path)
      #expect(throws: GenerateError.self) {
        try Generator(format: .luge, path: path, pictures: 2, replaces: true)
          .run([RealisticChat(.init(count: 20))])
      }
      let after = try bytes(path)
      #expect(after == before)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.sorted() == ["old-media", "old.luge"])
    }
  }

  @Test("Only generated archives are replaced")
  func foreignArchive() throws {
    try withScratchFolder { folder in
      let path = folder + "/own.luge"
      let part = ImportInput.Part(name: "chat") { sink in
        try sink.begin(ConversationRecord(key: "whatsapp:Ann", name: "Ann", kind: .personal))
        try sink.add(
          MessageRecord(
            sourceKey: "1", time: Timestamp(seconds: 1, certainty: .exact), text: StyledText("hi")))
      }
      let input = ImportInput(path: "\(folder)/chat", parts: [part])
      _ = try ArchiveImporter(into: path).run(input)
      let before = try bytes(path)
      #expect(throws: GenerateError.notGeneratedArchive(path: path)) {
        try Generator(format: .luge, path: path, replaces: true).run([
          RealisticChat(.init(count: 9))
        ])
      }
      #expect(throws: GenerateError.notGeneratedArchive(path: path)) {
        try Generator(format: .timeline, path: path, replaces: true).run(
          GeneratedTimeline(count: 9))
      }
      let after = try bytes(path)
      #expect(after == before)
      // A generated one into which something was imported, and a file that is no archive.
      let mixed = folder + "/mixed.luge"
      _ = try Generator(format: .luge, path: mixed).run([RealisticChat(.init(count: 9))])
      _ = try Generator(format: .timeline, path: mixed, replaces: true)
        .run(GeneratedTimeline(count: 9))
      _ = try ArchiveImporter(into: mixed).run(input)
      let note = folder + "/note.luge"
      try Data("mine".utf8).write(to: URL(fileURLWithPath: note))
      for path in [mixed, note] {
        #expect(throws: GenerateError.notGeneratedArchive(path: path)) {
          try Generator(format: .luge, path: path, replaces: true)
            .run([RealisticChat(.init(count: 9))])
        }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
    }
  }

  @Test("What a killed process left is removed, and what one at work has is not")
  func leftDrafts() throws {
    try withScratchFolder { folder in
      let files = FileManager.default
      for name in ["luge-0123ABCD.part", "luge-00000000.part", "luge-FFFFFFFF.part", "luge-x.part"]
      {
        try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
        try Data([1]).write(to: URL(fileURLWithPath: "\(folder)/\(name)/a"))
      }
      // The first one was killed, the second is at work, the third is of an earlier version.
      try Data().write(to: URL(fileURLWithPath: "\(folder)/luge-0123ABCD.part-lock"))
      let lock = try FileLock("\(folder)/luge-00000000.part-lock")
      try withExtendedLifetime(lock) {
        _ = try Generator(format: .drive, path: folder + "/a.json").run([
          RealisticChat(.init(count: 9))
        ])
        #expect(
          try files.contentsOfDirectory(atPath: folder).sorted() == [
            "a.json", "luge-00000000.part", "luge-00000000.part-lock", "luge-FFFFFFFF.part",
            "luge-x.part",
          ])
      }
    }
  }

  @Test("What comes to the target's name while an archive is made stays")
  func cameMeanwhile() throws {
    try withScratchFolder { folder in
      let path = folder + "/new.luge"
      let reason = GenerateError.archive(
        .notWritable(path: path, reason: "there is a file already"))
      #expect(throws: reason) {
        try Generator(format: .luge, path: path).run([RealisticChat(.init(count: 10))]) { _ in
          try? Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        }
      }
      let kept = try text(path)
      #expect(kept == "mine")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["new.luge"])
    }
  }

  @Test("Errors name the file that was wanted, and keep their kind")
  func errorsInPlace() throws {
    let target = OutputTarget(format: .drive, path: "/none/data.json")
    let error = GenerateError.notWritable(path: target.draftPath, reason: "full")
    #expect(target.inPlace(error) == .notWritable(path: "/none/data.json", reason: "full"))
    let full = GenerateError.archive(.diskFull(path: target.draftPath))
    #expect(target.inPlace(full) == .archive(.diskFull(path: "/none/data.json")))
  }

  @Test("Nothing half written bears the real name")
  func partial() throws {
    try withScratchFolder { folder in
      let path = folder + "/data"
      do {
        let file = try OutputFile(path)
        try file.append("half")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }

  @Test("Pixels depend on seed and number alone", arguments: Motif.allCases)
  func pixels(motif: Motif) {
    func pixels(_ seed: UInt64) -> [UInt32] {
      PicturePainter.paint(
        motif, seed: seed, number: 3, size: PixelSize(width: 120, height: 90)
      ).withPixels { Array($0) }
    }
    let first = pixels(1)
    #expect(first == pixels(1))
    #expect(first != pixels(2))
    #expect(first.allSatisfy { $0 >> 24 == 0xFF })
    #expect(Set(first).count > 500)
  }

  @Test(
    "Dates are right",
    arguments: [
      (0, "1970-01-01T00:00:00", 4), (951_782_399, "2000-02-28T23:59:59", 1),
      (951_782_400, "2000-02-29T00:00:00", 2), (1_709_366_520, "2024-03-02T08:02:00", 6),
      (4_102_444_799, "2099-12-31T23:59:59", 4), (-1, "1969-12-31T23:59:59", 3),
    ] as [(Int64, String, Int)])
  func dates(seconds: Int64, iso: String, weekday: Int) {
    #expect(CivilTime(localSeconds: seconds).iso == iso)
    #expect(CivilTime(localSeconds: seconds).date.weekday == weekday)
  }
}
