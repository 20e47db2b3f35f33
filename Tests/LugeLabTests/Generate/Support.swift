import Foundation
import LugeArchive

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

/// A file's bytes for a reader.
final class DataSource: ByteSource {
  let name: String
  let size: Int64?
  private var rest: Data

  init(_ data: Data, name: String) {
    rest = data
    self.name = name
    size = Int64(data.count)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    let part = rest.prefix(buffer.count)
    part.copyBytes(to: buffer)
    rest = rest.dropFirst(part.count)
    return part.count
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
