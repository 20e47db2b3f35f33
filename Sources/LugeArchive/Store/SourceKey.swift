import Foundation
import GRDB

/// A source key (``MessageRecord/sourceKey``) in the form of its column. It is compact, because
/// each message has one, and it is also in an index.
enum SourceKey: Equatable {
  /// A key that is a number.
  case number(Int64)
  /// A key of 32 hexadecimal digits, which export readers make for sources without keys: its first
  /// bytes.
  case digest(high: UInt64, low: UInt64, count: Int)
  case text(String)

  init(_ key: String, in form: Form) {
    if let number = Self.number(key) {
      self = .number(number)
    } else if let digest = Self.digest(key, form) {
      self = digest
    } else {
      self = .text(key)
    }
  }

  /// Form in which an archive stores digests. An archive uses one form throughout, because messages
  /// are looked up by key.
  enum Form: Int {
    /// Hexadecimal text (older archives).
    case spelled = 0
    /// All 16 bytes (older archives).
    case packed
    /// The first 10 bytes: among ten million messages, the probability that two are equal is one in
    /// ten thousand million. The key is read back as 20 digits, which are treated as the same key.
    case short

    /// Form of new archives.
    static let current = Form.short

    /// Reads the form from SQLite's `user_version`.
    init(of db: Database) throws {
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version")
      self = version.flatMap(Form.init(rawValue:)) ?? .spelled
    }
  }

  var databaseValue: DatabaseValue {
    switch self {
    case .number(let number): number.databaseValue
    case .digest(let high, let low, let count):
      Data(Self.bytes(high, low, count: count)).databaseValue
    case .text(let text): text.databaseValue
    }
  }

  /// Returns a digest's first bytes, big-endian.
  static func bytes(_ high: UInt64, _ low: UInt64, count: Int) -> [UInt8] {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0.prefix(count)) }
  }

  /// Returns the key of a digest's bytes; nil for another number of bytes.
  static func spelling(ofDigest bytes: some Collection<UInt8>) -> String? {
    guard bytes.count == 16 || bytes.count == shortCount else { return nil }
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static let shortCount = 10

  private static func digest(_ key: String, _ form: Form) -> SourceKey? {
    let isWhole = key.utf8.count == 32
    guard isWhole && form != .spelled || key.utf8.count == 2 * shortCount && form == .short else {
      return nil
    }
    var words: (high: UInt64, low: UInt64) = (0, 0)
    for digit in key.utf8 {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      // Only lower case, because a key must be read back unchanged.
      case 0x61...0x66: value = digit - 0x57
      default: return nil
      }
      words.high = words.high << 4 | words.low >> 60
      words.low = words.low << 4 | UInt64(value)
    }
    guard form == .short else { return .digest(high: words.high, low: words.low, count: 16) }
    return isWhole
      ? .digest(high: words.high, low: words.low & ~0 << 48, count: shortCount)
      : .digest(
        high: words.high << 48 | words.low >> 16, low: words.low << 48, count: shortCount)
  }

  /// Returns a key in the form that current archives return, to compare keys of archives of
  /// different versions.
  static func comparable(_ key: String) -> String {
    key.utf8.count == 32 && digest(key, .short) != nil
      ? String(key.prefix(2 * shortCount)) : key
  }

  /// Returns the number that a key is written as, if the number's usual spelling is the key.
  private static func number(_ key: String) -> Int64? {
    let digits = key.utf8
    guard let first = digits.first, digits.count < 19 else { return nil }
    if first == UInt8(ascii: "0") { return digits.count == 1 ? 0 : nil }
    let isNegative = first == UInt8(ascii: "-")
    guard !isNegative || (digits.count > 1 && digits.dropFirst().first != UInt8(ascii: "0"))
    else { return nil }
    var value: Int64 = 0
    for digit in isNegative ? digits.dropFirst() : digits[...] {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      value = value * 10 + Int64(digit - 0x30)
    }
    return isNegative ? -value : value
  }
}
