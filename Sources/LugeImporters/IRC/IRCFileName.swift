import LugeArchive
import LugeCore

/// Channel and day, as far as the name of a log file tells.
///
/// Knows `2007-01-12.train-c.raw.txt`, `#ubuntu_20070112.log`, `%23ubuntu.2007.01.12.log`,
/// `irc.libera.#ubuntu.weechatlog`, `#ubuntu.log`.
struct IRCFileName {
  /// With its `#`; nil when the name has none.
  var channel: String?
  /// What the name has beside a day and an extension: `ubuntu` in `ubuntu_2007-01-12.log`; nil when
  /// there are no letters in it.
  var stem: String?
  var date: CivilDate?
  /// What the day is written in comes before other digits of the name: `_03` in `2004-11-15_03`.
  init(_ path: String) {
    let last = path.split(separator: "/").last.map(String.init) ?? path
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
    channel = Self.channel(bytes, except: dateRange)
    stem = Self.stem(bytes, except: dateRange)
  }

  /// Whether a folder is named for a time: `2007`, `01`, `2007-01`, `January`.
  static func isTime(_ name: some StringProtocol) -> Bool {
    let bytes = Array(name.utf8)
    if bytes.allSatisfy({ isDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }) { return true }
    return bytes.withUnsafeBufferPointer { IRCDay.month($0) } != nil
  }

  private static func stem(_ bytes: [UInt8], except date: Range<Int>?) -> String? {
    var rest = bytes
    if let date { rest.removeSubrange(date) }
    for suffix in [".gz", ".weechatlog", ".log", ".txt", ".raw"] where rest.count > suffix.count {
      if rest.suffix(suffix.count).elementsEqual(suffix.utf8) { rest.removeLast(suffix.count) }
    }
    let separators = [UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"), 0x20]
    while let last = rest.last, separators.contains(last) { rest.removeLast() }
    while let first = rest.first, separators.contains(first) { rest.removeFirst() }
    guard rest.contains(where: { ($0 | 0x20) &- 0x61 < 26 || $0 >= 0x80 }) else { return nil }
    return String(decoding: rest, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// `20070112`, `2007-01-12`, `2007.01.12`, `2007_01_12`.
  private static func date(_ bytes: [UInt8], at start: Int) -> (CivilDate, end: Int)? {
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

  /// From the first `#` (or `&`) to the date or the extension.
  private static func channel(_ bytes: [UInt8], except date: Range<Int>?) -> String? {
    guard let start = bytes.firstIndex(of: UInt8(ascii: "#")) else { return nil }
    var end = bytes.count
    for suffix in [".gz", ".weechatlog", ".log", ".txt", ".raw"] {
      let suffix = Array(suffix.utf8)
      if end - suffix.count > start, bytes[..<end].suffix(suffix.count).elementsEqual(suffix) {
        end -= suffix.count
      }
    }
    if let date, date.lowerBound > start { end = min(end, date.lowerBound) }
    let separators = [UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"), 0x20]
    while end > start + 1, separators.contains(bytes[end - 1]) { end -= 1 }
    guard end > start + 1 else { return nil }
    return String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
  }

  /// `%23ubuntu` → `#ubuntu`.
  private static func decoded(_ name: String) -> String {
    guard name.contains("%23") else { return name }
    return name.split(separator: "%23", omittingEmptySubsequences: false).joined(separator: "#")
  }
}
