import Foundation
import LugeCore
import Synchronization

/// The emoji used last, and the six that are offered for reactions, kept between launches.
///
/// The six stay where they are while a program runs, so that a hand finds them without looking. At
/// the next launch an emoji that was chosen for reactions more often than one of the six stands in
/// its place; the others keep theirs.
public final class RecentEmoji: Sendable {
  /// So many are remembered.
  public static let limit = 32
  /// Offered for reactions before anything was used.
  public static let usual = ["👍", "❤️", "😂", "😮", "😢", "🙏"]
  /// Number of reactions from which on all counts are halved, so that old choices count less.
  private static let mostReactions = 400

  /// Contents of the file.
  private struct Contents: Codable {
    /// The last one used first.
    var recent: [String] = []
    /// Emoji offered for reactions.
    var row: [String]?
    /// How often each was chosen for a reaction.
    var reactions: [String: Int]?

    mutating func use(_ emoji: String) {
      recent = Array(([emoji] + recent.filter { $0 != emoji }).prefix(RecentEmoji.limit))
    }
  }

  private let url: URL?
  private let state: Mutex<Contents>
  /// Held by who writes the file.
  private let writing = Mutex<Void>(())
  /// Six for a message, the same ones until the program ends.
  public let forReactions: [String]

  /// - Parameter path: of a small file; nil remembers until the program ends.
  public init(path: String? = nil) {
    url = path.map { URL(fileURLWithPath: $0) }
    let data = url.flatMap { try? Data(contentsOf: $0) }
    let decoder = JSONDecoder()
    // Earlier versions wrote a list of those used last.
    let kept =
      data.flatMap { try? decoder.decode(Contents.self, from: $0) }
      ?? Contents(recent: data.flatMap { try? decoder.decode([String].self, from: $0) } ?? [])
    // The file may have been changed by another program, so long texts are refused.
    func isShort(_ emoji: String) -> Bool { !emoji.isEmpty && emoji.utf8.count <= 64 }
    let counts = (kept.reactions ?? [:]).filter { isShort($0.key) && $0.value > 0 }
      .mapValues { min($0, Self.mostReactions) }
    var row = (kept.row ?? []).filter(isShort).prefix(Self.usual.count).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    row += Self.usual.filter { !row.contains($0) }.prefix(Self.usual.count - row.count)
    Self.bringUpToDate(&row, counts)
    forReactions = row
    state = Mutex(
      Contents(
        recent: Array(kept.recent.filter(isShort).prefix(Self.limit)), row: row, reactions: counts))
  }

  /// Puts each emoji that was chosen more often than one of the row into the place of the one that
  /// was chosen least.
  private static func bringUpToDate(_ row: inout [String], _ counts: [String: Int]) {
    let others = counts.filter { !row.contains($0.key) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    for (emoji, count) in others {
      // Among equally rare ones the last is replaced: users know the first ones' places best.
      guard
        let least = row.indices.min(by: {
          (counts[row[$0]] ?? 0, $1) < (counts[row[$1]] ?? 0, $0)
        }), count > counts[row[least]] ?? 0
      else { return }
      row[least] = emoji
    }
  }

  /// The last one used first.
  public var emoji: [String] { state.withLock { $0.recent } }

  /// Puts one first; written off the caller's thread.
  public func use(_ emoji: String) { change { $0.use(emoji) } }

  /// The same for an emoji that was chosen for a reaction.
  public func react(_ emoji: String) {
    change { contents in
      contents.use(emoji)
      var counts = contents.reactions ?? [:]
      counts[emoji, default: 0] += 1
      if counts.values.reduce(0, +) >= Self.mostReactions {
        counts = counts.mapValues { $0 / 2 }.filter { $0.value > 0 }
      }
      contents.reactions = counts
    }
  }

  private func change(_ change: (inout Contents) -> Void) {
    state.withLock { change(&$0) }
    guard url != nil else { return }
    Task.detached(priority: .utility) { [self] in write() }
  }

  /// Writes the present state; of several calls at once the last one writes it.
  private func write() {
    guard let url else { return }
    writing.withLock { _ in
      guard let data = try? JSONEncoder().encode(state.withLock { $0 }) else { return }
      try? PrivateFolder.make(url.deletingLastPathComponent().path)
      try? data.write(to: url, options: .atomic)
    }
  }
}
