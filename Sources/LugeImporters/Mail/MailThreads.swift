import LugeArchive
import LugeCore

/// Threads of messages: a message belongs to the thread of its earliest known ancestor.
///
/// A thread keeps its key when further, newer messages are imported.
struct MailThreads {
  /// Maximum number of ids and subjects; beyond, a message is in the thread of the first ancestor
  /// it names.
  private let most: Int
  /// Maximum bytes of a name of 200 characters, which may consist of any number of scalars.
  private static let longestName = 1024

  private var parents: [UInt64: UInt64] = [:]
  /// Subject of each thread, from its earliest message.
  private var names: [UInt64: String] = [:]

  /// Number of ids and subjects that are kept.
  var count: Int { parents.count.addingClamped(names.count) }

  init(most: Int = 3_000_000) { self.most = most }

  /// Adds a message in the first pass.
  mutating func add(_ headers: MailHeaders) {
    guard count < most else { return }
    var chain = headers.ancestors.map(Self.number)
    if let id = headers.id { chain.append(Self.number(id)) }
    guard let first = chain.first else { return }
    for (older, newer) in zip(chain, chain.dropFirst()) { join(newer, under: older) }
    let top = self.top(of: first)
    if names[top] == nil, let subject = headers.text("subject") {
      names[top] = Clipping.prefix(
        String(Self.bare(subject).prefix(200)), bytes: Self.longestName)
    }
  }

  /// - Returns: the thread's key and name; nil for a message without an id.
  mutating func thread(of headers: MailHeaders) -> (key: String?, name: String?) {
    guard let id = headers.ancestors.first ?? headers.id else { return (nil, nil) }
    let top = top(of: Self.number(id))
    return (String(top, radix: 16), names[top])
  }

  private mutating func join(_ newer: UInt64, under older: UInt64) {
    let (below, above) = (top(of: newer), top(of: older))
    guard below != above else { return }
    parents[below] = above
    if let name = names.removeValue(forKey: below), names[above] == nil { names[above] = name }
  }

  private mutating func top(of number: UInt64) -> UInt64 {
    var top = number
    while let next = parents[top] { top = next }
    // Shorten the path for next time.
    var step = number
    while let next = parents[step], next != top {
      parents[step] = top
      step = next
    }
    return top
  }

  private static func number(_ id: String) -> UInt64 {
    var hash = StableHash()
    hash.combine(id.utf8)
    return hash.low ^ hash.high
  }

  /// Returns a subject without the prefixes of replies and forwards.
  static func bare(_ subject: String) -> String {
    var rest = Substring(subject.trimmingBlanks)
    while let colon = rest.prefix(8).firstIndex(where: { $0 == ":" || $0 == "：" }) {
      // Such as `Re[2]:` or `AW (3):`.
      let word = rest[..<colon].lowercased().prefix { $0.isLetter }
      guard marks.contains(String(word)) else { break }
      rest = rest[rest.index(after: colon)...].drop(while: \.isWhitespace)
    }
    return String(rest)
  }

  private static let marks: Set<String> = [
    "re", "fw", "fwd", "aw", "wg", "sv", "vs", "antw", "tr", "rv", "res", "enc", "odp", "回复", "答复",
    "转发", "返信",
  ]
}
