import Foundation
import LugeArchive
import LugeCore
import LugeFeed

/// Writes a generated timeline into an archive directly, without an export file.
struct TimelineOutput {
  let path: String
  let pictures: PictureSet
  /// Folder that the pictures' paths are relative to.
  let mediaRoot: String

  /// - Returns: the size of the archive in bytes.
  func write(
    _ timeline: GeneratedTimeline, progress: @escaping (Int) -> Void
  ) throws(GenerateError) -> Int64 {
    let importer = ArchiveImporter(into: path)
    importer.onProgress = { progress($0.messages) }
    let output = self
    let part = ImportInput.Part(name: GeneratedKey.importName) { sink in
      let owner = timeline.owner
      try sink.begin(
        ConversationRecord(
          key: GeneratedKey.timeline(seed: timeline.seed), name: "\(owner.name)’s timeline",
          kind: .timeline, ownAuthorKey: output.key(owner), mediaRoot: output.mediaRoot))
      for post in timeline { try sink.add(output.record(post)) }
    }
    do {
      _ = try importer.run(ImportInput(path: GeneratedKey.importName, parts: [part]))
    } catch {
      throw .archive(error)
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
  }

  private func key(_ author: GeneratedAuthor) -> String { "user\(author.id)" }

  private func person(_ author: GeneratedAuthor) -> PostRecord.Person {
    PostRecord.Person(key: key(author), name: author.name, handle: author.handle)
  }

  /// Returns a post's record for an archive.
  func record(_ post: GeneratedPost) -> MessageRecord {
    let shown = post.boosts
    let author = shown?.author ?? post.author
    var extra = PostRecord(handle: author.handle)
    extra.boostedBy = shown.map { _ in person(post.author) }
    extra.warning = post.warning
    extra.visibility = post.isUnlisted ? .unlisted : .everyone
    extra.replies = post.replies
    extra.boosts = post.boostCount
    extra.likes = post.likes
    extra.poll = post.poll.map { poll in
      PostRecord.Poll(
        answers: poll.answers.map { .init(text: $0.text, votes: $0.votes) },
        closes: post.time + 86_400)
    }
    extra.link = post.link.map { .init(url: $0.url, title: $0.title, summary: $0.summary) }
    extra.quote = post.quote.map { quoted in
      PostRecord.Quote(
        sourceKey: "\(quoted.id)", author: person(quoted.author), time: quoted.time,
        text: quoted.text)
    }
    return MessageRecord(
      sourceKey: "\(post.id)", author: AuthorRecord(key: key(author), name: author.name),
      time: Timestamp(seconds: post.time, certainty: .exact), text: shown?.text ?? post.text,
      replyTo: post.replyTo.map { ReplyRecord(sourceKey: "\($0.id)") },
      media: (shown?.pictures ?? post.pictures).map(media), post: extra)
  }

  private func media(_ choice: PictureChoice) -> MediaRecord {
    let picture = pictures.picture(for: choice)
    return MediaRecord(
      kind: .photo, path: picture?.path, mimeType: "image/png",
      size: picture.map { Int64($0.byteCount) }, width: picture?.size.width ?? 640,
      height: picture?.size.height ?? 480)
  }
}

extension GeneratedPost {
  /// Returns the post in the form that a timeline shows.
  ///
  /// - Parameter folder: folder of the pictures.
  public func post(_ pictures: PictureSet, in folder: String) -> Post {
    func author(_ author: GeneratedAuthor) -> PostAuthor {
      PostAuthor(id: author.id, name: author.name, handle: author.handle)
    }
    let shown = boosts
    var post = Post(
      id: ItemID(id), author: author(shown?.author ?? self.author),
      boostedBy: shown.map { _ in author(self.author) }, time: time,
      text: shown?.text ?? text, warning: warning,
      counts: PostCounts(replies: replies, boosts: boostCount, likes: likes))
    post.visibility = isUnlisted ? .unlisted : .everyone
    post.replyTo = replyTo.map { .init(item: ItemID($0.id), name: $0.author.name) }
    post.media = (shown?.pictures ?? self.pictures).map { choice in
      let picture = pictures.picture(for: choice)
      return PostMedia(
        kind: .photo, imageKey: picture?.path.map { ImageKey("\(folder)/\($0)") },
        pixelSize: picture?.size)
    }
    post.poll = poll.map { poll in
      PostPoll(
        answers: poll.answers.map { .init(text: $0.text, votes: $0.votes) }, closes: time + 86_400)
    }
    post.link = link.map { LinkPreview(url: $0.url, title: $0.title, summary: $0.summary) }
    post.quote = quote.map {
      QuotedPost(
        item: ItemID($0.id), author: author($0.author), time: $0.time, text: $0.text)
    }
    return post
  }
}
