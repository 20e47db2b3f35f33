import LugeCore

/// Turns tweets into posts.
final class TwitterTweets {
  struct Problem: Error {
    var id: String?
    var reason: String
  }

  private let account: TwitterAccount

  init(account: TwitterAccount) { self.account = account }

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
    let media = (tweet["extended_entities"] ?? tweet["entities"])?["media"]
    var post = PostRecord(handle: account.userName.isEmpty ? "" : "@\(account.userName)")
    post.likes = tweet["favorite_count"]?.integer.map { Int(clamping: $0) }
    post.boosts = tweet["retweet_count"]?.integer.map { Int(clamping: $0) }
    post.visibility = .everyone
    if !account.userName.isEmpty {
      post.url = WebAddress("https://twitter.com/\(account.userName)/status/\(id)")?.text
    }
    var author = AuthorRecord(key: account.id, name: account.name)
    var text = written
    if let passedOn = Self.retweet(written) {
      post.boostedBy = PostRecord.Person(
        key: account.id, name: account.name, handle: post.handle)
      author = AuthorRecord(key: "@\(passedOn.name)", name: "@\(passedOn.name)")
      post.handle = "@\(passedOn.name)"
      text = passedOn.text
    } else if let whole = account.note(beginning: written, at: time) {
      text = whole
    }
    let answered = tweet["in_reply_to_status_id_str"]?.scalarText
    post.replyToName =
      answered == nil ? nil : tweet["in_reply_to_screen_name"]?.string.map { "@\($0)" }
    return .success(
      MessageRecord(
        sourceKey: id, author: author, time: Timestamp(seconds: time, certainty: .exact),
        text: TwitterText.styled(text, entities: tweet["entities"], media: media),
        replyTo: answered.flatMap { $0.isEmpty ? nil : ReplyRecord(sourceKey: $0) },
        media: media?.elements.prefix(16).compactMap { Self.media($0, tweet: id) } ?? [],
        post: post))
  }

  /// "RT @ann: what she said".
  private static func retweet(_ text: String) -> (name: String, text: String)? {
    guard text.hasPrefix("RT @"), let colon = text.firstIndex(of: ":") else { return nil }
    let name = text[text.index(text.startIndex, offsetBy: 4)..<colon]
    guard !name.isEmpty, name.utf8.count <= 50,
      name.utf8.allSatisfy({
        $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
          || (0x61...0x7A).contains($0)
      })
    else { return nil }
    return (String(name), String(text[text.index(after: colon)...].drop { $0 == " " }))
  }

  /// The files lie in `tweets_media`, named after the tweet and the address.
  private static func media(_ medium: JSONValue, tweet: String) -> MediaRecord? {
    guard let address = medium["media_url_https"]?.string ?? medium["media_url"]?.string,
      let base = address.split(separator: "/").last
    else { return nil }
    let size = medium["sizes"]?["large"]
    let type = medium["type"]?.string
    let isMoving = type == "video" || type == "animated_gif"
    let best = medium["video_info"]?["variants"]?.elements
      .filter { $0["content_type"]?.string == "video/mp4" }
      .max { ($0["bitrate"]?.integer ?? 0) < ($1["bitrate"]?.integer ?? 0) }
    let file = best?["url"]?.string?.split(separator: "?").first?.split(separator: "/").last ?? base
    guard !file.contains(".."), !base.contains("..") else { return nil }
    let kind: MediaRecord.Kind =
      type == "video" ? .video : type == "animated_gif" ? .animation : .photo
    return MediaRecord(
      kind: kind, path: "tweets_media/\(tweet)-\(isMoving ? file : base)",
      width: size?["w"]?.integer.map { Int(clamping: $0) },
      height: size?["h"]?.integer.map { Int(clamping: $0) },
      duration: medium["video_info"]?["duration_millis"]?.integer.map { Double($0) / 1000 },
      note: medium["ext_alt_text"]?.string)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// "Wed Oct 10 20:19:24 +0000 2018", seconds since 1970.
  static func time(_ text: String) -> Int64? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, let month = months.firstIndex(of: String(parts[1])) else { return nil }
    func two(_ number: Substring) -> String { number.count == 1 ? "0\(number)" : "\(number)" }
    let iso = "\(parts[5])-\(two("\(month + 1)"))-\(two(parts[2]))T\(parts[3])\(parts[4])"
    return ISOTime.parse(iso)?.seconds
  }
}
