import Foundation
import LugeArchive

/// Converts the escape `\xHH` to `\u00HH`, across chunks.
///
/// Telegram Desktop writes control characters in the first form, which is not valid JSON. A
/// backslash appears only inside of strings, so the only state is whether the previous byte escapes
/// the next one.
struct EscapeRepair {
  private var isEscaped = false
  private var repaired: [UInt8] = []

  /// Calls `body` with the chunk, or with a copy if something had to be repaired.
  mutating func repaired<Result>(
    _ chunk: UnsafeRawBufferPointer, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let bytes = chunk.bindMemory(to: UInt8.self)
    repaired.removeAll(keepingCapacity: true)
    var copied = 0
    var index = 0
    while index < bytes.count {
      if isEscaped {
        if bytes[index] == UInt8(ascii: "x") {
          repaired.append(contentsOf: bytes[copied..<index])
          repaired.append(contentsOf: [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")])
          copied = index + 1
        }
        isEscaped = false
        index += 1
      } else {
        guard let start = bytes.baseAddress,
          let found = memchr(start + index, Int32(UInt8(ascii: "\\")), bytes.count - index)
        else { break }
        index = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - start + 1
        isEscaped = true
      }
    }
    guard copied > 0 else { return body(bytes) }
    repaired.append(contentsOf: bytes[copied...])
    return repaired.withUnsafeBufferPointer(body)
  }
}
