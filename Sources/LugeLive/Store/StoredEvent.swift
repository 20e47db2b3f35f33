import Foundation
import GRDB
import LugeArchive
import LugeCore
import LugeWords

/// A row of `live_events`.
struct StoredEvent: Sendable {
  var id: Int64
  var event: String
  var place: Int64?
  var sender: String
  var time: Int64
  var code: EventCode
  var target: String?
  var content: StoredContent?
  var isRedacted: Bool
  var isEcho: Bool
  var message: Int64?

  static let columns = """
    id, event, place, sender, time, kind, target, content, redacted, echo, message
    """
}

extension StoredEvent {
  /// Reads a row of ``columns``.
  init(_ row: Row) {
    id = row.integer(0) ?? 0
    event = row.string(1) ?? ""
    place = row.integer(2)
    sender = row.string(3) ?? ""
    time = row.integer(4) ?? 0
    code = row.integer(5).flatMap(EventCode.init(rawValue:)) ?? .hidden
    target = row.string(6)
    content = row.string(7).flatMap(StoredContent.init(json:))
    isRedacted = row.flag(8)
    isEcho = row.flag(9)
    message = row.integer(10)
  }
}

/// Content of an event, by its kind.
struct StoredContent: Codable, Hashable, Sendable {
  var message: MessageContent?
  var emoji: String?
  /// Ids of chosen answers.
  var answers: [String]?
  var action: String?
  var text: String?

  init?(_ kind: RoomEvent.Kind) {
    switch kind {
    case .message(let content), .edit(_, let content): message = content
    case .reaction(_, let emoji): self.emoji = emoji
    case .service(let action, let text): (self.action, self.text) = (action, text)
    case .vote(_, let answers): self.answers = answers
    case .redaction, .encrypted, .hidden, .pollEnd: return nil
    }
  }

  init?(json: String) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else {
      return nil
    }
    self = value
  }

  var json: String? {
    (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Content that a message shows after all events that refer to it were applied. It depends only on
/// the set of events, not on the order of their arrival.
enum Aggregation {
  static func record(
    of base: StoredEvent, name: String, relations: [StoredEvent], poll: LivePollState? = nil,
    names: (String) -> String
  ) -> MessageRecord {
    let seconds = min(max(base.time / 1000, -62_135_596_800), 253_402_300_799)
    var record = MessageRecord(
      sourceKey: base.event, author: AuthorRecord(key: base.sender, name: name),
      time: Timestamp(seconds: seconds, certainty: .exact))
    if base.isRedacted {
      record.kind = .deleted
      return record
    }
    switch base.code {
    case .service:
      record.kind = .service(action: base.content?.action ?? "")
      record.text = StyledText(base.content?.text ?? "")
      return record
    case .encrypted:
      record.text = encryptedWords
    default:
      var content = base.content?.message ?? MessageContent(StyledText(""))
      let edits = relations.filter {
        $0.code == .edit && $0.sender == base.sender && !$0.isRedacted
      }
      if let last = edits.max(by: { ($0.time, $0.event) < ($1.time, $1.event) }),
        let edited = last.content?.message
      {
        // An edit does not change which message is answered.
        content.text = edited.text
        content.media = edited.media ?? content.media
        content.isAction = edited.isAction
        record.isEdited = true
        record.edited = Timestamp(
          seconds: min(max(last.time / 1000, seconds), 253_402_300_799), certainty: .exact)
      }
      record.text = content.isAction ? inThirdPerson(content.text, name) : content.text
      record.replyTo = content.reply.map { ReplyRecord(sourceKey: $0) }
      record.media = content.media.map { [$0] } ?? []
      if let poll {
        record.text = StyledText("")
        record.media = [MediaRecord(kind: .poll, note: poll.note.note)]
      }
      record.forwardedFrom = content.forwardedFrom.map(names)
    }
    record.reactions = reactions(relations, names)
    return record
  }

  static var encryptedWords: StyledText {
    let words = localized("This message is encrypted. Luge cannot read it.")
    return StyledText(words, spans: [.init(0..<words.utf8.count, .italic)])
  }

  /// The name belongs to the text that is shown and searched: its direction marks are made visible.
  private static func inThirdPerson(_ text: StyledText, _ name: String) -> StyledText {
    let start = "\(ForeignText.isolated(name)) "
    let shift = start.utf8.count
    let count = shift + text.string.utf8.count
    return StyledText(
      start + text.string,
      spans: [.init(0..<count, .italic)]
        + text.spans.map {
          .init($0.range.lowerBound + shift..<$0.range.upperBound + shift, $0.attribute)
        })
  }

  /// Returns the reactions, at most one of each kind per person, in the order of their first ones.
  private static func reactions(
    _ relations: [StoredEvent], _ names: (String) -> String
  ) -> [ReactionRecord] {
    var groups: [String: (first: Int64, senders: Set<String>)] = [:]
    for relation in relations where relation.code == .reaction && !relation.isRedacted {
      guard let emoji = relation.content?.emoji else { continue }
      var group = groups[emoji] ?? (relation.time, [])
      group.first = min(group.first, relation.time)
      group.senders.insert(relation.sender)
      groups[emoji] = group
    }
    return groups.sorted { ($0.value.first, $0.key) < ($1.value.first, $1.key) }.map {
      ReactionRecord(
        emoji: $0.key, count: $0.value.senders.count,
        authors: $0.value.senders.sorted().map(names))
    }
  }
}
