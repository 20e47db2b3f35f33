import LugeArchive

/// Nicks that bring a channel what people wrote elsewhere: `<bridge> <ann> hi` is ann's.
///
/// Who quotes somebody now and then is no bridge: nearly all that a bridge says begins with a name.
struct IRCBridges {
  private struct Tally {
    var all = 0
    var relayed = 0
  }

  /// By nick; only of those that said something of this form, at most ``most``.
  private var tallies: [[UInt8]: Tally] = [:]
  private static let most = 64

  /// Takes a line of the first pass, from its `<`.
  mutating func note(_ line: UnsafeBufferPointer<UInt8>) {
    guard let close = line.firstIndex(of: UInt8(ascii: ">")), close > 1, close < 64 else { return }
    var start = 1
    while start < close, [0x20, 0x40, 0x2B, 0x25, 0x7E, 0x26].contains(line[start]) { start += 1 }
    let isRelayed = Self.name(line.slice(min(close + 1, line.count)..<line.count)) != nil
    guard isRelayed || !tallies.isEmpty else { return }
    let nick = Array(line.slice(start..<close))
    guard isRelayed || tallies[nick] != nil, tallies[nick] != nil || tallies.count < Self.most
    else { return }
    tallies[nick, default: Tally()].all += 1
    if isRelayed { tallies[nick, default: Tally()].relayed += 1 }
  }

  /// Whose words these are, when the nick is a bridge's.
  func relayed(nick: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>)
    -> (author: String, words: UnsafeBufferPointer<UInt8>)?
  {
    guard !tallies.isEmpty, let tally = tallies[Array(nick)], tally.relayed >= 3,
      tally.relayed * 10 >= tally.all * 8, let (name, end) = Self.name(text)
    else { return nil }
    // Bridges put a character without width into names, so that nobody is called by their own
    // words.
    let author = IRCText.plain(name).filter { $0 != "\u{200B}" && $0 != "\u{2060}" }
    return author.isEmpty ? nil : (author, text.slice(end..<text.count).trimmed())
  }

  /// `<ann> `, behind `[network] ` or colours; where it ends.
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
