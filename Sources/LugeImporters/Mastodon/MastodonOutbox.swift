import LugeArchive
import LugeCore

/// Converts activities to posts.
struct MastodonOutbox {
  enum Outcome {
    case post(MessageRecord)
    case skipped(id: String?, reason: String)
  }

  private let profile: MastodonProfile
  private let writer = JSONWriter()

  init(profile: MastodonProfile) { self.profile = profile }

  func conversation(actor: String?, mediaRoot: String?) -> ConversationRecord {
    let id = profile.id ?? actor ?? "unknown"
    let person = Self.person(id)
    let name = [profile.name, profile.userName].compactMap { $0 }.first { !$0.isEmpty }
    return ConversationRecord(
      key: "mastodon:\(id)", name: name ?? (person.handle.isEmpty ? "Mastodon" : person.handle),
      kind: .timeline, ownAuthorKey: id, mediaRoot: mediaRoot, about: profile.about)
  }

  mutating func read(_ activity: JSONValue) -> Outcome {
    guard activity.kind == .object else {
      return .skipped(id: nil, reason: "an activity should be an object")
    }
    let id = activity["id"]?.string
    switch activity["type"]?.string {
    case "Create", "Update":
      guard let object = activity["object"], object.kind == .object else {
        return .skipped(id: id, reason: "its object is not in the archive")
      }
      return note(object, in: activity)
    case "Announce": return boost(activity)
    case let type?: return .skipped(id: id, reason: "activities of type \(type) are no posts")
    case nil: return .skipped(id: id, reason: "it has no type")
    }
  }

  // MARK: Notes

  private func note(_ object: JSONValue, in activity: JSONValue) -> Outcome {
    guard let id = object["id"]?.string, !id.isEmpty else {
      return .skipped(id: activity["id"]?.string, reason: "its object has no id")
    }
    let published = object["published"]?.string ?? activity["published"]?.string
    guard let time = published.flatMap(ISOTime.parse) else {
      return .skipped(id: id, reason: "it has no time")
    }
    let actor = object["attributedTo"]?.string ?? activity["actor"]?.string ?? profile.id ?? ""
    var post = PostRecord(handle: Self.person(actor).handle)
    if actor == profile.id || profile.id == nil { post.avatar = profile.avatar }
    post.url = object["url"]?.string.flatMap(WebAddress.init)?.text
    post.warning = object["summary"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    post.visibility = Self.visibility(
      object["to"] ?? activity["to"], object["cc"] ?? activity["cc"])
    post.replies = Self.count(object["replies"])
    post.boosts = Self.count(object["shares"])
    post.likes = Self.count(object["likes"])
    post.poll = Self.poll(object)
    post.isLiked = profile.liked.contains(id) ? true : nil
    post.isBookmarked = profile.bookmarked.contains(id) ? true : nil
    let quoted = ["quote", "quoteUri", "quoteUrl", "_misskey_quote"].lazy
      .compactMap { object[$0]?.string }.first
    post.quote = quoted.map { .init(sourceKey: $0, url: $0, author: Self.person($0)) }
    // Without a warning text, only the media are covered.
    if post.warning == nil, object["sensitive"]?.boolean == true { post.mediaWarning = "" }
    let answered = object["inReplyTo"]?.string
    post.replyToName = answered.flatMap { target in
      target == id ? nil : Self.person(target).handle
    }.flatMap { $0.isEmpty ? nil : $0 }
    let edited = object["updated"]?.string.flatMap(ISOTime.parse)
    let media = MastodonAttachments(object["attachment"])
    return .post(
      MessageRecord(
        sourceKey: id, author: AuthorRecord(key: actor, name: name(of: actor)), time: time,
        text: MastodonEmoji(object["tag"]).marked(HTMLText.styled(content(of: object))),
        replyTo: answered.map { ReplyRecord(sourceKey: $0) },
        edited: edited?.seconds == time.seconds ? nil : edited, media: media.records,
        unknownFields: writer.unknown(
          of: object, media.areAllHere ? Self.known : Self.knownButFiles),
        post: post))
  }

  private func content(of object: JSONValue) -> String {
    guard let content = object["content"]?.string else {
      return object["contentMap"]?.fields.lazy.compactMap(\.value.string).first
        ?? object["name"]?.string ?? ""
    }
    if let map = object["contentMap"] {
      for field in map.fields { field.value.noteRead(ifEqualTo: content) }
    }
    return content
  }

  // MARK: Boosts

  /// Reads a boost. The archive has only the address of others' posts; the person's own boosted
  /// posts may be in it.
  private func boost(_ activity: JSONValue) -> Outcome {
    guard let id = activity["id"]?.string, !id.isEmpty else {
      return .skipped(id: nil, reason: "it has no id")
    }
    guard let time = activity["published"]?.string.flatMap(ISOTime.parse) else {
      return .skipped(id: id, reason: "it has no time")
    }
    let object = activity["object"]
    guard let target = object?.string ?? object?["id"]?.string else {
      return .skipped(id: id, reason: "it does not say what it boosts")
    }
    let booster = activity["actor"]?.string ?? profile.id ?? ""
    let person = PostRecord.Person(
      key: booster, name: name(of: booster), handle: Self.person(booster).handle)
    if let object, object.kind == .object, case .post(var record) = note(object, in: activity) {
      record.sourceKey = id
      record.time = time
      record.post?.boostedBy = person
      record.post?.boosted = target
      return .post(record)
    }
    let author = Self.person(target)
    var post = PostRecord(handle: author.handle)
    post.boostedBy = person
    post.boosted = target
    post.visibility = Self.visibility(activity["to"], activity["cc"])
    post.url = WebAddress(target)?.text
    // A person who boosts their own post is shown by name.
    let shown =
      author.key == booster
      ? name(of: booster) : author.handle.isEmpty ? author.name : author.handle
    return .post(
      MessageRecord(
        sourceKey: id, author: AuthorRecord(key: author.key, name: shown), time: time, post: post))
  }

  // MARK: Parts

  private func name(of actor: String) -> String {
    if actor == profile.id || profile.id == nil,
      let name = [profile.name, profile.userName].compactMap({ $0 }).first(where: { !$0.isEmpty })
    {
      return name
    }
    let person = Self.person(actor)
    return person.name.isEmpty ? person.handle : person.name
  }

  /// Returns the person in a server's address: `https://host/users/ann/statuses/1`,
  /// `https://host/@ann/1`.
  static func person(_ address: String) -> PostRecord.Person {
    guard let start = address.firstRange(ofBytes: "://")?.upperBound else {
      return PostRecord.Person(key: address)
    }
    let parts = address[start...].pathParts
    guard let host = parts.first else { return PostRecord.Person(key: address) }
    var name: Substring?
    if parts.count > 1, parts[1].hasPrefix("@") {
      name = parts[1].dropFirst()
    } else if parts.count > 2, ["users", "user", "u", "accounts", "profile"].contains(parts[1]) {
      name = parts[2]
    }
    guard let name, !name.isEmpty else {
      return PostRecord.Person(key: address, name: String(host))
    }
    let plain = name.split(separator: "@").first ?? name
    return PostRecord.Person(
      key: "\(address[..<start])\(host)/users/\(plain)", name: String(plain),
      handle: "@\(plain)@\(host)")
  }

  private static let everyone: Set<String> = [
    "https://www.w3.org/ns/activitystreams#Public", "as:Public", "Public",
  ]

  private static func visibility(_ to: JSONValue?, _ cc: JSONValue?) -> PostRecord.Visibility {
    func addresses(_ value: JSONValue?) -> [String] {
      guard let value else { return [] }
      return value.string.map { [$0] } ?? value.elements.compactMap(\.string)
    }
    let to = addresses(to)
    if to.contains(where: everyone.contains) { return .everyone }
    let cc = addresses(cc)
    if cc.contains(where: everyone.contains) { return .unlisted }
    if to.contains(where: { $0.hasSuffix("/followers") }) { return .followers }
    return to.isEmpty && cc.isEmpty ? .everyone : .direct
  }

  private static func count(_ collection: JSONValue?) -> Int? {
    collection?["totalItems"]?.integer.map { Int(clamping: $0) }
  }

  private static func poll(_ object: JSONValue) -> PostRecord.Poll? {
    guard let options = object["oneOf"] ?? object["anyOf"], options.kind == .array else {
      return nil
    }
    let answers = options.elements.prefix(64).compactMap { option in
      option["name"]?.string.map { name in
        PostRecord.Poll.Answer(text: name, votes: max(0, count(option["replies"]) ?? 0))
      }
    }
    let closes = (object["endTime"]?.string ?? object["closed"]?.string).flatMap(ISOTime.parse)
    return answers.isEmpty ? nil : PostRecord.Poll(answers: answers, closes: closes?.seconds)
  }

  /// Returns a path inside the archive; nil if it would lead out of it.
  static func relative(_ path: String) -> String? {
    let parts = path.pathParts
    guard !parts.isEmpty, !PathNames.leadsUp(path) else { return nil }
    return parts.joined(separator: "/")
  }

  private static let read = [
    "anyOf", "attributedTo", "content", "contentMap", "id", "inReplyTo", "name", "oneOf",
    "published", "summary", "updated", "url", "votersCount",
  ]
  /// Tags and mentioned people are in the text.
  private static let dropped = [
    "@context", "_misskey_quote", "atomUri", "cc", "closed", "context", "conversation", "endTime",
    "inReplyToAtomUri", "likes", "quote", "quoteUri", "quoteUrl", "replies", "sensitive", "shares",
    "tag", "to", "type",
  ]
  private static let known = KnownFields(
    read + ["attachment"], dropping: dropped,
    omitting: ["blurhash", "focalPoint", "href", "icon", "replies", "type"])
  /// Where attachments are kept as a whole.
  private static let knownButFiles = KnownFields(read, dropping: dropped, omitting: ["type"])
}

extension PostRecord.Person {
  /// Returns the key of a person of the fediverse, from an address of the person or a post; nil for
  /// other addresses.
  public static func key(ofAddress address: String) -> String? {
    let person = MastodonOutbox.person(address)
    return person.handle.isEmpty ? nil : person.key
  }
}
