import Foundation
import LugeArchive
import LugeCore
import LugeWords

/// Reads Twitter's (X's) archive of an account: `data/tweets.js`, its further parts, the long texts
/// of `note-tweet.js`, and the account's name and picture beside it.
public enum TwitterReader: ExportReader, NamedPartsReader {
  public static let formatName = "Twitter archive"
  public static var evidence: String { localized("a script that assigns window.YTD.tweets.part0") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    guard let target = AssignmentSource.target(of: prefix) else { return 0 }
    // Further parts are read with the first.
    let isFirst = target.hasSuffix(".part0")
    guard target.hasPrefix("window.YTD.tweet"), isFirst else { return 0 }
    return target == "window.YTD.tweets.part0" || target == "window.YTD.tweet.part0" ? 95 : 0
  }

  private static let mostParts = 1000
  /// Files with tweets of restricted visibility.
  private static let others: [(name: String, visibility: PostRecord.Visibility)] = [
    ("community-tweet.js", .unlisted), ("twitter-circle-tweet.js", .followers),
  ]

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let account = TwitterAccount(beside: source)
    let tweets = TwitterTweets(account: account, mediaFolder: mediaFolder(of: source))
    try sink.begin(
      ConversationRecord(
        key: "twitter:\(account.id)", name: account.name, kind: .timeline,
        ownAuthorKey: account.id, mediaRoot: source.context.mediaRoot,
        about: account.about))
    var outcome = (added: 0, skipped: 0)
    try read(source, tweets, sink, &outcome) { try sink.progress(bytes: $0) }
    let file = source.fileName
    // The file was formerly named tweet.js.
    let stem = file == "tweet.js" ? "tweet" : "tweets"
    for number in 1..<mostParts {
      guard let part = source.sibling("\(stem)-part\(number).js") else { break }
      try read(part, tweets, sink, &outcome) { _ in }
    }
    for (name, visibility) in others {
      guard let part = source.sibling(name) else { continue }
      tweets.visibility = visibility
      try read(part, tweets, sink, &outcome) { _ in }
    }
    try report(account, tweets, source, sink)
    guard outcome.added > 0 || outcome.skipped == 0 else {
      throw ArchiveError.unknownFormat(
        path: source.name, hint: "None of its records is a tweet.")
    }
    try account.keys.check()
  }

  static func part(named name: String) -> NamedPart? { TwitterAccount.part(named: name) }

  /// Reports content of the archive that a timeline does not show.
  private static func report(
    _ account: TwitterAccount, _ tweets: TwitterTweets, _ source: any ByteSource,
    _ sink: any ImportSink
  ) throws {
    func note(_ file: String, _ reason: String) throws {
      try sink.note(SkippedRecord(file: file, place: "the list", reason: reason))
    }
    let likes = account.liked.count - tweets.ownLikes
    if likes == 1 { try note("like.js", "1 tweet of somebody else is no post of this timeline") }
    if likes > 1 { try note("like.js", "\(likes) tweets of others are no posts of this timeline") }
    if account.notes.unused > 0 {
      try note("note-tweet.js", "\(account.notes.unused) long texts belong to no tweet")
    }
    if source.sibling("deleted-tweets.js") != nil {
      try note("deleted-tweets.js", "tweets that were deleted are left out")
    }
  }

  /// Returns the folder of the tweets' pictures and videos. It had another name in older archives.
  private static func mediaFolder(of source: any ByteSource) -> String {
    let isOld = source.name.pathParts.last == "tweet.js"
    let (usual, other) = isOld ? ("tweet_media", "tweets_media") : ("tweets_media", "tweet_media")
    guard let root = source.context.mediaRoot else { return usual }
    let files = FileManager.default
    return files.fileExists(atPath: "\(root)/\(other)")
      && !files.fileExists(atPath: "\(root)/\(usual)") ? other : usual
  }

  private static func read(
    _ source: any ByteSource, _ tweets: TwitterTweets, _ sink: any ImportSink,
    _ outcome: inout (added: Int, skipped: Int), progress: (Int64) throws -> Void
  ) throws {
    let script = AssignmentSource(source)
    var counts = outcome
    let records = JSONWalk(
      ["*"],
      onOversize: { offset, reason in
        counts.skipped += 1
        let place = "byte \(offset + script.headLength)"
        try sink.skip(SkippedRecord(file: source.name, place: place, reason: reason))
      }
    ) { value, offset in
      let place = offset + script.headLength
      switch tweets.read(value) {
      case .success(let record):
        counts.added += 1
        try sink.add(record)
      case .failure(let problem):
        counts.skipped += 1
        let name = problem.id.map { "tweet \($0) (byte \(place))" } ?? "byte \(place)"
        try sink.skip(SkippedRecord(file: source.name, place: name, reason: problem.reason))
      }
    }
    defer { outcome = counts }
    try records.read(script, progress: progress)
    guard records.found else {
      throw ArchiveError.unknownFormat(path: source.name, hint: "It assigns no list of tweets.")
    }
  }
}
