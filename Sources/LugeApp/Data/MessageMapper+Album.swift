import LugeArchive
import LugeChat

extension MessageMapper {
  /// A message with what it shows of its album.
  func message(
    at index: Int, of stretch: AlbumReader.Stretch, facts: [String: PictureFacts]
  ) -> ChatMessage {
    let messages = stretch.messages
    var message = message(messages[index], facts: facts)
    guard let group = stretch.albums.first(where: { $0.contains(index) }) else { return message }
    guard Albums.shown(group, in: messages) == index else {
      message.album = .folded
      return message
    }
    func neighbour(_ index: Int) -> NeighbourMessage? {
      guard messages.indices.contains(index) else { return nil }
      return NeighbourMessage(self.message(messages[index]))
    }
    let parts = messages[group].map { self.message($0, facts: facts) }
    message.album = .shown(
      before: neighbour(group.lowerBound - 1), after: neighbour(group.upperBound))
    message.media = parts.flatMap(\.media)
    message.reply = parts.lazy.compactMap(\.reply).first
    message.isEdited = parts.contains(where: \.isEdited)
    message.reactions = Self.sum(parts.flatMap(\.reactions))
    return message
  }

  private static func sum(_ reactions: [ChatReaction]) -> [ChatReaction] {
    var result: [ChatReaction] = []
    var places: [String: Int] = [:]
    for reaction in reactions {
      if let known = places[reaction.emoji] {
        result[known].count = result[known].count.addingClamped(reaction.count)
        result[known].people += reaction.people.filter { !result[known].people.contains($0) }
      } else {
        places[reaction.emoji] = result.count
        result.append(reaction)
      }
    }
    return result
  }
}
