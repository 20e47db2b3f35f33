import Dispatch
import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeImporters
import LugePaint
import LugeTestSupport
import Testing

@testable import LugeApp

@Suite("The screen that an archive opens with", .timeLimit(.minutes(5))) struct KeptScreenTests {
  private let folder: TemporaryFolder
  private let archive: Archive
  private let conversation: ConversationSummary
  private let screens: ScreenFolder
  private let view = KeptScreen.View(
    size: PixelSize(width: 300, height: 400), scale: 1, zoom: 1, scheme: .light)

  init() throws {
    folder = try TemporaryFolder()
    let path = try folder.archive(of: TelegramSample.chat((1...60).map(Self.message))).path
    // As a window has it that knows nothing of its media.
    archive = try Archive(opening: path)
    conversation = try #require(try archive.conversations().first)
    screens = ScreenFolder(path: "\(folder.path)/screens")
  }

  /// Of several lengths and scripts, some with a picture that is not there.
  private static func message(_ id: Int) -> String {
    let words = ["Good morning", "שלום", "a rather long word list", "👍🏽", "ja", "日本語"]
    let text = (0...id * 7 % 23).map { words[($0 + id) % words.count] }.joined(separator: " ")
    let photo = ", \"photo\": \"photos/none\(id).jpg\", \"width\": 640, \"height\": 480"
    return TelegramSample.message(
      id, from: id % 3 == 0 ? "Ben" : "Anna", text, more: id % 9 == 0 ? photo : "")
  }

  private func place(_ position: Int, y: Double) throws -> OpeningPlace {
    let message = try #require(
      try archive.messages(in: conversation.id, at: position..<position + 1).first)
    return OpeningPlace(
      place: ReadingPlace(item: ItemID(message.id), part: 0, key: nil, y: y), position: position)
  }

  private func screen(
    _ place: OpeningPlace?, of conversation: ConversationSummary? = nil,
    zone: ZoneOffsets = .utc
  ) throws -> OpeningScreen {
    try #require(OpeningScreen(archive, conversation ?? self.conversation, zone, place))
  }

  private func pixels(_ bitmap: Bitmap) -> [UInt32] { bitmap.withPixels { Array($0) } }

  /// What a window's list shows first, with the marks and tools of a window.
  private func first(_ place: OpeningPlace?, _ view: KeptScreen.View) async throws -> [UInt32]? {
    let (archive, conversation) = (archive, conversation)
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var configuration = ChatPresentation.engineConfiguration
        configuration.measuresAll = true
        let pictures = ConversationPictures(
          archive: archive, conversation: conversation, notes: nil)
        let engine = ListEngine(
          provider: ChatPresentation.provider(
            archive: archive, conversation: conversation, zone: .utc, facts: pictures,
            marks: PostMarks()),
          configuration: configuration, tools: PaintTools.factory(images: NoneYet()))
        engine.tracksText = true
        engine.setColorScheme(view.scheme)
        engine.setViewport(view.size, environment: view.environment)
        if let saved = place?.place, let position = place?.position {
          engine.restore(saved, at: position)
        }
        var plan = engine.frame(at: 0)
        for number in 1...10_000 where plan.pieces.isEmpty || plan.blankPixels > 0 {
          _ = engine.waitForResults(seconds: 0.1)
          plan = engine.frame(at: Double(number) / 60)
        }
        let bitmap = Bitmap(size: view.size)
        let isComposed = bitmap.withMutablePixels { pixels in
          guard let target = try? PixelTarget(pixels, size: view.size) else { return false }
          Compositor.compose(plan, into: target)
          return !plan.pieces.isEmpty && plan.blankPixels == 0
        }
        continuation.resume(returning: isComposed ? bitmap.withPixels { Array($0) } : nil)
      }
    }
  }

  private struct NoneYet: ImageProviding {
    func image(for key: ImageKey, size: PixelSize) -> Bitmap? { nil }
  }

  @Test("Is pixel for pixel what the list shows first", arguments: 0..<12 as Range<UInt64>)
  func equalsList(_ seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let place =
      seed == 0
      ? nil
      : try place(
        .random(in: 0..<60, using: &generator), y: .random(in: -30...300, using: &generator))
    var view = view
    view.size.width = .random(in: 240...500, using: &generator)
    view.size.height = .random(in: 200...600, using: &generator)
    view.scale = [1, 1.5, 2].randomElement(using: &generator) ?? 1
    view.scheme = Bool.random(using: &generator) ? .dark : .light
    let made = try #require(try await screen(place).make(view, atMost: 60))
    #expect(pixels(made.bitmap) == (try await first(place, view)))
    #expect(Set(pixels(made.bitmap)).count > 20, "there is text")
    let opening = try screen(place)
    let (asked, tools) = (view, Handover(PaintTools()))
    let drawn = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: opening.draw(asked, with: tools.tools))
      }
    }
    let ahead = try #require(drawn)
    #expect(ahead.view == view)
    #expect(pixels(ahead.bitmap) == pixels(made.bitmap), "drawn ahead it is the same")
  }

  @Test("Is given as it was kept while nothing changed") func unchanged() async throws {
    let place = try place(31, y: 120)
    let made = try #require(try await screen(place).make(view, atMost: 60))
    screens.keep(made, ofArchive: archive.path)
    let kept = try #require(try await screen(place).kept(in: screens))
    #expect(kept.view == view)
    #expect(kept.positions == made.positions)
    #expect(pixels(kept.bitmap) == pixels(made.bitmap))
    screens.forget(archive.path)
    #expect(try await screen(place).kept(in: screens) == nil)
  }

  @Test(
    "Is not given for another place, zone or conversation, or when its end is not the end any more")
  func changed() async throws {
    let place = try place(31, y: 120)
    screens.keep(
      try #require(try await screen(place).make(view, atMost: 60)), ofArchive: archive.path)
    #expect(try await screen(nil).kept(in: screens) == nil)
    #expect(try await screen(try self.place(30, y: 120)).kept(in: screens) == nil)
    #expect(try await screen(try self.place(31, y: 121)).kept(in: screens) == nil)
    #expect(
      try await screen(place, zone: ZoneOffsets(entries: [.init(start: 0, offset: 3600)])).kept(
        in: screens) == nil)
    var other = conversation
    other.key = "another"
    #expect(try await screen(place, of: other).kept(in: screens) == nil)
    other = conversation
    other.count = 20
    #expect(try await screen(place, of: other).kept(in: screens) == nil)
    #expect(try await screen(place).kept(in: screens) != nil)
  }

  @Test("Is not given when a message in it was edited") func edited() async throws {
    screens.keep(
      try #require(try await screen(nil).make(view, atMost: 60)), ofArchive: archive.path)
    #expect(try await screen(nil).kept(in: screens) != nil)
    let words = (1...60).map {
      $0 == 60 ? TelegramSample.message(60, from: "Ben", "Edited") : Self.message($0)
    }
    // Another archive in the same place.
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: archive.path + suffix)
    }
    let export = try folder.write(TelegramSample.chat(words), as: "edited.json")
    _ = try ArchiveImporter(into: archive.path).run(ImportInput(opening: export))
    let other = try Archive(opening: archive.path)
    let now = try #require(try other.conversations().first)
    #expect(now == conversation)
    let screen = try #require(OpeningScreen(other, now, .utc, nil))
    #expect(await screen.kept(in: screens) == nil)
  }

  @Test("There is none with a mark of what is new, and none of an empty conversation")
  func none() {
    #expect(OpeningScreen(archive, conversation, .utc, OpeningPlace(firstNew: 3)) == nil)
    var empty = conversation
    empty.count = 0
    #expect(OpeningScreen(archive, empty, .utc, nil) == nil)
  }

  @Test("A damaged file is no screen") func damaged() throws {
    let bitmap = Bitmap(size: PixelSize(width: 40, height: 30))
    var generator = SeededGenerator(seed: 1)
    bitmap.withMutablePixels { pixels in
      for index in pixels.indices {
        pixels[index] = .random(in: 0...3, using: &generator) | 0xFF00_0000
      }
    }
    let screen = KeptScreen(
      view: .init(size: bitmap.size, scale: 1.5, zoom: 2, scheme: .dark), positions: 3..<9,
      key: 0x1234_5678_9ABC_DEF0, bitmap: bitmap)
    let words = try #require(screen.encoded())
    let again = try #require(KeptScreen(words))
    #expect(again.view == screen.view)
    #expect(again.key == screen.key)
    #expect(again.positions == screen.positions)
    #expect(pixels(again.bitmap) == pixels(bitmap))
    for index in words.indices {
      var damaged = words
      damaged[index] ^= 1 << UInt32.random(in: 0..<32, using: &generator)
      #expect(KeptScreen(damaged) == nil, "word \(index)")
      #expect(KeptScreen(Array(words[..<index])) == nil)
    }
  }

  @Test("Of so many archives alone, readable by their owner, and none that is too large")
  func limits() throws {
    let bitmap = Bitmap(size: PixelSize(width: 8, height: 8))
    bitmap.withMutablePixels { $0.update(repeating: 0xFFFF_FFFF) }
    var screen = KeptScreen(
      view: .init(size: bitmap.size, scale: 1, zoom: 1, scheme: .light), positions: 0..<1, key: 1,
      bitmap: bitmap)
    for number in 0..<ScreenFolder.limit + 3 { screens.keep(screen, ofArchive: "/\(number).luge") }
    let files = try FileManager.default.contentsOfDirectory(atPath: screens.path)
    #expect(files.count == ScreenFolder.limit)
    let attributes = try FileManager.default.attributesOfItem(atPath: screens.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)

    let large = Bitmap(size: PixelSize(width: 2000, height: 1000))
    large.withMutablePixels { pixels in
      for index in pixels.indices { pixels[index] = UInt32(truncatingIfNeeded: index) }
    }
    screen.bitmap = large
    screen.view.size = large.size
    #expect(screen.encoded() == nil)
  }

  @Test("A window finds it with the archive") func opening() async throws {
    let place = try place(31, y: 120)
    let memory = WindowMemory(folder: folder.path)
    memory.reading.remember(
      .init(place: place.place, newest: conversation.last?.seconds, visited: 7), archive.path,
      conversation.key)
    memory.reading.flush()
    func ahead() -> ArchiveOpening {
      ArchiveOpening(path: archive.path, settings: folder.path, screens: screens.path)
    }
    func kept(_ opening: ArchiveOpening) async -> FirstScreen? {
      // It waits, which is nothing for Swift's pool.
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(returning: opening.firstScreen(atMost: 60))
        }
      }
    }
    #expect(await kept(ahead()) == nil)
    let made = try await screen(place, zone: ZoneOffsets(.current)).make(view, atMost: 60)
    screens.keep(try #require(made), ofArchive: archive.path)
    #expect(await kept(ahead())?.view == made?.view)
    #expect(await kept(ahead()).map { pixels($0.bitmap) } == made.map { pixels($0.bitmap) })
  }

  @Test(
    "Where none was kept it is drawn for the view that was left, and the tools are as good as new")
  func drawnAhead() async throws {
    let zone = ZoneOffsets(.current)
    var settings = ViewerSettings()
    settings.remember(view, isAlone: true)
    let memory = WindowMemory(folder: folder.path)
    memory.file.write(settings)
    memory.file.flush()
    let opening = ArchiveOpening(
      path: archive.path, settings: folder.path, screens: screens.path)
    let tools = Handover(PaintTools())
    let isDrawn = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        opening.waitForScreen()
        continuation.resume(returning: opening.drawScreen(with: tools.tools))
      }
      // The window, which finds it and shows it.
      DispatchQueue.global().async {
        _ = opening.firstScreen(atMost: 60)
        opening.screenIsShown()
      }
    }
    #expect(isDrawn)
    let made = try #require(try await screen(nil, zone: zone).make(view, atMost: 60))
    let drawn = try #require(opening.firstScreen(atMost: 60))
    #expect(drawn.view == view)
    #expect(pixels(drawn.bitmap) == pixels(made.bitmap))
    let again = screenAgain(tools.tools, try screen(nil, zone: zone))
    #expect(again.map(pixels) == pixels(made.bitmap))
  }

  private func screenAgain(_ tools: PaintTools, _ screen: OpeningScreen) -> Bitmap? {
    screen.draw(view, with: tools)?.bitmap
  }

  @Test("Where the view is not known nothing is drawn ahead") func nothingAhead() async throws {
    let opening = ArchiveOpening(
      path: archive.path, settings: folder.path, screens: screens.path)
    let isDrawn = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: opening.drawScreen(with: PaintTools()))
      }
    }
    #expect(!isDrawn)
    #expect(opening.firstScreen(atMost: 0) == nil)
  }
}
