import Foundation
import LugeArchive
import LugeWords

/// Hint about a file that no reader recognises: what it looks like, and what to do about it.
struct FormatHint {
  let text: String

  /// - Parameter isWhole: whether the prefix is the whole file.
  init(prefix: [UInt8], fileName: String, isWhole: Bool = false) {
    text = Self.byName(fileName) ?? Self.byContent(prefix, isWhole: isWhole)
  }

  /// Makes the hint for a folder or zip in which nothing was recognised.
  ///
  /// - Parameters:
  ///   - unnamed: files whose names are not UTF-8.
  ///   - hidden: names that begin with a dot.
  init(folder names: [String], unnamed: [String] = [], hidden: [String] = []) {
    if !unnamed.isEmpty {
      text = localized(
        "Names that are not UTF-8 cannot be opened: rename '{name}'.", ["name": unnamed[0]])
    } else if names.contains(where: { $0.lowercased().hasSuffix(".html") }) {
      text =
        localized(
          "It holds HTML pages of a kind that Luge does not read: if the program can, export as JSON or text instead."
        )
    } else if names.isEmpty, let first = hidden.first(where: { $0 != ".DS_Store" }) {
      text = localized(
        "All that is in it is hidden: import '{name}' in it by its own name.", ["name": first])
    } else if names.isEmpty {
      text = localized("There are no files in it.")
    } else {
      let some = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      text = localized(
        one: "Its only file is no chat: {names}.",
        other: "None of its {count} files is a chat, not even {names}.", count: names.count,
        ["names": some])
    }
  }

  /// Returns the hint about a file by its name or by a signature in it; nil if it is only known not
  /// to be a chat. For a folder or zip without chats, the first such file is more informative than
  /// the names.
  static func specific(prefix: [UInt8], fileName: String) -> String? {
    byName(fileName) ?? byMark(head(prefix))
  }

  private static func head(_ prefix: [UInt8]) -> String {
    String(decoding: prefix.prefix(4096), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines.union(["\u{FEFF}"])).lowercased()
  }

  private static func byMark(_ head: String) -> String? {
    if let known = marks.first(where: { head.contains($0.mark) }) { return known.text }
    for other in programs where other.marks.allSatisfy({ mark in head.contains(mark) }) {
      return unread(other.program)
    }
    guard head.hasPrefix("<") else { return nil }
    return pages.first { head.contains($0.mark) }?.text
  }

  private static func byName(_ name: String) -> String? {
    let name = name.lowercased()
    if name.contains(".crypt") {
      return localized(
        "It is an encrypted WhatsApp backup: in WhatsApp, open the chat and use 'Export chat'.")
    }
    for (start, end, text) in named where name.hasPrefix(start) && name.hasSuffix(end) {
      return text
    }
    for (start, end, program) in namedPrograms
    where name.hasPrefix(start) && name.hasSuffix(end) {
      return unread(program)
    }
    return nil
  }

  private static func unread(_ program: String) -> String {
    localized(
      "This is an export of {program}, which Luge does not read: a script that turns it into JSON Lines, as `luge export --format jsonl` writes them, makes it readable.",
      ["program": program])
  }

  /// Exports of programs that no reader reads, by the beginnings and ends of their names.
  private static let namedPrograms: [(start: String, end: String, program: String)] = [
    ("user_data_tiktok", ".json", "TikTok"), ("chat_history", ".json", "Snapchat"),
    ("snap_history", ".json", "Snapchat"), ("enmicromsg", ".db", "WeChat"),
    ("mm.sqlite", "", "WeChat"),
  ]

  /// Exports of programs that no reader reads, by parts of their beginnings in lower case.
  private static let programs: [(program: String, marks: [String])] = [
    ("GroupMe", ["\"source_guid\"", "\"favorited_by\""]),
    ("ChatGPT", ["\"mapping\"", "\"create_time\""]),
    ("Claude", ["\"chat_messages\"", "\"uuid\""]),
    ("Snapchat", ["\"media type\"", "\"created\""]),
    ("Snapchat", ["received saved chat history"]),
    ("LinkedIn", ["conversation id", "conversation title", "sender profile url"]),
    ("TikTok", ["chat history with ", "\"chathistory\""]), ("TikTok", [">>> chat history with "]),
    ("TikTok", ["\"favorite effects\""]), ("TikTok", ["\"tiktok "]),
    ("Tinder", ["\"match_id\"", "\"sent_date\""]), ("Tinder", ["\"usage\"", "\"app_opens\""]),
    ("WeChat", ["talkerid", "strcontent"]), ("WeChat", ["msgsvrid", "talker"]),
  ]

  /// Unsupported exports that are recognised by name: beginning and end of the name, and what to
  /// do.
  private static let named: [(start: String, end: String, text: String)] = [
    (
      "msgstore", ".db",
      localized(
        "This is WhatsApp's own database (SQLite): in WhatsApp, open the chat and use 'Export chat'."
      )
    ),
    (
      "signal-", ".backup",
      localized(
        "This is an encrypted backup of Signal on Android: export the chats in Signal's desktop program."
      )
    ),
    (
      "chatstorage", ".sqlite",
      localized(
        "This is WhatsApp's own database of an iPhone: in WhatsApp, open the chat and use 'Export chat'."
      )
    ),
    (
      "viber", ".db",
      localized(
        "This is Viber's own database: in Viber on a phone, Settings > Account > Viber backup > 'Email message history' makes text."
      )
    ),
    (
      "line_backup", "",
      localized("This is a backup of LINE: in LINE, open the chat and use 'Export chat history'.")
    ),
    (
      "", ".pst",
      localized("This is a mailbox of Outlook: `readpst` turns it into mbox, which Luge reads.")
    ),
    (
      "kakaotalk", "",
      localized(
        "It is named like an export of KakaoTalk, but its lines do not begin like those of one: export it again as text or CSV."
      )
    ),
    (
      "matrix - ", ".txt",
      localized("This is plain text of Element: export as JSON instead.")
    ),
    (
      "element - ", ".txt",
      localized("This is plain text of Element: export as JSON instead.")
    ),
    (
      "[line]", "",
      localized(
        "It is named like an export of LINE, but no line contains only a date: export the chat history again."
      )
    ),
  ]

  /// Unsupported exports that are recognised by content: a part of it in lower case.
  private static let marks: [(mark: String, text: String)] = [
    (
      "grailbird.payload",
      localized("It is the list of months of an old Twitter archive: import the whole folder.")
    ),
    (
      "authorid,author,date,content",
      localized("This is a table of DiscordChatExporter: export as JSON instead (`-f Json`).")
    ),
    (
      "==============\nguild:",
      localized("This is text of DiscordChatExporter: export as JSON instead (`-f Json`).")
    ),
  ]

  /// Unsupported pages that are recognised by content.
  private static let pages: [(mark: String, text: String)] = [
    (
      "signalbackup-tools",
      localized("These are pages of signalbackup-tools: export as text instead (`--exporttxt`).")
    ),
    (
      "chatlog__",
      localized("These are pages of DiscordChatExporter: export as JSON instead (`-f Json`).")
    ),
    (
      "imessage-exporter",
      localized("These are pages of imessage-exporter: export as text instead (`--format txt`).")
    ),
    (
      "<smses",
      localized(
        "This is a backup of \"SMS Backup & Restore\", which Luge does not read: on the phone, the app \"SMS Backup+\" puts the messages into a mailbox, whose mbox Luge reads."
      )
    ),
    (
      "mx_roomview",
      localized("These are pages of Element: export as JSON instead.")
    ),
    (
      "instagram",
      localized(
        "These look like Instagram's pages: ask for your information as JSON instead of HTML.")
    ),
    (
      "facebook.com",
      localized(
        "These look like Facebook's pages: ask for your information as JSON instead of HTML.")
    ),
  ]

  private static let magics: [(bytes: [UInt8], text: String)] = [
    (Array("SQLite format 3".utf8), localized("It is an SQLite database, not an export.")),
    (Array("%PDF".utf8), localized("It is a PDF document.")),
    ([0x37, 0x7A, 0xBC, 0xAF], localized("It is a 7z archive: unpack it first.")),
    (Array("Rar!".utf8), localized("It is a RAR archive: unpack it first.")),
    ([0x28, 0xB5, 0x2F, 0xFD], localized("It is compressed with zstd: unpack it first.")),
    (Array("PK".utf8), localized("It is a zip without files.")),
    ([0xFF, 0xD8, 0xFF], localized("It is a photo.")),
    ([0x89, 0x50, 0x4E, 0x47], localized("It is a picture.")),
    ([0xFF, 0xFE], localized("It is UTF-16 text: save it as UTF-8.")),
    ([0xFE, 0xFF], localized("It is UTF-16 text: save it as UTF-8.")),
  ]

  private static func byContent(_ prefix: [UInt8], isWhole: Bool) -> String {
    for magic in magics where prefix.starts(with: magic.bytes) { return magic.text }
    if prefix.contains(0) { return localized("It is not text.") }
    let head = Self.head(prefix)
    if let known = byMark(head) { return known }
    if head.hasPrefix("{"), head.filter({ !$0.isWhitespace }).hasPrefix("{\"order\":[") {
      return
        localized(
          "It looks like an answer of Mattermost's interface: `mmctl export create` makes an export that Luge reads."
        )
    }
    if head.hasPrefix("{"), head.contains("\"ok\""), head.contains("\"messages\""),
      head.contains("\"ts\"")
    {
      return
        localized(
          "It looks like an answer of Slack's interface: Slack's settings make an export of the workspace that Luge reads."
        )
    }
    if head.hasPrefix("<!doctype html") || head.hasPrefix("<html") {
      return
        localized(
          "It looks like HTML of a kind that Luge does not read: if the program can, export as JSON or text instead."
        )
    }
    if head.hasPrefix("<") { return localized("It looks like XML.") }
    if looksLikeJSON(head) {
      return isWhole && !isComplete(prefix)
        ? localized("It looks like JSON that ends in the middle: export or copy it again.")
        : localized("It is JSON, but of none of the kinds that Luge knows.")
    }
    return localized("It is text, but its lines do not begin as those of a chat do.")
  }

  /// Whether a text looks like a JSON object, or a list of objects, texts, numbers or lists;
  /// `[10:00] hello` does not.
  private static func looksLikeJSON(_ head: String) -> Bool {
    if head.hasPrefix("{") { return true }
    guard head.hasPrefix("[") else { return false }
    let inside = head.dropFirst().drop(while: \.isWhitespace)
    guard let first = inside.first else { return true }
    if "{[\"]".contains(first) { return true }
    let value = inside.prefix { !$0.isWhitespace && $0 != "," && $0 != "]" }
    // In `[12 May 10:00]` a word follows.
    let next = inside.dropFirst(value.count).first { !$0.isWhitespace }
    guard next == nil || next == "," || next == "]" else { return false }
    return Double(value) != nil || ["true", "false", "null"].contains(value)
  }

  private static func isComplete(_ json: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(json))) != nil
  }
}
