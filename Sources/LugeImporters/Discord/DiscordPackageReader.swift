import LugeArchive
import LugeCore
import LugeWords

/// Reads the package that Discord itself sends ("Request all of my data"): what its owner wrote, a
/// folder for each channel. What others answered is not in it.
public enum DiscordPackageReader: WholeExportReader {
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
    default: return 0
    }
  }

  public static func read(_ files: [ExportFile], into sink: any ImportSink) throws {
    var hasNoted = false
    for file in files {
      let source = try file.open()
      let channel = JSONDocument.read(source.sibling("channel.json"))
      let id = channel?["id"]?.scalarText ?? String(file.folderName.drop { !$0.isNumber })
      let guild = channel?["guild"]?["name"]?.string
      let name = channel?["name"]?.string
      let record = ConversationRecord(
        key: "discord:\(id)",
        name: name.map { guild == nil ? $0 : "#\($0) (\(guild ?? ""))" } ?? "Discord \(id)",
        kind: guild == nil && channel?["recipients"] != nil ? .personal : .group,
        ownAuthorKey: "me", mediaRoot: nil)
      try sink.begin(record)
      if file.name.hasSuffix(".csv") {
        try readTable(source, into: sink)
      } else {
        try readList(source, into: sink)
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

  private static func readList(_ source: any ByteSource, into sink: any ImportSink) throws {
    let reading = JSONExportReading(source, sink: sink)
    let walk = reading.walk(["*"]) { value in
      guard let id = value["ID"]?.scalarText else {
        return .skipped(id: nil, reason: "it has no ID")
      }
      guard let time = value["Timestamp"]?.string.flatMap(ISOTime.parse) else {
        return .skipped(id: id, reason: "it has no time that can be read")
      }
      return .message(
        record(
          id, time, value["Contents"]?.string ?? "", files: value["Attachments"]?.string ?? ""))
    }
    try reading.run(walk)
  }

  private static func readTable(_ source: any ByteSource, into sink: any ImportSink) throws {
    let table = CSVReader(source)
    _ = try table.next()
    while let row = try table.next() {
      guard row.fields.count >= 4, let time = ISOTime.parse(row.fields[1]) else {
        try sink.skip(
          SkippedRecord(
            file: source.name, place: "line \(row.line)", reason: "it has no time that can be read")
        )
        continue
      }
      try sink.add(record(row.fields[0], time, row.fields[2], files: row.fields[3]))
      try sink.progress(bytes: table.bytesRead)
    }
  }

  private static func record(_ id: String, _ time: Timestamp, _ text: String, files: String)
    -> MessageRecord
  {
    let media = files.split(separator: " ").map { address in
      let name = address.split(separator: "/").last.map {
        String($0.prefix { $0 != "?" })
      }
      return MediaRecord(kind: .init(fileName: name ?? ""), path: String(address), fileName: name)
    }
    return MessageRecord(
      sourceKey: id, author: AuthorRecord(key: "me", name: "Me"), time: time,
      text: DiscordText.styled(text), media: media)
  }
}
