import Foundation
import Synchronization

/// What was written and not sent, by conversation.
public struct ComposerDraft: Hashable, Codable, Sendable {
  public var text: String
  public var replyTo: ComposerQuote?
  /// Paths of files that were to go along.
  public var files: [String]

  public init(text: String = "", replyTo: ComposerQuote? = nil, files: [String] = []) {
    self.text = text
    self.replyTo = replyTo
    self.files = files
  }

  public var isEmpty: Bool {
    replyTo == nil && files.isEmpty && text.allSatisfy(\.isWhitespace)
  }
}

/// Keeps drafts between launches: a file a conversation, each replaced as a whole, so that a
/// program that ends in the middle leaves the one before, and two windows do not overwrite each
/// other's.
public final class DraftFolder: Sendable {
  private struct Kept: Codable {
    var conversation: String
    var draft: ComposerDraft
  }

  /// Longer ones are not kept.
  private static let longestText = 1_000_000

  private let folder: URL
  /// What is to be written, by conversation; nil removes. Under the lock, as is writing: the last
  /// one wins.
  private let pending = Mutex<[String: ComposerDraft?]>([:])

  public init(path: String) { folder = URL(fileURLWithPath: path, isDirectory: true) }

  /// - Complexity: reads a small file; may wait for the disk.
  public func draft(for conversation: String) -> ComposerDraft? {
    if let waiting = pending.withLock({ $0[conversation] }) { return waiting }
    guard let data = try? Data(contentsOf: file(of: conversation)),
      let kept = try? JSONDecoder().decode(Kept.self, from: data),
      kept.conversation == conversation
    else { return nil }
    return kept.draft
  }

  /// Keeps a draft, an empty one by removing the file; written with the next ``write()``.
  public func keep(_ draft: ComposerDraft, for conversation: String) {
    let isKept = !draft.isEmpty && draft.text.utf8.count <= Self.longestText
    pending.withLock { $0[conversation] = .some(isKept ? draft : nil) }
  }

  /// Writes what was kept since the last time; may wait for the disk.
  public func write() {
    pending.withLock { pending in
      for (conversation, draft) in pending {
        let file = file(of: conversation)
        guard let draft else {
          try? FileManager.default.removeItem(at: file)
          continue
        }
        guard
          let data = try? JSONEncoder().encode(Kept(conversation: conversation, draft: draft))
        else { continue }
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? data.write(to: file, options: .atomic)
      }
      pending = [:]
    }
  }

  /// Named by a hash, for what a conversation is called may be no name of a file (FNV-1a, 64 bits).
  private func file(of conversation: String) -> URL {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in conversation.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return folder.appendingPathComponent(String(hash, radix: 16) + ".json")
  }
}
