import Foundation
import Testing

/// The window in a language that shows which words did not come through the catalogue.
@Suite(
  "Words of the window come from the catalogue", .timeLimit(.minutes(5)),
  .enabled(if: Tools.missingForReaders.isEmpty, "not installed: \(Tools.missingForReaders)"))
struct LanguageWindowTests {
  let display: Display

  init() throws { display = try Display() }

  private static let listName = "[!!! Ṁéššåĝéš !!!]"

  /// Goes through the window as its reader might, and says all that is in it at each station.
  private static let tour = """
    focus Luge
    pause 1
    words list
    key F6
    words side
    key Menu
    pause 0.5
    words menu
    key Escape
    key F6
    key Up
    key Menu
    pause 0.5
    words message
    key Escape
    key ctrl+f
    send needle
    pause 1
    words find
    key Escape
    key ctrl+shift+f
    send short
    pause 1.5
    words search
    key Escape
    key ctrl+l
    pause 1.5
    words media
    key Escape
    key F1
    pause 1
    words keys
    key Escape
    key ctrl+g
    pause 1
    words date
    send nonsense
    pause 0.5
    words nodate
    key Escape
    """

  @Test("Lists, menus, bars and dialogs say nothing that is not translated")
  func pseudoLanguage() throws {
    let export = try PictureExport()
    let found = try display.read(
      Self.tour, ["viewer", export.path],
      environment: export.environment.merging([
        "LUGE_LANGUAGE": "qps-ploc", "LUGE_LIST_NAME": Self.listName,
      ]) { $1 })
    let words = found.compactMap { line in
      (line["word"] as? String).map {
        (text: $0, role: line["role"] as? String ?? "", at: line["at"] as? String ?? "")
      }
    }
    let stations = Set(words.map { $0.at })
    #expect(
      stations.isSuperset(of: ["list", "menu", "find", "search", "media", "keys", "date", "nodate"])
    )
    #expect(words.contains { $0.text.contains("[!!!") }, "nothing was translated at all")
    let own = [export.path, try #require(Tools.probe)] + Self.known
    for word in words {
      let rest = Self.rest(of: word.text, without: own)
      if !rest.isEmpty { Issue.record("\(word.at): \(word.role): “\(word.text)”: \(rest)") }
    }
  }

  @Test("Keys are called as on a German keyboard, without Qt's own catalogue, too")
  func germanKeys() throws {
    let room = try ChatRoom()
    try room.write(["Ben": "Eins", "Anna": "Zwei"])
    let found = try display.read(
      "focus Anna\npause 1\nmenu -1 Löschen\nevents\nkey F1\npause 1\nwords keys",
      ["--name", "Anna", "--room", room.path], of: Tools.besideTests("ChatExample"),
      environment: room.environment.merging([
        "LUGE_LANGUAGE": "de", "LUGE_LIST_NAME": "Nachrichten",
      ]) { $1 })
    let words = Set(found.compactMap { $0["word"] as? String })
    #expect(
      words.isSuperset(of: ["Strg", "Umschalt", "Eingabe", "Bild auf", "Pos1", "Leertaste"]),
      "\(words)")
    #expect(words.isDisjoint(with: ["Ctrl", "Shift", "Page Up", "Home"]))
    let said = found.compactMap { ($0["event"] as? [Any])?.last as? String }
    #expect(said.contains { $0.hasSuffix("Rückgängig: Strg+Z") }, "\(said)")
  }

  @Test("Where lines begin at the right, the way to the newest and what is offered follow them")
  func mirrored() throws {
    let room = try ChatRoom()
    try room.write((0..<60).map { ($0 % 2 == 0 ? "Ben" : "Carla", "Line \($0)") })
    let found = try display.read(
      """
      focus Anna
      pause 1
      send @
      pause 1
      letter 0 Message
      find Suggestions
      key Escape
      key BackSpace
      key F6
      key Home
      pause 1
      find Messages
      find Jump to newest
      """, ["--name", "Anna", "--room", room.path], of: Tools.besideTests("ChatExample"),
      environment: room.environment.merging(["LC_ALL": "ar_EG.UTF-8"]) { $1 })
    func rect(_ name: String) throws -> [Int] {
      try #require(found.first { $0["found"] as? String == name }?["rect"] as? [Int], "\(found)")
    }
    let (list, jump, offered) = (
      try rect("Messages"), try rect("Jump to newest"), try rect("Suggestions")
    )
    #expect(jump[0] - list[0] < 40, "\(jump) in \(list)")
    let letter = try #require(found.compactMap { $0["letter"] as? [Int] }.first)
    #expect(letter[0] > list[0] + list[2] / 2, "\(letter) in \(list)")
    #expect(offered[0] < letter[0] && letter[0] < offered[0] + offered[2], "\(offered) \(letter)")
  }

  /// What of a text is neither translated nor the test's own nor of no language.
  private static func rest(of text: String, without known: [String]) -> String {
    var rest = text.replacing("&", with: "")
    let marked = /\[!!! (?:(?!\[!!!|!!!\]).)*? !!!\]/.dotMatchesNewlines()
    while let range = rest.firstRange(of: marked) { rest.replaceSubrange(range, with: " ") }
    for own in known { rest = rest.replacing(own, with: " ") }
    return rest.filter(\.isLetter)
  }

  /// Of the export, of files and formats, of keys, of units, longest first.
  private static let known = [
    "Luge", "Probe", "luge-qt-probe", "result.json", "a.png", "b.png", "c.gif", "gone.png", "PNG",
    "GIF",
    "Anna", "Ben", "Cara", "Dora", "Words", "Short", "An answer", "of many", "Line", "the needle",
    "needle", "short", "nonsense", "Telegram, WhatsApp, Discord, Slack, Messenger, Matrix, IRC",
    "Mastodon, Bluesky, Twitter", "kB", "MB", "Aa", "“W”",
  ].sorted { $0.count > $1.count }
}
