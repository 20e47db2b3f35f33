import Foundation
import LugeArchive
import LugeCore

/// Reads the attachments of a message.
enum TelegramMedia {
  static func read(_ object: inout TelegramObject) -> [MediaRecord] {
    guard hasAny(object) else { return [] }
    var media: [MediaRecord] = []
    if let photo = photo(&object) { media.append(photo) }
    if let file = file(&object) { media.append(file) }
    if let contact = contact(&object) { media.append(contact) }
    if let location = location(&object) { media.append(location) }
    if let poll = poll(&object) { media.append(poll) }
    if let game = game(&object) { media.append(game) }
    if let invoice = invoice(&object) { media.append(invoice) }
    if let list = todoList(&object) { media.append(list) }
    if let giveaway = giveaway(&object) { media.append(giveaway) }
    if let buttons = buttons(&object) { media.append(buttons) }
    return media
  }

  private static let fields: [TelegramField] = [
    .photo, .file, .contact, .location, .placeName, .poll, .gameTitle, .invoice, .todoList,
    .giveaway, .giveawayResults, .buttons,
  ]

  private static func hasAny(_ object: TelegramObject) -> Bool {
    fields.contains { object.has($0) }
  }

  // MARK: - Files

  private static func photo(_ object: inout TelegramObject) -> MediaRecord? {
    guard let path = path(object.take(.photo)) else { return nil }
    var media = MediaRecord(kind: .photo, path: path.file, size: object.integer(.photoSize))
    readSize(&object, into: &media)
    return media
  }

  private static func file(_ object: inout TelegramObject) -> MediaRecord? {
    guard let path = path(object.take(.file)).map(\.file) else { return nil }
    var media = MediaRecord(kind: .file, path: path)
    media.kind = kind(object.string(.mediaType))
    media.mimeType = object.string(.mimeType)
    media.fileName = object.string(.fileName)
    if media.fileName == nil, media.kind == .file {
      // For stickers, voice and video messages the file's name is only the exporter's numbering.
      media.fileName = path.map { ($0 as NSString).lastPathComponent }
    }
    media.size = object.integer(.fileSize)
    media.duration = object.take(.duration)?.double
    media.thumbnailPath = self.path(object.take(.thumbnail))?.file
    _ = object.take(.thumbnailSize)
    readSize(&object, into: &media)
    media.note = caption(&object, kind: media.kind)
    return media
  }

  private static func kind(_ type: String?) -> MediaRecord.Kind {
    switch type {
    case "sticker": .sticker
    case "video_message": .videoMessage
    case "voice_message": .voice
    case "animation": .animation
    case "video_file": .video
    case "audio_file": .audio
    default: .file
    }
  }

  private static func caption(
    _ object: inout TelegramObject, kind: MediaRecord.Kind
  ) -> String? {
    switch kind {
    case .sticker: object.string(.stickerEmoji)
    case .audio: joined([object.string(.performer), object.string(.title)], by: " – ")
    default: nil
    }
  }

  private static func readSize(_ object: inout TelegramObject, into media: inout MediaRecord) {
    media.width = object.integer(.width).map { Int(clamping: $0) }
    media.height = object.integer(.height).map { Int(clamping: $0) }
  }

  /// A message's file; its path is nil if the export has a sentence in its place, because the file
  /// was omitted. The sentence is always the same, and is shown once, with the import.
  private struct Path {
    var file: String?
  }

  private static func path(_ value: JSONValue?) -> Path? {
    guard let text = value?.string, !text.isEmpty else { return nil }
    if text.hasSuffix(")"), ["(File ", "(Photo "].contains(where: { text.contains($0) }) {
      return Path(file: nil)
    }
    return Path(file: text)
  }

  /// Reads rows of buttons below a bot's message, with the addresses that they open.
  private static func buttons(_ object: inout TelegramObject) -> MediaRecord? {
    guard let rows = object.take(.buttons), rows.kind == .array else { return nil }
    var lines: [String] = []
    for row in rows.elements {
      for button in row.elements {
        guard let text = button["text"]?.string, !text.isEmpty else { continue }
        let data = button["data"]?.string ?? ""
        lines.append("▸ \(text)\(data.contains("://") ? " (\(data))" : "")")
      }
    }
    return lines.isEmpty ? nil : .words(lines.joined(separator: "\n"))
  }

  // MARK: - Things without a file

  private static func contact(_ object: inout TelegramObject) -> MediaRecord? {
    guard let contact = object.take(.contact), contact.kind == .object else { return nil }
    let name = joined([contact["first_name"]?.string, contact["last_name"]?.string], by: " ")
    let card = path(object.take(.contactCard))
    return MediaRecord(
      kind: .contact, path: card?.file, size: object.integer(.contactCardSize),
      note: joined([name, contact["phone_number"]?.scalarText], by: ", "))
  }

  private static func location(_ object: inout TelegramObject) -> MediaRecord? {
    guard object.has(.location) || object.has(.placeName) else { return nil }
    let point = object.take(.location)
    let coordinates = joined(
      [point?["latitude"]?.scalarText, point?["longitude"]?.scalarText], by: ", ")
    let place = joined([object.string(.placeName), object.string(.address)], by: ", ")
    let live = object.integer(.livePeriod).map { "live for \(TelegramFormat.duration($0))" }
    return MediaRecord(kind: .location, note: joined([place, coordinates, live], by: "\n"))
  }

  private static func poll(_ object: inout TelegramObject) -> MediaRecord? {
    guard let poll = object.take(.poll), poll.kind == .object else { return nil }
    let answers = (poll["answers"].map { Array($0.elements) } ?? []).map { answer in
      PollNote.Answer(
        TelegramText.read(text: answer["text"], entities: nil).string,
        votes: answer["voters"]?.integer.map { Int(clamping: $0) },
        isChosen: answer["chosen"]?.boolean == true)
    }
    let known = PollNote(
      TelegramText.read(text: poll["question"], entities: nil).string, answers,
      voters: poll["total_voters"]?.integer.map { Int(clamping: $0) },
      isClosed: poll["closed"]?.boolean == true)
    return MediaRecord(kind: .poll, note: known.note)
  }

  private static func game(_ object: inout TelegramObject) -> MediaRecord? {
    guard let title = object.string(.gameTitle) else { return nil }
    return joined(
      ["Game: \(title)", object.string(.gameDescription), object.string(.gameLink)], by: "\n"
    ).map(MediaRecord.words)
  }

  /// Reads an invoice. Some versions write the object as a string with JSON, which is shown as it
  /// is.
  private static func invoice(_ object: inout TelegramObject) -> MediaRecord? {
    guard let invoice = object.take(.invoice), !invoice.isNull else { return nil }
    guard invoice.kind == .object else {
      return .words("Invoice: \(invoice.scalarText ?? "")")
    }
    let amount = invoice["amount"]?.integer.map {
      TelegramFormat.money($0, currency: invoice["currency"]?.string)
    }
    return joined(
      ["Invoice: \(invoice["title"]?.string ?? "")", invoice["description"]?.string, amount],
      by: "\n"
    ).map(MediaRecord.words)
  }

  private static func todoList(_ object: inout TelegramObject) -> MediaRecord? {
    guard let list = object.take(.todoList), list.kind == .object else { return nil }
    let title = TelegramText.read(text: list["title"], entities: nil).string
    let items = list["answers"].map { answers in
      answers.elements.map {
        "• \(TelegramText.read(text: $0["text"], entities: nil).string)"
      }
    }
    return .words((["List: \(title)"] + (items ?? [])).joined(separator: "\n"))
  }

  private static func giveaway(_ object: inout TelegramObject) -> MediaRecord? {
    let results = object.peek(.giveawayResults)
    guard let giveaway = object.peek(.giveaway) ?? results, giveaway.kind == .object
    else { return nil }
    // All details are also kept among the unknown fields, because a note cannot contain them all.
    let prizes = joined(
      [
        (giveaway["quantity"] ?? giveaway["winners_count"])?.integer
          .map { TelegramFormat.count($0, "winner") },
        giveaway["months"]?.integer.map { "\(TelegramFormat.count($0, "month")) of Premium" },
        giveaway["stars"]?.integer.map { TelegramFormat.count($0, "star") },
        giveaway["additional_prize"]?.string,
      ], by: ", ")
    let title = results == nil ? "Giveaway" : "Giveaway results"
    return joined([title, prizes], by: ": ").map(MediaRecord.words)
  }

  /// Joins the parts that are not nil; nil if there are none.
  private static func joined(_ parts: [String?], by separator: String) -> String? {
    let present = parts.compactMap { $0 }.filter { !$0.isEmpty }
    return present.isEmpty ? nil : present.joined(separator: separator)
  }
}
