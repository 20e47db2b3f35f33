extension LinkScanner {
  /// Maximum length of a mailbox name in bytes (RFC 5321): the limit of backward scans.
  private static let localLimit = 64

  /// Matches an e-mail address or a mention around an @.
  mutating func matchName(atSign position: Int) -> Int {
    if kinds.contains(.emails), let next = email(position) { return next }
    if kinds.contains(.mentions), let next = mention(position) { return next }
    return position + 1
  }

  private mutating func email(_ position: Int) -> Int? {
    var start = position
    while start > floor, position - start < Self.localLimit,
      let (before, length) = scalar(before: start), before.isMailboxPart
    {
      bytesExamined += 1
      start -= length
    }
    while start < position, !isWordCharacter(at: start) { start += scalar(at: start).length }
    guard start < position, start >= floor, byte(position - 1) != UInt8(ascii: ".") else {
      return nil
    }
    // After `mailto:` any host is accepted.
    let scheme = start - 7
    let hasScheme =
      scheme >= floor && text(scheme..<start).lowercased() == "mailto:"
      && !(scalar(before: scheme)?.0.isASCIIWord ?? false)
    let run = position + 1..<hostEnd(from: position + 1)
    guard let host = host(in: run, isKnown: !hasScheme), host.lowerBound == run.lowerBound else {
      return nil
    }
    var end = host.upperBound
    if hasScheme, byte(end) == UInt8(ascii: "?") { end = tail(from: end) }
    let address = text(start..<end)
    return addMatch((hasScheme ? scheme : start)..<end, .link(target: "mailto:" + address))
  }

  /// Matches `@name`, `@name@server.example`, `@name:server.example:8448` as in Matrix, and a name
  /// between isolates as WhatsApp writes it.
  private mutating func mention(_ position: Int) -> Int? {
    guard mayBeginName(at: position) else { return nil }
    var end = position + 1
    if byte(end) == 0xE2, byte(end + 1) == 0x81, byte(end + 2) == 0xA8 {
      return isolatedMention(position, from: end + 3)
    }
    end = nameEnd(from: end, limit: 64)
    let name = position + 1..<end
    let isNumber = name.allSatisfy { isDigit($0) }
    guard name.count >= (isNumber ? 7 : 2), isNumber || !isDigit(name.lowerBound) else {
      return nil
    }
    // "@scope/package"
    if byte(end) == UInt8(ascii: "/"), isWordCharacter(at: end + 1) { return nil }
    if byte(end) == UInt8(ascii: "@") {
      let run = end + 1..<hostEnd(from: end + 1)
      if let host = host(in: run, isKnown: true), host.lowerBound == run.lowerBound {
        end = host.upperBound
      }
    } else if byte(end) == UInt8(ascii: ":") {
      end = serverEnd(from: end) ?? end
    }
    return addMatch(position..<end, .mention(id: nil))
  }

  /// Returns the end of a server after a person's name, with its port; nil if what follows the
  /// colon is none: it has a known domain, a port, or is this computer.
  ///
  /// - Parameter colon: position of the colon after the name.
  private mutating func serverEnd(from colon: Int) -> Int? {
    let run = colon + 1..<hostEnd(from: colon + 1)
    let name = text(run)
    let isOwn = name == "localhost" || name.hasPrefix("localhost.")
    var end = run.lowerBound
    if let host = host(in: run, isKnown: true), host.lowerBound == run.lowerBound {
      end = host.upperBound
    } else if isOwn {
      end += "localhost".utf8.count
    }
    let hasDomain = end > run.lowerBound
    guard !run.isEmpty, hasDomain || byte(run.upperBound) == UInt8(ascii: ":") else { return nil }
    if !hasDomain { end = run.upperBound }
    guard byte(end) == UInt8(ascii: ":") else { return hasDomain ? end : nil }
    var port = end + 1
    while port < bytes.count, port < end + 7, isDigit(port) { port += 1 }
    let isPort = (end + 2...end + 6).contains(port)
    return isPort ? port : hasDomain ? end : nil
  }

  private mutating func isolatedMention(_ position: Int, from start: Int) -> Int? {
    var index = start
    while index < min(bytes.count, start + 128) {
      bytesExamined += 1
      if byte(index) == 0xE2, byte(index + 1) == 0x81, byte(index + 2) == 0xA9 {
        return index > start ? addMatch(position..<index + 3, .mention(id: nil)) : nil
      }
      if bytes[index] == 0x0A { return nil }
      index += 1
    }
    return nil
  }

  /// Matches `#tag` at its number sign.
  mutating func matchTag(atHash position: Int) -> Int {
    guard kinds.contains(.hashtags), mayBeginName(at: position) else { return position + 1 }
    let end = nameEnd(from: position + 1, limit: 256)
    let name = position + 1..<end
    guard
      name.contains(where: {
        bytes[$0] >= 0x80 || Unicode.Scalar(bytes[$0]).properties.isAlphabetic
      }
      )
    else { return max(end, position + 1) }
    return addMatch(position..<end, .hashtag)
  }

  private func mayBeginName(at position: Int) -> Bool {
    guard let before = scalar(before: position)?.0 else { return true }
    return !before.isASCIIWord && !before.isLetterOfSpacedScript
      && !"@#&/.-\\=".unicodeScalars.contains(before)
  }

  private mutating func nameEnd(from start: Int, limit: Int) -> Int {
    var index = start
    while index < bytes.count, index < start + limit {
      bytesExamined += 1
      let (scalar, length) = scalar(at: index)
      guard scalar.isNamePart else { break }
      index += length
    }
    return index
  }
}

extension Unicode.Scalar {
  fileprivate var isMailboxPart: Bool {
    value < 0x80 ? isASCIIWord || ".+-%=&".unicodeScalars.contains(self) : isLetterOfSpacedScript
  }
}
