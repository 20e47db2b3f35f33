/// Reads the archive that Twitter (X) makes of an account: `data/tweets.js`, its further parts, the
/// long texts of `note-tweet.js` and the account's name beside it.
public enum TwitterReader: ExportReader {
  public static let formatName = "Twitter archive"

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    guard let target = AssignmentSource.target(of: prefix) else { return 0 }
    // Further parts are read with the first.
    let isFirst = target.hasSuffix(".part0")
    guard target.hasPrefix("window.YTD.tweet"), isFirst else { return 0 }
    return target == "window.YTD.tweets.part0" || target == "window.YTD.tweet.part0" ? 95 : 0
  }

  private static let mostParts = 1000

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let account = TwitterAccount(beside: source)
    let tweets = TwitterTweets(account: account)
    try sink.begin(
      ConversationRecord(
        key: "twitter:\(account.id)", name: account.name, kind: .timeline,
        ownAuthorKey: account.id, mediaRoot: source.context.mediaRoot))
    var outcome = (added: 0, skipped: 0)
    try read(source, tweets, sink, &outcome) { try sink.progress(bytes: $0) }
    for number in 1..<mostParts {
      guard let part = source.sibling("tweets-part\(number).js") else { break }
      try read(part, tweets, sink, &outcome) { _ in }
    }
    guard outcome.added > 0 || outcome.skipped == 0 else {
      throw ArchiveError.unknownFormat(
        path: source.name, hint: "None of its records is a tweet.")
    }
  }

  private static func read(
    _ source: any ByteSource, _ tweets: TwitterTweets, _ sink: any ImportSink,
    _ outcome: inout (added: Int, skipped: Int), progress: (Int64) throws -> Void
  ) throws {
    let script = AssignmentSource(source)
    var counts = outcome
    let records = JSONRecords(path: [], name: source.name) { value, offset in
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

/// Whose archive it is, and the long texts that tweets have only the beginning of.
struct TwitterAccount {
  var id = "unknown"
  var userName = ""
  var name = "Twitter"
  /// By the second of their creation.
  var notes: [Int64: [String]] = [:]

  init(beside source: any ByteSource) {
    let account = Self.document("account.js", beside: source)
    if let value = account?.elements.lazy.compactMap({ $0["account"] }).first {
      id = value["accountId"]?.scalarText ?? id
      userName = value["username"]?.string ?? ""
      let display = value["accountDisplayName"]?.string ?? ""
      name = display.isEmpty ? (userName.isEmpty ? name : "@\(userName)") : display
    }
    let written = Self.document("note-tweet.js", beside: source)
    for record in written.map({ Array($0.elements) }) ?? [] {
      let note = record["noteTweet"]
      guard let time = note?["createdAt"]?.string.flatMap(ISOTime.parse),
        let text = note?["core"]?["text"]?.string
      else { continue }
      notes[time.seconds, default: []].append(text)
    }
  }

  private static func document(_ name: String, beside source: any ByteSource) -> JSONValue? {
    source.sibling(name).flatMap { JSONDocument.read(AssignmentSource($0), limit: 64 << 20) }
  }

  /// The whole of a text that was cut: one written within a few seconds that begins the same.
  func note(beginning text: String, at seconds: Int64) -> String? {
    guard !notes.isEmpty else { return nil }
    let start = text.prefix(60)
    for distance in [0, 1, -1, 2, -2] as [Int64] {
      if let found = notes[seconds &+ distance]?.first(where: { $0.hasPrefix(start) }) {
        return found
      }
    }
    return nil
  }
}
