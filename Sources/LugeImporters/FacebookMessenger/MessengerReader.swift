import Foundation
import LugeArchive
import LugeCore
import LugeWords

/// Reads conversations of Facebook Messenger and Instagram ("Download your information", JSON), and
/// Messenger's export of end-to-end encrypted chats.
///
/// Files begin with the newest message, and are numbered from the newest one, `message_1.json`;
/// they are read from the oldest. Messages of the same second are put into the order in which they
/// were sent.
public enum MessengerReader: WholeExportReader, NamedPartsReader {
  public static let formatName = "Messenger and Instagram JSON"
  public static var evidence: String {
    localized("\"participants\" and \"messages\" with a name and a time each")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    guard prefix.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "{") else { return 0 }
    let head = FileHead(prefix)
    guard head.has("messages") else { return 0 }
    // Part of an export that a user has extracted may have messages only.
    guard head.has("participants") else {
      return head.has("sender_name") && head.has("timestamp_ms") ? 85 : 0
    }
    if head.has("sender_name"), head.has("timestamp_ms") { return 97 }
    if head.has("senderName"), head.has("timestamp") || head.has("threadName") { return 95 }
    return head.has("thread_path") || head.has("threadName") ? 80 : 0
  }

  public static func read(_ files: [ExportFile], into sink: any ImportSink) throws {
    // `message_10.json` is older than `message_2.json`; conversations keep their order.
    for parts in files.byFolder {
      let ordered = parts.sorted { ($0.number ?? 0) > ($1.number ?? 0) }
      for file in ordered { try MessengerFile(file, source: file.open(), sink: sink).run() }
    }
  }

  static func part(named name: String) -> NamedPart? { part(named: name, ending: ".json") }

  /// Returns what a file of a Messenger export is, in one of its two forms.
  static func part(named name: String, ending: String) -> NamedPart? {
    guard name.hasPrefix("message_"), name.hasSuffix(ending) else { return nil }
    let number = name.dropFirst(8).dropLast(ending.count)
    return !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber } ? .chat : nil
  }
}

/// One file of a conversation.
private final class MessengerFile {
  private let source: any ByteSource
  private let reading: JSONExportReading
  private let sink: any ImportSink
  private var conversation: ConversationRecord
  private let folderName: String
  private let stickers: MessengerStickers
  private var names: [String] = []
  private var repetitions = RepetitionCounter()
  private var order = NewestFirst()

  init(_ file: ExportFile, source: any ByteSource, sink: any ImportSink) {
    self.source = source
    self.sink = sink
    reading = JSONExportReading(source, sink: sink)
    stickers = MessengerStickers(source.context)
    // Messages precede the field with the conversation's address, which ends with the folder's
    // name.
    let isNumbered = file.name.hasPrefix("message_")
    folderName = isNumbered ? file.folderName : ""
    let base = isNumbered ? file.folderName : source.fileTitle
    conversation = ConversationRecord(
      key: "messenger:\(base)", name: base, kind: .personal, mediaRoot: source.context.mediaRoot)
    if !isNumbered {
      conversation.formerKey = "messenger:\(source.formerFileTitle)"
    }
  }

  func run() throws {
    try sink.begin(conversation)
    let walk = reading.walk(["messages", "*"]) { [unowned self] value in
      let outcome = read(value)
      guard case .message(var record) = outcome else { return outcome }
      try stickers.place(&record, in: &conversation, sink)
      try order.add(record, to: sink)
      return .none
    }
    walk.onField = { [unowned self] depth, key, value in
      guard depth == 1 else { return }
      switch key {
      case "participants":
        names = value.elements.compactMap { ($0["name"] ?? $0).string.map(MojibakeText.decoded) }
      case "title", "threadName":
        let title = value.string.map(MojibakeText.decoded) ?? ""
        if !title.isEmpty {
          conversation.name = key == "title" ? title : Self.withoutNumber(title)
        }
      default: break
      }
    }
    do {
      try reading.run(walk)
    } catch {
      // Messages read before the file's truncated end are kept.
      try order.flush(to: sink)
      throw error
    }
    try order.flush(to: sink)
    conversation.kind = names.count > 2 ? .group : .personal
    try sink.amend(conversation)
  }

  /// Returns a name without the number that end-to-end exports append: `Team_A` for `Team_A_12`.
  private static func withoutNumber(_ title: String) -> String {
    guard let mark = title.lastIndex(of: "_"), mark > title.startIndex else { return title }
    let number = title[mark...].dropFirst()
    return !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
      ? String(title[..<mark]) : title
  }

  private static let known = KnownFields(
    [
      "audio_files", "call_duration", "content", "files", "gifs", "isUnsent", "is_unsent", "media",
      "missed", "photos", "reactions", "senderName", "sender_name", "share", "sticker", "text",
      "timestamp", "timestamp_ms", "videos",
    ],
    dropping: [
      "is_geoblocked_for_viewer", "is_unsent_image_by_messenger_kid_parent", "missing_files",
      "type",
    ],
    omitting: ["backup_uri", "creation_timestamp", "photo_fbid", "timestamp"])

  private func read(_ value: JSONValue) -> JSONExportReading.Outcome {
    guard value.kind == .object else {
      return .skipped(id: nil, reason: "a message should be an object")
    }
    guard let milliseconds = (value["timestamp_ms"] ?? value["timestamp"])?.integer else {
      return .skipped(id: nil, reason: "it has no time")
    }
    func text(_ name: String) -> String? { value[name]?.string.map(MojibakeText.decoded) }
    let name = text("sender_name") ?? text("senderName") ?? ""
    var record = MessageRecord(
      sourceKey: "",
      author: name.isEmpty ? nil : AuthorRecord(key: name, name: name),
      time: Timestamp(seconds: milliseconds / 1000, certainty: .exact))
    let content = text("content") ?? text("text") ?? ""
    record.text = StyledText(content)
    record.media = media(value)
    record.reactions = reactions(value["reactions"])
    if value["is_unsent"]?.boolean == true || value["isUnsent"]?.boolean == true {
      record.kind = .deleted
      record.text = StyledText("This message was unsent")
    } else if let duration = value["call_duration"]?.integer {
      record.media.append(
        MediaRecord(kind: .call, duration: Double(duration), note: content.isEmpty ? nil : content))
      if !content.isEmpty { record.text = StyledText("") }
    } else if let type = value["type"]?.string, ["Subscribe", "Unsubscribe"].contains(type) {
      record.kind = .service(action: type.lowercased())
    } else if record.media.isEmpty, let action = MessengerEvent.action(content, by: name) {
      record.kind = .service(action: action)
    }
    record.unknownFields = reading.unknown(value, Self.known)
    var hash = StableHash()
    hash.combine(milliseconds)
    for part in [name, content, record.media.first?.path ?? ""] {
      hash.combine(part.utf8)
      hash.combine(0xFF as UInt8)
    }
    record.sourceKey = repetitions.key(hash)
    return .message(record)
  }

  private func media(_ value: JSONValue) -> [MediaRecord] {
    var media: [MediaRecord] = []
    let lists: [(String, MediaRecord.Kind?)] = [
      ("photos", .photo), ("videos", .video), ("audio_files", .voice), ("gifs", .animation),
      ("files", nil), ("media", nil),
    ]
    for (name, kind) in lists {
      for item in value[name].map({ Array($0.elements) }) ?? [] {
        guard let address = item["uri"]?.string else { continue }
        let path = self.path(address)
        let fileName = path.pathParts.last.map(String.init)
        media.append(
          MediaRecord(
            kind: kind ?? .init(fileName: fileName ?? ""), path: path,
            thumbnailPath: item["thumbnail"]?["uri"]?.string.map(self.path), fileName: fileName))
      }
    }
    if let sticker = value["sticker"]?["uri"]?.string {
      media.append(MediaRecord(kind: .sticker, path: path(sticker)))
    }
    if let share = value["share"], share.kind == .object {
      let words = ["share_text", "link", "original_content_owner"].compactMap {
        share[$0]?.string.map(MojibakeText.decoded)
      }.filter { !$0.isEmpty }
      if !words.isEmpty {
        media.append(.words(words.joined(separator: "\n")))
      }
    }
    return media
  }

  /// Returns a path relative to the conversation's folder; in the export, paths begin at its top.
  private func path(_ address: String) -> String {
    if address.hasPrefix("./") { return String(address.dropFirst(2)) }
    guard !folderName.isEmpty, let found = address.firstRange(ofBytes: "/\(folderName)/") else {
      return address
    }
    return String(address[found.upperBound...])
  }

  private func reactions(_ list: JSONValue?) -> [ReactionRecord] {
    guard let list else { return [] }
    var reactions: [ReactionRecord] = []
    for item in list.elements {
      guard let emoji = item["reaction"]?.string.map(MojibakeText.decoded) else { continue }
      let who = item["actor"]?.string.map(MojibakeText.decoded)
      reactions.add(emoji, by: who)
    }
    return reactions
  }
}
