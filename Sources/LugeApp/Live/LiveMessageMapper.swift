import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugeLive
import LugeWords

/// Converts stored messages of a room into messages of the chat; for archives see
/// ``MessageMapper``.
struct LiveMessageMapper: Sendable {
  /// The user's name in lists of reactions.
  let ownName: String
  /// The account's user, whose server has the pictures.
  let user: String
  /// The first unread message, with a line above it.
  var firstUnread: ItemID?
  /// Whether the user may vote in polls.
  var takesVotes = true
  /// Files that this window has sent: they are not downloaded.
  var files = RoomFiles()

  /// A still picture of a downloaded video.
  struct Still: Hashable {
    var file: String
    var size: PixelSize
  }
  /// Still pictures by the addresses of their videos.
  var stills: [String: Still] = [:]

  /// Returns the rows of the loaded messages, with gaps where some are missing.
  func rows(_ window: PageWindow<LiveMessage>) -> [ChatMessage] {
    let gaps = Dictionary(window.gaps.map { ($0.preceding, $0.number) }) { first, _ in first }
    let shown = window.shown
    var rows: [ChatMessage] = []
    rows.reserveCapacity(shown.count + gaps.count)
    for item in window.items[shown] {
      rows.append(message(item))
      if let number = gaps[item.id] { rows.append(gap(number, after: item)) }
    }
    guard !rows.isEmpty else { return [] }
    func neighbour(_ position: Int) -> NeighbourMessage? {
      window.items.indices.contains(position)
        ? NeighbourMessage(message(window.items[position])) : nil
    }
    rows[0].unshownPrevious = neighbour(shown.lowerBound - 1)
    rows[rows.count - 1].unshownNext = neighbour(shown.upperBound)
    return rows
  }

  func message(_ live: LiveMessage) -> ChatMessage {
    let stored = live.stored
    var message = ChatMessage(
      id: live.id, revision: live.revision, author: author(stored.author, picture: live.picture),
      isOutgoing: live.isOwn, time: stored.time.seconds,
      text: LinkDetector().linking(stored.text), reply: stored.reply.map { reply($0, of: live.id) },
      forwardedFrom: stored.forwardedFrom.map(ForeignText.name), isEdited: stored.isEdited)
    message.setKind(stored.kind)
    if message.isService {
      message.isOutgoing = false
      message.text = StyledText(ForeignText.visible(ServiceWords.said(stored.text.string)))
    }
    message.isLate = live.isLate
    message.author.handle = MentionFinder.handle(of: live.sender)
    if live.id == firstUnread {
      message.isFirstUnread = true
      message.revision = Revision(~message.revision.rawValue)
    }
    if stored.media.contains(where: { $0.path.map { stills[$0] != nil } ?? false }) {
      message.revision = Revision(message.revision.rawValue ^ 0x5717_1157)
    }
    message.tracksState = live.tracksState
    if case .failed(let reason) = live.state { message.failure = reason }
    message.media = stored.media.map { medium($0, isOwn: live.isOwn) }
    if let poll = live.poll, let index = message.media.firstIndex(where: { $0.kind == .poll }) {
      let shown = chatPoll(poll, isSent: live.state == .sent)
      message.media[index].poll = shown
      if shown.takesVotes {
        message.revision = Revision(message.revision.rawValue ^ 0x7011_7011)
      }
    }
    if let answers = live.answers, !message.isDeleted {
      let writer = answers.isLastOwn ? localized("You") : author(answers.last.author).name
      message.attachments = [
        ThreadSummary(
          count: answers.count,
          lastAnswer: ForeignText.visible("\(writer): \(Snippet.text(of: answers.last))"),
          unread: answers.unread)
      ]
    }
    message.reactions = stored.reactions.map {
      ChatReaction(
        emoji: ForeignText.visible($0.emoji), count: $0.count,
        isOwn: $0.authors.contains(ownName))
    }
    return message
  }

  /// Returns the messages of an open thread; its first message shows no link to the thread.
  ///
  /// - Parameter firstUnread: the message below the thread's own line.
  func messages(ofThread items: [LiveMessage], firstUnread: ItemID? = nil) -> [ChatMessage] {
    var mapper = self
    mapper.firstUnread = firstUnread
    return items.map { item in
      var message = mapper.message(item)
      message.attachments = []
      return message
    }
  }

  /// Returns the index of a person's colour, by the archive's number of them or, while that is not
  /// known (0), by their id in the protocol.
  static func colorIndex(of number: AuthorID, _ person: String) -> Int {
    number.rawValue == 0
      ? person.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0x7FFF }
      : Int(truncatingIfNeeded: number.rawValue) & 0x7FFF
  }

  /// - Parameter picture: address of the author's picture.
  func author(_ stored: StoredAuthor?, picture: String? = nil) -> ChatAuthor {
    var author = ChatAuthor(stored) { Self.colorIndex(of: AuthorID(rawValue: $0), "") }
    if stored != nil { author.picture = FaceKey.key(picture, of: user) }
    return author
  }

  private func reply(_ stored: StoredReply, of message: ItemID) -> ReplyPreview {
    guard let original = stored.original else {
      return .missing(item: Self.target(ofReply: message))
    }
    let author = author(original.author)
    return ReplyPreview(
      item: ItemID(original.id), authorName: author.name, authorColorIndex: author.colorIndex,
      snippet: ForeignText.visible(Snippet.text(original.snippet, original.media)))
  }

  /// Converts an attachment. A picture gets its space at once, from the size that its sender
  /// reports; without a size it is shown as a file, and so is content that accounts do not store
  /// (contacts). A local path is only accepted in the user's own messages that wait to be sent.
  private func medium(_ record: MediaRecord, isOwn: Bool) -> ChatMedia {
    let path = record.path.flatMap { LivePictures.isOwn($0) || isOwn ? $0 : nil }
    var media = ChatMedia(
      kind: .file, path: path, fileName: record.fileName.map(ForeignText.visible),
      mimeType: record.mimeType, byteSize: record.size, duration: record.duration,
      note: record.note)
    switch record.kind {
    case .location, .poll:
      media.kind = record.kind.shown
      // Its lines are parts: what a place is called, and where it is.
      media.note = record.note.map { note in
        note.split(separator: "\n", omittingEmptySubsequences: false)
          .map { ForeignText.visible(String($0)) }.joined(separator: "\n")
      }
    case .photo, .sticker, .animation:
      guard let path, let width = record.width, let height = record.height else { break }
      media.kind = record.kind.shown
      media.imageKey = files.path(of: path).map(ChatMedia.key(ofFile:)) ?? ImageKey(path)
      media.pixelSize = PixelSize(width: width, height: height)
      media.preview = record.blurHash.flatMap { BlurHash($0) }
    // The files of recordings and videos are downloaded when the user plays them.
    case .audio, .voice:
      if path != nil { media.kind = record.kind.shown }
    case .video:
      guard let path else { break }
      media.kind = record.kind.shown
      // Its picture is the thumbnail, or a still taken from the file once that was downloaded.
      if let still = stills[path] {
        media.imageKey = ChatMedia.key(ofFile: still.file)
        media.pixelSize = still.size
      } else if let address = record.thumbnailPath, LivePictures.isOwn(address),
        let width = record.width, let height = record.height
      {
        media.imageKey = ImageKey(address)
        media.pixelSize = PixelSize(width: width, height: height)
        media.preview = record.blurHash.flatMap { BlurHash($0) }
      }
    case .file, .videoMessage, .contact, .call, .other: break
    }
    return media
  }

  private func chatPoll(_ state: LivePollState, isSent: Bool) -> ChatPoll {
    var poll = ChatPoll(
      question: ForeignText.visible(state.poll.question),
      answers: state.poll.answers.map { answer in
        ChatPoll.Answer(
          ForeignText.visible(answer.text),
          votes: state.showsVotes ? state.votes[answer.id] ?? 0 : nil,
          isChosen: state.chosen.contains(answer.id))
      }, voters: state.showsVotes ? state.voters : nil, isClosed: state.isClosed)
    poll.mostChoices = state.poll.mostChoices
    poll.takesVotes = takesVotes && isSent && !state.isClosed
    poll.hidesVotes = !state.showsVotes
    return poll
  }

  /// Returns the row of a gap: messages are missing after the given one.
  func gap(_ number: Int, after message: LiveMessage) -> ChatMessage {
    var gap = ChatMessage(
      id: Self.gapID(number), author: ChatAuthor(id: 0, name: ""),
      time: message.stored.time.seconds,
      text: StyledText(localized("Messages are missing here. They are being fetched …")))
    gap.isService = true
    return gap
  }

  /// Returns the id of a gap's row. Ids of messages are positive.
  static func gapID(_ number: Int) -> ItemID { ItemID(-1 - Int64(number)) }

  /// Returns the id for the target of a reply that is not loaded. It is below the ids of gaps.
  private static func target(ofReply message: ItemID) -> ItemID {
    ItemID((-firstTarget).subtractingClamped(message.rawValue))
  }

  /// Returns the reply for such an id; nil for ids of messages.
  static func reply(ofTarget target: ItemID) -> ItemID? {
    target.rawValue < -firstTarget ? ItemID(-firstTarget - target.rawValue) : nil
  }

  private static let firstTarget: Int64 = 1 << 48
}
