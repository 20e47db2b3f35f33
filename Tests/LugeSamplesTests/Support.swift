import Foundation
import LugeArchive
import LugeImporters

/// A folder of its own for one test, removed at the end.
func withScratchFolder<R>(_ body: (String) throws -> R) throws -> R {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("luge-generate-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path)
}

func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

extension MemoryByteSource {
  /// A file's bytes for a reader.
  convenience init(file path: String) throws {
    self.init([UInt8](try bytes(path)), name: URL(fileURLWithPath: path).lastPathComponent)
  }
}

/// Keeps all that a reader hands on.
final class CollectingSink: ImportSink {
  var conversations: [ConversationRecord] = []
  var messages: [MessageRecord] = []
  var skipped: [SkippedRecord] = []

  func begin(_ conversation: ConversationRecord) { conversations.append(conversation) }
  func amend(_ conversation: ConversationRecord) {
    conversations.removeAll { $0.key == conversation.key }
    conversations.append(conversation)
  }
  func add(_ message: MessageRecord) { messages.append(message) }
  func skip(_ record: SkippedRecord) { skipped.append(record) }
  func progress(bytes: Int64) {}
}
