import Foundation
import LugeArchive
import LugeCore
import LugeWords

/// Reads Google Chat from Takeout: a folder per conversation, with `messages.json`.
public enum GoogleChatReader: WholeExportReader, NamedPartsReader {
  public static let formatName = "Google Chat (Takeout)"
  public static var evidence: String {
    localized("\"messages\" with a \"creator\" and a \"created_date\"")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let head = FileHead(prefix)
    guard head.has("messages"), head.has("creator"),
      head.has("created_date")
    else { return 0 }
    return head.has("topic_id") ? 97 : 90
  }

  static func part(named name: String) -> NamedPart? {
    switch name {
    case "group_info.json":
      .list(losing: "the conversation is called by its folder", isBeside: true)
    case "messages.json": .chat
    default: nil
    }
  }

  public static func accompanies(fileName: String) -> Bool {
    ["group_info.json", "user_info.json", "archive_browser.html"].contains(fileName)
  }

  public static func read(_ files: [ExportFile], into sink: any ImportSink) throws {
    for file in files {
      let source = try file.open()
      let info = JSONDocument.read(source.sibling("group_info.json"))
      let members = info?["members"].map { $0.elements.compactMap { $0["name"]?.string } } ?? []
      var names: [String: String] = [:]
      for member in info?["members"].map({ Array($0.elements) }) ?? [] {
        guard let email = member["email"]?.string, let name = member["name"]?.string else {
          continue
        }
        names[email] = AuthorRecord.clipped(name)
      }
      let given = info?["name"]?.string ?? ""
      let isDirect = file.folderName.hasPrefix("DM")
      try sink.begin(
        ConversationRecord(
          key: "googlechat:\(file.folderName)",
          name: !given.isEmpty && !isDirect
            ? given
            : members.isEmpty
              ? SourceContext.shownName(of: file.folderName) : members.chatName,
          kind: isDirect && members.count <= 2 ? .personal : .group,
          mediaRoot: source.context.mediaRoot))
      let reading = JSONExportReading(source, sink: sink)
      var repetitions = RepetitionCounter()
      let walk = reading.walk(["messages", "*"]) { value in
        read(value, names: names, reading: reading, &repetitions)
      }
      try reading.run(walk)
    }
  }

  /// Addresses of pages and mentioned people are in the text, if there is one. Pictures of pages
  /// are left out.
  private static let known = KnownFields(
    [
      "annotations", "attached_files", "created_date", "creator", "deletion_metadata",
      "message_id", "message_state", "previous_message_versions", "quoted_message_metadata",
      "reactions", "text", "updated_date",
    ],
    dropping: ["topic_id"],
    omitting: [
      "email", "image_url", "length", "start_index", "thumbnail_url", "url",
      "user_mention_metadata", "user_type",
    ])

  /// Returns the cards of what a message points to, each with a title and, if there is one, an
  /// address. Pages and videos are left out beside a text, which has their addresses.
  private static func cards(_ annotations: JSONValue, besideText: Bool) -> [MediaRecord] {
    annotations.elements.compactMap { item in
      let title: String?
      var address: String?
      if let file = item["drive_metadata"] {
        title = file["title"]?.string
        address = file["id"]?.string.map { "https://drive.google.com/open?id=\($0)" }
      } else if let call = item["video_call_metadata"] {
        title = "A video call"
        address = call["meeting_space"]?["meeting_url"]?.string
      } else if let other = item["gsuite_integration_metadata"] {
        let task = other["tasks_data"]?["task_properties"] ?? other["calendar_event_data"]
        title = task?["title"]?.string
      } else if besideText {
        return nil
      } else if let video = item["youtube_metadata"] {
        title = video["title"]?.string
        address = video["id"]?.string.map { "https://www.youtube.com/watch?v=\($0)" }
      } else if let page = item["url_metadata"] {
        title = page["title"]?.string
        let url = page["url"]
        address =
          (url?["private_do_not_access_or_else_safe_url_wrapped_value"] ?? url)?.string
      } else {
        return nil
      }
      let lines = [title, address].compactMap { $0 }.filter { !$0.isEmpty }
      return lines.isEmpty ? nil : .words(lines.joined(separator: "\n"))
    }
  }

  /// Returns a reply to the first message of a message's topic; nil for the first message itself.
  /// Identifiers are `SPACE/TOPIC/MESSAGE`, and the first message is named like its topic.
  private static func topic(of id: String?) -> ReplyRecord? {
    let parts = (id ?? "").split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] != parts[2] else { return nil }
    return ReplyRecord(sourceKey: "\(parts[0])/\(parts[1])/\(parts[1])")
  }

  private static func read(
    _ value: JSONValue, names: [String: String], reading: JSONExportReading,
    _ repetitions: inout RepetitionCounter
  ) -> JSONExportReading.Outcome {
    let id = value["message_id"]?.string
    let written = value["created_date"]?.string ?? value["updated_date"]?.string
    guard let written else { return .skipped(id: id, reason: "it has no date") }
    guard let time = ProseTime.parse(written) else {
      return .skipped(
        id: id,
        reason:
          "its date (\(written.prefix(80))) is in no language that Luge knows: set the language of "
          + "the Google account to English and export again")
    }
    let creator = value["creator"]
    let name = creator?["name"]?.string ?? creator?["email"]?.string
    let key = creator?["email"]?.string ?? name
    var record = MessageRecord(
      sourceKey: "", author: key.map { AuthorRecord(key: $0, name: name ?? $0) }, time: time,
      text: StyledText(value["text"]?.string ?? ""))
    record.isEdited = value["updated_date"] != nil && value["created_date"] != nil
    if record.isEdited { record.edited = value["updated_date"]?.string.flatMap(ProseTime.parse) }
    if value["message_state"]?.equals("DELETED") == true {
      record.kind = .deleted
      record.text = StyledText("This message was deleted")
    }
    record.replyTo =
      value["quoted_message_metadata"]?["message_id"]?.string
      .map { ReplyRecord(sourceKey: $0) } ?? topic(of: id)
    record.media = (value["attached_files"].map { Array($0.elements) } ?? []).map { file in
      let path = file["export_name"]?.string
      let name = file["original_name"]?.string ?? path
      return MediaRecord(kind: .init(fileName: name ?? ""), path: path, fileName: name)
    }
    record.reactions = (value["reactions"].map { Array($0.elements) } ?? []).compactMap { item in
      let own = item["emoji"]?["custom_emoji"]?["shortcode"]?.string
      guard let emoji = item["emoji"]?["unicode"]?.string ?? own else { return nil }
      let who = (item["reactor_emails"].map { $0.elements.compactMap(\.string) } ?? [])
        .map { names[$0] ?? $0 }
      return ReactionRecord(emoji: emoji, count: max(1, who.count), authors: who)
    }
    record.sourceKey =
      id ?? repetitions.key(time: time, author: key, text: record.text.string)
    if record.kind == .message, let annotations = value["annotations"] {
      record.media += cards(annotations, besideText: !record.text.isEmpty)
      record.takeWords()
    }
    record.unknownFields = reading.unknown(value, known)
    return .message(record)
  }
}
