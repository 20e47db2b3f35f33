import LugeArchive
import LugeCore
import LugeWords

/// Reads Discord's own data package ("Request all of my data"): its owner's messages, a folder per
/// channel. It does not contain the replies of others.
public enum DiscordPackageReader: WholeExportReader, NamedPartsReader {
  public static let formatName = "Discord data package"
  public static var evidence: String {
    localized("messages with \"ID\", \"Timestamp\" and \"Contents\" of a data package")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let head = String(decoding: prefix.prefix(4096), as: UTF8.self)
    switch fileName {
    case "messages.json":
      return head.contains("\"ID\"") && head.contains("\"Timestamp\"")
        && head.contains("\"Contents\"")
        ? 95 : 0
    case "messages.csv": return head.hasPrefix("ID,Timestamp,Contents,Attachments") ? 95 : 0
    // Names of channels, and of the package's owner.
    case "index.json":
      // {"123456789012345678":"general in Garden"
      let head = FileHead(prefix, limit: 4096).withoutBlanks
      guard head.starts(with: Array("{\"".utf8)) else { return 0 }
      let id = head.dropFirst(2).prefix { (48...57).contains($0) }
      let rest = head[id.endIndex...]
      return (15...20).contains(id.count)
        && ["\":\"", "\":n"].contains { rest.starts(with: Array($0.utf8)) } ? 80 : 0
    case "user.json":
      return head.contains("\"username\"") && head.contains("\"discriminator\"") ? 80 : 0
    default: return 0
    }
  }

  static func part(named name: String) -> NamedPart? {
    switch name {
    case "index.json": .list(losing: "channels are called by their ids")
    case "channel.json": .list(losing: "channels are called by their ids", isBeside: true)
    case "user.json": .list(losing: "its owner has no name")
    case "messages.json", "messages.csv": .chat
    default: nil
    }
  }

  public static func accompanies(fileName: String) -> Bool {
    let names: Set<String> = [
      "README.txt", "analytics.json", "application.json", "audit-log.json", "channel.json",
      "channels.json", "emoji.json", "guild.json", "index.json", "user.json", "webhooks.json",
    ]
    return names.contains(fileName) || fileName.hasPrefix("events-")
  }

  public static func read(_ files: [ExportFile], into sink: any ImportSink) throws {
    var hasNoted = false
    let lists = ["index.json", "user.json"]
    var names: [String: String] = [:]
    var own = AuthorRecord(key: "me", name: "Me")
    for file in files where lists.contains(file.name) {
      let list = JSONDocument.read(try file.open(), limit: 64 << 20)
      if file.name == "index.json" {
        if let list {
          for (id, name) in list.fields { names[id.string ?? ""] = name.string }
        }
      } else if let name = (list?["global_name"]?.string ?? list?["username"]?.string),
        !name.isEmpty
      {
        own = AuthorRecord(key: own.key, name: name)
      }
    }
    let chats = files.filter { !lists.contains($0.name) }
    guard !chats.isEmpty else {
      throw ArchiveError.unknownFormat(
        path: files.first?.path ?? "",
        hint: "It is a list of Discord's data package without messages: import the whole package.")
    }
    for file in chats {
      let source = try file.open()
      let channel = JSONDocument.read(source.sibling("channel.json"))
      let id = channel?["id"]?.scalarText ?? String(file.folderName.drop { !$0.isNumber })
      let guild = channel?["guild"]?["name"]?.string
      let name = channel?["name"]?.string
      let record = ConversationRecord(
        key: "discord:\(id)",
        name: name.map { guild == nil ? $0 : "#\($0) (\(guild ?? ""))" }
          ?? names[id].flatMap(listedName) ?? "Discord \(id)",
        kind: guild == nil && channel?["recipients"] != nil ? .personal : .group,
        ownAuthorKey: "me", mediaRoot: nil)
      try sink.begin(record)
      if file.name.hasSuffix(".csv") {
        try readTable(source, by: own, into: sink)
      } else {
        try readList(source, by: own, into: sink)
      }
      if !hasNoted {
        hasNoted = true
        try sink.note(
          SkippedRecord(
            file: file.path, place: "whole file",
            reason: "Discord's package has only what its owner wrote; DiscordChatExporter saves "
              + "what others wrote as well"))
      }
    }
  }

  /// Returns a channel's name: `Direct Message with bob#0` → `bob`, `general in Garden` → `#general
  /// (Garden)`.
  private static func listedName(_ text: String) -> String? {
    guard !text.isEmpty else { return nil }
    let person = "Direct Message with "
    if text.hasPrefix(person) {
      let name = text.dropFirst(person.count)
      return String(name.hasSuffix("#0") ? name.dropLast(2) : name)
    }
    guard let sign = text.ranges(of: " in ").last else { return text }
    return "#\(text[..<sign.lowerBound]) (\(text[sign.upperBound...]))"
  }

  private static func readList(
    _ source: any ByteSource, by own: AuthorRecord, into sink: any ImportSink
  ) throws {
    let reading = JSONExportReading(source, sink: sink)
    let walk = reading.walk(["*"]) { value in
      guard let id = value["ID"]?.scalarText else {
        return .skipped(id: nil, reason: "it has no ID")
      }
      guard let time = value["Timestamp"]?.string.flatMap(ISOTime.parse) else {
        return .skipped(id: id, reason: "it has no time that can be read")
      }
      var record = record(
        id, time, value["Contents"]?.string ?? "", files: value["Attachments"]?.string ?? "",
        by: own)
      record.unknownFields = reading.unknown(value, known)
      return .message(record)
    }
    try reading.run(walk)
  }

  private static let known = KnownFields(["Attachments", "Contents", "ID", "Timestamp"])

  private static func readTable(
    _ source: any ByteSource, by own: AuthorRecord, into sink: any ImportSink
  ) throws {
    let table = CSVReader(source)
    _ = try table.next()
    while let row = try table.next() {
      if row.hasInvalidText {
        try sink.note(InvalidText.note(in: source.name, place: "line \(row.line)"))
      }
      guard row.fields.count >= 4, let time = ISOTime.parse(row.fields[1]) else {
        try sink.skip(
          SkippedRecord(
            file: source.name, place: "line \(row.line)", reason: "it has no time that can be read")
        )
        continue
      }
      try sink.add(record(row.fields[0], time, row.fields[2], files: row.fields[3], by: own))
      try sink.progress(bytes: table.bytesRead)
    }
    try table.checkEnd()
  }

  private static func record(
    _ id: String, _ time: Timestamp, _ text: String, files: String, by own: AuthorRecord
  ) -> MessageRecord {
    let media = files.split(separator: " ").map { address in
      let name = address.pathParts.last.map {
        String(Substring($0.utf8.prefix { $0 != UInt8(ascii: "?") }))
      }
      return MediaRecord(kind: .init(fileName: name ?? ""), path: String(address), fileName: name)
    }
    return MessageRecord(
      // All times of the package are in UTC, although only old packages say so.
      sourceKey: id, author: own, time: Timestamp(seconds: time.seconds, certainty: .exact),
      text: DiscordText.styled(text), media: media)
  }
}
