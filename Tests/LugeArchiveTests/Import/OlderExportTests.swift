import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// Two exports of one chat, of different days, in both orders.
@Suite("Import: an older export after a newer one")
struct OlderExportTests {
  private let folder: TemporaryFolder
  private var archive: String { folder.path + "/a.luge" }

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, as name: String) throws -> String {
    let path = URL(fileURLWithPath: folder.path + "/" + name)
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: path, atomically: true, encoding: .utf8)
    return path.path
  }

  @discardableResult
  private func bring(_ path: String) throws -> ImportReport {
    try ArchiveImporter(into: archive).run(ImportInput(opening: path))
  }

  private func records() throws -> [MessageRecord] {
    let archive = try Archive(opening: archive)
    let conversation = try #require(try archive.conversations().first)
    return try archive.records(in: conversation.id, at: 0..<conversation.count).map(\.record)
  }

  private static func reaction(_ count: Int) -> String {
    #", "reactions": [{"type": "emoji", "count": \#(count), "emoji": "👍"}]"#
  }

  private static func telegram(isNewer: Bool) -> String {
    let message = TelegramExport.message
    return TelegramExport.chat(
      isNewer
        ? [
          message(1, "edited", #", "edited_unixtime": "1705400000""#),
          message(2, "edited again", #", "edited_unixtime": "1705400002""#),
          message(3, "liked", reaction(2)), message(4, "plain", ""), message(5, "new", ""),
        ]
        : [
          message(1, "said", ""), message(2, "edited once", #", "edited_unixtime": "1705400001""#),
          message(3, "liked", reaction(1)), message(4, "plain", ""),
        ],
      name: isNewer ? "New name" : "Old name")
  }

  private func checkTelegram() throws {
    let found = try records()
    #expect(found.map(\.text.string) == ["edited", "edited again", "liked", "plain", "new"])
    #expect(found.map { $0.edited?.seconds } == [1_705_400_000, 1_705_400_002, nil, nil, nil])
    #expect(found[2].reactions.map(\.count) == [2])
  }

  @Test("Telegram: the newer edits, reactions and name stay, whichever comes first")
  func telegram() throws {
    let old = try write(Self.telegram(isNewer: false), as: "old.json")
    let new = try write(Self.telegram(isNewer: true), as: "new.json")
    try bring(new)
    let older = try bring(old)
    #expect(older.added == 0 && older.updated == 0 && older.unchanged == 4)
    try checkTelegram()
    #expect(try Archive(opening: archive).conversations().first?.name == "New name")
    try FileManager.default.removeItem(atPath: archive)
    try bring(old)
    let newer = try bring(new)
    #expect(newer.added == 1 && newer.updated == 3)
    try checkTelegram()
    #expect(try Archive(opening: archive).search("edited").count == 2)
  }

  @Test("An export before the archive's newest edit is older, also where an edit was taken back")
  func takenBack() throws {
    let message = TelegramExport.message
    let new = TelegramExport.chat([
      message(1, "said", ""), message(2, "twice", #", "edited_unixtime": "1805400009""#),
      message(3, "liked", Self.reaction(1)),
    ])
    let old = TelegramExport.chat([
      message(1, "said", #", "edited_unixtime": "1805400000""#),
      message(2, "once", #", "edited_unixtime": "1805400001""#),
      message(3, "liked", Self.reaction(2)),
    ])
    for (name, text) in [("new", new), ("old", old)] {
      try bring(write(text, as: "\(name).json"))
    }
    let found = try records()
    #expect(found[1].text.string == "twice")
    #expect(found[2].reactions.map(\.count) == [1])
  }

  @Test("Both in one folder, in either order of names: the newer edits count")
  func folders() throws {
    for (one, two) in [(true, false), (false, true)] {
      let name = one ? "new first" : "old first"
      _ = try write(Self.telegram(isNewer: one), as: "\(name)/a/result.json")
      _ = try write(Self.telegram(isNewer: two), as: "\(name)/z/result.json")
      try bring(folder.path + "/" + name)
      try checkTelegram()
      // Again, into the archive that has the newer ones.
      try bring(folder.path + "/" + name)
      try checkTelegram()
      try FileManager.default.removeItem(atPath: archive)
    }
  }

  @Test("Discord: edits and reactions of the same messages stay")
  func discord() throws {
    func channel(_ text: String, _ edited: String, _ count: Int) -> String {
      """
      {"guild": {"id": "9", "name": "Garden"}, "channel": {"id": "77", "type": "GuildTextChat",
      "categoryId": "1", "category": "Talk", "name": "plants", "topic": null},
      "dateRange": {"after": null, "before": null}, "exportedAt": "2024-01-02T00:00:00+00:00",
      "messages": [
        {"id": "100", "type": "Default", "timestamp": "2024-01-01T10:00:00Z",
        "timestampEdited": \(edited), "content": "\(text)", "author": {"id": "1", "name": "ann"}},
        {"id": "101", "type": "Default", "timestamp": "2024-01-01T10:01:00Z", "content": "liked",
        "author": {"id": "1", "name": "ann"},
        "reactions": [{"emoji": {"id": "", "name": "🌱"}, "count": \(count)}]}
      ], "messageCount": 2}
      """
    }
    let old = try write(channel("said", "null", 1), as: "old.json")
    let new = try write(channel("edited", "\"2024-01-01T11:00:00Z\"", 2), as: "new.json")
    for paths in [[new, old], [old, new], [old, new, old]] {
      for path in paths { try bring(path) }
      let found = try records()
      #expect(found.map(\.text.string) == ["edited", "liked"])
      #expect(found.map(\.isEdited) == [true, false])
      #expect(found[1].reactions.map(\.count) == [2])
      try FileManager.default.removeItem(atPath: archive)
    }
  }

  @Test("A deleted message does not come back")
  func deleted() throws {
    var gone = MessageRecord.plain(1, "")
    gone.kind = .deleted
    let said = [MessageRecord.plain(1, "a secret"), .plain(2)]
    _ = try ArchiveImporter(into: archive).run(.messages([gone, .plain(2)]))
    let report = try ArchiveImporter(into: archive).run(.messages(said))
    #expect(report.updated == 0 && report.unchanged == 2)
    #expect(try records().map(\.kind) == [.deleted, .message])
    #expect(try Archive(opening: archive).search("secret").isEmpty)
  }

  @Test("Telegram: an export without media keeps the files of one with media")
  func files() throws {
    func chat(_ photo: String, _ extra: String = "") -> String {
      TelegramExport.chat([
        TelegramExport.message(
          1, "look",
          extra: #", "photo": "\#(photo)", "photo_file_size": 5, "width": 3, "height": 4\#(extra)"#),
        TelegramExport.message(2, "lost", extra: #", "photo": "gone.jpg""#),
      ])
    }
    let sentence = "(File not included. Change data exporting settings to download.)"
    _ = try write("12345", as: "with/photos/one.jpg")
    let with = try write(chat("photos/one.jpg"), as: "with/result.json")
    let without = try write(
      chat(sentence, #", "edited_unixtime": "1705400000""#)
        .replacingOccurrences(of: "look", with: "look here")
        .replacingOccurrences(of: "gone.jpg", with: sentence), as: "without/result.json")
    try bring(with)
    try bring(without)
    var found = try records()
    #expect(found.map(\.text.string) == ["look here", "lost"])
    #expect(found[0].media.first?.path == "photos/one.jpg")
    #expect(found[1].media.first?.path == nil, "A file that is not there is not kept.")
    // The other way round the older export gives the file to the newer text.
    try FileManager.default.removeItem(atPath: archive)
    try bring(without)
    try bring(with)
    found = try records()
    #expect(found.map(\.text.string) == ["look here", "lost"])
    #expect(found[0].media.first?.path?.hasSuffix("photos/one.jpg") == true)
    #expect(found[0].isEdited)
  }

  @Test("Telegram's pages: one without media keeps the photo of one with them")
  func pages() throws {
    func page(_ photo: String) -> String {
      """
      <!DOCTYPE html>
      <html><head><title>Exported Data</title></head><body onload="CheckLocation();">
      <div class="page_wrap"><div class="page_header"><div class="content">
      <div class="text bold">
      Garden
      </div></div></div>
      <div class="page_body chat_page"><div class="history">
      <div class="message default clearfix" id="message1"><div class="body">
      <div class="pull_right date details" title="15.01.2024 10:30:00 UTC+01:00">
      10:30
      </div>
      <div class="from_name">
      Ann
      </div>
      <div class="media_wrap clearfix">\(photo)</div>
      </div></div>
      </div></div></div></body></html>
      """
    }
    _ = try write("12345", as: "with/photos/one.jpg")
    let with = try write(
      page(
        #"<a class="photo_wrap clearfix pull_left" href="photos/one.jpg"><img class="photo" src="photos/one.jpg"/></a>"#
      ), as: "with/messages.html")
    let without = try write(
      page(
        """
        <div class="media clearfix pull_left media_photo"><div class="body">
        <div class="title bold">Photo</div>
        <div class="description">Not included, change data exporting settings to download.</div>
        <div class="status details">5 B</div></div></div>
        """), as: "without/messages.html")
    try bring(with)
    let report = try bring(without)
    #expect(report.updated == 0)
    let media = try #require(try records().first?.media.first)
    #expect(media.path == "photos/one.jpg" && media.note == nil)
  }
}
