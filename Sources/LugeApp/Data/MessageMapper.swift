import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeImages
import LugeWords

/// Converts stored messages of archives into messages of the chat; for rooms see
/// ``LiveMessageMapper``.
struct MessageMapper: Sendable {
  let mediaFolders: MediaFolders
  let ownAuthor: AuthorID?
  /// Name of the other person in a conversation of two that is named after one of them, if the
  /// owner is unknown.
  let otherName: String?
  let colors: AuthorColors
  /// Whether only the beginning of a long text is shown.
  var isFolding = false

  /// Makes a mapper for media only.
  init(media: MediaFolders) {
    mediaFolders = media
    ownAuthor = nil
    otherName = nil
    colors = AuthorColors()
  }

  init(_ conversation: ConversationSummary, archive: Archive) {
    mediaFolders = conversation.mediaFolders
    ownAuthor = conversation.ownAuthorID
    var other: String?
    if conversation.ownAuthorID == nil, conversation.authors == 2 {
      let first = try? archive.messages(
        in: conversation.id, at: 0..<min(64, conversation.count))
      if first?.contains(where: { $0.author?.name == conversation.name }) == true {
        other = conversation.name
      }
    }
    otherName = other
    colors = AuthorColors(of: conversation, archive)
  }

  /// - Parameter facts: facts about the pictures among the media, by their paths in the archive.
  func message(
    _ stored: StoredMessage, facts: [String: PictureFacts] = [:]
  ) -> ChatMessage {
    let author = author(stored.author)
    var message = ChatMessage(
      id: ItemID(stored.id), author: author, isOutgoing: isOwn(stored.author),
      time: stored.time.seconds,
      timeIsLocalWallClock: stored.time.certainty != .exact,
      text: text(of: stored),
      reply: stored.reply.map(reply), forwardedFrom: stored.forwardedFrom.map(ForeignText.name),
      isEdited: stored.isEdited, media: stored.media.map { media($0, facts: facts) },
      reactions: stored.reactions.map {
        ChatReaction(emoji: $0.shownEmoji, count: $0.count, people: $0.authors)
      })
    // Exports of Discord and Slack have the page cards of a message among its media.
    message.links = stored.media.compactMap(Self.card)
    message.media = zip(message.media, stored.media)
      .filter { !Self.isBesideText($1) && Self.card($1) == nil }.map(\.0)
    message.via = Self.bot(in: stored.unknownFields).map(ForeignText.name)
    message.revision = Self.revision(of: message.media)
    message.setKind(stored.kind)
    return message
  }

  private struct BotField: Decodable {
    let name: String?

    private enum CodingKeys: String, CodingKey { case name = "via_bot" }
  }

  /// Returns the name of the bot with whose help a message was written: a field of Telegram's
  /// exports that archives keep as it is.
  private static func bot(in fields: String?) -> String? {
    // Few messages have it, and other fields may be megabytes long.
    guard let fields, fields.utf8.count < 64 << 10, fields.contains("\"via_bot\""),
      let name = try? JSONDecoder().decode(BotField.self, from: Data(fields.utf8)).name,
      !name.isBlank
    else { return nil }
    return name
  }

  private func text(of stored: StoredMessage) -> StyledText {
    if case .service = stored.kind {
      sentence(stored)
    } else {
      drawn(linking(Self.shownText(of: stored)))
    }
  }

  /// Whether text belongs to the message's text; text that ends with an address is a card.
  private static func isBesideText(_ record: MediaRecord) -> Bool {
    record.isWords && card(record) == nil
  }

  /// Returns the text of a message that is shown and copied: what its author wrote and, behind a
  /// bar, attached text.
  static func shownText(of stored: StoredMessage) -> StyledText {
    guard stored.kind == .message, stored.media.contains(where: isBesideText) else {
      return stored.text
    }
    var text = stored.text
    for words in stored.media.lazy.filter(isBesideText).compactMap(\.note) {
      let isFirst = text.isEmpty
      if !isFirst { text.string += "\n\n" }
      let start = text.string.utf8.count
      text.string += words
      if !isFirst { text.spans.append(.init(start..<text.string.utf8.count, .blockquote)) }
    }
    return text
  }

  /// Returns the sentence of a service message. The name that it begins with keeps its own
  /// direction without changing that of the sentence.
  private func sentence(_ stored: StoredMessage) -> StyledText {
    // The host of someone who joins is not an address: `ann [~ann@example.org] has joined`.
    let said = ServiceWords.said(stored.text.string)
    let text = drawn(
      LinkDetector(.addresses).linking(
        said == stored.text.string ? stored.text : StyledText(said)))
    guard let name = stored.author?.name, !name.isEmpty, text.spans.isEmpty,
      text.string.hasPrefix(name)
    else { return text }
    let rest = text.string.dropFirst(name.count)
    let isolated = ForeignText.isolated(name)
    guard isolated != name, !Directionality.startsRightToLeft(String(rest)) else { return text }
    return StyledText(isolated + rest)
  }

  /// Number of bytes that is certainly more than a folded text shows
  /// (`ChatPresentation.foldedLines`).
  private static let foldedBytes = 64 << 10

  /// Returns a text with links, in the part that may be shown: in a message of megabytes, finding
  /// all of them takes seconds.
  private func linking(_ text: StyledText) -> StyledText {
    guard isFolding, text.string.utf8.count > Self.foldedBytes else {
      return LinkDetector().linking(text)
    }
    let beginning = StyledText(
      Clipping.prefix(text.string, bytes: Self.foldedBytes),
      spans: text.spans.filter { $0.range.upperBound <= Self.foldedBytes })
    let spans =
      LinkDetector().linking(beginning).spans
      + text.spans.filter { $0.range.upperBound > Self.foldedBytes }
    return StyledText(
      text.string, spans: spans.sorted { $0.range.lowerBound < $1.range.lowerBound }
    ).withReadableLinks()
  }

  /// Returns a text in which custom emoji are pictures if the export has their files; as text they
  /// remain the standard emoji that replaces them.
  func drawn(_ text: StyledText) -> StyledText {
    guard text.spans.contains(where: { $0.attribute.pictureFile != nil }) else { return text }
    var text = text
    for index in text.spans.indices {
      guard let file = text.spans[index].attribute.pictureFile.map(key),
        ExportFile.byteCount(of: file) != nil
      else { continue }
      text.spans[index].attribute = .image(.emoji(file))
    }
    return text
  }

  private func isOwn(_ author: StoredAuthor?) -> Bool {
    guard let author else { return false }
    if let ownAuthor { return author.id == ownAuthor }
    if let otherName { return author.name != otherName }
    return false
  }

  private func author(_ stored: StoredAuthor?) -> ChatAuthor {
    ChatAuthor(stored) { colors[$0] }
  }

  private func reply(_ stored: StoredReply) -> ReplyPreview {
    guard let original = stored.original else { return .missing(item: nil) }
    let snippet =
      original.snippet.isEmpty
      ? original.mediaKind.map { $0.rawValue.capitalized } ?? "" : original.snippet
    let author = author(original.author)
    return ReplyPreview(
      item: ItemID(original.id),
      // As in the list of conversations, the user is shown as "You".
      authorName: isOwn(original.author) ? localized("You") : author.name,
      authorColorIndex: author.colorIndex,
      snippet: snippet, picture: picture(ofAnswered: original, in: stored))
  }

  /// Returns the small picture beside a quoted message. Only from this conversation's own files,
  /// because those of another conversation are in another folder.
  private func picture(
    ofAnswered original: StoredReply.Original, in reply: StoredReply
  ) -> ImageKey? {
    guard reply.conversationKey == nil, let record = original.media,
      [.picture, .animation].contains(record.kind.form),
      let path = record.thumbnailPath ?? record.path, !path.isWebAddress
    else { return nil }
    return key(path)
  }

  func media(_ record: MediaRecord, facts: [String: PictureFacts] = [:]) -> ChatMedia {
    let file = record.path.flatMap { $0.isWebAddress ? nil : key($0) }
    let kind = record.kind.shown
    let shown = Self.picturePath(of: record).map { $0.isWebAddress ? ImageKey($0) : key($0) }
    var size = Self.size(record.width, record.height)
    let known = Self.picturePath(of: record).flatMap { facts[$0] }
    if size == nil { size = Self.size(known?.width, known?.height) }
    var medium = ChatMedia(
      kind: kind, imageKey: shown, path: file?.source,
      fileName: Self.shownName(record.fileName, file: file).map(ForeignText.visible),
      mimeType: record.mimeType,
      byteSize: record.size ?? (kind == .file ? file.flatMap(Self.fileSize) : nil),
      pixelSize: size,
      preview: known?.blurHash.flatMap { BlurHash($0) },
      duration: record.duration ?? known?.duration,
      note: record.note)
    if let file, medium.isPlayable {
      medium.isMissing = ExportFile.byteCount(of: file) == nil
    }
    if kind == .poll { medium.poll = record.note.flatMap(PollNote.init).map(ChatPoll.init) }
    return medium
  }

  /// Returns the card of a page: attached text whose last line is an address.
  static func card(_ record: MediaRecord) -> LinkCard? {
    guard record.kind == .other, record.path == nil, let note = record.note else { return nil }
    let lines = note.split(separator: "\n").map(String.init)
    guard let url = lines.last, url.isWebAddress, !url.contains(" ") else { return nil }
    let picture = record.thumbnailPath.flatMap { $0.isWebAddress ? ImageKey($0) : nil }
    return LinkCard(
      url: url, title: lines.count > 1 ? ForeignText.visible(lines[0]) : "",
      summary: ForeignText.visible(lines.dropFirst().dropLast().joined(separator: " ")),
      picture: picture)
  }

  /// Returns a picture's size; nil if it is impossible: the size is then found as if it were
  /// missing.
  private static func size(_ width: Int?, _ height: Int?) -> PixelSize? {
    let possible = 1...1_000_000
    guard let width, let height, possible.contains(width), possible.contains(height) else {
      return nil
    }
    return PixelSize(width: width, height: height)
  }

  /// Returns the revision of a message with media. Archives are not edited, so that a message
  /// changes only when the size of a picture on the network becomes known.
  static func revision(of media: [ChatMedia]) -> Revision {
    var mix = RevisionMix()
    var hasSizes = false
    for medium in media where medium.imageKey?.source.isWebAddress == true {
      guard let size = medium.pixelSize else { continue }
      hasSizes = true
      mix.add(UInt64(clamping: size.width))
      mix.add(UInt64(clamping: size.height))
    }
    return hasSizes ? mix.revision : .initial
  }

  /// Returns the bytes of a file whose size is not in the export.
  private static func fileSize(_ file: ImageKey) -> Int64? {
    ExportFile.byteCount(of: file).map(Int64.init)
  }

  /// Returns the name to show for a file: the one that its sender gave it, unless that suggests
  /// another type than the file that is opened.
  static func shownName(_ name: String?, file: ImageKey?) -> String? {
    guard let name, let file else { return name }
    let own = (file.source as NSString).lastPathComponent
    let promised = (name as NSString).pathExtension.lowercased()
    return promised == (own as NSString).pathExtension.lowercased() ? name : own
  }

  /// Returns the path, in the archive, or the address of the picture that is shown; nil for other
  /// media.
  static func picturePath(of record: MediaRecord) -> String? {
    let form = record.kind.form
    let picture = form == .picture || isPictureFile(record) ? record.path : nil
    return picture ?? record.thumbnailPath ?? (form.isVisual ? record.path : nil)
  }

  /// Whether it is a picture sent as a file, in a format that can be decoded.
  private static func isPictureFile(_ record: MediaRecord) -> Bool {
    guard record.kind == .file, let type = record.mimeType?.lowercased() else { return false }
    return [
      "jpeg", "jpg", "png", "apng", "gif", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp",
      "x-bmp", "x-ms-bmp",
    ].contains {
      type == "image/\($0)"
    }
  }

  /// Returns the file for a path in the archive; no other function decides that. Whoever made the
  /// export must not choose among the user's other files: a path that leads out of the export's
  /// folder is resolved inside of it, and without a folder nothing is opened.
  func key(_ path: String) -> ImageKey {
    guard let place = mediaFolders.place(of: path) else { return ImageKey(sealed: path) }
    let folder = place.folder
    let names = place.path.pathParts.filter {
      !PathNames.isSame($0, ".") && !PathNames.isSame($0, "..")
    }
    return ImageKey(
      names.joined(separator: "/"),
      beneath: folder.hasSuffix("/") ? String(folder.dropLast()) : folder)
  }
}

extension StyledText.Attribute {
  /// File of a custom emoji that is a still picture; exports name others by number, or say that
  /// they were omitted.
  fileprivate var pictureFile: String? {
    guard case .customEmoji(let id) = self,
      [".webp", ".png"].contains(where: { id.lowercased().hasSuffix($0) })
    else { return nil }
    return id
  }
}

extension ChatPoll {
  fileprivate init(_ note: PollNote) {
    self.init(
      question: note.question,
      answers: note.answers.map { Answer($0.text, votes: $0.votes, isChosen: $0.isChosen) },
      voters: note.voters, isClosed: note.isClosed)
  }
}

extension AuthorColors {
  /// Assigns colours to authors: those with a conversation of their own have its colour, then
  /// those with most messages get what is left. Blocks.
  init(of conversation: ConversationSummary, _ archive: Archive) {
    // The number of people who share a colour is small up to here.
    let limit = 4 * AuthorPalette.colors.count
    let busiest = (try? archive.busiestAuthors(in: conversation.id, limit: limit)) ?? []
    // The user's own name is shown only in replies.
    let own = busiest.filter { $0 == conversation.ownAuthorID }
    // In a conversation of two, the other person has the same colour as in the list of
    // conversations.
    let others = busiest.filter { $0 != conversation.ownAuthorID }
    self.init(
      ((conversation.partnerID.map { [$0] } ?? []) + others + own).map(\.rawValue),
      keeping: try? archive.faceColors())
  }
}

extension MessageMapper {
  /// Returns a message, with the pictures of its album if it represents one.
  func message(
    at index: Int, of stretch: AlbumReader.Stretch, facts: [String: PictureFacts]
  ) -> ChatMessage {
    let messages = stretch.messages
    var message = message(messages[index], facts: facts)
    guard let group = stretch.albums.first(where: { $0.contains(index) }) else { return message }
    guard Albums.shown(group, in: messages) == index else {
      message.album = .folded
      return message
    }
    func neighbour(_ index: Int) -> NeighbourMessage? {
      guard messages.indices.contains(index) else { return nil }
      return NeighbourMessage(self.message(messages[index]))
    }
    let parts = messages[group].map { self.message($0, facts: facts) }
    message.album = .shown(
      before: neighbour(group.lowerBound - 1), after: neighbour(group.upperBound))
    message.media = parts.flatMap(\.media)
    message.reply = parts.lazy.compactMap(\.reply).first
    message.isEdited = parts.contains(where: \.isEdited)
    message.reactions = Self.sum(parts.flatMap(\.reactions))
    return message
  }

  static func sum(_ reactions: [ChatReaction]) -> [ChatReaction] {
    var result: [ChatReaction] = []
    var places: [String: Int] = [:]
    var people: [Set<String>] = []
    for reaction in reactions {
      if let known = places[reaction.emoji] {
        result[known].count = result[known].count.addingClamped(reaction.count)
        result[known].people += reaction.people.filter { people[known].insert($0).inserted }
      } else {
        places[reaction.emoji] = result.count
        result.append(reaction)
        people.append(Set(reaction.people))
      }
    }
    return result
  }
}
