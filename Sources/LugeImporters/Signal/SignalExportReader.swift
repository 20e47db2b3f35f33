import LugeArchive
import LugeCore
import LugeWords

/// Reads `data.json` of signal-export: an object per line.
public enum SignalExportReader: ExportReader {
  public static let formatName = "Signal (signal-export)"
  public static var evidence: String {
    localized("lines with \"date\", \"sender\", \"body\" and \"reactions\"")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    guard prefix.starts(with: "{\"date\": \"".utf8) else { return 0 }
    // The first message may be longer than the beginning that is looked at.
    let isCut = prefix.count > 4096 && !prefix.contains(UInt8(ascii: "\n"))
    let head = FileHead(prefix)
    let names = ["sender", "body"] + (isCut ? [] : ["reactions", "attachments"])
    return names.allSatisfy(head.has) ? 96 : 0
  }

  private static let known = KnownFields(
    [
      "attachments", "body", "call", "date", "deleted", "missed", "quote", "reactions", "sender",
      "sticker",
    ], omitting: ["packId", "packKey", "stickerId"])

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let name = source.context.containerName ?? source.fileName
    var conversation = ConversationRecord(
      key: "signal-text:\(name)", name: SourceContext.shownName(of: name), kind: .personal,
      ownAuthorKey: "me", mediaRoot: source.context.mediaRoot)
    try sink.begin(conversation)
    var repetitions = RepetitionCounter()
    var speakers: Set<String> = []
    let writer = JSONWriter()
    func skip(_ line: Int, _ reason: String) throws {
      try sink.skip(SkippedRecord(file: source.name, place: "line \(line)", reason: reason))
    }
    try JSONLines.read(source, progress: { try sink.progress(bytes: $0) }) {
      try skip($0, $1)
    } onValue: { value, line in
      guard let time = value["date"]?.string.flatMap(ISOTime.parse) else {
        return try skip(line, "it has no date")
      }
      let sender = value["sender"]?.string ?? ""
      let author =
        sender == "Me"
        ? AuthorRecord(key: "me", name: "Me")
        : sender.isEmpty || sender == "No-Sender" ? nil : AuthorRecord(key: sender, name: sender)
      if let author, speakers.count < 3 { speakers.insert(author.key) }
      let words = (value["body"]?.string ?? "").trimmingBlanks
      let quoted = (value["quote"]?.string ?? "").trimmingBlanks
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.hasPrefix("> ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
      var record = MessageRecord(
        sourceKey: repetitions.key(time: time, author: sender, text: quoted + words),
        author: author, time: time)
      record.text = StyledText(
        [quoted, words].filter { !$0.isEmpty }.joined(separator: "\n"),
        spans: quoted.isEmpty ? [] : [.init(0..<quoted.utf8.count, .blockquote)])
      if value["deleted"]?.boolean == true {
        record.kind = .deleted
        record.text = StyledText("This message was deleted")
      } else if value["call"]?.boolean == true {
        record.media = [MediaRecord(kind: .call, note: words)]
        record.text = StyledText("")
      }
      for item in value["attachments"].map({ Array($0.elements) }) ?? [] {
        let path = item["path"]?.string.map {
          String(decoding: MailWords.percentDecoded($0), as: UTF8.self)
        }
        let name = item["name"]?.string ?? ""
        if let missing = item["missing_kind"]?.string {
          record.media.append(
            MediaRecord(
              kind: .other, fileName: name.isEmpty ? nil : name, note: "(\(missing) not exported)"))
        } else {
          record.media.append(
            MediaRecord(
              kind: .init(fileName: name.isEmpty ? path ?? "" : name), path: path,
              fileName: name.isEmpty ? nil : name))
        }
      }
      if let sticker = value["sticker"], sticker.kind == .object {
        record.media.append(MediaRecord(kind: .sticker, note: sticker["emoji"]?.string))
      }
      for item in value["reactions"].map({ Array($0.elements) }) ?? [] {
        // `["Ann", "👍"]`, or an object in older exports.
        let parts = item.kind == .array ? item.elements.compactMap(\.string) : []
        let who = parts.first ?? item["name"]?.string
        guard let emoji = parts.count > 1 ? parts[1] : item["emoji"]?.string else { continue }
        record.reactions.add(emoji, by: who)
      }
      record.unknownFields = writer.unknown(of: value, known)
      try sink.add(record)
    }
    if speakers.count > 2 {
      conversation.kind = .group
      try sink.amend(conversation)
    }
  }
}
