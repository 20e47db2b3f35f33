import LugeArchive
import LugeCore

/// Channel and day in the name of a log file.
///
/// Recognises `2007-01-12.train-c.raw.txt`, `#ubuntu_20070112.log`, `%23ubuntu.2007.01.12.log`,
/// `irc.libera.#ubuntu.weechatlog`, `#ubuntu.log`.
struct IRCFileName {
  /// Channel with its `#`; nil if the name has none.
  var channel: String?
  /// Part of the name beside a date and an extension: `ubuntu` in `ubuntu_2007-01-12.log`, `ann` in
  /// `ann.log` and `2007-01-12_ann.log`; nil if it does not identify the conversation: `log2.txt`,
  /// `January.log`, or a part separated by a dot from the date before it.
  var stem: String?
  /// Network, if the program includes it in the name.
  var network: String?
  /// Whether the name says that it is a conversation with one person.
  var isPrivate = false
  var date: CivilDate?
  /// Whether ``date`` is that of the folders, not of the file's name.
  var hasDateOfFolders = false

  /// Parses a path. The date precedes other digits of the name, such as `_03` in `2004-11-15_03`.
  ///
  /// - Parameter root: the same path with the folders around it; nil if they are not known.
  init(_ path: String, root: String? = nil) {
    let last = PathNames.name(of: path)
    let name = Self.decoded(last)
    let bytes = Array(name.utf8)
    var dateRange: Range<Int>?
    for start in bytes.indices {
      let isInsideNumber = start > 0 && Self.isDigit(bytes[start - 1])
      if !isInsideNumber, let (found, end) = Self.date(bytes, at: start) {
        date = found
        dateRange = start..<end
        break
      }
    }
    if date == nil, let (found, range) = Self.dayOfMonth(bytes, path: path, root: root) {
      date = found
      dateRange = range
    }
    channel = Self.channel(bytes, except: dateRange)
    stem = Self.stem(bytes, except: dateRange)
    if let dateRange {
      takeKVIrc(String(decoding: bytes[..<dateRange.lowerBound], as: UTF8.self))
    }
    if name.hasSuffix(".weechatlog") { takeWeeChat(name) }
  }

  /// Parses names of bip, a proxy, which have the day, in folders for months:
  /// `2024-03/#ubuntu.02.log`.
  private static func dayOfMonth(
    _ bytes: [UInt8], path: String, root: String?
  ) -> (CivilDate, Range<Int>)? {
    let name = withoutEndings(bytes[...])
    let day = name.suffix(2)
    guard name.count > 3, day.allSatisfy(isDigit),
      name[day.startIndex - 1] == UInt8(ascii: "."),
      let month = [path, root ?? ""].lazy.compactMap({ $0.pathParts.dropLast().last }).first
    else { return nil }
    let numbers = month.split(separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 2, numbers[0].utf8.count == 4, numbers[1].utf8.count == 2,
      month.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: "-") }),
      let year = Int(numbers[0]), let number = Int(numbers[1]),
      let value = Int(String(decoding: day, as: UTF8.self)),
      let date = CivilDate(year: year, month: number, day: value)
    else { return nil }
    return (date, day.startIndex..<day.endIndex)
  }

  /// Parses KVIrc's names: `channel_#ubuntu.libera_2007.01.12.log`, `query_ann.libera_…`,
  /// `console_…`.
  private mutating func takeKVIrc(_ beginning: String) {
    let kinds = ["channel_", "query_", "dccchat_", "console_"]
    guard let kind = kinds.first(where: { beginning.hasPrefix($0) }) else { return }
    var rest = beginning.dropFirst(kind.count)
    while let end = rest.last, "_.- ".contains(end) { rest.removeLast() }
    guard let dot = rest.lastIndex(of: "."), dot > rest.startIndex else { return }
    network = String(rest[rest.index(after: dot)...])
    let target = String(rest[..<dot])
    switch kind {
    case "channel_": channel = target.lowercased()
    case "console_":
      stem = network
      network = nil
    default:
      stem = target
      isPrivate = true
    }
  }

  /// Parses WeeChat's names: `irc.libera.ann.weechatlog`, `irc.server.libera.weechatlog`.
  private mutating func takeWeeChat(_ name: String) {
    let parts = name.dropLast(".weechatlog".count).split(
      separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard channel == nil, parts.count == 3, parts[0] == "irc" else { return }
    stem = String(parts[2])
    guard parts[1] != "server" else { return }
    network = String(parts[1])
    isPrivate = true
  }

  /// Returns the year in a path without a day: `luge-2014.log`, `2014/luge.log`.
  static func year(in path: String) -> Int? {
    let parts = path.pathParts.reversed()
    for (index, part) in parts.enumerated() {
      let numbers = part.split { !$0.isASCII || !$0.isNumber }
      // From a folder's name only a year is used.
      guard index == 0 || numbers.count == 1 && numbers[0] == part else { continue }
      if let year = numbers.lazy.compactMap({ $0.count == 4 ? Int($0) : nil })
        .first(where: { (1988...2199).contains($0) })
      {
        return year
      }
    }
    return nil
  }

  /// Whether a folder is named for a time: `2007`, `01`, `2007-01`, `January`.
  static func isTime(_ name: some StringProtocol) -> Bool {
    let bytes = Array(name.utf8)
    if bytes.allSatisfy({ isDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }) { return true }
    return bytes.withUnsafeBufferPointer { EnglishDateWords.month($0) } != nil
  }

  private static func stem(_ bytes: [UInt8], except date: Range<Int>?) -> String? {
    var rest = bytes
    if let date {
      let behind = bytes.dropFirst(date.upperBound)
      // `2007-01-12.train.txt` is a part of the folder's conversation, `2007-01-12_ann.txt` is
      // Ann's.
      rest = Array(
        behind.first == UInt8(ascii: ".") || date.lowerBound > 0
          ? bytes[..<date.lowerBound] : behind)
    }
    rest = Array(withoutEndings(rest[...]).drop(while: separators.contains))
    let words = rest.split { ($0 | 0x20) &- 0x61 >= 26 && $0 < 0x80 }
    guard words.contains(where: { !isGeneric(String(decoding: $0, as: UTF8.self)) }) else {
      return nil
    }
    return String(decoding: rest, as: UTF8.self)
  }

  /// Whether a word only says that a file is a log, or when it was written, but not of whom.
  private static func isGeneric(_ word: String) -> Bool {
    let generic: Set<String> = [
      "log", "logs", "chat", "chats", "irc", "raw", "text", "txt", "history", "messages", "channel",
      "part", "server", "status", "console", "network", "copy",
    ]
    if generic.contains(word.lowercased()) { return true }
    return Array(word.utf8).withUnsafeBufferPointer {
      EnglishDateWords.month($0) != nil || EnglishDateWords.isWeekday($0)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Returns the day in the folders around a file, alone or with the file's name: `2007/01/12.log`,
  /// `2007-01/12.log`, `2007-01-12/ubuntu.log`.
  static func date(inFolders path: String) -> CivilDate? {
    var parts = path.pathParts
    guard let file = parts.popLast() else { return nil }
    func digits(_ part: some StringProtocol) -> [Substring]? {
      let numbers = part.split { "-._".contains($0) }.map { Substring($0) }
      let isDate = numbers.allSatisfy { $0.utf8.allSatisfy(isDigit) }
      return isDate && !numbers.isEmpty ? numbers : nil
    }
    var numbers: [Substring] = []
    while let last = parts.popLast(), let more = digits(last), numbers.count < 4 {
      numbers = more + numbers
    }
    guard !numbers.isEmpty else { return nil }
    // `12.log`; other names contain no part of the date.
    var base = Substring(file)
    for suffix in [".gz", ".log", ".txt", ".raw"] where base.hasSuffix(suffix) {
      base = base.dropLast(suffix.count)
    }
    numbers += digits(base) ?? []
    var values = numbers.compactMap { Int($0) }
    // Such as `20070112` or `200701`.
    if let first = numbers.first, first.count == 8 || first.count == 6, let value = values.first {
      values.removeFirst()
      values =
        (first.count == 8
          ? [value / 10_000, value / 100 % 100, value % 100] : [value / 100, value % 100]) + values
    }
    guard values.count >= 3, (1988...2199).contains(values[0]) else { return nil }
    return CivilDate(year: values[0], month: values[1], day: values[2])
  }

  /// Parses `20070112`, `2007-01-12`, `2007.01.12`, `2007_01_12`, `12-01-2007` and `12Jan2007`.
  private static func date(_ bytes: [UInt8], at start: Int) -> (CivilDate, end: Int)? {
    yearFirst(bytes, at: start) ?? dayFirst(bytes, at: start)
  }

  /// Parses `12-01-2007`, `12.01.2007`, `12Jan2007` and `12-Jan-2007`.
  private static func dayFirst(_ bytes: [UInt8], at start: Int) -> (CivilDate, end: Int)? {
    let result = bytes[start...].withUnsafeBufferPointer { rest -> (CivilDate, Int)? in
      var scanner = ByteScanner(rest)
      guard let day = scanner.number(upTo: 2), day.digits == 2 else { return nil }
      let separators = [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")]
      let separator = separators.contains(scanner.peek()) ? scanner.peek() : nil
      if separator != nil { scanner.position += 1 }
      let month: Int?
      if let word = EnglishDateWords.word(&scanner) {
        month = EnglishDateWords.month(word)
      } else {
        guard separator != nil, let number = scanner.number(upTo: 2), number.digits == 2 else {
          return nil
        }
        month = number.value
      }
      if let separator, !scanner.take(separator) { return nil }
      guard let month, let year = scanner.number(upTo: 4), year.digits == 4,
        (1988...2199).contains(year.value)
      else { return nil }
      // American names have the month first, which is certain if the day is over 12.
      let date =
        CivilDate(year: year.value, month: month, day: day.value)
        ?? CivilDate(year: year.value, month: day.value, day: month)
      return date.map { ($0, scanner.position) }
    }
    return result.map { ($0.0, start + $0.1) }
  }

  private static func yearFirst(_ bytes: [UInt8], at start: Int) -> (CivilDate, end: Int)? {
    func number(_ from: Int, _ count: Int) -> Int? {
      guard from + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[from..<from + count] {
        guard isDigit(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    guard let year = number(start, 4), (1988...2199).contains(year) else { return nil }
    var index = start + 4
    guard index < bytes.count else { return nil }
    let separator = bytes[index]
    let isParted = [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")].contains(separator)
    if isParted { index += 1 }
    guard let month = number(index, 2) else { return nil }
    index += 2
    if isParted {
      guard index < bytes.count, bytes[index] == separator else { return nil }
      index += 1
    }
    guard let day = number(index, 2) else { return nil }
    index += 2
    if index < bytes.count, isDigit(bytes[index]) { return nil }
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    return (date, index)
  }

  /// Returns the part from the first `#` (or `&`) to the date or the extension.
  private static func channel(_ bytes: [UInt8], except date: Range<Int>?) -> String? {
    // `&local` is a channel of a single server.
    guard
      let start = bytes.firstIndex(of: UInt8(ascii: "#"))
        ?? (bytes.first == UInt8(ascii: "&") ? 0 : nil)
    else { return nil }
    var end = bytes.count
    if let date, date.lowerBound > start { end = date.lowerBound }
    // After the sign; a channel that consists of extensions only has no name.
    let name = withoutEndings(bytes[(start + 1)..<end])
    guard !name.isEmpty else { return nil }
    return String(decoding: bytes[start..<name.endIndex], as: UTF8.self).lowercased()
  }

  /// Separators between the parts of a name.
  private static let separators = [UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"), 0x20]

  /// Returns a name without its extensions and the separators at its end.
  private static func withoutEndings(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = name
    func dropSeparators() {
      while let last = rest.last, separators.contains(last) { rest.removeLast() }
    }
    dropSeparators()
    for suffix in [".gz", ".weechatlog", ".log", ".txt", ".raw"]
    where rest.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
      rest.removeLast(suffix.utf8.count)
    }
    dropSeparators()
    return rest
  }

  /// Decodes `%23ubuntu` to `#ubuntu`.
  private static func decoded(_ name: String) -> String {
    guard name.contains("%23") else { return name }
    return name.split(separator: "%23", omittingEmptySubsequences: false).joined(separator: "#")
  }
}
