import LugeArchive
import LugeChat
import LugeCore

/// Finds the albums of a conversation: pictures that were sent at once.
///
/// Telegram's export writes each picture of an album as a message of its own, and nowhere that they
/// belong together: they have consecutive numbers, one author, one second or two, and at most one of
/// them has words. Which is found again whenever they are shown, so an archive knows nothing of it.
enum Albums {
  /// Pictures of an album at most, as in the program that wrote the export.
  static let limit = 10

  /// Messages that may be one album, apart from words and number.
  static func joins(_ first: StoredMessage, _ second: StoredMessage) -> Bool {
    guard let key = number(first), let next = number(second), key + 1 == next,
      isPart(first), isPart(second), let author = first.author?.id, author == second.author?.id,
      first.forwardedFrom == second.forwardedFrom,
      second.reply == nil || second.reply == first.reply,
      first.time.certainty == .exact, second.time.certainty == .exact
    else { return false }
    return (0...1).contains(second.time.seconds - first.time.seconds)
  }

  /// One picture or video that is there to be shown.
  static func isPart(_ message: StoredMessage) -> Bool {
    guard message.kind == .message, message.media.count == 1, let medium = message.media.first
    else { return false }
    return medium.path != nil && (medium.kind == .photo || medium.kind == .video)
  }

  private static func number(_ message: StoredMessage) -> Int64? { Int64(message.sourceKey) }

  /// The albums among messages of which the first begins no later than its album.
  ///
  /// - Complexity: O(messages).
  static func groups(in messages: [StoredMessage]) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    var start = 0
    while start < messages.count {
      var end = start + 1
      var words = messages[start].text.string.isEmpty ? 0 : 1
      while end < messages.count, end - start < limit, joins(messages[end - 1], messages[end]) {
        words += messages[end].text.string.isEmpty ? 0 : 1
        if words > 1 { break }
        end += 1
      }
      if end - start > 1 { groups.append(start..<end) }
      start = end
    }
    return groups
  }

  /// The message of an album that shows it: the one with words, which are found, quoted and selected at
  /// its place; otherwise the first.
  static func shown(_ group: Range<Int>, in messages: [StoredMessage]) -> Int {
    group.first { !messages[$0].text.string.isEmpty } ?? group.lowerBound
  }
}

/// Messages of a conversation with as many around them as their albums need.
struct AlbumReader: Sendable {
  let archive: Archive
  let conversation: ConversationSummary

  /// Messages before a place that are looked through for the beginning of its album, at most: dozens may
  /// share a second.
  private static let reach = 60

  struct Stretch {
    var messages: [StoredMessage]
    /// Place in the conversation of the first of them.
    var first: Int
    var albums: [Range<Int>]
  }

  /// Reads the messages; reads more only where one at an end may be a part of an album. Blocks.
  ///
  /// - Complexity: O(messages).
  func stretch(around positions: Range<Int>) throws(ArchiveError) -> Stretch {
    var messages = try archive.messages(in: conversation.id, at: positions)
    var first = positions.lowerBound
    guard messages.count == positions.count, messages.contains(where: Albums.isPart) else {
      return Stretch(messages: messages, first: first, albums: [])
    }
    if messages.first.map(Albums.isPart) == true {
      let least = max(0, first - Self.reach)
      while first > least {
        let more = try archive.messages(
          in: conversation.id, at: max(least, first - Albums.limit)..<first)
        guard more.count == first - max(least, first - Albums.limit), let old = messages.first,
          let last = more.last
        else { break }
        messages = more + messages
        first -= more.count
        let isOver =
          !Albums.joins(last, old) || zip(more, more.dropFirst()).contains { !Albums.joins($0, $1) }
        if isOver { break }
      }
    }
    if messages.last.map(Albums.isPart) == true {
      let end = positions.upperBound
      messages += try archive.messages(
        in: conversation.id, at: end..<min(conversation.count, end + Albums.limit))
    }
    return Stretch(messages: messages, first: first, albums: Albums.groups(in: messages))
  }

  /// Where the picture of a message is shown: at its place, or at that of its album. Blocks.
  func shownPosition(of position: Int) throws(ArchiveError) -> Int {
    guard (0..<conversation.count).contains(position) else { return position }
    let stretch = try stretch(around: position..<position + 1)
    let index = position - stretch.first
    guard let group = stretch.albums.first(where: { $0.contains(index) }) else { return position }
    return stretch.first + Albums.shown(group, in: stretch.messages)
  }
}
