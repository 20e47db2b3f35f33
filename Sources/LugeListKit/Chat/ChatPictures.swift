import LugeChat
import LugeCore

/// The pictures of messages in memory, as a catalog for the picture viewer.
struct ChatPictures: PictureCatalog {
  let messages: [ChatMessage]
  let configuration: ChatConfiguration

  func entries() -> [PictureEntry] {
    messages.enumerated().flatMap { position, message in
      message.media.compactMap { medium in
        guard medium.isViewable, let key = medium.imageKey else { return nil }
        return PictureEntry(
          item: message.id, position: position, key: key,
          fileName: medium.fileName, pixelSize: medium.pixelSize)
      }
    }
  }

  func details(of entry: PictureEntry) -> PictureDetails {
    guard messages.indices.contains(entry.position),
      messages[entry.position].id == entry.item
    else { return PictureDetails() }
    let message = messages[entry.position]
    let strings = configuration.appearance.strings
    let seconds = message.localSeconds(in: configuration.zone)
    let date = CivilDate(localSeconds: seconds)
    let clock = strings.timeOfDay(CivilDate.secondOfDay(ofLocalSeconds: seconds))
    return PictureDetails(
      words: PictureWords(
        title: message.author.name,
        detail: "\(strings.dates.short(date)), \(clock)",
        caption: String(message.text.string.prefix(2000))),
      preview: message.media.first { $0.imageKey == entry.key }?.preview)
  }
}

extension ChatMessage {
  /// Returns the local time of the message, seconds since 1970.
  func localSeconds(in zone: ZoneOffsets) -> Int64 {
    timeIsLocalWallClock ? time : zone.localSeconds(at: time)
  }
}
