import Foundation
import LugeArchive
import LugeTestSupport
import Testing

@testable import LugeImporters

/// Files of an export that damage makes unreadable: none is taken for one that is missing.
@Suite("Damaged parts of an export") struct DamagedPartsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a crash or a stopped copy leaves of a file.
  enum Damage: CaseIterable {
    case cut, empty, zeros

    func of(_ text: String) -> [UInt8] {
      switch self {
      case .cut: Array(text.utf8.dropLast())
      case .empty: []
      case .zeros: Array(repeating: 0, count: text.utf8.count)
      }
    }
  }

  /// Imports the folder `in`.
  private func imported(partial: Bool) throws -> ImportReport {
    let archive = "\(folder.path)/\(partial ? "partial" : "whole").luge"
    return try ArchiveImporter(into: archive, options: .init(keepsPartialInput: partial))
      .run(ImportInput(opening: folder.path + "/in"))
  }

  private static let zulipMessages = """
    {"zerver_message": [{"id": 1, "sender": 1, "recipient": 50, "subject": "t", "content": "hi",
    "date_sent": 1700000000.0}]}
    """
  private static let realm = """
    {"zerver_userprofile": [{"id": 1, "email": "a@x", "full_name": "Ann"}],
    "zerver_stream": [{"id": 5, "name": "general"}],
    "zerver_recipient": [{"id": 50, "type": 2, "type_id": 5}]}
    """
  private static let slackDay =
    #"[{"type": "message", "ts": "1700000000.000100", "user": "U1", "text": "hi"}]"#
  private static let tweets = """
    window.YTD.tweets.part0 = [{"tweet": {"id_str": "1", "full_text": "hi",
    "created_at": "Tue Nov 14 22:13:20 +0000 2023"}}]
    """

  @Test(
    "A list that keys depend on stops the import, unless it may be partial",
    arguments: Damage.allCases)
  func keys(damage: Damage) throws {
    for (list, whole, chat, text) in [
      ("realm.json", Self.realm, "messages-000001.json", Self.zulipMessages),
      (
        "channels.json", #"[{"id": "C1", "name": "a", "members": []}]"#, "a/2023-11-14.json",
        Self.slackDay
      ),
      (
        "account.js", #"window.YTD.account.part0 = [{"account": {"accountId": "7"}}]"#, "tweets.js",
        Self.tweets
      ),
    ] {
      try? FileManager.default.removeItem(atPath: folder.path)
      try folder.write(text, as: "in/\(chat)")
      try folder.write(damage.of(whole), as: "in/\(list)")
      let error = try #require(throws: ArchiveError.self) { try imported(partial: false) }
      #expect(error.description.contains(list), "\(error)")
      switch error {
      case .truncated, .malformed: break
      default: Issue.record("\(error)")
      }
      let report = try imported(partial: true)
      #expect(report.added == 1 && report.inputError != nil, "\(list)")
      try folder.write(whole, as: "in/\(list)")
      #expect(try imported(partial: false).added == 1, "\(list)")
    }
  }

  @Test(
    "A list that only has names is said to be damaged, with the place", arguments: Damage.allCases)
  func names(damage: Damage) throws {
    for (list, whole, chat, text) in [
      (
        "users.json", #"[{"id": "U1", "profile": {"real_name": "Ann"}}]"#, "a/2023-11-14.json",
        Self.slackDay
      ),
      (
        "Groups/DM 1/group_info.json", #"{"members": [{"name": "Ann", "email": "a@x"}]}"#,
        "Groups/DM 1/messages.json",
        """
        {"messages": [{"creator": {"name": "Ann"}, "text": "hi", "topic_id": "t",
        "created_date": "Tuesday, November 14, 2023 at 10:13:20 PM UTC"}]}
        """
      ),
      ("profile.js", "window.YTD.profile.part0 = [{\"profile\": {}}]", "tweets.js", Self.tweets),
    ] {
      try? FileManager.default.removeItem(atPath: folder.path)
      try folder.write(text, as: "in/\(chat)")
      try folder.write(damage.of(whole), as: "in/\(list)")
      let report = try imported(partial: false)
      #expect(report.added == 1)
      #expect(report.unreadable.map(\.file) == ["\(folder.path)/in/\(list)"])
      #expect(report.unreadable.first?.reason.hasPrefix("it is damaged (byte ") == true)
      try folder.write(whole, as: "in/\(list)")
      #expect(try imported(partial: true).unreadable.isEmpty)
    }
  }

  @Test("A zip's lists are looked at, too, and those beside a file that is opened alone")
  func places() throws {
    try folder.write(
      ZipBuilder([
        ("users.json", "[{\"id\": \"U1\", \"profile\": {"), ("a/2023-11-14.json", Self.slackDay),
      ])
      .bytes, as: "s.zip")
    let zip = try ExportOpener().open(path: folder.path + "/s.zip")
    #expect(zip.unreadable.map(\.file) == [folder.path + "/s.zip/users.json"])
    try folder.write(Self.tweets, as: "t/tweets.js")
    try folder.write("window.YTD.like.part0 = [{", as: "t/like.js")
    let single = try ExportOpener().open(path: folder.path + "/t/tweets.js")
    #expect(single.unreadable.map(\.file) == [folder.path + "/t/like.js"])
  }

  @Test("A part of a chat that its name tells is a loss with its name")
  func parts() throws {
    let first = """
      {"participants": [{"name": "Ann"}], "messages": [{"sender_name": "Ann",
      "timestamp_ms": 1700000000000, "content": "hi"}]}
      """
    try folder.write(first, as: "in/inbox/ann_1/message_1.json")
    try folder.write(Array(first.utf8.prefix(20)), as: "in/inbox/ann_1/message_2.json")
    try folder.write([UInt8](repeating: 0, count: 90), as: "in/inbox/ben_2/message_1.json")
    try folder.write([UInt8](), as: "in/inbox/ben_2/message_2.json")
    try folder.write("words", as: "in/inbox/ann_1/notes.txt")
    let report = try imported(partial: false)
    #expect(report.added == 1)
    #expect(
      report.unreadable.map { $0.file.dropFirst(folder.path.count) } == [
        "/in/inbox/ann_1/message_2.json", "/in/inbox/ben_2/message_1.json",
        "/in/inbox/ben_2/message_2.json",
      ])
    #expect(report.passedOver.map(\.path) == [folder.path + "/in/inbox/ann_1/notes.txt"])
  }
}
