import LugeArchive
import LugeCore

/// Parses times in ISO 8601 and RFC 3339: `2022-11-05T10:11:12.345Z`, `…+02:00`.
enum ISOTime {
  /// Returns the time; nil for other text. Without a zone, it is a local time.
  static func parse(_ text: String) -> Timestamp? {
    let bytes = Array(text.utf8.prefix(40))
    func number(_ from: Int, _ count: Int) -> Int? {
      guard from + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[from..<from + count] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte) - 0x30
      }
      return value
    }
    func isAt(_ index: Int, _ character: Unicode.Scalar) -> Bool {
      index < bytes.count && bytes[index] == UInt8(ascii: character)
    }
    guard let year = number(0, 4), isAt(4, "-"), let month = number(5, 2), isAt(7, "-"),
      let day = number(8, 2), let date = CivilDate(year: year, month: month, day: day),
      isAt(10, "T") || isAt(10, " "), let hour = number(11, 2), isAt(13, ":"),
      let minute = number(14, 2), isAt(16, ":"), let second = number(17, 2), hour < 24,
      minute < 60, second < 61
    else { return nil }
    var index = 19
    if isAt(index, ".") {
      index += 1
      while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    }
    let local = Int64(date.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    guard index < bytes.count else { return Timestamp(seconds: local, certainty: .zoneUnknown) }
    if isAt(index, "Z"), index + 1 == bytes.count {
      return Timestamp(seconds: local, certainty: .exact)
    }
    guard isAt(index, "+") || isAt(index, "-"), let hours = number(index + 1, 2) else {
      return nil
    }
    let minutes = number(index + (isAt(index + 3, ":") ? 4 : 3), 2) ?? 0
    let offset = Int64(hours * 3600 + minutes * 60) * (isAt(index, "-") ? -1 : 1)
    return Timestamp(seconds: local - offset, certainty: .exact)
  }
}
