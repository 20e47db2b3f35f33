import Foundation
import LugeArchive
import LugeCore
import LugeImporters

/// Keeps everything a reader hands over.
final class CollectingSink: ImportSink {
  var conversations: [ConversationRecord] = []
  var amended: [ConversationRecord] = []
  var messages: [MessageRecord] = []
  var skipped: [SkippedRecord] = []
  var notes: [SkippedRecord] = []
  var bytes: Int64 = 0

  func begin(_ conversation: ConversationRecord) { conversations.append(conversation) }
  func amend(_ conversation: ConversationRecord) { amended.append(conversation) }
  func add(_ message: MessageRecord) { messages.append(message) }
  func skip(_ record: SkippedRecord) { skipped.append(record) }
  func progress(bytes: Int64) { self.bytes = bytes }
  func note(_ record: SkippedRecord) { notes.append(record) }

  var texts: [String] { messages.map(\.text.string) }
  var authors: [String?] { messages.map { $0.author?.name } }
  /// Times as `2018-06-13 21:25:15`.
  var times: [String] { messages.map { Self.clock($0.time.seconds) } }

  static func clock(_ seconds: Int64) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    return formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
  }
}
