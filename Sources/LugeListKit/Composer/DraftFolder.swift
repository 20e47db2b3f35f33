import Foundation
import LugeCore
import Synchronization

/// A text that was written but not sent.
public struct ComposerDraft: Hashable, Codable, Sendable {
  public var text: String
  public var replyTo: ComposerQuote?
  /// Paths of its attachments.
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

/// Stores drafts between launches: a file for each conversation, each replaced atomically, so that
/// after a crash the previous one is intact, and two windows do not overwrite each other's.
public final class DraftFolder: Sendable {
  private struct Kept: Codable {
    var conversation: String
    var draft: ComposerDraft
  }

  /// Longer texts are not stored.
  private static let longestText = 1_000_000

  private let folder: URL
  private let retry: WriteRetry
  /// Drafts to write, by conversation; nil removes. Files are written under the lock, so that the
  /// last change wins.
  private let pending = Mutex<[String: ComposerDraft?]>([:])

  /// - Parameter retryAfter: seconds until what could not be written is tried again.
  public init(path: String, retryAfter: Double = 15) {
    folder = URL(fileURLWithPath: path, isDirectory: true)
    retry = WriteRetry(after: retryAfter)
  }

  /// Called, on any thread, each time that drafts could not be written. They stay in memory.
  public func onFailure(_ tell: @escaping @Sendable (_ path: String, any Error) -> Void) {
    retry.onFailure(tell)
  }

  /// - Complexity: reads a small file; may wait for the disk.
  public func draft(for conversation: String) -> ComposerDraft? {
    if let waiting = pending.withLock({ $0[conversation] }) { return waiting }
    guard let data = try? Data(contentsOf: file(of: conversation)),
      let kept = try? JSONDecoder().decode(Kept.self, from: data),
      kept.conversation == conversation
    else { return nil }
    return kept.draft
  }

  /// Keeps a draft for the next ``write()``; an empty one removes the file.
  public func keep(_ draft: ComposerDraft, for conversation: String) {
    let isKept = !draft.isEmpty && draft.text.utf8.count <= Self.longestText
    pending.withLock { $0[conversation] = .some(isKept ? draft : nil) }
  }

  /// Writes the drafts kept since the last call; may wait for the disk. Those that cannot be
  /// written (a full disk) are kept and tried again later.
  public func write() {
    let failure = pending.withLock { pending -> (any Error)? in
      var failure: (any Error)?
      for (conversation, draft) in pending {
        do {
          try write(draft, of: conversation)
          pending[conversation] = nil
        } catch {
          failure = error
        }
      }
      return failure
    }
    guard let failure else { return }
    retry.failed(folder.path, failure) { [weak self] in self?.write() }
  }

  private func write(_ draft: ComposerDraft?, of conversation: String) throws {
    let file = file(of: conversation)
    guard let draft else {
      do { try FileManager.default.removeItem(at: file) } catch CocoaError.fileNoSuchFile {}
      return
    }
    let data = try JSONEncoder().encode(Kept(conversation: conversation, draft: draft))
    try PrivateFolder.make(folder.path)
    try data.write(to: file, options: .atomic)
  }

  /// Named by a hash (FNV-1a, 64 bits), because a conversation's key may not be a valid file name.
  private func file(of conversation: String) -> URL {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in conversation.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return folder.appendingPathComponent(String(hash, radix: 16) + ".json")
  }
}
