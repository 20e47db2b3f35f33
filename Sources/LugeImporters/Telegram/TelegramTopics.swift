import LugeArchive

/// Topics of a forum's messages. The export tells a message's topic only by its reply: to the
/// message that created the topic, or to one that is in it. The export says so only by what a
/// message answers: the message that created the topic, or one that is in it.
struct TelegramTopics {
  enum Place: Equatable {
    /// The topic of the message before.
    case here
    /// The chat itself, which is what has no topic.
    case chat
    case topic(id: String, title: String)
  }

  private var titles: [String: String] = [:]
  /// The topic of a message, by its id; of the latest ``most`` messages of topics, which is how far
  /// back an answer finds its topic.
  private var topicOf: [Int64: String] = [:]
  private var order: [Int64] = []
  private var oldest = 0
  private var current: String?
  private static let most = 200_000

  /// Says where a message belongs. What a message of a topic answers is not the topic itself.
  mutating func place(_ message: inout MessageRecord, title: String?) -> Place {
    if message.kind == .service(action: "topic_created") {
      titles[message.sourceKey] = title ?? "Topic \(message.sourceKey)"
      return move(to: message.sourceKey)
    }
    guard !titles.isEmpty else { return .here }
    guard let reply = message.replyTo, reply.conversationKey == nil else { return move(to: nil) }
    if titles[reply.sourceKey] != nil {
      if let title, message.kind == .service(action: "topic_edit") {
        titles[reply.sourceKey] = title
        // It goes on under its new name.
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
