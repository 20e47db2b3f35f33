// Fields are called as the protocol calls them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import LugeArchive
import LugeCore
import LugeImporters
import LugeLive

/// `m.relates_to`.
struct OutgoingRelation: Encodable {
  struct Reply: Encodable { var event_id: String }
  var rel_type: String?
  var event_id: String?
  var key: String?
  var reply: Reply?
  var is_falling_back: Bool?

  enum CodingKeys: String, CodingKey {
    case rel_type, event_id, key, is_falling_back
    case reply = "m.in_reply_to"
  }

  init() {}

  init?(_ content: MessageContent) {
    guard content.reply != nil || content.thread != nil else { return nil }
    if let thread = content.thread {
      (rel_type, event_id) = ("m.thread", thread)
      is_falling_back = content.reply == nil
      reply = Reply(event_id: content.reply ?? content.threadEnd ?? thread)
    } else {
      reply = content.reply.map(Reply.init)
    }
  }
}

/// The content of a message.
struct OutgoingContent: Encodable {
  struct Info: Encodable {
    var mimetype: String?
    var size: Int64?
    var w: Int?
    var h: Int?
    var duration: Int64?
  }

  var msgtype: String
  var body: String
  var format: String?
  var formatted_body: String?
  var mentions: Mentions
  var filename: String?
  var url: String?
  var info: Info?
  var relation: OutgoingRelation?
  var forwarded: Forwarded?

  /// The original author of a forwarded message (MSC2723). The room is omitted for privacy.
  struct Forwarded: Encodable { var sender: String }

  /// Whom the message is said to: servers and programs that find it here look into no words.
  struct Mentions: Encodable { var user_ids: [String]? }

  enum CodingKeys: String, CodingKey {
    case msgtype, body, format, formatted_body, filename, url, info
    case mentions = "m.mentions"
    case relation = "m.relates_to"
    case forwarded = "m.forwarded"
  }

  init(_ content: MessageContent) {
    formatted_body = OutgoingHTML.html(of: content.text)
    body =
      formatted_body == nil
      ? content.text.string : content.typed ?? TypedMarkup.plain(content.text)
    format = formatted_body.map { _ in "org.matrix.custom.html" }
    // Who forwards a message names nobody.
    var people = content.forwardedFrom == nil ? OutgoingHTML.people(in: content.text) : []
    if let answered = content.answeredPerson, !people.contains(answered) { people.append(answered) }
    mentions = Mentions(user_ids: people.isEmpty ? nil : people)
    msgtype = content.isAction ? "m.emote" : "m.text"
    relation = OutgoingRelation(content)
    forwarded = content.forwardedFrom.map(Forwarded.init)
    guard let media = content.media else { return }
    url = media.path
    // If there is a separate file name, the body is the file's caption.
    if body.isEmpty { body = media.fileName ?? "file" } else { filename = media.fileName ?? "file" }
    info = Info(
      mimetype: media.mimeType, size: media.size, w: media.width, h: media.height,
      duration: media.duration.map { Int64(min(max(0, $0), 1e9) * 1000) })
    switch media.kind.form {
    case .picture, .animation: msgtype = "m.image"
    case .video: msgtype = "m.video"
    case .sound: msgtype = "m.audio"
    case .document, .words: msgtype = "m.file"
    }
  }
}

struct OutgoingEdit: Encodable {
  var msgtype: String
  var body: String
  /// Nobody is told of the message once more.
  var mentions = OutgoingContent.Mentions()
  var content: OutgoingContent
  var relation: OutgoingRelation

  enum CodingKeys: String, CodingKey {
    case msgtype, body
    case mentions = "m.mentions"
    case content = "m.new_content"
    case relation = "m.relates_to"
  }

  init(of target: String, _ content: MessageContent) {
    self.content = OutgoingContent(content)
    self.content.relation = nil
    msgtype = self.content.msgtype
    // For programs without edits.
    body = "* \(self.content.body)"
    relation = OutgoingRelation()
    (relation.rel_type, relation.event_id) = ("m.replace", target)
  }
}

/// The user's answers in a poll, under the names that the poll's own event has.
struct OutgoingVote: Encodable {
  struct Former: Encodable { var answers: [String] }

  var answers: [String]?
  var former: Former?
  var relation = OutgoingRelation()

  enum CodingKeys: String, CodingKey {
    case answers = "m.selections"
    case former = "org.matrix.msc3381.poll.response"
    case relation = "m.relates_to"
  }

  init(in poll: String, _ answers: [String], isPreliminary: Bool) {
    (relation.rel_type, relation.event_id) = ("m.reference", poll)
    if isPreliminary { former = Former(answers: answers) } else { self.answers = answers }
  }

  static func type(isPreliminary: Bool) -> String {
    isPreliminary ? "org.matrix.msc3381.poll.response" : "m.poll.response"
  }
}

struct OutgoingReaction: Encodable {
  var relation = OutgoingRelation()

  enum CodingKeys: String, CodingKey { case relation = "m.relates_to" }

  init(to target: String, emoji: String) {
    (relation.rel_type, relation.event_id, relation.key) = ("m.annotation", target, emoji)
  }
}
