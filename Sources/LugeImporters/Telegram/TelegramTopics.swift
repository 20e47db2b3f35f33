import LugeArchive

/// Topics of a forum's messages. The export contains a message's topic only through its reply: to
/// the message that created the topic, or to one that is in it.
struct TelegramTopics {
  enum Place: Equatable {
    /// The topic of the previous message.
    case here
    /// The chat itself, for messages without a topic.
    case chat
    case topic(id: String, title: String)
  }

  private var titles: [String: String] = [:]
  /// The topic of each message by id, for the latest ``most`` messages in topics: replies to older
  /// ones do not find their topic.
  private var topicOf: [Int64: String] = [:]
  private var order: [Int64] = []
  private var oldest = 0
  private var current: String?
  private static let most = 200_000

  /// Returns where a message belongs. The reply is removed if it only indicates the topic.
  mutating func place(_ message: inout MessageRecord, title: String?) -> Place {
    if message.kind == .service(action: "topic_created") {
      if titles.count < Self.most {
        titles[message.sourceKey] = AuthorRecord.clipped(title ?? "Topic \(message.sourceKey)")
      }
      return move(to: message.sourceKey)
    }
    guard !titles.isEmpty else { return .here }
    guard let reply = message.replyTo, reply.conversationKey == nil else { return move(to: nil) }
    if titles[reply.sourceKey] != nil {
      if let title, message.kind == .service(action: "topic_edit") {
        titles[reply.sourceKey] = AuthorRecord.clipped(title)
        // The topic continues under its new name.
        current = nil
      }
      message.replyTo = nil
      note(message.sourceKey, in: reply.sourceKey)
      return move(to: reply.sourceKey)
    }
    guard let id = Int64(reply.sourceKey), let topic = topicOf[id] else { return move(to: nil) }
    note(message.sourceKey, in: topic)
    return move(to: topic)
  }

  private mutating func move(to topic: String?) -> Place {
    guard topic != current else { return .here }
    current = topic
    guard let topic, let title = titles[topic] else { return .chat }
    return .topic(id: topic, title: title)
  }

  private mutating func note(_ key: String, in topic: String) {
    guard let id = Int64(key) else { return }
    topicOf[id] = topic
    if order.count < Self.most {
      order.append(id)
    } else {
      topicOf[order[oldest]] = nil
      order[oldest] = id
      oldest = (oldest + 1) % Self.most
    }
  }
}
