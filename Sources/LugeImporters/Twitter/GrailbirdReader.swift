import LugeArchive
import LugeCore
import LugeWords

/// Reads Twitter's archives of before 2019: `data/js/tweets/2012_01.js`, a file per month, and
/// `data/js/user_details.js`.
public enum GrailbirdReader: WholeExportReader, NamedPartsReader {
  public static let formatName = "Twitter archive of before 2019 (Grailbird)"
  public static var evidence: String { localized("a script that assigns Grailbird.data.tweets_…") }

  private static func target(_ prefix: [UInt8]) -> String? {
    let head = String(decoding: prefix.prefix(256), as: UTF8.self)
    if head.contains("Grailbird.data.tweets_") { return "tweets" }
    return head.hasPrefix("var user_details") ? "user" : nil
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    switch target(prefix) {
    case "tweets": 96
    case "user": 90
    default: 0
    }
  }

  public static func accompanies(fileName: String) -> Bool {
    fileName.hasSuffix(".js") || ["index.html", "README.txt", "tweets.csv"].contains(fileName)
  }

  public static func read(_ files: [ExportFile], into sink: any ImportSink) throws {
    var account = TwitterAccount(beside: MemoryByteSource([], name: ""))
    let months = files.filter { $0.name != "user_details.js" }
    guard let first = months.first else {
      throw ArchiveError.unknownFormat(
        path: files.first?.path ?? "",
        hint: "It tells of the account alone: import the whole folder or zip.")
    }
    var keys = SideFiles()
    if let details = files.first(where: { $0.name == "user_details.js" }),
      let user = keys.read(details, isScript: true)
    {
      account.id = user["id"]?.scalarText.map(BoundedKey.key) ?? account.id
      account.userName = Clipping.name(user["screen_name"]?.string ?? "")
      account.name = user["full_name"]?.string.map(Clipping.name) ?? account.name
      account.about = user["bio"]?.string
    }
    let tweets = TwitterTweets(account: account)
    try sink.begin(
      ConversationRecord(
        key: "twitter:\(account.id)", name: account.name, kind: .timeline,
        ownAuthorKey: account.id, mediaRoot: try first.open().context.mediaRoot,
        about: account.about))
    for month in months {
      let script = AssignmentSource(try month.open())
      let records = JSONWalk(
        ["*"],
        onOversize: { offset, reason in
          try sink.skip(
            SkippedRecord(
              file: month.path, place: "byte \(offset + script.headLength)", reason: reason))
        }
      ) { value, offset in
        switch tweets.read(value) {
        case .success(let record): try sink.add(record)
        case .failure(let problem):
          let place = "byte \(offset + script.headLength)"
          try sink.skip(
            SkippedRecord(
              file: month.path, place: problem.id.map { "tweet \($0) (\(place))" } ?? place,
              reason: problem.reason))
        }
      }
      try records.read(script) { try sink.progress(bytes: $0) }
    }
    try keys.check()
  }

  static func part(named name: String) -> NamedPart? {
    if name == "user_details.js" { return .keys }
    // Such as 2012_01.js.
    let form = String(name.map { $0.isASCII && $0.isNumber ? "0" : $0 })
    return form == "0000_00.js" ? .chat : nil
  }
}
