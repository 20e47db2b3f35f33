import LugeArchive
import LugeCore

/// Decodes the bytes of a message, and converts mIRC's codes for bold, colour and so on to spans,
/// or removes them.
enum IRCText {
  /// - Complexity: O(bytes).
  static func styled(_ bytes: UnsafeBufferPointer<UInt8>) -> StyledText {
    guard bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      return StyledText(LegacyText.decode(bytes))
    }
    var codes = Codes()
    var index = 0
    while index < bytes.count {
      index = codes.take(bytes, at: index)
    }
    return codes.result()
  }

  /// Returns the bytes as text without codes.
  static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> String { styled(bytes).string }

  private struct Codes {
    var text: [UInt8] = []
    var spans: [StyledText.Span] = []
    /// Beginning of each active style, by its code.
    var open: [UInt8: Int] = [:]

    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
      let byte = bytes[index]
      switch byte {
      case 0x02, 0x1D, 0x1F, 0x1E, 0x11:
        toggle(byte)
      case 0x0F:
        closeAll()
      case 0x03:
        return IRCText.afterColour(bytes, from: index + 1)
      case 0x04:
        var end = index + 1
        while end < bytes.count, end < index + 7, IRCText.isHexadecimal(bytes[end]) { end += 1 }
        return end
      case 0x00..<0x09, 0x0A..<0x20, 0x7F:
        break
      default:
        text.append(byte)
      }
      return index + 1
    }

    private mutating func toggle(_ code: UInt8) {
      if let start = open.removeValue(forKey: code) {
        close(code, from: start)
      } else {
        open[code] = text.count
      }
    }

    private mutating func close(_ code: UInt8, from start: Int) {
      guard start < text.count else { return }
      let attribute: StyledText.Attribute =
        switch code {
        case 0x02: .bold
        case 0x1D: .italic
        case 0x1F: .underline
        case 0x1E: .strike
        default: .code
        }
      spans.append(.init(start..<text.count, attribute))
    }

    private mutating func closeAll() {
      for (code, start) in open.sorted(by: { $0.key < $1.key }) { close(code, from: start) }
      open.removeAll()
    }

    mutating func result() -> StyledText {
      closeAll()
      if spans.isEmpty {
        return StyledText(text.withUnsafeBufferPointer { LegacyText.decode($0) })
      }
      return LegacyText.decode(text, spans: spans)
    }
  }

  /// Returns the offset after a colour code: up to two digits, and up to two more after a comma.
  private static func afterColour(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    func digits(_ from: Int) -> Int {
      var end = from
      while end < bytes.count, end < from + 2, bytes[end] &- 0x30 < 10 { end += 1 }
      return end
    }
    let end = digits(start)
    guard end > start, end + 1 < bytes.count, bytes[end] == UInt8(ascii: ","),
      bytes[end + 1] &- 0x30 < 10
    else { return end }
    return digits(end + 1)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }
}
