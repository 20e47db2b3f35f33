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

/// Finds a field by the bytes of its name.
enum TelegramFieldTable {
  static let shared = NameTable<TelegramField>(TelegramField.allCases.map { ($0.name, $0) })
}
