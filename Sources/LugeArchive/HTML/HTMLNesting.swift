/// Takes out tags that stand deeper than a parser follows (libxml2: 256): a parser that gives up gives up
/// the words as well.
enum HTMLNesting {
  /// Elements within each other.
  static let limit = 200

  /// Elements that have no end, or whose end is mostly left out.
  private static let uncounted: Set<String> = [
    "area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input", "li", "link", "meta",
    "option",
    "p", "param", "source", "td", "th", "tr", "track", "wbr",
  ]

  /// Puts blanks in the place of what is too deep.
  ///
  /// - Complexity: O(bytes).
  static func flatten(_ bytes: inout [UInt8]) {
    guard bytes.lazy.filter({ $0 == UInt8(ascii: "<") }).count > limit else { return }
    var depth = 0
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      let isEnd = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/")
      let start = index + (isEnd ? 2 : 1)
      let name = bytes[min(start, bytes.count)...].prefix(16).prefix(while: isNamed)
      guard !name.isEmpty else {
        index += 1
        continue
      }
      // Without an end for this one there is none for those behind it.
      guard let close = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else { return }
      let isWhole = bytes[close - 1] == UInt8(ascii: "/")
      if !isWhole, !uncounted.contains(String(decoding: name, as: UTF8.self).lowercased()) {
        if !isEnd { depth += 1 }
        if depth > limit {
          for place in index...close { bytes[place] = UInt8(ascii: " ") }
        }
        if isEnd { depth = max(0, depth - 1) }
      }
      index = close + 1
    }
  }

  private static func isNamed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
