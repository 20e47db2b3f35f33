import LugeArchive
import LugeCore
import LugeWords

/// Reads messages of Microsoft Teams in Microsoft Graph's form: `{"value": […]}`, one or more files
/// per conversation; or from its PowerShell module, a list whose field names begin with capitals
/// (`messages_ID.json` of a person or a team, with `channels_ID.json` beside it). Exports of Teams
/// for personal use have Skype's form, and are read as that.
public enum TeamsReader: ExportReader, NamedPartsReader {
  public static let formatName = "Microsoft Teams (Graph)"
  public static var evidence: String { localized("\"value\" with messages of Microsoft Graph") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let head = FileHead(prefix)
    if head.first == UInt8(ascii: "[") {
      return head.has("CreatedDateTime") && head.has("MessageType") && head.has("ChannelIdentity")
        ? 94 : 0
    }
    guard head.first == UInt8(ascii: "{") else { return 0 }
    return head.has("value") && head.has("createdDateTime") && head.has("messageType")
      && head.has("body") ? 94 : 0
  }

  /// Maximum conversations that are named after their people.
  private static let mostNameless = 200_000

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let replaying = try ReplayingByteSource(source, prefixLength: 1024)
    let isList = replaying.prefix.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "[")
    let name = source.fileTitle
    let channels = channels(beside: source)
    let reading = JSONExportReading(replaying, sink: sink)
    var current: String?
    var order = NewestFirst()
    // A list contains many conversations, and only channels have names: others are named after
    // their authors.
    var nameless: [String: (conversation: ConversationRecord, people: [String])] = [:]
    let walk = reading.walk(isList ? ["*"] : ["value", "*"]) { value in
      let message = GraphValue(json: value)
      let channel = message["channelIdentity"]?["channelId"]?.string
      let room = message["chatId"]?.string ?? channel ?? current ?? name
      if room != current {
        try order.flush(to: sink)
        current = room
        var conversation = ConversationRecord(
          key: "teams:\(room)", name: channels[room].map { "#\($0)" } ?? name,
          kind: channel != nil ? .channel : room.hasSuffix("@unq.gbl.spaces") ? .personal : .group,
          mediaRoot: source.context.mediaRoot)
        if room == name { conversation.formerKey = "teams:\(source.formerFileTitle)" }
        if isList, channels[room] == nil, nameless[room] == nil, nameless.count < mostNameless {
          nameless[room] = (conversation, [])
        }
        try sink.begin(conversation)
      }
      func add(_ record: MessageRecord) throws {
        if let who = record.author?.name, let people = nameless[room]?.people, people.count < 4,
          !people.contains(who)
        {
          nameless[room]?.people.append(who)
        }
        try order.add(record, to: sink)
      }
      let outcome = read(message, reading: reading)
      if case .message(let record) = outcome { try add(record) }
      // Responses may contain the answers to each message, the newest first.
      for reply in message["replies"]?.elements ?? [] {
        switch read(reply, reading: reading) {
        case .message(var record):
          record.replyTo =
            record.replyTo ?? message["id"]?.scalarText.map { ReplyRecord(sourceKey: $0) }
          try add(record)
        case .skipped(let id, let reason):
          try reading.skip(id, "a reply: \(reason)")
        case .none: break
        }
      }
      if case .message = outcome { return .none }
      return outcome
    }
    do {
      try reading.run(walk)
    } catch {
      // Messages read before the file's truncated end are kept.
      try order.flush(to: sink)
      throw error
    }
    try order.flush(to: sink)
    for (known, people) in nameless.values where !people.isEmpty {
      var conversation = known
      conversation.name = people.prefix(3).joined(separator: ", ") + (people.count > 3 ? "…" : "")
      try sink.amend(conversation)
    }
  }

  static func part(named name: String) -> NamedPart? {
    name.hasPrefix("channels_") && name.hasSuffix(".json")
      ? .list(losing: "channels are called by their ids", isBeside: true) : nil
  }

  /// Returns channel names by id: for a team's `messages_ID.json`, from `channels_ID.json`.
  private static func channels(beside source: any ByteSource) -> [String: String] {
    let file = source.fileName
    guard file.hasPrefix("messages_"),
      let list = JSONDocument.read(source.sibling("channels_" + file.dropFirst("messages_".count)))
    else { return [:] }
    var names: [String: String] = [:]
    for channel in GraphValue(json: list).elements {
      guard let id = channel["id"]?.string else { continue }
      names[id] = channel["displayName"]?.string
    }
    return names
  }

  /// Mentioned people are named in the text; answers are messages of their own.
  private static let known: KnownFields = {
    func both(_ names: [String]) -> [String] { names + names.map(GraphValue.capitalised) }
    return KnownFields(
      both([
        "attachments", "body", "chatId", "createdDateTime", "deletedDateTime", "eventDetail",
        "from", "id", "importance", "lastEditedDateTime", "policyViolation", "reactions",
        "replyToId", "subject",
      ]),
      dropping: both([
        "channelIdentity", "etag", "lastModifiedDateTime", "locale", "mentions", "messageHistory",
        "messageType", "replies", "webUrl",
      ]),
      omitting: both([
        "@odata.type", "contentType", "createdDateTime", "teamsAppId", "tenantId", "thumbnailUrl",
        "userIdentityType",
      ]))
  }()
  /// What a card says beside its words: addresses and labels, but not how they look.
  private static let knownOfCard = KnownFields(
    [],
    omitting: [
      "$schema", "backgroundImage", "color", "contentType", "data", "height", "horizontalAlignment",
      "iconUrl", "id", "isSubtle", "msteams", "separator", "size", "spacing", "style",
      "targetWidth", "type", "version", "verticalContentAlignment", "weight", "width", "wrap",
    ])

  private static func read(
    _ value: GraphValue, reading: JSONExportReading
  ) -> JSONExportReading.Outcome {
    let id = value["id"]?.scalarText
    guard let id, let time = value["createdDateTime"]?.string.flatMap(ISOTime.parse) else {
      return .skipped(id: id, reason: "a message should have an id and a time")
    }
    let user = value["from"]?["user"] ?? value["from"]?["application"]
    let name = user?["displayName"]?.string ?? ""
    let key = user?["id"]?.string ?? (name.isEmpty ? nil : name)
    var record = MessageRecord(
      sourceKey: id,
      author: key.map { AuthorRecord(key: $0, name: name.isEmpty ? "Unknown person" : name) },
      time: time)
    let attachments = value["attachments"]?.elements ?? []
    let content = value["body"]?["content"]?.string ?? ""
    var html = value["body"]?["contentType"]?.equals("html") == true ? content : ""
    if let original = attachments.lazy.compactMap(forwarded).first {
      record.forwardedFrom =
        original["originalMessageSender"]?["user"]?["displayName"]?.string ?? "a message"
      let words = original["originalMessageContent"]?.string ?? ""
      html = "\(content)<br>\(words)"
    }
    // Pictures that Teams keeps itself are attachments; of others, the text has the description.
    var others: [String] = []
    let (text, pictures) =
      html.isEmpty
      ? (StyledText(content), [])
      : HTMLText.separated(html) { address in
        if address.contains("/hostedContents/") { return true }
        // Those of emoji are elsewhere, and their signs in the text.
        if address.hasPrefix("http"), !address.contains("://statics.teams.") {
          others.append(address)
        }
        return false
      }
    record.text = .titled(value["subject"]?.string ?? "", text)
    // Deleted messages have no text left, unless an archiving service has kept it.
    if value["deletedDateTime"] != nil, record.text.string.isEmpty {
      record.kind = .deleted
      record.text = StyledText("This message was deleted")
    } else if value["messageType"]?.equals("message") == false {
      let type = value["eventDetail"]?["@odata.type"]?.string ?? "event"
      let action = String(type.drop { $0 == "#" }.split(separator: ".").last ?? "event")
      record.kind = .service(action: action)
      let sentence = event(action, value["eventDetail"], by: name.isEmpty ? nil : name)
      let said = record.text.string
      record.text = StyledText(said.isEmpty ? sentence : "\(sentence): \(said)")
    }
    if let edited = value["lastEditedDateTime"]?.string.flatMap(ISOTime.parse) {
      record.edited = edited
      record.isEdited = true
    }
    value["importance"]?.json.noteRead(ifEqualTo: "normal")
    record.replyTo = value["replyToId"]?.scalarText.map { ReplyRecord(sourceKey: $0) }
    // Parts of cards that are not shown.
    var rest = [(name: "pictures", text: others.joined(separator: "\n"))]
    for item in attachments {
      // It ties the attachment to its place in the text, and means nothing beyond that.
      _ = item["id"]?.scalarText
      switch item["contentType"]?.string {
      case "messageReference":
        record.replyTo = item["id"]?.scalarText.map { ReplyRecord(sourceKey: $0) }
      case "forwardedMessageReference": break
      default:
        let name = item["name"]?.string
        let (card, more) = words(ofCard: item["content"]?.string)
        if let more { rest.append((rest.count > 1 ? "card\(rest.count)" : "card", more)) }
        record.media.append(
          MediaRecord(
            kind: name == nil && card != nil ? .other : .init(fileName: name ?? ""),
            fileName: name, note: item["contentUrl"]?.string ?? card))
      }
    }
    record.media += pictures.map { MediaRecord(kind: .photo, note: $0) }
    for item in value["reactions"]?.elements ?? [] {
      guard let type = item["reactionType"]?.string else { continue }
      let name = item["displayName"]?.string
      let emoji =
        [
          "like": "👍", "heart": "❤️", "laugh": "😆", "surprised": "😮", "sad": "😢", "angry": "😡",
        ][type] ?? (type == "custom" ? name : nil) ?? type
      record.reactions.add(emoji, by: item["user"]?["user"]?["displayName"]?.string)
    }
    // Who reacted has a name or an id that says nothing.
    value["reactions"]?.json.noteAllRead()
    record.unknownFields = reading.unknown(value.json, known, adding: rest)
    return .message(record)
  }

  /// Returns the sentence of an event.
  ///
  /// - Parameter name: who sent it; nil if the source does not say.
  private static func event(_ action: String, _ detail: GraphValue?, by name: String?) -> String {
    let known = detail?["initiator"]?["user"]?["displayName"]?.string ?? name
    let members = (detail?["members"]?.elements ?? []).map {
      $0["displayName"]?.string ?? "somebody"
    }
    // PowerShell leaves out what kind of event it was.
    if detail?["@odata.type"] == nil, known == nil { return "Something about the chat was changed" }
    let who = known ?? "Somebody"
    let whom = members.isEmpty ? "somebody" : members.joined(separator: ", ")
    switch action {
    case "membersAddedEventMessageDetail": return "\(who) added \(whom)"
    case "membersDeletedEventMessageDetail":
      return members == [who] ? "\(who) left" : "\(who) removed \(whom)"
    case "membersJoinedEventMessageDetail": return "\(whom) joined"
    case "membersLeftEventMessageDetail": return "\(whom) left"
    case "chatRenamedEventMessageDetail":
      return "\(who) named the chat “\(detail?["chatDisplayName"]?.string ?? "")”"
    case "channelRenamedEventMessageDetail":
      return "\(who) named the channel “\(detail?["channelDisplayName"]?.string ?? "")”"
    case "callStartedEventMessageDetail": return "\(who) started a call"
    case "callEndedEventMessageDetail": return "The call ended"
    case "callRecordingEventMessageDetail": return "The call was recorded"
    case "callTranscriptEventMessageDetail": return "The call was written down"
    case "teamsAppInstalledEventMessageDetail":
      return "\(who) added the app \(detail?["teamsAppDisplayName"]?.string ?? "")"
    case "teamsAppRemovedEventMessageDetail":
      return "\(who) removed the app \(detail?["teamsAppDisplayName"]?.string ?? "")"
    case "messagePinnedEventMessageDetail": return "\(who) pinned a message"
    case "messageUnpinnedEventMessageDetail": return "\(who) unpinned a message"
    default:
      // Words in lower case from a name such as `conversationMemberRoleUpdatedEventMessageDetail`.
      let words = action.replacing("EventMessageDetail", with: "").reduce(into: "") {
        $0 += $1.isUppercase ? " \($1.lowercased())" : String($1)
      }
      return "\(who): \(words)"
    }
  }

  /// Returns the text of a card sent by an app, JSON within a text, and the rest of it as JSON.
  private static func words(ofCard text: String?) -> (words: String?, rest: String?) {
    guard let text else { return (nil, nil) }
    guard
      let card = JSONDocument.read(MemoryByteSource(Array(text.utf8), name: ""), limit: 1 << 20)
    else { return (nil, text) }
    var lines: [String] = []
    collect(card, into: &lines, depth: 0)
    var rest: String?
    if card.selectRest(of: knownOfCard) {
      let writer = JSONWriter()
      writer.rest(of: card)
      rest = writer.take()
    }
    return (lines.isEmpty ? nil : lines.joined(separator: "\n"), rest)
  }

  /// Maximum depth of a card's parts, and maximum number of its lines.
  private static let deepestPart = 16
  private static let mostLines = 200

  private static func collect(_ value: JSONValue, into lines: inout [String], depth: Int) {
    guard depth < deepestPart else { return }
    for item in value.elements { collect(item, into: &lines, depth: depth + 1) }
    for field in value.fields where lines.count < mostLines {
      guard field.value.kind == .string else {
        collect(field.value, into: &lines, depth: depth + 1)
        continue
      }
      guard ["title", "subtitle", "text", "value"].contains(field.key.string ?? ""),
        let text = field.value.string
      else { continue }
      let words = HTMLText.styled(text).string
      if !words.isEmpty { lines.append(words) }
    }
  }

  /// Returns the message that an attachment forwards.
  private static func forwarded(_ attachment: GraphValue) -> GraphValue? {
    guard attachment["contentType"]?.equals("forwardedMessageReference") == true,
      let text = attachment["content"]?.string
    else { return nil }
    return JSONDocument.read(MemoryByteSource(Array(text.utf8), name: "")).map(GraphValue.init)
  }
}

/// A value of Graph. PowerShell capitalises the names of fields; null values count as missing.
private struct GraphValue {
  let json: JSONValue

  static func capitalised(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  subscript(name: String) -> GraphValue? {
    guard let found = json[name] ?? json[Self.capitalised(name)], !found.isNull else { return nil }
    return GraphValue(json: found)
  }

  var string: String? { json.string }
  var scalarText: String? { json.scalarText }
  var elements: [GraphValue] { json.elements.map(GraphValue.init) }
  func equals(_ text: String) -> Bool { json.equals(text) }
}
