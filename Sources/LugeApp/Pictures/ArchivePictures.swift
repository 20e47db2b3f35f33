import LugeArchive
import LugeChat
import LugeCore
import LugeListKit

/// The pictures of a conversation, as a catalog for the viewer; for background threads.
struct ArchivePictures: PictureCatalog {
  let archive: Archive
  let conversation: ConversationSummary
  let zone: ZoneOffsets
  /// Whether the list that shows them begins with the newest item.
  var isNewestFirst = false

  /// Returns all pictures that can be viewed, in the order of the list that shows them.
  ///
  /// - Complexity: O(messages).
  func entries() throws(ArchiveError) -> [PictureEntry] {
    let mapper = MessageMapper(conversation, archive: archive)
    let places = try archive.pictures(
      in: conversation.id, kinds: [.photo, .animation, .sticker, .file])
    // Pictures within one message or post keep its order.
    let shown =
      isNewestFirst || conversation.kind == .timeline
      ? places.sorted { ($1.position, $0.index) < ($0.position, $1.index) } : places
    return shown.compactMap { place in
      let medium = mapper.media(place.medium)
      guard medium.isViewable, let key = medium.imageKey else { return nil }
      return PictureEntry(
        item: ItemID(place.message), position: place.position, key: key,
        fileName: medium.fileName, pixelSize: medium.pixelSize)
    }
  }

  /// Returns sender, time, caption and preview of a picture.
  func details(of entry: PictureEntry) -> PictureDetails {
    guard let message = try? archive.message(entry.item.rawValue) else { return PictureDetails() }
    return PictureDetails(
      words: words(of: message, about: note(of: entry, in: message)),
      preview: preview(of: entry, in: message))
  }

  private func preview(of entry: PictureEntry, in message: StoredMessage) -> BlurHash? {
    let mapper = MessageMapper(conversation, archive: archive)
    let paths = message.media.compactMap { MessageMapper.picturePath(of: $0) }
    let facts = try? archive.pictureFacts(of: paths, in: conversation.id)
    return message.media.lazy.map { mapper.media($0, facts: facts ?? [:]) }
      .first { $0.imageKey == entry.key }?.preview
  }

  /// Returns the sender's description of this picture, for people who do not see it.
  private func note(of entry: PictureEntry, in message: StoredMessage) -> String {
    let mapper = MessageMapper(conversation, archive: archive)
    let medium = message.media.first { mapper.media($0).imageKey == entry.key }
    return String((medium?.note ?? "").prefix(2000))
  }

  private func words(of message: StoredMessage, about picture: String) -> PictureWords {
    let strings = ChatAppearance().strings
    let local = zone.localSeconds(of: message.time)
    let date = CivilDate(localSeconds: local)
    let clock = strings.timeOfDay(CivilDate.secondOfDay(ofLocalSeconds: local))
    return PictureWords(
      title: ForeignText.name(message.author?.name ?? conversation.name),
      detail: "\(strings.dates.short(date)), \(clock)",
      caption: [String(message.text.string.prefix(2000)), picture].filter { !$0.isEmpty }
        .joined(separator: "\n\n"))
  }
}
