import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit

/// Selected messages of a conversation as text for the clipboard. They are read from the archive,
/// because most of them may never have been on screen.
struct SelectedMessages: Sendable {
  let archive: Archive
  let conversation: ConversationSummary
  let zone: ZoneOffsets
  let selection: TextSelection

  /// Maximum bytes of text: the clipboard holds it in memory, and more is hardly ever pasted.
  static let byteLimit = 16 << 20
  private static let chunk = 512

  struct Copied: Sendable {
    var text: String
    /// Number of messages, as in the conversation's title; if only service entries are selected,
    /// their number.
    var messages: Int
    /// Whether the text was cut at the limit.
    var isCut: Bool
  }

  /// Returns a single message's selected text; several messages each with time and sender. Blocks.
  ///
  /// - Parameter progress: called now and then with the completed share, 0 to 1, of the selection
  ///   or of the limit; return false to stop.
  /// - Complexity: O(messages).
  func text(
    limit: Int = byteLimit, progress: (Double) -> Bool = { _ in true }
  ) throws(ArchiveError) -> Copied {
    let positions = selection.positions(of: conversation.count)
    let isSingle = positions.count <= 1
    var copied = Copied(text: "", messages: 0, isCut: false)
    var (lines, written) = (0, 0)
    var next = positions.lowerBound
    while next < positions.upperBound {
      let range = next..<min(positions.upperBound, next + Self.chunk)
      for (index, message) in try archive.messages(in: conversation.id, at: range).enumerated() {
        let text = MessageMapper.shownText(of: message).string
        let part = selection.part(of: text, at: range.lowerBound + index)
        guard isSingle || !part.isEmpty || !message.media.isEmpty else { continue }
        if lines > 0 { copied.text += "\n" }
        copied.text += isSingle ? part : line(message, part)
        lines += 1
        if case .service = message.kind {} else { written += 1 }
        copied.messages = written > 0 ? written : lines
        if copied.text.utf8.count > limit {
          copied.isCut = true
          return copied
        }
      }
      next = range.upperBound
      let done = Double(next - positions.lowerBound) / Double(positions.count)
      guard progress(min(1, max(done, Double(copied.text.utf8.count) / Double(max(1, limit)))))
      else { throw .cancelled }
    }
    return copied
  }

  private func line(_ message: StoredMessage, _ part: String) -> String {
    Self.line(message, part, zone: zone)
  }

  /// Returns "[2024-05-21 10:01] Anna: Hello".
  static func line(_ message: StoredMessage, _ part: String, zone: ZoneOffsets) -> String {
    let time = CivilDate.stamp(localSeconds: zone.localSeconds(of: message.time))
    let media = message.media.filter { !$0.isWords && (part.isEmpty || $0.fileName != nil) }
    let said = ((part.isEmpty ? [] : [part]) + media.map(words)).joined(separator: " ")
    var name = message.author?.name
    // "Nora created the group" contains the name already.
    if case .service = message.kind, let known = name, said.hasPrefix(known) { name = nil }
    return CopiedLine.text(time, name, said)
  }

  /// Returns a text such as "<file: map.pdf>" or "<photo>".
  private static func words(of media: MediaRecord) -> String {
    let name = media.fileName.map { Clipping.singleLine($0) } ?? ""
    return name.isEmpty ? "<\(media.kind.rawValue)>" : "<\(media.kind.rawValue): \(name)>"
  }
}
