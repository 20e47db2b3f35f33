import Foundation
import LugeSamples
import LugeTestSupport

/// A valid export, which is mutated.
struct Seed {
  /// Path of the folder with its files, or of the single file, for an import.
  var path: String
  /// The file in it that is changed.
  var file: String
}

enum Seeds {
  /// Writes seeds: some by hand, for what the generator lacks, and generated ones, for realistic
  /// exports.
  static func write(to folder: String) throws -> [Seed] {
    var seeds: [Seed] = []
    func add(_ name: String, _ text: String, changed: String? = nil) throws {
      let path = folder + "/" + name
      let parent = (path as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      seeds.append(Seed(path: path, file: path))
    }
    try add("telegram/result.json", telegram)
    try add("whatsapp/WhatsApp Chat with Anna.txt", whatsApp)
    try add("irc/#luge.log", irc)
    try add("twitter/data/tweets.js", tweets)
    seeds[seeds.count - 1].path = folder + "/twitter"
    try account.write(
      toFile: folder + "/twitter/data/account.js", atomically: false, encoding: .utf8)
    for (name, text) in FormatSeeds.texts { try add(name, text) }
    let database = folder + "/messages/chat.db"
    try FormatSeeds.writeMessages(to: database)
    seeds.append(Seed(path: database, file: database))
    try add("mastodon/outbox.json", mastodon)
    seeds[seeds.count - 1].path = folder + "/mastodon"

    for (format, name) in [
      (Generator.Format.telegram, "chat"), (.whatsapp, "whatsapp-made"), (.irc, "irc-made"),
    ] {
      let path = "\(folder)/\(name)"
      let chat = RealisticChat(
        .init(
          count: 40, seed: 7, index: 0, languages: Language.allCases, mixing: 0.4,
          messagesPerDay: 150))
      _ = try? Generator(format: format, path: path, pictures: 0, pictureSeed: 1, replaces: true)
        .run([chat]) { _ in }
      if let file = largest(in: path) { seeds.append(Seed(path: path, file: file)) }
    }
    for (format, name) in [
      (Generator.Format.mastodon, "mastodon-made"), (.bluesky, "bluesky-made"),
    ] {
      let path = "\(folder)/\(name)"
      _ = try? Generator(format: format, path: path, pictures: 0, pictureSeed: 1, replaces: true)
        .run(GeneratedTimeline(count: 30, seed: 7)) { _ in }
      if let file = largest(in: path) { seeds.append(Seed(path: path, file: file)) }
    }
    return seeds
  }

  private static func largest(in path: String) -> String? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    guard isFolder.boolValue else { return path }
    let names = (FileManager.default.enumerator(atPath: path)?.allObjects as? [String]) ?? []
    return names.map { "\(path)/\($0)" }
      .filter { !["jpg", "png", "gif", "webp"].contains(($0 as NSString).pathExtension) }
      .max { size($0) < size($1) }
  }

  private static func size(_ path: String) -> Int {
    ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? NSNumber)?.intValue ?? 0
  }

  private static let telegram = """
    {"name": "Hikers", "type": "private_group", "id": 4711, "messages": [
    {"id": 1, "type": "service", "date": "2024-06-03T10:00:00", "date_unixtime": "1717408800",
     "actor": "Anna", "actor_id": "user1", "action": "create_group", "title": "Hikers",
     "members": ["Anna", "Ben", "Cleo"], "text": "", "text_entities": []},
    {"id": 2, "type": "message", "date": "2024-06-03T10:01:00", "date_unixtime": "1717408860",
     "edited": "2024-06-03T10:02:00", "edited_unixtime": "1717408920", "from": "Anna",
     "from_id": "user1", "text": ["Look at ", {"type": "link", "text": "https://example.org/a"}, " 👍🏽"],
     "text_entities": [{"type": "plain", "text": "Look at "},
      {"type": "link", "text": "https://example.org/a"}, {"type": "plain", "text": " 👍🏽"}],
     "reactions": [{"type": "emoji", "count": 3, "emoji": "❤",
      "recent": [{"from": "Ben", "from_id": "user2", "date": "2024-06-03T10:03:00"}]}]},
    {"id": 3, "type": "message", "date": "2024-06-03T10:02:00", "date_unixtime": "1717408920",
     "from": "Ben", "from_id": "user2", "photo": "photos/a.jpg", "photo_file_size": 12345,
     "width": 640, "height": 480, "reply_to_message_id": 2, "text": "", "text_entities": []},
    {"id": 4, "type": "message", "date": "2024-06-03T10:02:01", "date_unixtime": "1717408921",
     "from": "Ben", "from_id": "user2", "photo": "photos/b.jpg", "width": 480, "height": 640,
     "text": "", "text_entities": []},
    {"id": 5, "type": "message", "date": "2024-06-03T10:05:00", "date_unixtime": "1717409100",
     "from": "Cleo", "from_id": "user3", "file": "video_files/v.mp4", "file_size": 1048576,
     "thumbnail": "video_files/v.jpg", "media_type": "video_file", "mime_type": "video/mp4",
     "duration_seconds": 61, "width": 1280, "height": 720, "text": "", "text_entities": []},
    {"id": 6, "type": "message", "date": "2024-06-03T10:06:00", "date_unixtime": "1717409160",
     "from": "Cleo", "from_id": "user3", "file": "voice/a.ogg", "media_type": "voice_message",
     "mime_type": "audio/ogg", "duration_seconds": 7, "text": "", "text_entities": []},
    {"id": 7, "type": "message", "date": "2024-06-04T10:06:00", "date_unixtime": "1717495560",
     "from": "Anna", "from_id": "user1", "poll": {"question": "When?", "closed": false,
      "total_voters": 5, "answers": [{"text": "Now", "voters": 2, "chosen": true},
      {"text": "Later", "voters": 3, "chosen": false}]}, "text": "", "text_entities": []},
    {"id": 8, "type": "message", "date": "2024-06-04T10:07:00", "date_unixtime": "1717495620",
     "from": "Anna", "from_id": "user1", "location_information": {"latitude": 47.1, "longitude": 11.2},
     "live_location_period_seconds": 900, "text": "", "text_entities": []},
    {"id": 9, "type": "service", "date": "2024-06-04T11:00:00", "date_unixtime": "1717498800",
     "actor": "Ben", "actor_id": "user2", "action": "phone_call", "duration_seconds": 125,
     "discard_reason": "hangup", "text": "", "text_entities": []},
    {"id": 10, "type": "message", "date": "2024-06-05T10:00:00", "date_unixtime": "1717581600",
     "from": "Ben", "from_id": "user2", "forwarded_from": "News", "text_entities": [
      {"type": "bold", "text": "bold "}, {"type": "spoiler", "text": "secret "},
      {"type": "pre", "text": "let x = 1", "language": "swift"},
      {"type": "custom_emoji", "text": "😀", "document_id": "stickers/e.webp"},
      {"type": "mention", "text": "@anna"}, {"type": "hashtag", "text": "#hut"},
      {"type": "plain", "text": "שלום عالم 日本語"}], "text": ""}
    ]}
    """

  private static let whatsApp = """
    21.05.24, 10:00 - Messages and calls are end-to-end encrypted.
    21.05.24, 10:00 - Anna: Hello *there* _you_ ~all~ `code`
    21.05.24, 10:01 - Ben: IMG-20240521-WA0001.jpg (file attached)
    A caption of two lines
    with https://example.org/path?q=1 in it
    21.05.24, 10:02 - Anna: <Media omitted>
    21.05.24, 23:59 - Ben: POLL:
    When?
    OPTION: Now (2 votes)
    OPTION: Later (1 vote)
    22.05.24, 00:00 - Anna added Cleo
    22.05.24, 12:02 - Cleo: > quoted
    שלום عالم 日本語 👨‍👩‍👧
    22.05.24, 12:03 - Ben: This message was deleted

    """

  private static let irc = """
    --- Log opened Mon Jun 03 10:00:00 2024
    10:00 -!- anna [~anna@example.org] has joined #luge
    10:01 <anna> hello \u{3}04red\u{3} \u{2}bold\u{2}
    10:02 <@ben> hi anna: see https://example.org
    10:03  * ben waves
    10:04 -!- mode/#luge [+o anna] by ben
    --- Day changed Tue Jun 04 2024
    00:01 <anna> another day
    00:02 -!- anna is now known as anna_
    --- Log closed Tue Jun 04 00:03:00 2024

    """

  private static let account = """
    window.YTD.account.part0 = [{"account": {"accountId": "42", "username": "ann",
     "accountDisplayName": "Ann", "createdAt": "2010-01-01T00:00:00.000Z"}}]
    """

  private static let tweets = """
    window.YTD.tweets.part0 = [
    {"tweet": {"id_str": "1001", "created_at": "Mon Jun 03 10:00:00 +0000 2024",
     "full_text": "Hello &amp; #hut @ben https://t.co/abcdefghij", "favorite_count": "12",
     "retweet_count": "3", "lang": "en", "entities": {"urls": [{"url": "https://t.co/abcdefghij",
      "expanded_url": "https://example.org/", "display_url": "example.org", "indices": ["22", "45"]}],
      "user_mentions": [{"screen_name": "ben", "name": "Ben", "id_str": "43"}]}}},
    {"tweet": {"id_str": "1002", "created_at": "Mon Jun 03 11:00:00 +0000 2024",
     "full_text": "An answer", "in_reply_to_status_id_str": "1001", "in_reply_to_screen_name": "ann",
     "favorite_count": "0", "retweet_count": "0", "extended_entities": {"media": [
      {"type": "video", "media_url_https": "https://pbs.twimg.com/a.jpg", "url": "https://t.co/klmnopqrst",
       "id_str": "7", "sizes": {"large": {"w": "1280", "h": "720"}},
       "video_info": {"duration_millis": "61000", "variants": [
        {"bitrate": "832000", "content_type": "video/mp4", "url": "https://video.twimg.com/v.mp4"}]}}]}}},
    {"tweet": {"id_str": "1003", "created_at": "Tue Jun 04 11:00:00 +0000 2024",
     "full_text": "RT @ben: what he said", "favorite_count": "0", "retweet_count": "9"}}
    ]
    """

  private static let mastodon = """
    {"@context": "https://www.w3.org/ns/activitystreams", "id": "outbox.json", "type": "OrderedCollection",
     "totalItems": 2, "orderedItems": [
     {"id": "https://a.example/users/ann/statuses/1/activity", "type": "Create",
      "actor": "https://a.example/users/ann", "published": "2024-06-03T10:00:00Z",
      "to": ["https://www.w3.org/ns/activitystreams#Public"], "cc": [],
      "object": {"id": "https://a.example/users/ann/statuses/1", "type": "Note", "summary": "warning",
       "published": "2024-06-03T10:00:00Z", "attributedTo": "https://a.example/users/ann",
       "sensitive": true, "content": "<p>Hello <a href=\\"https://a.example/tags/hut\\" class=\\"mention hashtag\\">#<span>hut</span></a></p><ul><li>one</li><li>two</li></ul>",
       "tag": [{"type": "Hashtag", "href": "https://a.example/tags/hut", "name": "#hut"}],
       "attachment": [{"type": "Document", "mediaType": "image/jpeg", "url": "/media/a.jpg",
        "name": "a hut", "blurhash": "UBL_:rOpGG-oBUNG,qRj2so|=eE1w^n4S5NH", "width": 1200, "height": 800}],
       "replies": {"id": "r", "type": "Collection", "totalItems": 2},
       "likes": {"id": "l", "type": "Collection", "totalItems": 7},
       "shares": {"id": "s", "type": "Collection", "totalItems": 1}}},
     {"id": "https://a.example/users/ann/statuses/2/activity", "type": "Announce",
      "actor": "https://a.example/users/ann", "published": "2024-06-04T10:00:00Z",
      "object": "https://b.example/users/ben/statuses/9"},
     {"id": "https://a.example/users/ann/statuses/3/activity", "type": "Create",
      "actor": "https://a.example/users/ann", "published": "2024-06-05T10:00:00Z", "to": [], "cc": [],
      "object": {"id": "https://a.example/users/ann/statuses/3", "type": "Question",
       "published": "2024-06-05T10:00:00Z", "attributedTo": "https://a.example/users/ann",
       "content": "<p>When?</p>", "endTime": "2024-06-06T10:00:00Z", "votersCount": 5,
       "oneOf": [{"type": "Note", "name": "Now", "replies": {"totalItems": 2}},
        {"type": "Note", "name": "Later", "replies": {"totalItems": 3}}]}}]}
    """
}
