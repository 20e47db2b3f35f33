import LugeArchive
import LugeChat
import LugeCore
import LugeFeed

/// Turns messages of the store into posts: the one place where both are known.
struct PostMapper: Sendable {
  private let messages: MessageMapper
  private let timeline: ConversationID
  private let archive: Archive

  init(_ timeline: ConversationSummary, archive: Archive) {
    // Whose messages are whose does not matter here.
    messages = MessageMapper(mediaRoot: timeline.mediaRoot)
    self.timeline = timeline.id
    self.archive = archive
  }

  /// Blocks: for lanes.
  ///
  /// - Parameter marks: what the reader has unfolded and uncovered.
  func posts(
    _ stored: [StoredMessage], _ ledger: PictureLedger?, _ marks: PostMarks? = nil
  ) -> [Post] {
    let known = ledger?.facts(of: stored.flatMap(\.media), messages) ?? [:]
    return stored.map { stored in
      var post = post(stored, known)
      marks?.apply(to: &post)
      return post
    }
  }

  private func post(_ stored: StoredMessage, _ known: [String: PictureFacts]) -> Post {
    let record = stored.post ?? PostRecord(handle: "")
    var author = PostAuthor(
      id: stored.author?.id.rawValue ?? 0, name: stored.author?.name ?? "", handle: record.handle)
    author.avatar = record.avatar.flatMap(imageKey)
    var post = Post(
      id: ItemID(stored.id), author: author, boostedBy: record.boostedBy.map(person),
      time: stored.time.seconds, text: stored.text, warning: record.warning,
      media: stored.media.map { media(messages.media($0, facts: known), $0) },
      counts: PostCounts(
        replies: record.replies ?? 0, boosts: record.boosts ?? 0, likes: record.likes ?? 0),
      isEdited: stored.isEdited)
    post.visibility =
      switch record.visibility {
      case .everyone, nil: .everyone
      case .unlisted: .unlisted
      case .followers: .followers
      case .direct: .direct
      }
    if let reply = stored.reply {
      let name = record.replyToName ?? reply.original?.author?.name ?? ""
      post.replyTo = .init(item: reply.original.map { ItemID($0.id) }, name: name)
    }
    post.poll = record.poll.map { poll in
      PostPoll(
        answers: poll.answers.map { .init(text: $0.text, votes: $0.votes) }, closes: poll.closes)
    }
    post.link = record.link.map { link in
      LinkPreview(
        url: link.url, title: link.title, summary: link.summary,
        imageKey: link.image.flatMap(imageKey))
    }
    post.quote = record.quote.map(quote)
    post.reader.likes = record.isLiked == true
    post.reader.bookmarks = record.isBookmarked == true
    return post
  }

  private func quote(_ record: PostRecord.Quote) -> QuotedPost {
    // Few posts quote: a look-up each.
    let item = record.sourceKey.flatMap { try? archive.message(withKey: $0, in: timeline) }
    return QuotedPost(
      item: item.map { ItemID($0) }, author: person(record.author), time: record.time,
      text: record.text)
  }

  /// Colours of people who are not authors here come from their keys.
  private func person(_ person: PostRecord.Person) -> PostAuthor {
    var mix = RevisionMix()
    mix.add(person.key)
    return PostAuthor(
      id: Int64(truncatingIfNeeded: mix.revision.rawValue), name: person.name,
      handle: person.handle)
  }

  /// Files alone: an archive that is looked at tells no server so.
  private func imageKey(_ source: String) -> ImageKey? {
    source.contains("://") ? nil : ImageKey(messages.resolve(source))
  }

  private func media(_ medium: ChatMedia, _ record: MediaRecord) -> PostMedia {
    let kind: PostMedia.Kind =
      switch medium.kind {
      case .photo, .sticker: .photo
      case .video, .videoMessage: .video
      case .animation: .animation
      case .audio, .voice: .audio
      case .file, .contact, .location, .poll, .call, .other: .file
      }
    return PostMedia(
      kind: kind, imageKey: medium.imageKey, path: medium.path, pixelSize: medium.pixelSize,
      preview: medium.preview, duration: medium.duration, caption: record.note ?? "")
  }
}
