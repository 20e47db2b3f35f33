import LugeArchive

/// The fields of a Telegram message that Luge interprets.
enum TelegramField: UInt8, CaseIterable {
  case id, type, date, text, from, actor, action, edited, author, photo, file, thumbnail, width,
    height, title, poll, reactions, contact, address, dateUnix, editedUnix, textEntities, fromID,
    actorID, replyTo, replyToPeer, forwardedFrom, savedFrom, photoSize, fileName, fileSize,
    thumbnailSize, mediaType, mimeType, duration, performer, stickerEmoji, contactCard,
    contactCardSize, location, placeName, livePeriod, gameTitle, gameDescription, gameLink,
    invoice, todoList, giveaway, giveawayResults, informationText,
    buttons

  /// Name in the export.
  var name: String { Self.names[ordinal] }
  /// Index in tables.
  var ordinal: Int { Int(rawValue) }

  private static let names = [
    "id", "type", "date", "text", "from", "actor", "action", "edited", "author", "photo", "file",
    "thumbnail", "width", "height", "title", "poll", "reactions", "contact_information",
    "address", "date_unixtime", "edited_unixtime", "text_entities", "from_id", "actor_id",
    "reply_to_message_id", "reply_to_peer_id", "forwarded_from", "saved_from", "photo_file_size",
    "file_name", "file_size", "thumbnail_file_size", "media_type", "mime_type",
    "duration_seconds", "performer", "sticker_emoji", "contact_vcard", "contact_vcard_file_size",
    "location_information", "place_name", "live_location_period_seconds", "game_title",
    "game_description", "game_link", "invoice_information", "todo_list", "giveaway_information",
    "giveaway_results", "information_text", "inline_bot_buttons",
  ]
}

/// Finds a field by the bytes of its name, without making a string.
struct TelegramFieldTable: Sendable {
  static let shared = TelegramFieldTable()

  private let slots: [(name: [UInt8], field: TelegramField)?]
  private let mask: Int

  private init() {
    let size = 256
    mask = size - 1
    var slots = [(name: [UInt8], field: TelegramField)?](repeating: nil, count: size)
    for field in TelegramField.allCases {
      let name = Array(field.name.utf8)
      var slot = name.withUnsafeBufferPointer(Self.hash) & mask
      while slots[slot] != nil { slot = (slot + 1) & mask }
      slots[slot] = (name, field)
    }
    self.slots = slots
  }

  /// - Complexity: O(length of the name).
  func field(_ name: UnsafeBufferPointer<UInt8>) -> TelegramField? {
    var slot = Self.hash(name) & mask
    while let entry = slots[slot] {
      if entry.name.count == name.count, name.elementsEqual(entry.name) { return entry.field }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Returns an FNV-1a hash.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash)
  }
}
