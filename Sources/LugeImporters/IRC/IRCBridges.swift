import LugeArchive

/// Finds bridge bots, which relay messages from another network: in `<bridge> <ann> hi` the author
/// is ann.
///
/// A nick counts as a bridge if at least ``leastRelayed`` of its lines begin with `<name>`, and
/// these are at least 80 % of its lines from the first such line on. People who quote now and then
/// do not.
struct IRCBridges {
  private struct Tally {
    var all = 0
    var relayed = 0
  }

  /// Counts by nick, from its first relayed line on; at most ``nickLimit`` nicks.
  private var tallies: [[UInt8]: Tally] = [:]
  private static let nickLimit = 64
  private static let leastRelayed = 3
  /// Characters for a nick's rank in the channel, which clients show before it; a space for none.
  private static let modePrefixes = Array(" @+%~&".utf8)

  /// Counts a line during the first pass over the file.
  ///
  /// - Parameter line: starts at the `<` before the nick.
  mutating func note(_ line: UnsafeBufferPointer<UInt8>) {
    guard let close = line.firstIndex(of: UInt8(ascii: ">")), close > 1, close < 64 else { return }
    var start = 1
    while start < close, Self.modePrefixes.contains(line[start]) { start += 1 }
    let isRelayed = Self.name(line.slice(min(close + 1, line.count)..<line.count)) != nil
    guard isRelayed || !tallies.isEmpty else { return }
    let nick = Array(line.slice(start..<close))
    let known = tallies[nick]
    guard known != nil || isRelayed && tallies.count < Self.nickLimit else { return }
    var tally = known ?? Tally()
    tally.all += 1
    if isRelayed { tally.relayed += 1 }
    tallies[nick] = tally
  }

  /// Returns the author and text of a relayed message; nil if the nick is not a bridge.
  func relayed(nick: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>)
    -> (author: String, text: UnsafeBufferPointer<UInt8>)?
  {
    guard !tallies.isEmpty, let tally = tallies[Array(nick)], tally.relayed >= Self.leastRelayed,
      tally.relayed * 10 >= tally.all * 8, let (name, end) = Self.name(text)
    else { return nil }
    // Bridges insert zero-width characters into names, so that IRC clients do not highlight the
    // author's own messages. Remove them.
    let author = IRCText.plain(name).filter { $0 != "\u{200B}" && $0 != "\u{2060}" }
    return author.isEmpty ? nil : (author, text.slice(end..<text.count).trimmed())
  }

  /// Parses `<ann> `, after an optional `[network] ` and colour codes.
  ///
  /// - Returns: the name and the offset after its `>`; nil if the text does not begin like that.
  private static func name(_ text: UnsafeBufferPointer<UInt8>)
    -> (name: UnsafeBufferPointer<UInt8>, end: Int)?
  {
    var index = 0
    func skipCodes() {
      while index < text.count {
        let byte = text[index]
        if byte == 0x03 {
          index += 1
          var digits = 0
          while index < text.count, text[index] &- 0x30 < 10 || text[index] == 0x2C, digits < 5 {
            index += 1
            digits += 1
          }
        } else if byte <= 0x20 {
          index += 1
        } else {
          return
        }
      }
    }
    skipCodes()
    if index < text.count, text[index] == UInt8(ascii: "["),
      let close = text.slice(index..<min(text.count, index + 32)).firstIndex(of: 0x5D)
    {
      index += close + 1
      skipCodes()
    }
    guard index < text.count, text[index] == UInt8(ascii: "<") else { return nil }
    let rest = text.slice(index + 1..<text.count)
    guard let close = rest.slice(0..<min(rest.count, 80)).firstIndex(of: UInt8(ascii: ">")),
      close > 0, close + 1 < rest.count, rest[close + 1] <= 0x20
    else { return nil }
    return (rest.slice(0..<close), index + 1 + close + 1)
  }
}
