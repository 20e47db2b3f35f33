import LugeArchive
import LugeWords

/// Reads Telegram Desktop's "Machine-readable JSON": one chat, or all of them.
///
/// Memory holds one message at a time, and the ids of a chat. Invalid messages are skipped and
/// reported; unknown fields are kept as JSON.
public enum TelegramReader: ExportReader {
  public static let formatName = "Telegram Desktop JSON"
  public static var evidence: String {
    localized("an object with \"name\", \"type\" and \"messages\", as result.json has them")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    var start = prefix[...]
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
    let text = start.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    guard text.first == UInt8(ascii: "{") else { return 0 }
    let head = String(decoding: text, as: UTF8.self)
    func has(_ name: String) -> Bool { head.contains("\"\(name)\"") }
    // DiscordChatExporter writes "messages" as well.
    if has("guild"), has("channel") { return 0 }
    // So do servers of Rocket.Chat.
    if has("msg"), has("ts"), has("u") { return 0 }
    // And Slack's answers to programs.
    if has("ok"), has("ts") { return 0 }
    if chatTypes.contains(where: has), has("messages") { return 95 }
    if has("personal_information"), has("user_id") { return 95 }
    if has("chats") || has("left_chats"), has("list") { return 80 }
    if has("messages") {
      let marks = ["date_unixtime", "from_id", "text_entities", "actor_id"].filter(has).count
      // A list of that name alone is in the answers of many servers.
      let isChat = marks > 0 || has("type") && (has("name") || has("date"))
      return isChat ? 40 + marks * 15 : 20
    }
    return fileName == "result.json" ? 20 : 0
  }

  private static let chatTypes = [
    "personal_chat", "bot_chat", "saved_messages", "replies", "private_group",
    "private_supergroup", "public_supergroup", "private_channel", "public_channel",
  ]

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let document = TelegramDocument(
      sink: sink, file: source.name, mediaRoot: source.context.mediaRoot)
    let stream = JSONStream(source, events: document)
    document.offset = { [unowned stream] in stream.offset }
    document.readAhead = {
      guard let again = try source.reopened() else { return [] }
      let survey = TelegramDocument(sink: sink, file: source.name, mediaRoot: nil, isSurvey: true)
      // Errors occur again, and are reported, in the pass for the messages.
      try? JSONStream(again, events: survey).parse { _ in try sink.progress(bytes: 0) }
      return survey.surveyed
    }
    try stream.parse { try sink.progress(bytes: $0) }
    try document.finish()
  }
}
