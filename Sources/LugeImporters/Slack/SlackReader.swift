import LugeArchive
import LugeCore
import LugeWords

/// Reads the export of a Slack workspace: a folder per channel with a file per day, and lists of
/// people and channels beside them.
///
/// Messages in a thread become replies to its first message. Memory holds the lists and one
/// message.
public enum SlackReader: WholeExportReader, NamedPartsReader {
  public static let formatName = "Slack export"
  public static var evidence: String {
    localized("a list of messages with \"ts\" and \"type\", or a list of users or channels")
  }

  static let lists = ["users.json", "channels.json", "groups.json", "dms.json", "mpims.json"]

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    guard prefix.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "[") else { return 0 }
    let head = FileHead(prefix)
    if lists.contains(fileName) {
      if fileName == "users.json" { return head.has("profile") && head.has("id") ? 90 : 0 }
      if head.has("members"), head.has("id") { return 90 }
      // Exports contain empty lists as well.
      return head.withoutBlanks == Array("[]".utf8) ? 60 : 0
    }
    guard head.has("ts"), head.has("type") else {
      // The file of a day whose first message is longer than the part that is checked.
      return isDay(fileName) && ["text", "attachments", "blocks"].contains(where: head.has)
        && !["author", "sender", "content", "timestamp", "date"].contains(where: head.has) ? 80 : 0
    }
    return head.has("user") || head.has("bot_id") || head.has("subtype") || head.has("text")
      ? 90 : 60
  }

  /// Whether a name is like `2024-01-31.json`.
  private static func isDay(_ fileName: String) -> Bool {
    let bytes = Array(fileName.utf8)
    return bytes.count == 15 && fileName.hasSuffix(".json")
      && bytes.prefix(10).enumerated().allSatisfy { index, byte in
        index == 4 || index == 7 ? byte == UInt8(ascii: "-") : (48...57).contains(byte)
      }
  }

  public static func accompanies(fileName: String) -> Bool {
    lists.contains(fileName)
      || ["integration_logs.json", "canvases.json", "lists.json", "file_conversations.json"]
        .contains(fileName)
  }

  public static func read(_ files: [ExportFile], into sink: any ImportSink) throws {
    var workspace = SlackWorkspace()
    var keys = SideFiles()
    let days = files.filter { !lists.contains($0.name) }
    for file in files where lists.contains(file.name) {
      // Without two of them, only names are missing, which was said when the export was opened.
      let list =
        namesOnly.contains(file.name)
        ? try JSONDocument.read(file.open(), limit: NamedParts.largest) : keys.read(file)
      workspace.take(list, of: file.name)
    }
    guard !days.isEmpty else {
      throw ArchiveError.unknownFormat(
        path: files.first?.path ?? "",
        hint: "It is a list of a Slack export without messages: import the whole folder or zip.")
    }
    let message = SlackMessage(
      people: workspace.people,
      text: SlackText(people: workspace.people, channels: workspace.channelNames))
    for file in days {
      let source = try file.open()
      let reading = JSONExportReading(source, sink: sink)
      reading.keepsApart = true
      let walk = reading.walk(["*"]) { message.read($0, reading: reading) }
      try sink.begin(workspace.conversation(folder: file.folderName))
      try reading.run(walk)
    }
    try keys.check()
  }

  private static let namesOnly = ["users.json", "dms.json"]

  static func part(named name: String) -> NamedPart? {
    switch name {
    case "users.json": .list(losing: "people are called by their ids")
    case "dms.json": .list(losing: "direct messages are called by their ids")
    case _ where lists.contains(name): .keys
    default: isDay(name) ? .chat : nil
    }
  }
}
