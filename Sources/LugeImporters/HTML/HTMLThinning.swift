import LugeArchive

/// Rewrites HTML that has an abnormal number of attributes, keeping only the relevant ones.
///
/// libxml2 compares each attribute of an element with all before it, so that its time grows with
/// the square of their number. The result has only complete tags with at most three attributes, and
/// text in which no character can begin anything else; so it does not matter whether a parser would
/// have found the original's tags at the same places.
enum HTMLThinning {
  /// Returns an upper bound of the number of attributes: the spaces, quotes and slashes followed by
  /// something else.
  ///
  /// - Complexity: O(bytes).
  static func attributes(of bytes: [UInt8]) -> Int {
    var count = 0
    var isBehindGap = false
    for byte in bytes {
      let isGap = isBlank(byte) || byte == 0x22 || byte == 0x27 || byte == 0x2F
      if isBehindGap, !isGap { count += 1 }
      isBehindGap = isGap
    }
    return count
  }

  /// Number of attributes that a parser handles quickly, wherever they are.
  static let limit = 2000

  /// - Complexity: O(bytes).
  static func thinned(_ bytes: [UInt8]) -> [UInt8] {
    var thin: [UInt8] = []
    thin.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        thin.append(bytes[index])
        index += 1
        continue
      }
      if let end = endOfSilence(bytes, at: index) {
        index = end
      } else if let tag = Tag(bytes, at: index) {
        tag.write(to: &thin)
        index = tag.isRaw ? endOfRaw(bytes, tag.name, from: tag.end) : tag.end
      } else {
        thin += "&lt;".utf8
        index += 1
      }
    }
    return thin
  }

  /// Returns the offset after a comment, a declaration or an instruction; nil for other characters.
  private static func endOfSilence(_ bytes: [UInt8], at start: Int) -> Int? {
    guard start + 1 < bytes.count, bytes[start + 1] == 0x21 || bytes[start + 1] == 0x3F else {
      return nil
    }
    let isComment = bytes[start...].starts(with: "<!--".utf8)
    var index = start + (isComment ? 4 : 2)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: ">"),
        !isComment || bytes[index - 1] == 0x2D && bytes[index - 2] == 0x2D
      {
        return index + 1
      }
      index += 1
    }
    return bytes.count
  }

  /// Returns the end of the contents of a script or a style.
  private static func endOfRaw(_ bytes: [UInt8], _ name: [UInt8], from start: Int) -> Int {
    let end = Array("</".utf8) + name
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), index + end.count <= bytes.count,
        zip(bytes[index..<index + end.count], end).allSatisfy({ lowercase($0) == $1 })
      {
        return index
      }
      index += 1
    }
    return bytes.count
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private struct Tag {
    var name: [UInt8] = []
    var isClosing = false
    var attributes: [(name: [UInt8], value: ArraySlice<UInt8>)] = []
    /// Offset after its last byte.
    var end: Int

    private static let wanted = ["href", "class", "alt", "title", "id", "src"].map {
      Array($0.utf8)
    }
    private static let raw = ["script", "style"].map { Array($0.utf8) }

    var isRaw: Bool { !isClosing && Self.raw.contains(name) }

    /// Nil if the `<` is plain text.
    init?(_ bytes: [UInt8], at start: Int) {
      var index = start + 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "/") {
        isClosing = true
        index += 1
      }
      end = index
      while index < bytes.count, Self.isName(bytes[index]) {
        name.append(HTMLThinning.lowercase(bytes[index]))
        index += 1
      }
      guard let first = name.first, (0x61...0x7A).contains(first), name.count <= 64 else {
        return nil
      }
      readAttributes(bytes, from: index)
    }

    private mutating func readAttributes(_ bytes: [UInt8], from start: Int) {
      var index = start
      func isEnd(_ index: Int) -> Bool { index >= bytes.count || bytes[index] == UInt8(ascii: ">") }
      while !isEnd(index) {
        let byte = bytes[index]
        if HTMLThinning.isBlank(byte) || byte == UInt8(ascii: "/") {
          index += 1
          continue
        }
        let nameStart = index
        while !isEnd(index), !HTMLThinning.isBlank(bytes[index]),
          bytes[index] != UInt8(ascii: "=") || index == nameStart,
          bytes[index] != UInt8(ascii: "/")
        {
          index += 1
        }
        let name = bytes[nameStart..<index]
        while !isEnd(index), HTMLThinning.isBlank(bytes[index]) { index += 1 }
        guard !isEnd(index), bytes[index] == UInt8(ascii: "=") else { continue }
        index += 1
        while !isEnd(index), HTMLThinning.isBlank(bytes[index]) { index += 1 }
        guard !isEnd(index) else { break }
        let valueStart: Int
        if bytes[index] == 0x22 || bytes[index] == 0x27 {
          let quote = bytes[index]
          valueStart = index + 1
          index = bytes[valueStart...].firstIndex(of: quote) ?? bytes.count
        } else {
          valueStart = index
          while !isEnd(index), !HTMLThinning.isBlank(bytes[index]) { index += 1 }
        }
        note(name, bytes[valueStart..<index])
        if index < bytes.count, bytes[index] == 0x22 || bytes[index] == 0x27 { index += 1 }
      }
      end = min(index + 1, bytes.count)
    }

    /// Adds an attribute; the first of a name counts.
    private mutating func note(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
      guard name.count <= 5 else { return }
      let name = name.map(HTMLThinning.lowercase)
      guard Self.wanted.contains(name), !attributes.contains(where: { $0.name == name }) else {
        return
      }
      attributes.append((name, value))
    }

    func write(to thin: inout [UInt8]) {
      thin += isClosing ? "</".utf8 : "<".utf8
      thin += name
      for attribute in attributes where !isClosing {
        thin.append(0x20)
        thin += attribute.name
        thin += "=\"".utf8
        for byte in attribute.value {
          switch byte {
          case 0x22: thin += "&quot;".utf8
          case UInt8(ascii: "<"): thin += "&lt;".utf8
          case UInt8(ascii: ">"): thin += "&gt;".utf8
          default: thin.append(byte)
          }
        }
        thin.append(0x22)
      }
      thin.append(UInt8(ascii: ">"))
    }

    private static func isName(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: "-")
    }
  }
}
