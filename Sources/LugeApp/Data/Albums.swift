import LugeArchive
import LugeChat
import LugeCore
import LugeListKit

/// Finds the albums of a conversation: pictures that were sent at once.
///
/// Telegram's export writes each picture of an album as a message of its own, and nowhere that they
/// belong together: they have consecutive numbers, one author, one second or two, and at most one
/// of them has words. Which is found again whenever they are shown, so an archive knows nothing of
/// it.
enum Albums {
  /// Pictures of an album at most, as in the program that wrote the export.
  static let limit = 10

  /// Messages that may be one album, apart from words and number.
  static func joins(_ first: StoredMessage, _ second: StoredMessage) -> Bool {
    guard let key = number(first), let next = number(second), key < next,
      key.addingClamped(1) == next,
      isPart(first), isPart(second), let author = first.author?.id, author == second.author?.id,
      first.forwardedFrom == second.forwardedFrom,
      second.reply == nil || second.reply == first.reply,
      first.time.certainty == .exact, second.time.certainty == .exact
    else { return false }
    return (0...1).contains(second.time.seconds.subtractingClamped(first.time.seconds))
  }

  /// One picture or video that is there to be shown.
  static func isPart(_ message: StoredMessage) -> Bool {
    guard message.kind == .message, message.media.count == 1, let medium = message.media.first
    else { return false }
    return medium.path != nil && (medium.kind == .photo || medium.kind == .video)
  }

  private static func number(_ message: StoredMessage) -> Int64? { Int64(message.sourceKey) }

  /// Positions at whose multiples an album ends, if the run of pictures is at least as long: albums
  /// of a long run are the same, whatever part of the conversation is read.
  static let stride = 64

  /// Returns the albums in a range of messages that starts at a possible boundary of albums: at the
  /// beginning of a run of pictures, or at a multiple of ``stride``.
  ///
  /// - Parameters:
  ///   - first: position of the first message in its conversation.
  ///   - joinedBefore: how many messages before it are known to be of its run.
  /// - Complexity: O(messages).
  static func groups(
    in messages: [StoredMessage], first: Int = 0, joinedBefore: Int = 0
  ) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    // Start of the run of joined pictures that reaches the current message.
    var run = -joinedBefore
    var start = 0
    var words = 0
    for index in messages.indices {
      let isJoined = index > 0 && joins(messages[index - 1], messages[index])
      if index > 0, !isJoined { run = index }
      let word = messages[index].text.string.isEmpty ? 0 : 1
      let isCut = (first + index) % stride == 0 && index - run >= stride
      if !isJoined || isCut || index - start >= limit || words + word > 1 {
        if index - start > 1 { groups.append(start..<index) }
        start = index
        words = 0
      }
      words += word
    }
    if messages.count - start > 1 { groups.append(start..<messages.count) }
    return groups
  }

  /// The message of an album that shows it: the one with words, which are found, quoted and
  /// selected at its place; otherwise the first.
  static func shown(_ group: Range<Int>, in messages: [StoredMessage]) -> Int {
    group.first { !messages[$0].text.string.isEmpty } ?? group.lowerBound
  }
}

/// Messages of a conversation with as many around them as their albums need.
struct AlbumReader: Sendable {
  let archive: Archive
  let conversation: ConversationSummary

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
    var joinedBefore = 0
    if messages.first.map(Albums.isPart) == true {
      // Here an album ends, unless the run of pictures began less than a stride before.
      let cut = first - first % Albums.stride
      let least = max(0, cut - Albums.stride)
      var isOver = false
      while first > least, !isOver {
        let lower = max(least, first - Albums.limit)
        let more = try archive.messages(in: conversation.id, at: lower..<first)
        guard more.count == first - lower, let old = messages.first, let last = more.last else {
          break
        }
        isOver =
          !Albums.joins(last, old) || zip(more, more.dropFirst()).contains { !Albums.joins($0, $1) }
        messages = more + messages
        first -= more.count
      }
      if !isOver, first == cut - Albums.stride {
        // With the one before the album, which it stands next to.
        messages.removeFirst(cut - 1 - first)
        first = cut - 1
        joinedBefore = Albums.stride - 1
      }
    }
    if messages.last.map(Albums.isPart) == true {
      let end = positions.upperBound
      let next = (end..<end + Albums.limit).clamped(to: 0..<conversation.count)
      messages += try archive.messages(in: conversation.id, at: next)
    }
    return Stretch(
      messages: messages, first: first,
      albums: Albums.groups(in: messages, first: first, joinedBefore: joinedBefore))
  }

  /// Returns the position at which a message's picture is shown: its own, or that of its album.
  /// Blocks.
  func shownPosition(of position: Int) throws(ArchiveError) -> Int {
    guard (0..<conversation.count).contains(position) else { return position }
    let stretch = try stretch(around: position..<position + 1)
    let index = position - stretch.first
    guard let group = stretch.albums.first(where: { $0.contains(index) }) else { return position }
    return stretch.first + Albums.shown(group, in: stretch.messages)
  }
}
