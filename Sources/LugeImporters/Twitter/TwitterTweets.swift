import LugeArchive
import LugeCore

/// Converts tweets to posts.
final class TwitterTweets {
  struct Problem: Error {
    var id: String?
    var reason: String
  }

  private let account: TwitterAccount
  private let mediaFolder: String
  private let writer = JSONWriter()

  // MARK: Mutable State (owned by the one thread that reads)

  /// Visibility of the following tweets.
  var visibility = PostRecord.Visibility.everyone
  /// Number of tweets that their author liked.
  private(set) var ownLikes = 0

  init(account: TwitterAccount, mediaFolder: String = "tweets_media") {
    self.account = account
    self.mediaFolder = mediaFolder
  }

  func read(_ record: JSONValue) -> Result<MessageRecord, Problem> {
    guard record.kind == .object else {
      return .failure(Problem(reason: "a tweet should be an object"))
    }
    let tweet = record["tweet"] ?? record
    guard let id = tweet["id_str"]?.scalarText ?? tweet["id"]?.scalarText, !id.isEmpty else {
      return .failure(Problem(reason: "it has no id"))
    }
    guard let time = tweet["created_at"]?.string.flatMap(Self.time) else {
      return .failure(Problem(id: id, reason: "it has no time"))
    }
    let written = TwitterText.unescaped(
      tweet["full_text"]?.string ?? tweet["text"]?.string ?? "")
    let entities = tweet["entities"]
    let media = (tweet["extended_entities"] ?? entities)?["media"]
    var message = MessageRecord(
      sourceKey: id, author: AuthorRecord(key: account.id, name: account.name),
      time: Timestamp(seconds: time, certainty: .exact),
      isEdited: tweet["edit_info"]?["edit"] != nil,
      post: post(tweet, id: id))
    if tweet["extended_entities"] != nil { entities?["media"]?.noteAllRead() }
    message.media = TwitterLinks.elements(media).prefix(16).compactMap { medium($0, tweet: id) }
    if tweet["possibly_sensitive"]?.boolean == true, !message.media.isEmpty {
      message.post?.mediaWarning = ""
    }
    let answered = tweet["in_reply_to_status_id_str"]?.scalarText
    message.replyTo = answered.flatMap { $0.isEmpty ? nil : ReplyRecord(sourceKey: $0) }
    message.post?.replyToName =
      answered == nil ? nil : tweet["in_reply_to_screen_name"]?.string.map { "@\($0)" }

    var links = TwitterLinks(urls: entities?["urls"], media: media)
    if let passedOn = Self.retweet(written) {
      passOn(passedOn.name, entities, media, in: &message)
      message.text = TwitterText.styled(passedOn.text, links: links)
      message.unknownFields = writer.unknown(of: tweet, Self.known)
      return .success(message)
    }
    quote(entities, tweet: id, text: written, hiding: &links, in: &message)
    if let whole = account.notes.note(beginning: written, at: time) {
      var known = whole.note.links
      if let quoted = message.post?.quote?.url { known.hide(leadingTo: quoted) }
      let start = whole.mentions.unicodeScalars.count
      message.text = TwitterText.styled(
        whole.mentions + whole.note.text, links: known,
        styles: whole.note.styles.map {
          .init(
            range: $0.range.lowerBound + start..<$0.range.upperBound + start,
            attribute: $0.attribute)
        })
    } else {
      message.text = TwitterText.styled(written, links: links)
    }
    message.unknownFields = writer.unknown(of: tweet, Self.known)
    return .success(message)
  }

  private func post(_ tweet: JSONValue, id: String) -> PostRecord {
    var post = PostRecord(handle: account.handle)
    post.avatar = account.avatar
    post.likes = tweet["favorite_count"]?.integer.map { Int(clamping: $0) }
    post.boosts = tweet["retweet_count"]?.integer.map { Int(clamping: $0) }
    post.visibility = visibility
    if !account.userName.isEmpty {
      post.url = WebAddress("https://twitter.com/\(account.userName)/status/\(id)")?.text
    }
    if account.liked.contains(id) {
      post.isLiked = true
      ownLikes += 1
    }
    return post
  }

  // MARK: Tweets of others

  /// Parses a retweet: "RT @ann: what she said".
  private static func retweet(_ text: String) -> (name: String, text: String)? {
    guard text.hasPrefix("RT @"), let colon = text.firstIndex(of: ":") else { return nil }
    let name = text[text.index(text.startIndex, offsetBy: 4)..<colon]
    guard isName(name) else { return nil }
    return (String(name), String(text[text.index(after: colon)...].drop { $0 == " " }))
  }

  private static func isName(_ name: Substring) -> Bool {
    !name.isEmpty && name.utf8.count <= 50
      && name.utf8.allSatisfy {
        $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
          || (0x61...0x7A).contains($0)
      }
  }

  /// Fills in a retweet; only its pictures identify the original tweet.
  private func passOn(
    _ name: String, _ entities: JSONValue?, _ media: JSONValue?, in message: inout MessageRecord
  ) {
    let person = person(name, entities)
    message.post?.boostedBy = PostRecord.Person(
      key: account.id, name: account.name, handle: account.handle)
    message.post?.boosted =
      TwitterLinks.elements(media).lazy
      .compactMap { $0["source_status_id_str"]?.scalarText }.first
    message.post?.handle = person.handle
    if person.key != account.id { message.post?.avatar = nil }
    message.author = AuthorRecord(key: person.key, name: person.name)
  }

  /// Returns the person for a user name in an address or a mention; display names are in the
  /// tweet's mentions.
  private func person(_ name: String, _ entities: JSONValue?) -> PostRecord.Person {
    if !account.userName.isEmpty, name.lowercased() == account.userName.lowercased() {
      return PostRecord.Person(key: account.id, name: account.name, handle: account.handle)
    }
    let mention = TwitterLinks.elements(entities?["user_mentions"])
      .first { $0["screen_name"]?.string?.lowercased() == name.lowercased() }
    let shown = mention?["name"]?.string ?? ""
    return PostRecord.Person(
      key: "@\(name)", name: shown.isEmpty ? "@\(name)" : shown, handle: "@\(name)")
  }

  /// Maximum bytes of a shortened address.
  private static let longestShort = 64

  /// Adds the quoted tweet to one that ends in another tweet's address.
  private func quote(
    _ entities: JSONValue?, tweet: String, text: String, hiding links: inout TwitterLinks,
    in message: inout MessageRecord
  ) {
    for url in TwitterLinks.elements(entities?["urls"]).reversed() {
      // The text is looked through for the short address, however often it nearly stands there.
      guard let short = url["url"]?.string, short.utf8.count <= Self.longestShort,
        let address = url["expanded_url"]?.string, let target = TweetAddress(address)
      else { continue }
      // The address of a tweet's own long text is not needed.
      if target.id == tweet {
        links.hide(short)
        continue
      }
      let rest = text.lastRange(ofBytes: short).map { text[$0.upperBound...] } ?? ""
      guard rest.split(whereSeparator: \.isWhitespace).allSatisfy({ $0.hasPrefix("https://t.co/") })
      else { continue }
      message.post?.quote = PostRecord.Quote(
        sourceKey: target.id, url: WebAddress(address)?.text, author: person(target.name, entities))
      links.hide(short)
      return
    }
  }

  // MARK: Parts

  /// Returns a picture or video; files are named after the tweet and the address.
  private func medium(_ medium: JSONValue, tweet: String) -> MediaRecord? {
    guard let address = medium["media_url_https"]?.string ?? medium["media_url"]?.string,
      let base = address.pathParts.last
    else { return nil }
    let size = medium["sizes"]?["large"]
    let type = medium["type"]?.string
    let isMoving = type == "video" || type == "animated_gif"
    let best = medium["video_info"]?["variants"]?.elements
      .filter { $0["content_type"]?.string == "video/mp4" }
      .max { ($0["bitrate"]?.integer ?? 0) < ($1["bitrate"]?.integer ?? 0) }
    let file = best?["url"]?.string?.split(separator: "?").first?.pathParts.last ?? base
    guard !file.contains(".."), !base.contains("..") else { return nil }
    let kind: MediaRecord.Kind =
      type == "video" ? .video : type == "animated_gif" ? .animation : .photo
    return MediaRecord(
      kind: kind, path: "\(mediaFolder)/\(tweet)-\(isMoving ? file : base)",
      width: size?["w"]?.integer.map { Int(clamping: $0) },
      height: size?["h"]?.integer.map { Int(clamping: $0) },
      duration: medium["video_info"]?["duration_millis"]?.integer.map { Double($0) / 1000 },
      note: medium["ext_alt_text"]?.string)
  }

  /// Tags and mentioned people are in the text. Of media and pages, all that is said about them is
  /// kept, but not their addresses in other forms and sizes.
  private static let known = KnownFields(
    ["entities", "extended_entities", "full_text", "in_reply_to_screen_name", "text"],
    dropping: [
      "created_at", "display_text_range", "edit_info", "favorite_count", "favorited", "id",
      "id_str", "in_reply_to_status_id", "in_reply_to_status_id_str", "in_reply_to_user_id",
      "in_reply_to_user_id_str", "possibly_sensitive", "retweet_count", "retweeted", "truncated",
    ],
    omitting: [
      "display_url", "embeddable", "expanded_url", "features", "hashtags", "id", "id_str",
      "indices", "media_url*", "monetizable", "sizes", "source_*", "symbols", "type", "url",
      "user_mentions", "video_info",
    ])

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses "Wed Oct 10 20:19:24 +0000 2018" to seconds since 1970.
  static func time(_ text: String) -> Int64? {
    let parts = text.split(separator: " ")
    // Archives of before 2019: "2012-01-31 22:00:11 +0000".
    if parts.count == 3 { return ISOTime.parse("\(parts[0])T\(parts[1])\(parts[2])")?.seconds }
    guard parts.count == 6, let month = months.firstIndex(of: String(parts[1])) else { return nil }
    func two(_ number: Substring) -> String { number.count == 1 ? "0\(number)" : "\(number)" }
    let iso = "\(parts[5])-\(two("\(month + 1)"))-\(two(parts[2]))T\(parts[3])\(parts[4])"
    return ISOTime.parse(iso)?.seconds
  }
}

/// Address of a tweet: `https://twitter.com/ann/status/20`.
struct TweetAddress {
  let name: String
  let id: String

  /// Parses an address; nil if it is not a tweet's.
  init?(_ address: String) {
    guard let start = address.firstRange(ofBytes: "://")?.upperBound else { return nil }
    let parts = address[start...].prefix { $0 != "?" && $0 != "#" }.pathParts
    let host = parts.first?.lowercased() ?? ""
    let hosts = ["twitter.com", "x.com"]
    guard parts.count >= 4, hosts.contains(where: { host == $0 || host.hasSuffix(".\($0)") }),
      parts[2] == "status" || parts[2] == "statuses", !parts[3].isEmpty,
      parts[3].utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    name = String(parts[1])
    id = String(parts[3])
  }
}
