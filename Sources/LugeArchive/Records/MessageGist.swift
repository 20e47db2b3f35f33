import LugeCore

/// The content of a message independent of its export: two exports of one chat contain the same
/// message with different punctuation, with or without its file.
struct MessageGist: Hashable {
  /// Kind of a message's file, compared by ``fits(_:)``.
  enum File: UInt8 {
    case none, picture, sound, document, contact
    /// The file was omitted, and its kind is unknown.
    case unknown

    init(_ kind: MediaRecord.Kind) {
      self =
        switch kind.form {
        case .picture, .animation, .video: .picture
        case .sound: .sound
        case .document: .document
        case .words: kind == .contact ? .contact : kind == .other ? .unknown : .none
        }
    }

    /// Whether both may be the same file: a picture may have been sent as a document.
    func fits(_ other: File) -> Bool {
      self == other
        || self != .none && other != .none
          && [self, other].contains { $0 == .unknown || $0 == .document }
    }
  }

  /// Text in lower case, without invisible characters, with one space between words; for a message
  /// without text, a mark of its kind, and a poll's question.
  let words: String
  let file: File
  private(set) var content = MediaContent()
  /// Whether the file itself exists.
  let hasFile: Bool
  let hasText: Bool

  /// Value of ``words`` for all messages with a file and no text.
  static let onlyFile = "\u{1}file"

  init(_ message: MessageRecord) {
    self.init(text: message.text.string, kind: message.kind, media: message.media)
  }

  init(text: String, kind: MessageRecord.Kind, media: [MediaRecord]) {
    let medium = media.first
    file = medium.map { File($0.kind) } ?? File.none
    content = MediaContent(media)
    hasFile = media.contains { $0.path != nil }
    if kind == .deleted {
      // Each program, and each side, words this differently.
      hasText = false
      words = "\u{1}deleted"
      return
    }
    let plain = Self.plain(text)
    hasText = !plain.isEmpty
    if hasText {
      words = plain
    } else if file != .none {
      words = Self.onlyFile
    } else {
      words = medium.map { "\u{1}\($0.kind.rawValue)\(Self.question(of: $0))" } ?? ""
    }
  }

  /// Whether both may be the same message if one of them lacks its text: some exports omit the
  /// caption together with the file.
  func mayBe(_ other: MessageGist) -> Bool {
    guard content.mayBe(other.content) else { return false }
    if words == other.words { return words != Self.onlyFile || file.fits(other.file) }
    return file.fits(other.file) && file != .none && hasText != other.hasText
  }

  /// Returns the gist without names of files that a phone made, which another phone has not.
  var withoutMadeName: MessageGist {
    var gist = self
    gist.content = content.withoutMadeName
    return gist
  }

  /// Whether both may be the same message if its text was edited after one of the exports.
  func mayBeEdited(_ other: MessageGist) -> Bool {
    hasText && other.hasText && file == other.file && content.mayBe(other.content)
  }

  /// Returns the question of a poll, or its first line: the votes differ from day to day.
  private static func question(of medium: MediaRecord) -> String {
    guard medium.kind == .poll, let note = medium.note else { return "" }
    return " " + plain(Clipping.prefix(String(note.prefix { !$0.isNewline }), bytes: 1024))
  }

  /// Returns a text in lower case, with one space between words, and without direction marks.
  static func plain(_ text: String) -> String {
    let isPlain = !text.utf8.contains { $0 == 0xE2 || $0 == 0xEF }
    let seen =
      isPlain
      ? text
      : String(
        String.UnicodeScalarView(
          text.unicodeScalars.filter { !isInvisible($0.value) }))
    return seen.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }

  private static func isInvisible(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: true
    default: false
    }
  }
}

extension MessageRecord {
  /// Adds what another export of the same message has and this one lacks: the file, its caption,
  /// styles, reactions, a poll's later votes, the original author, deleted content. Of two edits
  /// the later one counts. Author, time and key stay.
  ///
  /// - Parameters:
  ///   - isLater: whether the other export is the later one; nil if nothing tells.
  ///   - isOneSource: whether both are exports of one source, which has the message under one key:
  ///     then the later one also tells what was taken back, or changed without a mark.
  mutating func complete(
    with other: MessageRecord, isLater: Bool? = nil, isOneSource: Bool = false
  ) {
    let hasOneKind = kind == other.kind
    let isNewer = hasOneKind ? other.isNewer(than: self) : nil
    if kind == .deleted, other.kind == .message { (kind, text) = (other.kind, other.text) }
    let (own, its) = (MessageGist(self), MessageGist(other))
    if text.spans.isEmpty, text.string == other.text.string { text = other.text }
    forwardedFrom = forwardedFrom ?? other.forwardedFrom
    post = post ?? other.post
    unknownFields = unknownFields ?? other.unknownFields
    if its.hasFile, !own.hasFile, own.file != .none || media.isEmpty { media = other.media }
    if own.words == its.words, media.first?.kind == .poll, let votes = other.pollVotes,
      pollVotes.map({ $0 < votes }) ?? true
    {
      media = other.media
    }
    if !own.hasText, its.hasText, kind == other.kind { text = other.text }
    takeReactions(
      of: other, isLater: isNewer ?? isLater, isOneSource: isOneSource && hasOneKind)
    guard hasOneKind, kind == .message else { return }
    if isOneSource, isNewer ?? isLater == true, media.count == other.media.count {
      var later = other
      later.keepFiles(of: self) { _ in true }
      if !own.hasFile || later.media.contains(where: { $0.path != nil }) { media = later.media }
    }
    guard isNewer ?? (isOneSource && isLater == true) else { return }
    if its.hasText, text.string != other.text.string { text = other.text }
    if other.isEdited { (edited, isEdited) = (other.edited, true) }
  }

  /// Takes the later reactions; if nothing tells which these are, the more numerous.
  private mutating func takeReactions(
    of other: MessageRecord, isLater: Bool?, isOneSource: Bool
  ) {
    // A source that states none may be one that has none.
    let takes =
      if !isOneSource, reactions.isEmpty || other.reactions.isEmpty {
        reactions.isEmpty
      } else {
        isLater ?? (other.reactionCount > reactionCount)
      }
    if takes { reactions = other.reactions }
  }

  /// Number of votes in the poll that the message is; nil if it is none.
  private var pollVotes: Int? {
    guard media.count == 1, media[0].kind == .poll, let poll = PollNote(note: media[0].note ?? "")
    else { return nil }
    return poll.answers.reduce(poll.voters ?? 0) { $0.addingClamped($1.votes ?? 0) }
  }
}

extension Timestamp {
  /// Whether both may be the same moment, as far as each is known: clocks without seconds have only
  /// the minute.
  func isSameMoment(as other: Timestamp) -> Bool {
    seconds == other.seconds || (!hasSeconds || !other.hasSeconds) && minute == other.minute
  }

  var hasSeconds: Bool { certainty != .minuteZoneUnknown }

  /// Minutes since 1970.
  var minute: Int64 { Self.minute(of: seconds) }

  /// Returns the minutes since 1970, rounded down, before 1970 as well.
  static func minute(of seconds: Int64) -> Int64 {
    let quotient = seconds / 60
    return seconds % 60 < 0 ? quotient - 1 : quotient
  }

  /// Returns the time to store for a message that follows another one in its source. A clock
  /// without seconds yields the first second of its minute, which would move the message before
  /// others of that minute.
  func following(_ last: Timestamp?) -> Timestamp {
    guard let last, !hasSeconds, last.seconds > seconds, last.minute == minute else { return self }
    return Timestamp(seconds: last.seconds, certainty: certainty)
  }
}
