import Foundation
import Synchronization

/// The emoji used last, kept between launches.
public final class RecentEmoji: Sendable {
  /// So many are remembered.
  public static let limit = 32
  /// Offered for reactions before anything was used.
  public static let usual = ["👍", "❤️", "😂", "😮", "😢", "🙏"]

  private let url: URL?
  private let state: Mutex<[String]>

  /// - Parameter path: of a small file; nil remembers until the program ends.
  public init(path: String? = nil) {
    url = path.map { URL(fileURLWithPath: $0) }
    let kept = url.flatMap { try? Data(contentsOf: $0) }.flatMap {
      try? JSONDecoder().decode([String].self, from: $0)
    }
    // What stands there may have been written by anybody.
    state = Mutex(
      (kept ?? []).filter { !$0.isEmpty && $0.utf8.count <= 64 }.dropped(to: Self.limit))
  }

  /// The last one used first.
  public var emoji: [String] { state.withLock { $0 } }

  /// Six for a message: those used last, then the usual ones.
  public var forReactions: [String] {
    var result: [String] = []
    for emoji in emoji + Self.usual where !result.contains(emoji) { result.append(emoji) }
    return Array(result.prefix(6))
  }

  /// Puts one first; written off the caller's thread.
  public func use(_ emoji: String) {
    let all = state.withLock { recent in
      recent = ([emoji] + recent.filter { $0 != emoji }).dropped(to: Self.limit)
      return recent
    }
    guard let url else { return }
    Task.detached(priority: .utility) {
      guard let data = try? JSONEncoder().encode(all) else { return }
      try? FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? data.write(to: url, options: .atomic)
    }
  }
}

extension Array {
  fileprivate func dropped(to count: Int) -> [Element] { Array(prefix(count)) }
}
