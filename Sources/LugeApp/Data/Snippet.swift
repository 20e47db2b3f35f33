import LugeArchive
import LugeChat
import LugeCore
import LugeWords

/// One-line preview of a message.
enum Snippet {
  /// Emoji for a kind of media, shown before the text.
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

  private static let maxCharacters = 120

  static func text(of message: StoredMessage) -> String {
    guard case .service = message.kind else {
      return text(message.text.concealed, message.media.first)
    }
    let shown = text(ServiceWords.said(message.text.concealed), message.media.first)
    guard let author = message.author else { return shown }
    return sentence(shown, marks: [], by: author.name, in: shown).0
  }

  /// Lets the sentence of a service message run in its own direction, whatever that of the name is
  /// that it begins with, and moves the marked ranges accordingly.
  ///
  /// - Parameters:
  ///   - text: the sentence, or what is left of it after its beginning was cut.
  ///   - whole: the sentence before it was cut.
  static func sentence(
    _ text: String, marks: [Range<Int>], by author: String, in whole: String
  ) -> (String, [Range<Int>]) {
    let name = ForeignText.visible(author)
    guard !name.isEmpty, whole.hasPrefix(name), Directionality.startsRightToLeft(name),
      !Directionality.startsRightToLeft(String(whole.dropFirst(name.count)))
    else { return (text, marks) }
    guard text.hasPrefix(name) else {
      // A rest of the name leads, or none of it.
      let mark = "\u{200E}"
      return (
        mark + text,
        marks.map { $0.lowerBound + mark.utf8.count..<$0.upperBound + mark.utf8.count }
      )
    }
    let (opening, closing) = ("\u{200E}\u{2068}", "\u{2069}")
    let end = name.utf8.count
    func moved(_ place: Int, isEnd: Bool) -> Int {
      let isBehind = isEnd ? place > end : place >= end
      return place + opening.utf8.count + (isBehind ? closing.utf8.count : 0)
    }
    return (
      opening + name + closing + text.dropFirst(name.count),
      marks.map { moved($0.lowerBound, isEnd: false)..<moved($0.upperBound, isEnd: true) }
    )
  }

  /// The same of the parts of a message.
  static func text(_ text: String, _ media: MediaRecord?) -> String {
    let text = String(text.prefix(maxCharacters))
    guard let media else { return text }
    if media.isWords {
      return text.isEmpty
        ? Clipping.singleLine(String((media.note ?? "").prefix(maxCharacters))) : text
    }
    return "\(sign(media.kind)) \(text.isEmpty ? name(of: media) : text)"
  }

  /// Files are known by their names, pictures and voices by what they are.
  private static func name(of media: MediaRecord) -> String {
    switch media.kind {
    case .file, .other, .audio:
      if let name = media.fileName, !name.isEmpty { return String(name.prefix(maxCharacters)) }
    default: break
    }
    return name(of: media.kind)
  }

  /// Preview of a conversation's last message, with its author where that is not obvious; nil for
  /// an empty conversation. Reads the database.
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
        name = ForeignText.name(author.name)
      }
    }
    return (text(of: message), name)
  }

  /// Number of characters before the first mark for which two narrow lines have room.
  private static let lead = 24

  /// Cuts the beginning of a text when its first marked range would be outside of a narrow row, and
  /// moves the ranges accordingly.
  static func leading(_ text: String, marks: [Range<Int>]) -> (String, [Range<Int>]) {
    guard let first = marks.first?.lowerBound, first > 0, first <= text.utf8.count,
      let mark = text.utf8.index(text.startIndex, offsetBy: first).samePosition(in: text)
    else { return (text, marks) }
    let before = text[..<mark]
    guard before.count > lead else { return (text, marks) }
    let near = before.suffix(lead)
    // Begins with a whole word, if there are spaces.
    let start = near.firstIndex(of: " ").map { near.index(after: $0) } ?? near.startIndex
    let cut = "…"
    let shift = cut.utf8.count - text.utf8.distance(from: text.startIndex, to: start)
    return (
      cut + text[start...], marks.map { $0.lowerBound + shift..<$0.upperBound + shift }
    )
  }

  /// Makes text-direction overrides visible (`ForeignText`), and moves the marked ranges
  /// accordingly.
  ///
  /// - Parameter marks: ranges of UTF-8 bytes in `text`, in ascending order.
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
