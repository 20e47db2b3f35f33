import Foundation
import Testing

/// The window in a language that shows which words did not come through the catalogue.
@Suite(
  "Words of the window come from the catalogue", .serialized, .timeLimit(.minutes(5)),
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
