import Foundation
import LugeArchive
import LugeChat
import LugeCore

/// One of a conversation's pictures.
struct PictureEntry: Hashable, Sendable {
  var message: Int64
  var position: Int
  var key: ImageKey
  /// The file, when there is one.
  var path: String?
  var fileName: String?
  /// As the archive knows it.
  var pixelSize: PixelSize?
  var preview: BlurHash?
}

/// What is written around a picture.
struct PictureWords: Hashable, Sendable {
  var title = ""
  var detail = ""
  var caption = ""
}

/// Reads the pictures of a conversation; for background threads.
struct PictureCatalog: Sendable {
  let archive: Archive
  let conversation: ConversationSummary
  let zone: ZoneOffsets

  /// All pictures that can be looked at, in the conversation's order.
  ///
  /// - Complexity: O(messages).
  func entries() throws(ArchiveError) -> [PictureEntry] {
    let mapper = MessageMapper(conversation, archive: archive)
    let places = try archive.pictures(
      in: conversation.id, kinds: [.photo, .animation, .sticker])
    return places.compactMap { place in
      let medium = mapper.media(place.medium)
      guard medium.isViewable, let key = medium.imageKey else { return nil }
      return PictureEntry(
        message: place.message, position: place.position, key: key, path: medium.path,
        fileName: medium.fileName, pixelSize: medium.pixelSize)
    }
  }

  /// Who sent it, when, and what was said.
  func words(for entry: PictureEntry) -> PictureWords {
    guard let message = try? archive.message(entry.message) else { return PictureWords() }
    let strings = ChatAppearance().strings
    let time = message.time
    let local =
      time.certainty == .exact ? time.seconds + Int64(zone.offset(at: time.seconds)) : time.seconds
    let date = CivilDate(daysSince1970: CivilDate.day(ofLocalSeconds: local))
    let clock = strings.timeOfDay(CivilDate.secondOfDay(ofLocalSeconds: local))
    return PictureWords(
      title: message.author?.name ?? conversation.name,
      detail: "\(strings.shortDate(date, currentYear: nil)), \(clock)",
      caption: String(message.text.string.prefix(2000)))
  }
}
