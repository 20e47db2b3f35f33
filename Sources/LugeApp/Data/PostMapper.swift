import LugeArchive
import LugeChat
import LugeCore
import LugeFeed

/// Converts `StoredMessage`s into `Post`s.
struct PostMapper: Sendable {
  private let messages: MessageMapper
  private let timeline: ConversationID
  private let archive: Archive
  private let people: PeopleTable

  init(_ timeline: ConversationSummary, archive: Archive) {
    // Does not know the user's own id, so that no post is shown as the user's own.
    messages = MessageMapper(media: timeline.mediaFolders)
    self.timeline = timeline.id
    self.archive = archive
    people = PeopleTable(archive, timeline.id)
  }

  /// Converts messages. Reads the database; call it off the main thread.
  ///
  /// - Parameter marks: texts expanded and content warnings opened by the user.
  func posts(
    _ stored: [StoredMessage], _ pictures: ConversationPictures?, _ marks: PostMarks? = nil
  ) -> [Post] {
    // Each post, and the post that it boosts, if it is a boost.
    let pairs = stored.map { ($0, archive.original(of: $0, in: timeline)) }
    let media = pairs.flatMap { ($1 ?? $0).media }
    let facts = pictures?.facts(of: media, messages) ?? [:]
    return pairs.map { outer, original in
      var result = post(original ?? outer, facts)
      // A boost looks like the original post, but as an item it keeps the boost's id.
      if original != nil { result.original = result.id }
      result.id = ItemID(outer.id)
      result.boostedBy = outer.post?.boostedBy.map(person)
      marks?.apply(to: &result)
      return result
    }
  }

  private func post(_ stored: StoredMessage, _ facts: [String: PictureFacts]) -> Post {
    let record = stored.postRecord
    let media = stored.media.map { messages.media($0, facts: facts) }
    var post = Post(
      id: ItemID(stored.id), author: author(of: stored), time: stored.time.seconds,
      text: messages.drawn(stored.text), warning: record.warning,
      media: zip(media, stored.media).map(postMedia),
      counts: PostCounts(
        replies: record.replies ?? 0, boosts: record.boosts ?? 0, likes: record.likes ?? 0),
      isEdited: stored.isEdited)
    post.revision = MessageMapper.revision(of: media)
    post.mediaWarning = record.mediaWarning
    post.url = record.url
    post.visibility =
      switch record.visibility {
      case .everyone, nil: .everyone
      case .unlisted: .unlisted
      case .followers: .followers
      case .direct: .direct
      }
    if let reply = stored.reply {
      let name = reply.original?.author?.name ?? record.replyToName ?? ""
      post.replyTo = .init(
        item: reply.original.map { ItemID($0.id) }, name: ForeignText.name(name))
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
    if record.boostedBy != nil { showLinkCard(in: &post) }
    return post
  }

  /// Adds a link card to a boosted post of which the archive has nothing but the address.
  private func showLinkCard(in post: inout Post) {
    guard let url = post.url, post.media.isEmpty, post.link == nil, post.quote == nil,
      post.poll == nil, post.text.isEmpty || post.text.string == url
    else { return }
    post.text = StyledText("")
    post.link = .absentPost(at: url, TimelinePresentation.appearance.strings)
  }

  func author(of stored: StoredMessage) -> PostAuthor {
    let record = stored.postRecord
    return PostAuthor(
      id: stored.author?.id.rawValue ?? 0, name: ForeignText.name(stored.author?.name ?? ""),
      handle: ForeignText.name(record.handle),
      avatar: record.avatar.flatMap(imageKey))
  }

  /// Returns a quoted post. Exports often have only its address, but the archive may contain the
  /// post itself.
  private func quote(_ record: PostRecord.Quote) -> QuotedPost {
    // Quotes are rare, so one query per quote is acceptable.
    let item = record.sourceKey.flatMap { try? archive.message(withKey: $0, in: timeline) }
    var quote = QuotedPost(
      item: item.map { ItemID($0) }, author: person(record.author), time: record.time,
      text: record.text, url: record.url)
    // Where Bluesky has no name, its export has a DID, which means nothing to a user.
    if quote.author.name.hasPrefix("did:") { quote.author.name = "" }
    guard record.text.isEmpty, let item, let stored = try? archive.message(item) else {
      return quote
    }
    quote.author = author(of: stored)
    quote.time = stored.time.seconds
    if let warning = stored.post?.warning, !warning.isEmpty {
      quote.text = StyledText(warning)
      return quote
    }
    quote.text = messages.drawn(stored.text)
    if stored.post?.mediaWarning == nil {
      quote.imageKey = stored.media.lazy.compactMap { messages.media($0).imageKey }.first
    }
    return quote
  }

  func person(_ person: PostRecord.Person) -> PostAuthor {
    PostAuthor(
      id: people.id(of: person.key), name: ForeignText.name(person.name),
      handle: ForeignText.name(person.handle))
  }

  /// Returns the key of a picture in a file or at a web address; nil for other addresses. The image
  /// loader decides whether it may be downloaded.
  private func imageKey(_ source: String) -> ImageKey? {
    if source.isWebAddress { return ImageKey(source) }
    return source.contains("://") ? nil : messages.key(source)
  }

  private func postMedia(_ medium: ChatMedia, _ record: MediaRecord) -> PostMedia {
    let kind: PostMedia.Kind =
      switch medium.kind.form {
      case .picture: .photo
      case .video: .video
      case .animation: .animation
      case .sound: .audio
      case .document, .words: .file
      }
    var shown = PostMedia(
      kind: kind, imageKey: medium.imageKey, path: medium.path, pixelSize: medium.pixelSize,
      preview: medium.preview ?? record.blurHash.flatMap { BlurHash($0) },
      duration: medium.duration, caption: record.note ?? "")
    shown.isMissing = medium.isMissing
    return shown
  }
}

extension StoredMessage {
  /// The post's fields in addition to a message's; empty if the message is not a post.
  fileprivate var postRecord: PostRecord { post ?? PostRecord(handle: "") }
}
