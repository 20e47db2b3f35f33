import Foundation
import LugeCore
import Synchronization

/// A text that was written but not sent.
public struct ComposerDraft: Hashable, Codable, Sendable {
  public var text: String
  public var replyTo: ComposerQuote?
  /// Paths of the attachments.
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

/// Stores drafts between launches, one file per conversation. Each file is replaced atomically, so
/// that the previous draft survives a crash; two windows do not overwrite each other's drafts.
public final class DraftFolder: Sendable {
  private struct Kept: Codable {
    var conversation: String
    var draft: ComposerDraft
  }

  /// Maximum UTF-8 bytes; longer texts are not stored.
  private static let longestText = 1_000_000

  private let folder: URL
  private let retry: WriteRetry
  private struct Waiting {
    /// Drafts to write, by conversation; nil: remove the file.
    var changed: [String: ComposerDraft?] = [:]
    /// What was sent and is not stored elsewhere yet, by conversation, in the order of sending. It
    /// is written before the conversation's draft.
    var sent: [String: [(number: Int, draft: ComposerDraft)]] = [:]
    var next = 0
  }

  /// Files are written under this lock, so that the last change wins.
  private let waiting = Mutex(Waiting())

  /// - Parameter retryAfter: seconds until a failed write is tried again.
  public init(path: String, retryAfter: Double = 15) {
    folder = URL(fileURLWithPath: path, isDirectory: true)
    retry = WriteRetry(after: retryAfter)
  }

  /// Sets a function that is called, on any thread, each time that drafts could not be written.
  /// They stay in memory.
  public func onFailure(_ tell: @escaping @Sendable (_ path: String, any Error) -> Void) {
    retry.onFailure(tell)
  }

  /// - Complexity: reads a small file; may wait for the disk.
  public func draft(for conversation: String) -> ComposerDraft? {
    if let changed = waiting.withLock({ $0.changed[conversation] }) { return changed }
    guard let data = try? Data(contentsOf: file(of: conversation)),
      let kept = try? JSONDecoder().decode(Kept.self, from: data),
      kept.conversation == conversation
    else { return nil }
    return kept.draft
  }

  /// Keeps a draft for the next ``write()``; an empty one removes the file.
  public func keep(_ draft: ComposerDraft, for conversation: String) {
    let isKept = !draft.isEmpty && draft.text.utf8.count <= Self.longestText
    waiting.withLock { $0.changed[conversation] = .some(isKept ? draft : nil) }
  }

  /// Keeps what was sent with the conversation's draft, until it is released.
  ///
  /// - Returns: its number.
  func hold(_ draft: ComposerDraft, for conversation: String) -> Int {
    waiting.withLock { waiting in
      waiting.next += 1
      waiting.sent[conversation, default: []].append((waiting.next, draft))
      // What is on disk is replaced, also where nothing was written since.
      if waiting.changed[conversation] == nil { waiting.changed[conversation] = .some(nil) }
      return waiting.next
    }
  }

  /// Removes what was held, and writes; may wait for the disk.
  func release(_ number: Int, for conversation: String) {
    waiting.withLock { waiting in
      waiting.sent[conversation]?.removeAll { $0.number == number }
      if waiting.sent[conversation]?.isEmpty == true { waiting.sent[conversation] = nil }
    }
    write()
  }

  /// Writes the drafts kept since the last call; may wait for the disk. Drafts that cannot be
  /// written (a full disk) are tried again later.
  public func write() {
    let failure = waiting.withLock { waiting -> (any Error)? in
      var failure: (any Error)?
      for (conversation, draft) in waiting.changed {
        let sent = waiting.sent[conversation]?.map(\.draft) ?? []
        do {
          try write(Self.joined(sent, draft), of: conversation)
          // Written once more without what was sent.
          if sent.isEmpty { waiting.changed[conversation] = nil }
        } catch {
          failure = error
        }
      }
      return failure
    }
    guard let failure else { return }
    retry.failed(folder.path, failure) { [weak self] in self?.write() }
  }

  private static func joined(_ sent: [ComposerDraft], _ draft: ComposerDraft?) -> ComposerDraft? {
    guard !sent.isEmpty else { return draft }
    let parts = sent + [draft].compactMap(\.self)
    return ComposerDraft(
      text: parts.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n"),
      replyTo: parts.lazy.compactMap(\.replyTo).first, files: parts.flatMap(\.files))
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

  /// Returns the file of a conversation, named by a hash (FNV-1a, 64 bits): the key may not be a
  /// valid file name.
  private func file(of conversation: String) -> URL {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in conversation.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return folder.appendingPathComponent(String(hash, radix: 16) + ".json")
  }
}
