import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Stickers of Messenger and Instagram lie outside of the chat's folder")
struct MessengerStickersTests {
  private static let messages = "your_facebook_activity/messages"
  private static let address = "\(messages)/stickers_used/s.png"
  private static let photo = "\(messages)/inbox/ann_1/photos/p.png"

  enum Form: CaseIterable {
    case json, pages

    var name: String { self == .json ? "message_1.json" : "message_1.html" }

    var chat: String {
      guard self == .json else {
        return "<html><body><div role=\"main\">\(message(address, 4))\(message(photo, 3))"
          + "</div></body></html>"
      }
      return """
        {"participants": [{"name": "Ann"}, {"name": "Ben"}], "messages": [
         {"sender_name": "Ann", "timestamp_ms": 1704103440000, "sticker": {"uri": "\(address)"}},
         {"sender_name": "Ann", "timestamp_ms": 1704103380000, "photos": [{"uri": "\(photo)"}]}],
         "title": "Ann", "thread_path": "inbox/ann_1"}
        """
    }

    private func message(_ file: String, _ minute: Int) -> String {
      "<div class=\"_a6-g\"><div class=\"_a6-h\">Ann</div>"
        + "<div class=\"_a6-p\"><img src=\"\(file)\"/></div><div class=\"_a6-o\">Jan 01, 2024 3:0\(minute) pm</div></div>"
    }
  }

  private let folder: TemporaryFolder
  private var path: String { folder.path + "/a.luge" }

  init() throws { folder = try TemporaryFolder() }

  /// Writes an export whose files say which one they are of.
  private func export(_ name: String, _ form: Form) throws -> String {
    try folder.write(form.chat, as: "\(name)/\(Self.messages)/inbox/ann_1/\(form.name)")
    try folder.write("photo of \(name)", as: "\(name)/\(Self.photo)")
    try folder.write("sticker of \(name)", as: "\(name)/\(Self.address)")
    return "\(folder.path)/\(name)"
  }

  private func take(_ input: ImportInput) throws -> ImportReport {
    try ArchiveImporter(into: path).runWithMedia(input).report
  }

  /// Returns what is read for each message, if only these folders may be read.
  private func shown(_ folders: Set<String>) throws -> [String] {
    let archive = try Archive(opening: path) { _ in .only(folders) }
    let conversations = try archive.conversations()
    #expect(conversations.count == 1)
    let conversation = try #require(conversations.first)
    return try archive.messages(in: conversation.id, at: 0..<conversation.count).map { message in
      let media = message.media
      guard media.count == 1, let path = media[0].path,
        let place = conversation.mediaFolders.place(of: path),
        let data = FileManager.default.contents(atPath: "\(place.folder)/\(place.path)")
      else { return "-" }
      return String(decoding: data, as: UTF8.self)
    }
  }

  @Test("They are found, and a second import changes nothing", arguments: Form.allCases)
  func found(form: Form) throws {
    let export = try export("one", form)
    let report = try take(ImportInput(opening: export))
    #expect(report.added == 2)
    let messages = "\(export)/\(Self.messages)"
    #expect(report.mediaRoots == [messages, "\(messages)/inbox/ann_1"])
    #expect(try shown(report.mediaRoots) == ["photo of one", "sticker of one"])
    let again = try take(ImportInput(opening: export))
    #expect(again.added + again.updated == 0)
    #expect(try shown(report.mediaRoots) == ["photo of one", "sticker of one"])
    // Where only the chat is given, its stickers are not: those of before stay.
    let chat = try take(ImportInput(opening: "\(messages)/inbox/ann_1"))
    #expect(chat.added + chat.updated == 0 && chat.mediaRoots == ["\(messages)/inbox/ann_1"])
    #expect(try shown(report.mediaRoots) == ["photo of one", "sticker of one"])
  }

  @Test("Nothing beside a folder that was given is named to the archive", arguments: Form.allCases)
  func beside(form: Form) throws {
    let chat = try export("one", form) + "/\(Self.messages)/inbox"
    let report = try take(ImportInput(opening: chat))
    #expect(report.mediaRoots == ["\(chat)/ann_1"])
    #expect(try shown(report.mediaRoots) == ["photo of one", "-"])
  }

  @Test("Each import has those of its own folder", arguments: Form.allCases)
  func another(form: Form) throws {
    var report = try take(ImportInput(opening: export("one", form)))
    var folders = report.mediaRoots
    report = try take(ImportInput(opening: export("two", form)))
    #expect(report.added + report.updated == 0)
    folders.formUnion(report.mediaRoots)
    #expect(try shown(folders) == ["photo of two", "sticker of two"])
    try FileManager.default.removeItem(atPath: folder.path + "/one")
    #expect(try shown(folders) == ["photo of two", "sticker of two"])
  }

  @Test("Those of a zip are found once they are unpacked, and stay", arguments: Form.allCases)
  func packed(form: Form) throws {
    let zip = try folder.write(
      ZipBuilder([
        ("\(Self.messages)/inbox/ann_1/\(form.name)", form.chat), (Self.photo, "photo"),
        (Self.address, "sticker"),
      ]).bytes, as: "one.zip")
    _ = try take(ImportInput(opening: zip))
    #expect(try shown([]) == ["-", "-"])
    let report = try take(ImportInput(opening: zip, mediaFolder: folder.path + "/a.media"))
    #expect(report.added == 0)
    #expect(try shown(report.mediaRoots) == ["photo", "sticker"])
    let again = try take(ImportInput(opening: zip))
    #expect(again.added + again.updated == 0)
    #expect(try shown(report.mediaRoots) == ["photo", "sticker"])
  }

  @Test("An archive of an earlier version finds them after an import", arguments: Form.allCases)
  func earlier(form: Form) throws {
    let export = try export("one", form)
    let sink = CollectingSink()
    for item in try ExportOpener().open(path: export).items { try item.read(into: sink) }
    var conversation = try #require(sink.conversations.first)
    conversation.mediaFolders = []
    let messages = sink.messages.map { message in
      var message = message
      for index in message.media.indices
      where message.media[index].path?.hasSuffix("/s.png") == true {
        message.media[index].path = Self.address
      }
      return message
    }
    let before = try take(.messages(messages, in: conversation))
    #expect(try shown(before.mediaRoots) == ["photo of one", "-"])
    let report = try take(ImportInput(opening: export))
    #expect(report.added == 0 && report.updated == 1)
    #expect(try shown(report.mediaRoots) == ["photo of one", "sticker of one"])
  }

  @Test("Messages keep the keys that earlier versions gave them")
  func keys() throws {
    var keys: [[String]] = []
    for form in Form.allCases {
      let sink = CollectingSink()
      let export = try export("\(form)", form)
      for item in try ExportOpener().open(path: export).items { try item.read(into: sink) }
      keys.append(sink.messages.map(\.sourceKey))
    }
    #expect(
      keys == [
        ["ee65d7abeba9036e3e64ae9cb217e97d", "206ffa3087717d212f03eb94017e75ff"],
        ["b7671f379b42fa08bda17b749c6b2005", "bb71229f38a21bff9768c8d7fb2a6e44"],
      ])
  }

  @Test("Only a folder of this name is named to the archive", arguments: ["/e/x", "/e/messages2"])
  func otherFolder(folder: String) throws {
    let context = SourceContext(mediaRoot: "\(folder)/inbox/ann_1", exportFolder: "/e")
    var conversation = ConversationRecord(key: "m", name: "m", kind: .personal)
    var record = MessageRecord(
      sourceKey: "1", time: Timestamp(seconds: 0, certainty: .exact),
      media: [MediaRecord(kind: .sticker, path: "messages/stickers_used/a.png")])
    try MessengerStickers(context).place(&record, in: &conversation, CollectingSink())
    #expect(conversation.mediaFolders.isEmpty)
    #expect(record.media.first?.path == "stickers_used/a.png")
  }

  @Test("Other addresses that end alike are none of them")
  func others() throws {
    let context = SourceContext(
      mediaRoot: "/e/messages/inbox/ann_1", exportFolder: "/e")
    for (path, expected) in [
      ("messages/stickers_used/a.png", "/e/messages/stickers_used/a.png"),
      ("x/messages/stickers_used/a.png", "/e/messages/stickers_used/a.png"),
      ("../messages/stickers_used/a.png", nil), ("/e/messages/stickers_used/a.png", nil),
      ("messages/stickers_used/../a.png", nil), ("photos/a.png", nil), ("a.png", nil),
      ("x/stickers_used/a.png", nil), ("messages/stickers_used/b/a.png", nil),
    ] as [(String, String?)] {
      let sink = CollectingSink()
      var conversation = ConversationRecord(key: "m", name: "m", kind: .personal)
      var record = MessageRecord(
        sourceKey: "1", time: Timestamp(seconds: 0, certainty: .exact),
        media: [MediaRecord(kind: .sticker, path: path)])
      try MessengerStickers(context).place(&record, in: &conversation, sink)
      #expect(record.media.first?.path == expected ?? path)
      #expect(conversation.mediaFolders == (expected == nil ? [] : ["/e/messages"]))
      #expect(sink.amended.count == (expected == nil ? 0 : 1))
    }
  }
}
