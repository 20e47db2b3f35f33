import Foundation
import Testing

/// Where the menu of a message opens by keys.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missingForReaders.isEmpty, "not installed: \(Tools.missingForReaders)"))
struct MenuPlaceTests {
  @Test("Ctrl+W closes the archive: the welcome page offers it again")
  func closing() throws {
    let display = try Display()
    let export = try PictureExport()
    let found = try display.read(
      """
      focus Luge
      pause 2
      key ctrl+w
      pause 1
      find Open Folder…
      find Recent
      """, ["viewer", export.path], environment: export.environment)
    #expect(found.compactMap { $0["found"] as? String } == ["Open Folder…", "Recent"])
  }

  @Test("What a message answers is offered once")
  func answered() throws {
    let display = try Display()
    let export = try PictureExport()
    let found = try display.read(
      """
      focus Luge
      pause 1
      key End
      pause 2
      key shift+F10
      pause 1
      find Go to Message
      shows Go to Original Message
      key Escape
      """, ["viewer", export.path], environment: export.environment)
    #expect(found.compactMap { $0["found"] as? String } == ["Go to Message"])
    #expect(found.compactMap { $0["isShown"] as? Bool } == [false])
  }

  @Test("The menu of a link that has the keys also leads to what its message answers")
  func linkOfAnswer() throws {
    let display = try Display()
    let export = try PictureExport()
    let file = export.folder.appendingPathComponent("answer.json")
    let answers = #", "reply_to_message_id": 1"#
    let messages = ["One", "See https://a.example/x"].enumerated().map { index, text in
      """
      {"id": \(index + 1), "type": "message", "date_unixtime": "171740000\(index)",
       "from": "Anna", "from_id": "user7", "text": "\(text)"\(index == 0 ? "" : answers)}
      """
    }
    try Data(
      """
      {"name": "Anna", "type": "personal_chat", "id": 7,
       "messages": [\(messages.joined(separator: ",\n"))]}
      """.utf8
    ).write(to: file)
    let found = try display.read(
      """
      focus Luge
      pause 1
      key End
      pause 1
      key Right
      pause 1
      key shift+F10
      pause 1
      find Copy Link Address
      find Go to Original Message
      key Escape
      """, ["viewer", file.path], environment: export.environment)
    #expect(
      found.compactMap { $0["found"] as? String } == [
        "Copy Link Address", "Go to Original Message",
      ], "\(found)")
  }

  @Test("The message that a menu is about stays to be seen", arguments: ["End", "Home"])
  func beside(key: String) throws {
    let display = try Display()
    let export = try PictureExport()
    let found = try display.read(
      """
      focus Luge
      pause 1
      key \(key)
      pause 2
      list
      key shift+F10
      pause 1
      find Copy Text
      find Copy with Name and Time
      find Select
      find Messages from This Person
      key Escape
      """, ["viewer", export.path], environment: export.environment)
    let rects = found.compactMap { ($0["item"] as? [String: Any])?["rect"] as? [Int] }
    let message = try #require(key == "End" ? rects.last : rects.first)
    let entry = try #require(
      found.first { $0["found"] as? String == "Copy Text" }?["rect"] as? [Int])
    let isBelow = entry[1] >= message[1] + message[3]
    let isAbove = entry[1] + entry[3] <= message[1]
    #expect(isBelow || isAbove, "\(entry) over \(message)")
  }
}
