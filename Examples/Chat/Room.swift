import Foundation
import LugeChat
import LugeCore
import LugeEngine

/// The messages of the conversation, and the peers who write in it.
@MainActor
final class Room {
  typealias Feed = ListFeed<ChatMessage, ChatRowFactory>

  let feed: Feed
  private var last: ChatMessage
  private var waiting: [ChatMessage] = []

  init() {
    let history = Script.history(before: Int64(Date().timeIntervalSince1970))
    last = history[history.count - 1]
    feed = Feed(
      history,
      factory: ChatRowFactory(
        ChatConfiguration(isGroup: true, zone: ZoneOffsets(.current, years: 2020...2040)))
    ) { ItemKey(id: $0.id, revision: $0.revision) }
  }

  /// What the reader wrote. One of the peers answers, after a while.
  func send(_ text: String) {
    let message = post(text, by: Script.me)
    waiting.append(message)
  }

  func peersTalk() {
    for (index, peer) in Script.peers.enumerated() {
      Task { [weak self] in
        // The backlog ends with the first two lines.
        var line = index + Script.peers.count
        while !Task.isCancelled {
          try await Task.sleep(for: .milliseconds(Int.random(in: 2500...6000)))
          guard let self else { return }
          let question = waiting.isEmpty ? nil : waiting.removeFirst()
          let text = question == nil ? Script.lines[line % Script.lines.count] : Script.answer(line)
          line += Script.peers.count
          try await write(text, by: peer, answering: question)
        }
      }
    }
  }

  /// Types for as long as a person would, and sends.
  private func write(_ text: String, by peer: ChatAuthor, answering question: ChatMessage?)
    async throws
  {
    let sign = ItemID(-peer.id)
    feed.apply(
      [
        .append([
          ChatMessage(
            id: sign, author: peer, time: now, text: StyledText("\(peer.name) is typing …"),
            isService: true)
        ])
      ], options: UpdateOptions(isAnimated: true))
    try await Task.sleep(for: .milliseconds(600 + min(text.count * 35, 3000)))
    feed.apply([.remove([sign])], options: UpdateOptions(isAnimated: true))
    _ = post(text, by: peer, answering: question)
  }

  private var now: Int64 { Int64(Date().timeIntervalSince1970) }

  private func post(_ text: String, by author: ChatAuthor, answering question: ChatMessage? = nil)
    -> ChatMessage
  {
    let isOwn = author == Script.me
    let message = ChatMessage(
      id: ItemID(last.id.rawValue + 1), author: author, isOutgoing: isOwn, time: now,
      text: LinkDetector().linking(
        StyledText(text.trimmingCharacters(in: .whitespacesAndNewlines))),
      reply: question.map {
        ReplyPreview(
          item: $0.id, authorName: $0.author.name, authorColorIndex: $0.author.colorIndex,
          snippet: $0.text.string)
      })
    // Whoever types stays below what was sent.
    feed.apply(
      [.insert([message], after: last.id)],
      options: UpdateOptions(isAnimated: true, author: isOwn ? .own : .others))
    last = message
    return message
  }
}
