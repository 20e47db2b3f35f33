import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Twitter archives") struct TwitterTests {
  static let tweets = #"""
    window.YTD.tweets.part0 = [
     {"tweet":{"id_str":"100","created_at":"Wed Oct 10 20:19:24 +0000 2018",
      "full_text":"Tea &amp; cake with @ben https://t.co/abc #tea https://t.co/pic",
      "favorite_count":"3","retweet_count":"1",
      "entities":{"urls":[{"url":"https://t.co/abc","expanded_url":"https://example.org/cake",
       "display_url":"example.org/cake"}]},
      "extended_entities":{"media":[{"url":"https://t.co/pic","type":"photo",
       "media_url_https":"https://pbs.twimg.com/media/AB.jpg","sizes":{"large":{"w":"800","h":"600"}}}]}}},
     {"tweet":{"id_str":"101","created_at":"Thu Oct 11 08:00:00 +0000 2018",
      "full_text":"RT @carla: look at this","in_reply_to_status_id_str":null}},
     {"tweet":{"id_str":"102","created_at":"Fri Oct 12 08:00:00 +0000 2018",
      "full_text":"A long story that begins here and goes on…","in_reply_to_status_id_str":"100",
      "in_reply_to_screen_name":"ann"}},
     {"tweet":{"id_str":"103","created_at":"never"}}
    ]
    """#
  static let siblings = [
    "account.js": #"""
    window.YTD.account.part0 = [{"account":{"username":"ann","accountId":"7",
    "accountDisplayName":"Ann W"}}]
    """#,
    "note-tweet.js": #"""
    window.YTD.note_tweet.part0 = [{"noteTweet":{"noteTweetId":"9",
    "createdAt":"2018-10-12T08:00:01.000Z",
    "core":{"text":"A long story that begins here and goes on… no, it does not end."}}}]
    """#,
    "tweets-part1.js": #"""
    window.YTD.tweets.part1 = [{"tweet":{"id_str":"200",
    "created_at":"Sat Oct 13 08:00:00 +0000 2018","full_text":"From the second part"}}]
    """#,
  ]

  private func read(_ text: String, siblings: [String: String] = [:]) throws -> CollectingSink {
    let sink = CollectingSink()
    let source = MemoryByteSource(
      Array(text.utf8), name: "tweets.js", siblings: siblings.mapValues { Array($0.utf8) })
    try TwitterReader.read(source, into: sink)
    return sink
  }

  @Test("Tweets, a retweet, a long text, an answer, and the second part")
  func tweets() throws {
    let sink = try read(Self.tweets, siblings: Self.siblings)
    #expect(sink.conversations.first?.name == "Ann W")
    #expect(sink.conversations.first?.key == "twitter:7")
    #expect(sink.messages.map(\.sourceKey) == ["100", "101", "102", "200"])
    let first = sink.messages[0]
    #expect(first.text.string == "Tea & cake with @ben example.org/cake #tea")
    #expect(
      first.text.spans.map(\.attribute) == [
        .mention(id: "@ben"), .link(target: "https://example.org/cake"), .hashtag,
      ])
    #expect(first.time.seconds == 1_539_202_764)
    #expect(first.media.first?.path == "tweets_media/100-AB.jpg")
    #expect(first.media.first?.width == 800)
    #expect(first.post?.likes == 3 && first.post?.boosts == 1 && first.post?.handle == "@ann")
    #expect(sink.messages[1].post?.boostedBy?.name == "Ann W")
    #expect(sink.messages[1].author?.name == "@carla")
    #expect(sink.messages[1].text.string == "look at this")
    #expect(sink.messages[2].text.string.hasSuffix("it does not end."))
    #expect(sink.messages[2].replyTo?.sourceKey == "100")
    #expect(sink.messages[2].post?.replyToName == "@ann")
    #expect(sink.skipped.map(\.reason) == ["it has no time"])
    #expect(sink.skipped[0].place.hasPrefix("tweet 103 (byte "))
  }

  @Test("Known by what the script assigns")
  func confidence() {
    #expect(TwitterReader.confidence(prefix: Array(Self.tweets.utf8), fileName: "tweets.js") == 95)
    for other in Self.siblings.values {
      #expect(TwitterReader.confidence(prefix: Array(other.utf8), fileName: "a.js") == 0)
    }
    for other in ["", "[]", "{\"a\": 1}", "var a = [1]", MastodonTests.outbox] {
      #expect(TwitterReader.confidence(prefix: Array(other.utf8), fileName: "a.js") == 0)
    }
  }

  @Test("A folder of an archive is one timeline")
  func folder() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.tweets, as: "x/data/tweets.js")
    for (name, text) in Self.siblings { try folder.write(text, as: "x/data/\(name)") }
    let input = try ImportInput(opening: folder.path + "/x")
    #expect(input.parts.count == 1)
    let path = folder.path + "/a.luge"
    #expect(try ArchiveImporter(into: path).run(input).added == 4)
    #expect(try Archive(opening: path).conversations().first?.kind == .timeline)
  }

  @Test("Broken archives are refused or reported, and never crash", arguments: 0..<8)
  func fuzz(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = Array(Self.tweets.utf8)
    for _ in 0..<60 {
      var broken = bytes
      if Bool.random(using: &random) {
        for _ in 0..<8 {
          broken[Int.random(in: 0..<broken.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
      } else {
        broken = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      }
      let sink = CollectingSink()
      do {
        try TwitterReader.read(MemoryByteSource(broken, name: "tweets.js"), into: sink)
      } catch is ArchiveError {}
      #expect(sink.messages.allSatisfy { $0.post != nil })
    }
  }
}
