import Foundation
import LugeArchive

/// Reads one value of DAG-CBOR (https://ipld.io/specs/codecs/dag-cbor/spec/) onto a tape, so that
/// the same code reads records of a repository and records in JSON: a link becomes `{"$link":
/// "bafy…"}` and bytes `{"$bytes": "…"}`, as in the AT Protocol's JSON.
///
/// Lengths beyond the remaining bytes, indefinite lengths, tags other than that of a link, and keys
/// other than text are refused.
struct DAGCBOR {
  struct Problem: Error {
    /// Offset in the value.
    let byte: Int
    let reason: String
  }

  private let bytes: ArraySlice<UInt8>
  private let tape: JSONTape
  private var position: Int

  private static let deepest = 64
  /// Maximum bytes of tape for one value.
  private static let largest = 16 << 20

  /// - Throws: ``Problem``; the tape then holds no value.
  /// - Complexity: O(bytes).
  static func read(_ bytes: ArraySlice<UInt8>, onto tape: JSONTape) throws(Problem) {
    tape.clear()
    var reader = DAGCBOR(bytes: bytes, tape: tape, position: bytes.startIndex)
    do throws(Problem) {
      try reader.value(depth: 0)
      guard reader.position == bytes.endIndex else {
        throw reader.problem("the value ends before its block does")
      }
    } catch {
      tape.clear()
      throw error
    }
  }

  private func problem(_ reason: String) -> Problem {
    Problem(byte: position - bytes.startIndex, reason: reason)
  }

  private mutating func value(depth: Int) throws(Problem) {
    guard depth < Self.deepest else { throw problem("nested too deep") }
    guard tape.size <= Self.largest else { throw problem("the value is too large") }
    let (major, argument, count) = try head()
    switch major {
    case 0: text("\(argument)", .number)
    case 1: text(argument == .max ? "-18446744073709551616" : "-\(argument + 1)", .number)
    case 2: wrapped("$bytes", Data(try take(argument)).base64EncodedString())
    case 3: append(try take(argument), .string)
    case 4:
      tape.begin(.array)
      try members(argument) { reader throws(Problem) in try reader.value(depth: depth + 1) }
      tape.end()
    case 5:
      tape.begin(.object)
      try members(argument) { reader throws(Problem) in
        try reader.key()
        try reader.value(depth: depth + 1)
      }
      tape.end()
    case 6: try link(tag: argument)
    default: try simple(argument, bytes: count)
    }
  }

  /// Reads the members of a list or map. Each takes at least one byte, so a count greater than the
  /// number of remaining bytes is refused before anything is read.
  private mutating func members(
    _ count: UInt64, _ one: (inout DAGCBOR) throws(Problem) -> Void
  ) throws(Problem) {
    guard count <= UInt64(bytes.endIndex - position) else { throw problem("it ends in the middle") }
    for _ in 0..<count { try one(&self) }
  }

  private mutating func key() throws(Problem) {
    let (major, argument, _) = try head()
    guard major == 3 else { throw problem("a key should be text") }
    try take(argument).withUnsafeBufferPointer { tape.appendName($0) }
  }

  private mutating func link(tag: UInt64) throws(Problem) {
    guard tag == 42 else { throw problem("tag \(tag) is not allowed") }
    let (major, argument, _) = try head()
    guard major == 2 else { throw problem("a link should be bytes") }
    let content = try take(argument)
    guard content.first == 0, content.count == CID.length + 1, let cid = CID(content.dropFirst())
    else { throw problem("a link of an unknown kind") }
    wrapped("$link", cid.text)
  }

  private mutating func simple(_ argument: UInt64, bytes count: Int) throws(Problem) {
    switch (argument, count) {
    case (20, 0): tape.append(.no)
    case (21, 0): tape.append(.yes)
    case (22, 0): tape.append(.null)
    case (_, 4), (_, 8):
      let number =
        count == 8
        ? Double(bitPattern: argument)
        : Double(Float(bitPattern: UInt32(truncatingIfNeeded: argument)))
      guard number.isFinite else { throw problem("a number that is infinite or undefined") }
      text("\(number)", .number)
    default: throw problem("simple value \(argument) is not allowed")
    }
  }

  /// - Returns: the major type, its argument, and the number of bytes that the argument takes after
  ///   the first byte.
  private mutating func head() throws(Problem) -> (major: UInt8, argument: UInt64, count: Int) {
    guard position < bytes.endIndex else { throw problem("it ends in the middle") }
    let byte = bytes[position]
    position += 1
    let low = byte & 31
    if low < 24 { return (byte >> 5, UInt64(low), 0) }
    guard low < 28 else { throw problem("a length that is not given in advance") }
    let count = 1 << Int(low - 24)
    let argument = try take(UInt64(count)).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return (byte >> 5, argument, count)
  }

  private mutating func take(_ count: UInt64) throws(Problem) -> ArraySlice<UInt8> {
    guard count <= UInt64(bytes.endIndex - position) else { throw problem("it ends in the middle") }
    let start = position
    position += Int(count)
    return bytes[start..<position]
  }

  private func append(_ content: ArraySlice<UInt8>, _ kind: JSONTape.Kind) {
    content.withUnsafeBufferPointer { tape.append(kind, $0) }
  }

  private func text(_ text: String, _ kind: JSONTape.Kind) { append(Array(text.utf8)[...], kind) }

  private func wrapped(_ key: String, _ content: String) {
    tape.begin(.object)
    Array(key.utf8).withUnsafeBufferPointer { tape.appendName($0) }
    text(content, .string)
    tape.end()
  }
}
