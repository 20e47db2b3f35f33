import LugeArchive
import LugeCore

/// Converts records of the network into posts. https://atproto.com/lexicons/app-bsky-feed
struct BlueskyPosts {
  enum Outcome {
    case post(MessageRecord)
    /// A record of a kind that is not shown: a like, a follow.
    case other(collection: String)
    case skipped(reason: String)
  }

  /// Facts about a post that a server sends beside the record.
  struct Context {
    var author = BlueskyProfile()
    var replies: Int?
    var boosts: Int?
    var likes: Int?
  }

  let did: String
  let profile: BlueskyProfile
  private let blobs: BlobFolder
  private let liked: Set<String>
  private let handles: BlueskyHandles
  private let writer = JSONWriter()

  init(
    did: String, profile: BlueskyProfile?, blobs: BlobFolder = .init(), liked: Set<String> = [],
    handles: BlueskyHandles = .init()
  ) {
    self.did = did
    self.profile = profile ?? BlueskyProfile()
    self.blobs = blobs
    self.liked = liked
    self.handles = handles
  }

  func conversation(mediaRoot: String?) -> ConversationRecord {
    ConversationRecord(
      key: "bluesky:\(did)", name: person(did).name, kind: .timeline, ownAuthorKey: did,
      mediaRoot: mediaRoot, about: profile.about)
  }

  func read(
    _ value: JSONValue, at address: RecordAddress, context: Context? = nil
  ) -> Outcome {
    guard value.kind == .object else { return .skipped(reason: "a record should be an object") }
    switch value["$type"]?.string ?? address.collection {
    case "app.bsky.feed.post": return post(value, address, context)
    case "app.bsky.feed.repost": return repost(value, address)
    case let type: return .other(collection: type)
    }
  }

  private func person(_ id: String, _ context: Context? = nil) -> PostRecord.Person {
    if let context { return context.author.person(id) }
    return (id == did ? profile : BlueskyProfile()).person(id, handle: handles[id])
  }

  /// Returns the time of a record; without one, the time in its key, which most keys contain.
  private func time(_ value: JSONValue, _ address: RecordAddress) -> Timestamp? {
    value["createdAt"]?.string.flatMap(ISOTime.parse)
      ?? RecordTime.seconds(address.key).map { Timestamp(seconds: $0, certainty: .exact) }
  }

  private func post(
    _ value: JSONValue, _ address: RecordAddress, _ context: Context?
  ) -> Outcome {
    guard let time = time(value, address) else { return .skipped(reason: "it has no time") }
    let author = person(address.did, context)
    let embeds = BlueskyEmbeds(value["embed"], of: address.did, blobs: blobs)
    var post = PostRecord(handle: author.handle)
    if address.did == did { post.avatar = blobs.picture(profile.avatar, of: did, .avatar) }
    post.url = address.page
    post.visibility = .everyone
    (post.warning, post.mediaWarning) = Self.warnings(value["labels"])
    post.link = embeds.link
    post.quote = embeds.quoted.map { quoted in
      .init(sourceKey: quoted.text, url: quoted.page, author: person(quoted.did))
    }
    post.isLiked = liked.contains(address.text) ? true : nil
    (post.replies, post.boosts, post.likes) = (context?.replies, context?.boosts, context?.likes)
    let parent = value["reply"]?["parent"]?["uri"]?.string
    return .post(
      MessageRecord(
        sourceKey: address.text, author: AuthorRecord(key: author.key, name: author.name),
        time: time,
        text: BlueskyText.styled(value["text"]?.string ?? "", facets: value["facets"]),
        replyTo: parent.map { ReplyRecord(sourceKey: $0) }, media: embeds.media,
        unknownFields: unknown(value, embeds), post: post))
  }

  /// Reads a repost. The repository has only the address of the reposted record.
  private func repost(_ value: JSONValue, _ address: RecordAddress) -> Outcome {
    guard let time = time(value, address) else { return .skipped(reason: "it has no time") }
    guard let target = value["subject"]?["uri"]?.string else {
      return .skipped(reason: "it does not say what it reposts")
    }
    let subject = RecordAddress(target)
    let author = person(subject?.did ?? target)
    var post = PostRecord(handle: author.handle)
    post.boostedBy = person(address.did)
    post.visibility = .everyone
    post.url = subject?.page
    post.boosted = target
    return .post(
      MessageRecord(
        sourceKey: address.text, author: AuthorRecord(key: author.key, name: author.name),
        time: time, post: post))
  }

  /// Returns the labels that people give their own posts: about the post's media, or about all of
  /// it.
  private static func warnings(_ labels: JSONValue?) -> (post: String?, media: String?) {
    let names =
      labels?["values"].map { $0.elements.prefix(8).compactMap { $0["val"]?.string } } ?? []
    let pictures = [
      "porn": "Adult content", "sexual": "Adult content", "nudity": "Nudity",
      "graphic-media": "Graphic media",
    ]
    // Labels with an exclamation mark are about visibility, not content.
    let shown = names.filter { !$0.hasPrefix("!") }
    func words(_ names: [String]) -> String? {
      names.isEmpty ? nil : names.joined(separator: ", ")
    }
    return (
      words(shown.filter { pictures[$0] == nil }), words(shown.compactMap { pictures[$0] })
    )
  }

  /// The fields of posts whose embed, and whose reply, is read. Others keep them as a whole. Blobs
  /// are named by what is shown of them.
  private static func known(embed: Bool, reply: Bool) -> KnownFields {
    KnownFields(
      ["createdAt", "labels", "text"] + (embed ? ["embed"] : []),
      dropping: ["$type", "facets"] + (reply ? ["reply"] : []),
      omitting: [
        "$link", "$type", "aspectRatio", "cid", "did", "mimeType", "ref", "size", "thumb",
      ])
  }
  private static let known = [false, true].map { embed in
    [false, true].map { known(embed: embed, reply: $0) }
  }

  private func unknown(_ value: JSONValue, _ embeds: BlueskyEmbeds) -> String? {
    let root = value["reply"]?["root"]?["uri"]?.string
    let isDeep = root != nil && root != value["reply"]?["parent"]?["uri"]?.string
    return writer.unknown(of: value, Self.known[embeds.isKnown ? 1 : 0][isDeep ? 0 : 1])
  }
}
