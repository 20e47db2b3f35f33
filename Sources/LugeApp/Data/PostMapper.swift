import LugeArchive
import LugeChat
import LugeCore
import LugeFeed

/// Turns messages of the store into posts: the one place where both are known.
struct PostMapper: Sendable {
  private let messages: MessageMapper
  private let timeline: ConversationID
  private let archive: Archive
  private let people: PeopleTable

  init(_ timeline: ConversationSummary, archive: Archive) {
    // Whose messages are whose does not matter here.
    messages = MessageMapper(mediaRoot: timeline.mediaRoot)
    self.timeline = timeline.id
    self.archive = archive
    people = PeopleTable(archive, timeline.id)
  }

  /// Blocks: for lanes.
  ///
  /// - Parameter marks: what the reader has unfolded and uncovered.
  func posts(
    _ stored: [StoredMessage], _ pictures: ConversationPictures?, _ marks: PostMarks? = nil
  ) -> [Post] {
    let shown = stored.map { ($0, archive.original(of: $0, in: timeline)) }
    let media = shown.flatMap { ($1 ?? $0).media }
    let known = pictures?.facts(of: media, messages) ?? [:]
    return shown.map { stored, original in
      var post = post(original ?? stored, known)
      if original != nil { post.original = post.id }
      post.id = ItemID(stored.id)
      post.boostedBy = stored.post?.boostedBy.map(person)
      marks?.apply(to: &post)
      return post
    }
  }

  private func post(_ stored: StoredMessage, _ known: [String: PictureFacts]) -> Post {
    let record = stored.post ?? PostRecord(handle: "")
    var post = Post(
      id: ItemID(stored.id), author: author(of: stored), time: stored.time.seconds,
      text: messages.drawn(stored.text), warning: record.warning,
      media: stored.media.map { media(messages.media($0, facts: known), $0) },
      counts: PostCounts(
        replies: record.replies ?? 0, boosts: record.boosts ?? 0, likes: record.likes ?? 0),
      isEdited: stored.isEdited)
    post.revision = MessageMapper.revision(
      of: stored.media.map { messages.media($0, facts: known) })
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
        item: reply.original.map { ItemID($0.id) }, name: ForeignText.visible(name))
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
    if record.boostedBy != nil { standIn(for: &post) }
    return post
  }

  /// Of what was passed on, most archives have the address alone.
  private func standIn(for post: inout Post) {
    guard let url = post.url, post.media.isEmpty, post.link == nil, post.quote == nil,
      post.poll == nil, post.text.isEmpty || post.text.string == url
    else { return }
    post.text = StyledText("")
    post.link = .absentPost(at: url, TimelinePresentation.appearance.strings)
  }

  func author(of stored: StoredMessage) -> PostAuthor {
    let record = stored.post ?? PostRecord(handle: "")
    return PostAuthor(
      id: stored.author?.id.rawValue ?? 0, name: ForeignText.visible(stored.author?.name ?? ""),
      handle: ForeignText.visible(record.handle),
      avatar: record.avatar.flatMap(imageKey))
  }

  /// What a source has of a quoted post is most often its address; the archive may have the post.
  private func quote(_ record: PostRecord.Quote) -> QuotedPost {
    // Few posts quote: a look-up each.
    let item = record.sourceKey.flatMap { try? archive.message(withKey: $0, in: timeline) }
    var quote = QuotedPost(
      item: item.map { ItemID($0) }, author: person(record.author), time: record.time,
      text: record.text, url: record.url)
    // An identity is no name.
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
      id: people.id(of: person.key), name: ForeignText.visible(person.name),
      handle: ForeignText.visible(person.handle))
  }

  /// Of the network too: whether anything is fetched is the fetcher's to say.
  private func imageKey(_ source: String) -> ImageKey? {
    if source.isWebAddress { return ImageKey(source) }
    return source.contains("://") ? nil : messages.key(source)
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
    var shown = PostMedia(
      kind: kind, imageKey: medium.imageKey, path: medium.path, pixelSize: medium.pixelSize,
      preview: medium.preview ?? record.blurHash.flatMap { BlurHash($0) },
      duration: medium.duration, caption: record.note ?? "")
    shown.isMissing = medium.isMissing
    return shown
  }
}
