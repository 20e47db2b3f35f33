import LugeArchive
import LugeCore

/// The name of a block: the SHA-256 of its bytes and what they are (CIDv1, as the AT Protocol
/// allows it). https://github.com/multiformats/cid
package struct CID: Sendable, Hashable {
  package enum Codec: UInt8, Sendable {
    case cbor = 0x71
    case raw = 0x55
  }

  package let codec: Codec
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// Bytes of every such name.
  package static let length = 36

  /// Nil for names of another version, codec or hash.
  package init?(_ bytes: ArraySlice<UInt8>) {
    let first = bytes.startIndex
    guard bytes.count >= Self.length, bytes[first] == 1,
      let codec = Codec(rawValue: bytes[first + 1]),
      bytes[first + 2] == 0x12, bytes[first + 3] == 0x20
    else { return nil }
    self.init(codec: codec, digest: bytes[(first + 4)..<(first + Self.length)])
  }

  package init(hashing bytes: some Collection<UInt8>, codec: Codec = .cbor) {
    self.init(codec: codec, digest: SHA256.digest(bytes)[...])
  }

  /// - Parameter digest: 32 bytes.
  private init(codec: Codec, digest: ArraySlice<UInt8>) {
    func word(_ index: Int) -> UInt64 {
      digest.dropFirst(index * 8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.codec = codec
    words = (word(0), word(1), word(2), word(3))
  }

  package static func == (a: CID, b: CID) -> Bool { a.codec == b.codec && a.words == b.words }

  /// The digest is as good as random.
  package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

  package var bytes: [UInt8] {
    var result: [UInt8] = [1, codec.rawValue, 0x12, 0x20]
    for word in [words.0, words.1, words.2, words.3] {
      for shift in stride(from: 56, through: 0, by: -8) {
        result.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return result
  }

  /// "bafy…": base 32 after the letter that says so.
  package var text: String { "b" + Base32.text(bytes, alphabet: Base32.lower) }
}

/// Five bits a letter.
enum Base32 {
  static let lower = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
  /// Sorts as the numbers do.
  static let sortable = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)

  static func text(_ bytes: [UInt8], alphabet: [UInt8]) -> String {
    var letters: [UInt8] = []
    var rest: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      rest = (rest << 8 | UInt32(byte)) & 0xFFFF
      bits += 8
      while bits >= 5 {
        bits -= 5
        letters.append(alphabet[Int(rest >> bits) & 31])
      }
    }
    if bits > 0 { letters.append(alphabet[Int(rest << (5 - bits)) & 31]) }
    return String(decoding: letters, as: UTF8.self)
  }
}

/// A record's key that is its time: microseconds since 1970 and ten bits that tell writers apart,
/// in thirteen letters. https://atproto.com/specs/tid
package enum RecordTime {
  package static func key(microseconds: Int64, clock: Int64) -> String {
    let value = UInt64(bitPattern: microseconds) << 10 | UInt64(bitPattern: clock) & 1023
    let letters = (0..<13).map { Base32.sortable[Int(value >> UInt64((12 - $0) * 5)) & 31] }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Seconds since 1970; nil for a key that is no time.
  static func seconds(_ key: some StringProtocol) -> Int64? {
    guard key.utf8.count == 13 else { return nil }
    var value: UInt64 = 0
    for (place, letter) in key.utf8.enumerated() {
      guard let digit = Base32.sortable.firstIndex(of: letter), place > 0 || digit < 8 else {
        return nil
      }
      value = value << 5 | UInt64(digit)
    }
    return Int64(value >> 10) / 1_000_000
  }
}
