import LugeArchive
import LugeChat
import LugeCore
import LugeListKit

/// Finds the albums of a conversation: pictures that were sent together.
///
/// Telegram's export has each picture of an album as a message of its own, without saying that they
/// belong together: they have consecutive ids, one author and nearly the same time, and at most one
/// of them has text. Albums are found again whenever they are shown; archives do not store them.
enum Albums {
  /// Maximum number of pictures in an album, as in the program that wrote the export.
  static let limit = 10

  /// Whether the second message may continue the first one's album. Text and the number of pictures
  /// are not considered.
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

  /// Whether a message is one picture or video with a file.
  static func isPart(_ message: StoredMessage) -> Bool {
    guard message.kind == .message, message.media.count == 1, let medium = message.media.first
    else { return false }
    return medium.path != nil && (medium.kind == .photo || medium.kind == .video)
  }

  private static func number(_ message: StoredMessage) -> Int64? { Int64(message.sourceKey) }

  /// Albums end before each position that is a multiple of this, if the run of pictures is at least
  /// this long by then: so a long run has the same albums whichever part of the conversation is
  /// read.
  static let stride = 64

  /// Returns the albums in a range of messages that starts at a possible boundary of albums: at the
  /// beginning of a run of pictures, or at a multiple of ``stride``.
  ///
  /// - Parameters:
  ///   - first: position of the first message in its conversation.
  ///   - joinedBefore: number of messages before the first one that are known to be of the same
  ///     run.
  /// - Complexity: O(messages).
  static func groups(
    in messages: [StoredMessage], first: Int = 0, joinedBefore: Int = 0
  ) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    // Start of the run of joined pictures that includes the current message.
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

  /// Returns the index of the message that represents an album: the one with text, so that the text
  /// is found, quoted and selected at its position; otherwise the first.
  static func shown(_ group: Range<Int>, in messages: [StoredMessage]) -> Int {
    group.first { !messages[$0].text.string.isEmpty } ?? group.lowerBound
  }
}

/// Reads messages of a conversation with as many around them as their albums need.
struct AlbumReader: Sendable {
  let archive: Archive
  let conversation: ConversationSummary

  struct Stretch {
    var messages: [StoredMessage]
    /// Position in the conversation of the first message.
    var first: Int
    var albums: [Range<Int>]
  }

  /// Reads the messages at some positions, and more where one at an end may be part of an album.
  /// Blocks.
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
      // An album ends here, unless the run of pictures began less than a stride before.
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
        // Keep one message before the album, which is its neighbour.
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
