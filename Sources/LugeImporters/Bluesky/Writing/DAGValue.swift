import LugeArchive

/// A value to write as DAG-CBOR: shortest lengths, keys sorted by length and then by bytes.
/// https://ipld.io/specs/codecs/dag-cbor/spec/
package indirect enum DAGValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
  case link(CID)
  case list([DAGValue])
  case map([String: DAGValue])

  package var encoded: [UInt8] {
    var result: [UInt8] = []
    encode(into: &result)
    return result
  }

  private func encode(into out: inout [UInt8]) {
    switch self {
    case .null: out.append(0xF6)
    case .boolean(let value): out.append(value ? 0xF5 : 0xF4)
    case .integer(let value):
      Self.head(value < 0 ? 1 : 0, UInt64(value < 0 ? -1 - value : value), &out)
    case .text(let text): Self.text(text, &out)
    case .bytes(let bytes):
      Self.head(2, UInt64(bytes.count), &out)
      out += bytes
    case .link(let cid):
      Self.head(6, 42, &out)
      Self.head(2, UInt64(CID.length + 1), &out)
      out.append(0)
      out += cid.bytes
    case .list(let values):
      Self.head(4, UInt64(values.count), &out)
      for value in values { value.encode(into: &out) }
    case .map(let fields):
      Self.head(5, UInt64(fields.count), &out)
      let sorted = fields.sorted { a, b in
        (a.key.utf8.count, a.key) < (b.key.utf8.count, b.key)
      }
      for (key, value) in sorted {
        Self.text(key, &out)
        value.encode(into: &out)
      }
    }
  }

  private static func text(_ text: String, _ out: inout [UInt8]) {
    head(3, UInt64(text.utf8.count), &out)
    out += text.utf8
  }

  private static func head(_ major: UInt8, _ value: UInt64, _ out: inout [UInt8]) {
    let type = major << 5
    let (mark, count): (UInt8, Int) =
      value < 24
      ? (UInt8(value), 0)
      : value <= 0xFF
        ? (24, 1) : value <= 0xFFFF ? (25, 2) : value <= 0xFFFF_FFFF ? (26, 4) : (27, 8)
    out.append(type | mark)
    for place in (0..<count).reversed() {
      out.append(UInt8(truncatingIfNeeded: value >> UInt64(place * 8)))
    }
  }
}
