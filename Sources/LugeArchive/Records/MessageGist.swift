import LugeCore

/// What a message says, whatever program wrote it down: two exports of one chat tell the same
/// message with other marks, with its file or without.
struct MessageGist: Hashable {
  /// What kind of file a message has; two that fit may be one.
  enum File: UInt8 {
    case none, picture, sound, document, contact
    /// Left out, and nothing says what it was.
    case unknown

    /// A picture may have been sent as a document.
    func fits(_ other: File) -> Bool {
      self == other
        || self != .none && other != .none
          && [self, other].contains { $0 == .unknown || $0 == .document }
    }
  }

  /// In small letters, without marks that nobody sees, with one blank between words; of a message
  /// without words, what it is.
  let words: String
  let file: File
  /// The file itself is there.
  let hasFile: Bool
  let hasText: Bool

  /// Of all that have a file and no words.
  static let onlyFile = "\u{1}file"

  init(_ message: MessageRecord) {
    self.init(text: message.text.string, kind: message.kind, media: message.media)
  }

  init(text: String, kind: MessageRecord.Kind, media: [MediaRecord]) {
    let medium = media.first
    file =
      switch medium?.kind {
      case .photo, .animation, .sticker, .video, .videoMessage: .picture
      case .voice, .audio: .sound
      case .file: .document
      case .contact: .contact
      case .other: .unknown
      case .location, .poll, .call, nil: .none
      }
    hasFile = media.contains { $0.path != nil }
    if kind == .deleted {
      // Each program, and each side, has another sentence for it.
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
      words = medium.map { "\u{1}\($0.kind.rawValue)" } ?? ""
    }
  }

  /// Whether the two may be one message but for words that one of them lacks: some exports leave
  /// out what was written beside a file together with the file.
  func mayBe(_ other: MessageGist) -> Bool {
    if words == other.words { return words != Self.onlyFile || file.fits(other.file) }
    return file.fits(other.file) && file != .none && hasText != other.hasText
  }

  /// Small letters, one blank between words, and no marks of direction.
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
  /// Takes over what another telling of the same message has and this one lacks: the file, the
  /// words beside it, marks, reactions, the words after an edit, who wrote it first, what was
  /// deleted. Author, time and key stay.
  mutating func complete(with other: MessageRecord) {
    if kind == .deleted, other.kind == .message { (kind, text) = (other.kind, other.text) }
    let (own, its) = (MessageGist(self), MessageGist(other))
    if text.spans.isEmpty, text.string == other.text.string { text = other.text }
    forwardedFrom = forwardedFrom ?? other.forwardedFrom
    post = post ?? other.post
    unknownFields = unknownFields ?? other.unknownFields
    if its.hasFile, !own.hasFile, own.file != .none || media.isEmpty { media = other.media }
    if !own.hasText, its.hasText, kind == other.kind { text = other.text }
    if reactions.isEmpty { reactions = other.reactions }
    if !isEdited, other.isEdited, kind == other.kind {
      if its.hasText { text = other.text }
      edited = other.edited
      isEdited = true
    }
  }
}

extension Timestamp {
  /// Whether both may be the same moment, as far as each is known: clocks without seconds tell the
  /// minute.
  func isSameMoment(as other: Timestamp) -> Bool {
    seconds == other.seconds || (!hasSeconds || !other.hasSeconds) && minute == other.minute
  }

  var hasSeconds: Bool { certainty != .minuteZoneUnknown }

  /// Minutes since 1970.
  var minute: Int64 { Self.minute(of: seconds) }

  /// Rounded down, before 1970 as well.
  static func minute(of seconds: Int64) -> Int64 {
    let quotient = seconds / 60
    return seconds % 60 < 0 ? quotient - 1 : quotient
  }

  /// The time in order behind a message that is told before it. A clock without seconds says the
  /// first second of its minute, which would move the message before others of that minute.
  func following(_ last: Timestamp?) -> Timestamp {
    guard let last, !hasSeconds, last.seconds > seconds, last.minute == minute else { return self }
    return Timestamp(seconds: last.seconds, certainty: certainty)
  }
}
