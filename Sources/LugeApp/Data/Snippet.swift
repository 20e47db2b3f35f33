import LugeArchive
import LugeChat
import LugeCore
import LugeWords

/// What is shown of a message in one line.
enum Snippet {
  /// A sign in front of what has no words, or beside them.
  static func sign(_ kind: MediaRecord.Kind) -> String {
    switch kind {
    case .photo, .sticker: "📷"
    case .video, .animation, .videoMessage: "🎬"
    case .audio: "🎵"
    case .voice: "🎤"
    case .file, .other: "📄"
    case .contact: "👤"
    case .location: "📍"
    case .poll: "📊"
    case .call: "📞"
    }
  }

  static func name(of kind: MediaRecord.Kind) -> String {
    ChatStrings.ofReader.media[ChatMedia.Kind(kind)]
  }

  /// Bytes of a message that are shown at most.
  private static let limit = 120

  static func text(of message: StoredMessage) -> String {
    let words = String(message.text.concealed.prefix(limit))
    guard let media = message.media.first else { return words }
    return "\(sign(media.kind)) \(words.isEmpty ? name(of: media.kind) : words)"
  }

  /// What was said last, and by whom where that has to be said. Blocks.
  static func last(
    of conversation: ConversationSummary, in archive: Archive
  ) -> (text: String, author: String?)? {
    let end = conversation.count
    guard end > 0,
      let message = try? archive.messages(in: conversation.id, at: end - 1..<end).first
    else { return nil }
    var name: String?
    if let author = message.author, conversation.kind != .timeline, message.kind == .message {
      if author.id == conversation.ownAuthorID {
        name = localized("You")
      } else if conversation.authors > 2 {
        name = ForeignText.visible(author.name)
      }
    }
    return (text(of: message), name)
  }

  /// Characters before the first mark that two narrow lines have room for.
  private static let lead = 24

  /// Beginning so shortly before the first mark that it is among what a narrow row shows.
  static func leading(_ text: String, marks: [Range<Int>]) -> (String, [Range<Int>]) {
    guard let first = marks.first?.lowerBound, first > 0, first <= text.utf8.count,
      let mark = text.utf8.index(text.startIndex, offsetBy: first).samePosition(in: text)
    else { return (text, marks) }
    let before = text[..<mark]
    guard before.count > lead else { return (text, marks) }
    let near = before.suffix(lead)
    // With a whole word, where there are blanks.
    let start = near.firstIndex(of: " ").map { near.index(after: $0) } ?? near.startIndex
    let cut = "…"
    let shift = cut.utf8.count - text.utf8.distance(from: text.startIndex, to: start)
    return (
      cut + text[start...], marks.map { $0.lowerBound + shift..<$0.upperBound + shift }
    )
  }

  /// Without what would turn the text around it, with marks where they are then.
  static func visible(_ text: String, marks: [Range<Int>]) -> (String, [Range<Int>]) {
    let bytes = Array(text.utf8)
    var shown = ""
    var moved: [Range<Int>] = []
    var end = 0
    func add(_ range: Range<Int>) {
      shown += ForeignText.visible(String(decoding: bytes[range], as: UTF8.self))
    }
    for mark in marks where mark.lowerBound >= end && mark.upperBound <= bytes.count {
      add(end..<mark.lowerBound)
      let start = shown.utf8.count
      add(mark)
      moved.append(start..<shown.utf8.count)
      end = mark.upperBound
    }
    add(end..<bytes.count)
    return (shown, moved)
  }
}
