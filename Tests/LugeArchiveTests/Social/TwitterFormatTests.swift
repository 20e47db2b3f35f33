import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// What real archives have beside plain tweets:
/// https://help.x.com/en/managing-your-account/how-to-download-your-x-archive
@Suite("Twitter archives: what else there is") struct TwitterFormatTests {
  private func read(
    _ tweets: String, name: String = "tweets.js", variable: String = "tweets",
    siblings: [String: String] = [:]
  ) throws -> CollectingSink {
    let sink = CollectingSink()
    let text = "window.YTD.\(variable).part0 = [\(tweets)]"
    var files = siblings
    files["account.js"] = TwitterTests.siblings["account.js"]
    let source = MemoryByteSource(
      Array(text.utf8), name: name, siblings: files.mapValues { Array($0.utf8) })
    try TwitterReader.read(source, into: sink)
    return sink
  }

  private func tweet(_ id: Int, _ text: String, _ more: String = "") -> String {
    """
    {"tweet":{"id_str":"\(id)","created_at":"Wed Oct 10 20:19:24 +0000 2018",
    "full_text":"\(text)"\(more.isEmpty ? "" : ",\(more)")}}
    """
  }

  private func url(_ short: String, _ target: String) -> String {
    """
    {"url":"https://t.co/\(short)","expanded_url":"\(target)","display_url":"shown.\(short)"}
    """
  }

  private func marked(_ text: StyledText) -> [String] {
    let bytes = Array(text.string.utf8)
    return text.spans.map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  @Test("A tweet that ends in another's address quotes it; one within the text is a link")
  func quotes() throws {
    let sink = try read(
      [
        tweet(
          1, "Yes! https://t.co/q",
          "\"entities\":{\"urls\":[\(url("q", "https://twitter.com/Ann/status/99?s=20"))]}"),
        tweet(
          2, "Read https://t.co/q first",
          "\"entities\":{\"urls\":[\(url("q", "https://x.com/ben/status/98"))]}"),
        tweet(
          3, "So https://t.co/q https://t.co/pic",
          """
          "entities":{"urls":[\(url("q", "https://x.com/ben/status/97"))],
          "user_mentions":[{"screen_name":"Ben","name":"Ben B."}]},
          "extended_entities":{"media":[{"url":"https://t.co/pic","type":"photo",
          "media_url_https":"https://pbs.twimg.com/media/AB.jpg"}]}
          """),
      ].joined(separator: ","))
    let quotes = sink.messages.map { $0.post?.quote }
    #expect(quotes[0]?.sourceKey == "99" && quotes[0]?.author.key == "7")
    #expect(sink.messages[0].text.string == "Yes!")
    #expect(quotes[1] == nil && sink.messages[1].text.string == "Read shown.q first")
    #expect(quotes[2]?.sourceKey == "97" && quotes[2]?.author.name == "Ben B.")
    #expect(sink.messages[2].text.string == "So" && sink.messages[2].media.count == 1)
  }

  @Test("Addresses and names beside punctuation; addresses that nobody shortened")
  func words() throws {
    let sink = try read(
      tweet(
        1, "(https://t.co/a), .@ben and a@b.c: see http://old.example/x. #Tee’s #été 日本#日本 x#no",
        "\"entities\":{\"urls\":[\(url("a", "https://example.org/"))]}"))
    let text = try #require(sink.messages.first?.text)
    #expect(
      text.string
        == "(shown.a), .@ben and a@b.c: see http://old.example/x. #Tee’s #été 日本#日本 x#no")
    #expect(marked(text) == ["shown.a", "@ben", "http://old.example/x", "#Tee", "#été"])
  }

  @Test("A long text has links and styles of its own, and an answer's mentions stay")
  func notes() throws {
    let beginning = "A long story that begins here and goes on for a while"
    let sink = try read(
      tweet(1, "@ben \(beginning)… https://t.co/self", "\"in_reply_to_status_id_str\":\"5\""),
      siblings: [
        "note-tweet.js": """
        window.YTD.note_tweet.part0 = [{"noteTweet":{"createdAt":"2018-10-10T20:19:25.000Z",
        "core":{"text":"\(beginning), see https://t.co/n now.",
        "urls":[{"shortUrl":"https://t.co/n","expandedUrl":"https://example.org/n",
        "displayUrl":"example.org/n","fromIndex":"59","toIndex":"73"}],
        "styletags":[{"fromIndex":"2","toIndex":"6","styleTypes":["Bold"]}]}}},
        {"noteTweet":{"createdAt":"2018-10-10T20:19:25.000Z","core":{"text":"Nobody's words"}}}]
        """
      ])
    let text = try #require(sink.messages.first?.text)
    #expect(text.string == "@ben \(beginning), see example.org/n now.")
    #expect(marked(text) == ["@ben", "long", "example.org/n"])
    #expect(text.spans[1].attribute == .bold)
    #expect(sink.notes.map(\.reason) == ["1 long texts belong to no tweet"])
  }

  @Test("Older archives: another name, another folder, no wrapping, numbers as numbers")
  func old() throws {
    let sink = try read(
      """
      {"id":5,"created_at":"Wed Oct 10 20:19:24 +0000 2018","text":"old","favorite_count":2,
      "entities":{"media":[{"url":"https://t.co/pic","type":"photo",
      "media_url":"http://pbs.twimg.com/media/AB.jpg"}]}}
      """, name: "x/tweet.js", variable: "tweet",
      siblings: [
        "tweet-part1.js": "window.YTD.tweet.part1 = [\(tweet(6, "second"))]"
      ])
    #expect(sink.messages.map(\.sourceKey) == ["5", "6"])
    #expect(sink.messages[0].media.first?.path == "tweet_media/5-AB.jpg")
    #expect(sink.messages[0].post?.likes == 2)
  }

  @Test("The person's picture, likes, circles, retweets by name, edits and unknown fields")
  func others() throws {
    let sink = try read(
      [
        tweet(
          1, "RT @Ben: see https://t.co/pic",
          """
          "entities":{"user_mentions":[{"screen_name":"Ben","name":"Ben B."}]},
          "extended_entities":{"media":[{"url":"https://t.co/pic","type":"photo",
          "source_status_id_str":"77","media_url_https":"https://pbs.twimg.com/media/AB.jpg"}]}
          """),
        tweet(2, "mine", "\"edit_info\":{\"edit\":{\"initialTweetId\":\"1\"}},\"lang\":\"en\""),
        tweet(
          3, "look",
          """
          "possibly_sensitive":true,"entities":{"media":[{"url":"https://t.co/p","type":"photo",
          "media_url_https":"https://pbs.twimg.com/media/C.jpg"}]}
          """),
      ].joined(separator: ","),
      siblings: [
        "profile.js": """
        window.YTD.profile.part0 = [{"profile":{
        "avatarMediaUrl":"https://pbs.twimg.com/profile_images/1/me.jpg"}}]
        """,
        "like.js":
          "window.YTD.like.part0 = [{\"like\":{\"tweetId\":\"2\"}},{\"like\":{\"tweetId\":\"9\"}}]",
        "twitter-circle-tweet.js": "window.YTD.tweet.part0 = [\(tweet(4, "for few"))]",
        "deleted-tweets.js": "window.YTD.deleted_tweets.part0 = []",
      ])
    let posts = sink.messages.map(\.post)
    #expect(posts[0]?.boosted == "77" && posts[0]?.boostedBy?.key == "7")
    #expect(sink.messages[0].author == AuthorRecord(key: "@Ben", name: "Ben B."))
    #expect(posts[0]?.avatar == nil && posts[1]?.avatar == "profile_media/7-me.jpg")
    #expect(posts[1]?.isLiked == true && sink.messages[1].isEdited)
    #expect(sink.messages[1].unknownFields == #"{"lang":"en"}"#)
    #expect(posts[2]?.mediaWarning == "" && posts[2]?.warning == nil)
    #expect(posts[3]?.visibility == .followers)
    #expect(sink.notes.map(\.file) == ["like.js", "deleted-tweets.js"])
  }

  @Test("Texts of any kind keep their words, and spans stay on them", arguments: 0..<8)
  func fuzz(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces = [
      "https://t.co/a", "https://t.co/", "http://", "@", "#", "@ben", "#日本", " ", "\n", "é", "👩‍👧",
      "(", ")", ".", "x", "https://example.org/", "&", "_", "\u{301}", "https://t.co/hidden",
    ]
    var links = TwitterLinks(urls: nil)
    links.hide("https://t.co/hidden")
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0...20, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let styles = [
        TwitterText.Style(
          range: Int.random(in: 0...5, using: &random)..<Int.random(in: 5...40, using: &random),
          attribute: .bold)
      ]
      let styled = TwitterText.styled(text, links: links, styles: styles)
      #expect(styled == styled.normalized())
      // Only what is hidden and blanks at the end go; the rest is there, in order.
      #expect(styled.string.utf8.count <= text.utf8.count)
      let kept = text.replacing("https://t.co/hidden", with: "").filter { !$0.isWhitespace }
      #expect(styled.string.utf8.count >= kept.utf8.count)
    }
  }
}
