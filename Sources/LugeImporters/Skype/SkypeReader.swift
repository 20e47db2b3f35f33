import LugeArchive
import LugeCore
import LugeWords

/// Reads `messages.json` of Skype's export: all conversations in one file, newest message first.
public enum SkypeReader: ExportReader {
  public static let formatName = "Skype export"
  public static var evidence: String { localized("\"conversations\" and \"exportDate\"") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let head = FileHead(prefix)
    guard head.has("conversations"), head.has("exportDate") else { return 0 }
    return head.has("MessageList") || head.has("userId") ? 95 : 60
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let reading = JSONExportReading(source, sink: sink)
    var own: String?
    var id = ""
    var name = ""
    var isBegun = false
    var order = NewestFirst()
    let walk = reading.walk(["conversations", "*", "MessageList", "*"]) { value in
      if !isBegun {
        isBegun = true
        let isGroup = id.hasPrefix("19:")
        try sink.begin(
          ConversationRecord(
            key: "skype:\(id)", name: name.isEmpty ? shortName(id) : name,
            kind: isGroup ? .group : .personal, ownAuthorKey: own))
      }
      let outcome = read(value, reading: reading)
      guard case .message(let record) = outcome else { return outcome }
      try order.add(record, to: sink)
      return .none
    }
    walk.onField = { depth, key, value in
      switch (depth, key) {
      case (1, "userId"): own = value.string
      case (3, "id"): id = value.string ?? ""
      case (3, "displayName"): name = value.string ?? ""
      case (3, "threadProperties"):
        if name.isEmpty { name = value["topic"]?.string ?? "" }
      default: break
      }
    }
    walk.onEnter = { depth in
      guard depth == 2 else { return }
      isBegun = false
      id = ""
      name = ""
    }
    walk.onLeave = { depth in
      if depth == 3 { try order.flush(to: sink) }
    }
    try reading.run(walk)
  }

  /// `8:live:ann_1` → `ann_1`
  private static func shortName(_ id: String) -> String {
    id.split(separator: ":").last.map(String.init) ?? id
  }

  private static let known: Set<String> = [
    "id", "displayName", "originalarrivaltime", "messagetype", "version", "content",
    "conversationid", "from", "properties", "amsreferences", "composetime", "clientmessageid",
  ]

  private static func read(_ value: JSONValue, reading: JSONExportReading)
    -> JSONExportReading.Outcome
  {
    let id = value["id"]?.scalarText
    guard let id, let time = value["originalarrivaltime"]?.string.flatMap(ISOTime.parse) else {
      return .skipped(id: id, reason: "a message should have an id and a time")
    }
    let from = value["from"]?.string ?? ""
    let shown = value["displayName"]?.string ?? ""
    let who =
      from.isEmpty
      ? nil : AuthorRecord(key: from, name: shown.isEmpty ? shortName(from) : shown)
    var record = MessageRecord(sourceKey: id, author: who, time: time)
    let content = value["content"]?.string ?? ""
    let type = value["messagetype"]?.string ?? ""
    let name = who?.name ?? "Somebody"
    let properties = value["properties"]
    if properties?["deletetime"] != nil, properties?["deletetime"]?.isNull == false {
      record.kind = .deleted
      record.text = StyledText("This message was removed")
    } else if type == "Text" {
      record.text = StyledText(content)
    } else if type == "RichText" || type == "RichText/Html" {
      record.text = HTMLText.styled(content)
    } else if type.hasPrefix("RichText/") {
      let words = HTMLText.styled(content)
      let file = attribute("v", of: "OriginalName", in: content)
      let kind: MediaRecord.Kind =
        type.contains("Video")
        ? .video
        : type.contains("Audio")
          ? .voice
          : type.contains("Location")
            ? .location
            : type.contains("Contacts") ? .contact : .init(fileName: file ?? "")
      record.media = [MediaRecord(kind: kind, fileName: file, note: words.string)]
    } else if type == "Event/Call" {
      let duration = attribute("duration", of: nil, in: content).flatMap(Double.init)
      let isMissed = content.contains("type=\"missed\"")
      record.media = [
        MediaRecord(
          kind: .call, duration: duration,
          note: isMissed ? "\(name) called; missed" : "\(name) called")
      ]
    } else {
      record.kind = .service(action: type)
      let words = HTMLText.styled(content).string
      record.text = StyledText(
        type.contains("AddMember")
          ? "\(name): somebody was added"
          : type.contains("DeleteMember")
            ? "\(name): somebody left" : words.isEmpty ? "\(name): \(type)" : words)
    }
    if let edited = properties?["edittime"]?.integer {
      record.edited = Timestamp(seconds: edited / 1000, certainty: .exact)
      record.isEdited = true
    } else if content.contains("<e_m ") {
      record.isEdited = true
    }
    record.unknownFields = reading.unknown(value, except: known)
    return .message(record)
  }

  /// The value of an attribute: `<OriginalName v="a.png">`, or `<duration>12</duration>` without
  /// one.
  private static func attribute(_ name: String, of element: String?, in text: String) -> String? {
    if let element {
      guard let start = text.firstRange(of: "<\(element) \(name)=\"") else { return nil }
      return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
    guard let start = text.firstRange(of: "<\(name)>") else { return nil }
    return String(text[start.upperBound...].prefix { $0 != "<" })
  }
}
