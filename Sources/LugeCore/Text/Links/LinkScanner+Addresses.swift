extension LinkScanner {
  // MARK: With a scheme

  /// Matches `http://…`, `https://…` and `tel:…` around a colon.
  mutating func matchURL(atColon position: Int) -> Int {
    let isWeb = byte(position + 1) == UInt8(ascii: "/") && byte(position + 2) == UInt8(ascii: "/")
    if isWeb, kinds.contains(.addresses) {
      for scheme: StaticString in ["https", "http"] {
        guard let start = schemeStart(scheme, before: position) else { continue }
        guard let end = authority(from: position + 3) else { break }
        return addMatch(start..<end, .link(target: text(start..<end)))
      }
    }
    if kinds.contains(.phones), let start = schemeStart("tel", before: position) {
      var end = position + 1
      var count = 0
      while end < bytes.count, end < position + 40 {
        bytesExamined += 1
        if isDigit(end) {
          count += 1
        } else if !"+-.()".utf8.contains(bytes[end]) {
          break
        }
        end += 1
      }
      while end > position + 1, !isDigit(end - 1) { end -= 1 }
      if count >= 3, !isWordCharacter(at: end) {
        return addMatch(start..<end, .link(target: text(start..<end)))
      }
    }
    return position + 1
  }

  private func schemeStart(_ scheme: StaticString, before colon: Int) -> Int? {
    let start = colon - scheme.utf8CodeUnitCount
    guard start >= floor else { return nil }
    for offset in 0..<scheme.utf8CodeUnitCount
    where bytes[start + offset] | 0x20 != scheme.utf8Start[offset] { return nil }
    guard let before = scalar(before: start)?.0 else { return start }
    return before.isASCIIWord ? nil : start
  }

  /// Returns the end of a URL whose authority (user, host, port) begins at an index; nil if it has
  /// no host.
  private mutating func authority(from start: Int) -> Int? {
    var start = start
    // Skip a user name, which ends with an @.
    var index = start
    while index < bytes.count {
      bytesExamined += 1
      let byte = bytes[index]
      if byte == UInt8(ascii: "@") {
        start = index + 1
        break
      }
      guard byte > 0x20, byte < 0x80, !"/?#()[]<>\"".utf8.contains(byte) else { break }
      index += 1
    }
    if byte(start) == UInt8(ascii: "[") {
      var end = start + 1
      while end < bytes.count, end < start + 48,
        Unicode.Scalar(bytes[end]).properties.isASCIIHexDigit || bytes[end] == UInt8(ascii: ":")
          || bytes[end] == UInt8(ascii: ".")
      {
        end += 1
      }
      guard byte(end) == UInt8(ascii: "]"), end > start + 2 else { return nil }
      return afterHost(end + 1)
    }
    let run = start..<hostEnd(from: start, allowsUnderscore: true)
    guard let host = host(in: run, isKnown: false) else { return nil }
    // "example.com_" is no host.
    guard byte(host.upperBound - 1) != UInt8(ascii: "_") else { return nil }
    return afterHost(host.upperBound)
  }

  /// Returns the end of port, path, query and fragment after a host; nil when the port is invalid.
  mutating func afterHost(_ host: Int) -> Int? {
    var end = host
    if byte(end) == UInt8(ascii: ":"), isDigit(end + 1) {
      var port = 0
      var index = end + 1
      while isDigit(index), index < end + 7 {
        port = port * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      guard port <= 65_535, !isDigit(index), !isWordCharacter(at: index) else { return nil }
      end = index
    }
    switch byte(end) {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return tail(from: end)
    default: return end
    }
  }

  /// Returns the end of a path, query or fragment.
  mutating func tail(from start: Int) -> Int {
    var end = start
    var open = (round: 0, square: 0, curly: 0)
    scan: while end < bytes.count {
      bytesExamined += 1
      let (scalar, length) = scalar(at: end)
      guard scalar.isTailPart else { break }
      switch scalar {
      case "(": open.round += 1
      case "[": open.square += 1
      case "{": open.curly += 1
      case ")":
        if open.round == 0 { break scan }
        open.round -= 1
      case "]":
        if open.square == 0 { break scan }
        open.square -= 1
      case "}":
        if open.curly == 0 { break scan }
        open.curly -= 1
      default: break
      }
      end += length
    }
    while end > start, Self.endsNothing.contains(bytes[end - 1]) {
      bytesExamined += 1
      end -= 1
    }
    return end
  }

  /// Characters that end a sentence or open a bracket: an address does not end with one of them.
  private static let endsNothing = Set(".,:;!?'*_~([{".utf8)

  // MARK: Without a scheme

  /// Matches a host without a scheme, from its first dot.
  mutating func matchHost(aroundDot position: Int) -> Int {
    guard kinds.contains(.addresses) || kinds.contains(.emails) else { return position + 1 }
    var start = position
    while start > floor, position - start < 255, let (before, length) = scalar(before: start),
      before.isHostPart
    {
      bytesExamined += 1
      start -= length
    }
    guard start < position, start >= floor else { return position + 1 }
    let run = start..<hostEnd(from: position)
    // A name before an @ is matched there, as an e-mail address.
    guard kinds.contains(.addresses), byte(run.upperBound) != UInt8(ascii: "@"),
      mayBegin(at: start), let host = host(in: run, isKnown: true)
    else { return run.upperBound }
    guard let end = afterHost(host.upperBound) else { return run.upperBound }
    let isPlain = end == host.upperBound || byte(host.upperBound) != UInt8(ascii: "/")
    let isNamed =
      text(host.lowerBound..<min(host.upperBound, host.lowerBound + 4)).lowercased() == "www."
    if isPlain, !isNamed, looksLikeFile(host) { return run.upperBound }
    return addMatch(
      host.lowerBound..<end, .link(target: "http://" + text(host.lowerBound..<end)))
  }

  /// Whether a host may begin here: not within a path, a word or an address that did not match.
  private func mayBegin(at start: Int) -> Bool {
    guard let before = scalar(before: start)?.0 else { return true }
    return !before.isASCIIWord && !".:/\\-@#%~&".unicodeScalars.contains(before)
  }
}
