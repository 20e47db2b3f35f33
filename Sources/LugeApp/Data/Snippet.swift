import LugeArchive
import LugeChat
import LugeCore
import LugeWords

/// One-line preview of a message.
enum Snippet {
  private static let maxCharacters = 120

  /// Returns the part of a text that is shown. A character may consist of any number of scalars.
  private static func beginning(of text: String) -> String {
    String(Clipping.prefix(text, bytes: Clipping.sentenceLimit).prefix(maxCharacters))
  }

  static func text(of message: StoredMessage) -> String {
    guard case .service = message.kind else {
      return text(message.text.concealed, message.media.first)
    }
    let shown = text(ServiceWords.said(message.text.concealed), message.media.first)
    guard let author = message.author else { return shown }
    return sentence(shown, marks: [], by: author.name, in: shown).0
  }

  /// Keeps the sentence of a service message running from left to right if the name that it begins
  /// with runs the other way, and moves the highlighted ranges accordingly. A sentence in a
  /// right-to-left language keeps its direction.
  ///
  /// - Parameters:
  ///   - text: the sentence, perhaps without its beginning.
  ///   - whole: the whole sentence.
  static func sentence(
    _ text: String, marks: [Range<Int>], by author: String, in whole: String
  ) -> (String, [Range<Int>]) {
    let name = ForeignText.visible(author)
    guard !name.isEmpty, whole.hasPrefix(name), Directionality.startsRightToLeft(name),
      !Directionality.startsRightToLeft(String(whole.dropFirst(name.count)))
    else { return (text, marks) }
    // The name may be encoded differently in the text: ranges count the text's bytes.
    let lead = text.prefix(name.count)
    guard lead == name else {
      // The text begins with a part of the name, or after it.
      let mark = "\u{200E}"
      return (
        mark + text,
        marks.map { $0.lowerBound + mark.utf8.count..<$0.upperBound + mark.utf8.count }
      )
    }
    let (opening, closing) = ("\u{200E}\u{2068}", "\u{2069}")
    let end = lead.utf8.count
    func moved(_ place: Int, isEnd: Bool) -> Int {
      let isBehind = isEnd ? place > end : place >= end
      return place + opening.utf8.count + (isBehind ? closing.utf8.count : 0)
    }
    return (
      opening + lead + closing + text.dropFirst(name.count),
      marks.map { moved($0.lowerBound, isEnd: false)..<moved($0.upperBound, isEnd: true) }
    )
  }

  /// Returns the preview of a message's parts.
  static func text(_ text: String, _ media: MediaRecord?) -> String {
    let text = beginning(of: text)
    guard let media else { return text }
    if media.isWords {
      return text.isEmpty ? Clipping.singleLine(beginning(of: media.note ?? "")) : text
    }
    return "\(media.kind.sign) \(text.isEmpty ? name(of: media) : text)"
  }

  /// Files are described by their names, polls by their question, places by what they are called;
  /// pictures and recordings by their kind.
  private static func name(of media: MediaRecord) -> String {
    switch media.kind {
    case .file, .other, .audio:
      if let name = media.fileName, !name.isEmpty { return beginning(of: name) }
    case .poll, .location:
      let line = media.note?.split(separator: "\n").first.map(String.init) ?? ""
      if !line.isEmpty { return beginning(of: line) }
    default: break
    }
    return media.kind.name
  }

  /// Returns the preview of a conversation's last message, with its author unless that is obvious;
  /// nil for an empty conversation. Reads the database.
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
      } else if conversation.authors > 2 || conversation.kind == .group {
        name = ForeignText.name(author.name)
      }
    }
    return (text(of: message), name)
  }

  /// Maximum characters before the first highlight, for two narrow lines.
  private static let lead = 24

  /// Cuts the beginning of a text if its first highlight would be outside of a narrow row, and
  /// moves the ranges accordingly.
  static func leading(_ text: String, marks: [Range<Int>]) -> (String, [Range<Int>]) {
    guard let first = marks.first?.lowerBound, first > 0, first <= text.utf8.count,
      let mark = text.utf8.index(text.startIndex, offsetBy: first).samePosition(in: text)
    else { return (text, marks) }
    let before = text[..<mark]
    guard before.count > lead else { return (text, marks) }
    let near = before.suffix(lead)
    // Begin with a whole word, if there are spaces.
    let start = near.firstIndex(of: " ").map { near.index(after: $0) } ?? near.startIndex
    let cut = "…"
    let shift = cut.utf8.count - text.utf8.distance(from: text.startIndex, to: start)
    return (
      cut + text[start...], marks.map { $0.lowerBound + shift..<$0.upperBound + shift }
    )
  }

  /// Makes direction overrides visible (`ForeignText`), and moves the highlighted ranges
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
