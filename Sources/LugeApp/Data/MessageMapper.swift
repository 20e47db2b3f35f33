import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeImages
import LugeWords

/// Turns messages of the store into messages of the chat: the one place where both are known.
struct MessageMapper: Sendable {
  let mediaFolders: MediaFolders
  let ownAuthor: AuthorID?
  /// In a conversation of two that does not say who exported it, the one it is named after is the
  /// other.
  let otherName: String?
  let colors: AuthorColors
  /// Whether no more of a long text is shown than its beginning.
  var isFolding = false

  /// For media alone.
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

  /// - Parameter facts: of the pictures among the media, by their paths in the archive.
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
        ChatReaction(emoji: Self.shown($0.emoji), count: $0.count, people: $0.authors)
      })
    // Discord's and Slack's exports have the pages that a message shows among its media.
    for (index, record) in stored.media.enumerated().reversed() {
      if let card = Self.card(record) {
        message.media.remove(at: index)
        message.links.insert(card, at: 0)
      } else if Self.isBesideText(record) {
        message.media.remove(at: index)
      }
    }
    message.revision = Self.revision(of: message.media)
    switch stored.kind {
    case .message: break
    case .service: message.isService = true
    case .deleted: message.isDeleted = true
    }
    return message
  }

  private func text(of stored: StoredMessage) -> StyledText {
    if case .service = stored.kind {
      sentence(stored)
    } else {
      drawn(linking(Self.shownText(of: stored)))
    }
  }

  /// Words that stand in the message itself; those that end with an address are a card.
  private static func isBesideText(_ record: MediaRecord) -> Bool {
    record.isWords && card(record) == nil
  }

  /// The text that is shown of a message, and that is copied: what its author wrote and, set off by
  /// a bar, what came with it in words.
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
  /// direction and leaves the sentence its own.
  private func sentence(_ stored: StoredMessage) -> StyledText {
    // Who came with which host is no address of anybody: `ann [~ann@example.org] has joined`.
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

  /// Bytes that are more than a folded text shows: `ChatPresentation.foldedLines` end before.
  private static let foldedBytes = 64 << 10

  /// Links of what may be shown: in a message of megabytes they would be looked for for seconds.
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

  /// Emoji that people drew themselves become pictures where the export has their files; as text
  /// they stay the common emoji that stand for them.
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

  /// Placeholder of emoji that people drew themselves: exports name their documents, by number or
  /// file.
  static let customReaction = "✦"
  private static let longestName = 32

  /// `:party_parrot:` is what people called their own.
  private static func shown(_ emoji: String) -> String {
    if emoji.utf8.count > 2, emoji.hasPrefix(":"), emoji.hasSuffix(":") {
      return ForeignText.visible(String(emoji.prefix(longestName)))
    }
    let isDocument = emoji.utf8.allSatisfy { $0 < 0x80 } && emoji.utf8.count > 4
    return isDocument ? customReaction : emoji
  }

  private func isOwn(_ author: StoredAuthor?) -> Bool {
    guard let author else { return false }
    if let ownAuthor { return author.id == ownAuthor }
    if let otherName { return author.name != otherName }
    return false
  }

  private func author(_ stored: StoredAuthor?) -> ChatAuthor {
    guard let stored else { return ChatAuthor(id: 0, name: "") }
    return ChatAuthor(
      id: stored.id.rawValue, name: ForeignText.name(stored.name),
      colorIndex: colors[stored.id.rawValue])
  }

  private func reply(_ stored: StoredReply) -> ReplyPreview {
    guard let original = stored.original else {
      return ReplyPreview(
        item: nil, authorName: "", snippet: localized("A message that is not here"))
    }
    let snippet =
      original.snippet.isEmpty
      ? original.mediaKind.map { $0.rawValue.capitalized } ?? "" : original.snippet
    let author = author(original.author)
    return ReplyPreview(
      item: ItemID(original.id),
      // As in the list of conversations, whoever reads is "You" and not a name among others.
      authorName: isOwn(original.author) ? localized("You") : author.name,
      authorColorIndex: author.colorIndex,
      snippet: snippet, picture: picture(ofAnswered: original, in: stored))
  }

  /// Returns the small picture shown beside a quoted message: only one of this conversation's own
  /// files, because those of another conversation lie in another folder.
  private func picture(
    ofAnswered original: StoredReply.Original, in reply: StoredReply
  ) -> ImageKey? {
    guard reply.conversationKey == nil, let record = original.media,
      [.photo, .sticker, .animation].contains(record.kind),
      let path = record.thumbnailPath ?? record.path, !path.isWebAddress
    else { return nil }
    return key(path)
  }

  func media(_ record: MediaRecord, facts: [String: PictureFacts] = [:]) -> ChatMedia {
    let file = record.path.flatMap { $0.isWebAddress ? nil : key($0) }
    let kind = ChatMedia.Kind(record.kind)
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

  /// A page: words whose last line is its address.
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

  /// Nil for what no picture has: its shape is found out then, as if nothing had been said.
  private static func size(_ width: Int?, _ height: Int?) -> PixelSize? {
    let possible = 1...1_000_000
    guard let width, let height, possible.contains(width), possible.contains(height) else {
      return nil
    }
    return PixelSize(width: width, height: height)
  }

  /// Archives are read and not written, so that a message changes in one way only: a picture of the
  /// network is fetched and says its size.
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

  /// Bytes of a file whose export does not say them.
  private static func fileSize(_ file: ImageKey) -> Int64? {
    ExportFile.byteCount(of: file).map(Int64.init)
  }

  /// Returns the name shown for a file: the one that its sender gave it, unless that name promises
  /// another kind of file than the one that is opened.
  static func shownName(_ name: String?, file: ImageKey?) -> String? {
    guard let name, let file else { return name }
    let own = (file.source as NSString).lastPathComponent
    let promised = (name as NSString).pathExtension.lowercased()
    return promised == (own as NSString).pathExtension.lowercased() ? name : own
  }

  /// The file that is shown, as the archive names it, or its address; nil for media that are no
  /// pictures.
  static func picturePath(of record: MediaRecord) -> String? {
    let kind = ChatMedia.Kind(record.kind)
    let isPicture = record.kind == .photo || record.kind == .sticker || isPictureFile(record)
    let picture = isPicture ? record.path : nil
    return picture ?? record.thumbnailPath ?? (kind.isVisual ? record.path : nil)
  }

  /// A picture that was sent as a file, of a kind that can be decoded.
  private static func isPictureFile(_ record: MediaRecord) -> Bool {
    guard record.kind == .file, let type = record.mimeType?.lowercased() else { return false }
    return [
      "jpeg", "jpg", "png", "apng", "gif", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp",
      "x-bmp", "x-ms-bmp",
    ].contains {
      type == "image/\($0)"
    }
  }

  /// The file that a path of the archive names: the one place where that is decided. Whoever made
  /// the export shall not choose among the user's other files, so that what leads out of the
  /// export's folder is looked for inside of it, and without a folder nothing is opened.
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
  /// The file of a custom emoji that is a still picture; exports name others by number, or say that
  /// they left them out.
  fileprivate var pictureFile: String? {
    guard case .customEmoji(let id) = self,
      [".webp", ".png"].contains(where: { id.lowercased().hasSuffix($0) })
    else { return nil }
    return id
  }
}

extension ChatMedia.Kind {
  init(_ kind: MediaRecord.Kind) {
    switch kind {
    case .photo: self = .photo
    case .video: self = .video
    case .animation: self = .animation
    case .sticker: self = .sticker
    case .audio: self = .audio
    case .voice: self = .voice
    case .videoMessage: self = .videoMessage
    case .file: self = .file
    case .contact: self = .contact
    case .location: self = .location
    case .poll: self = .poll
    case .call: self = .call
    case .other: self = .other
    }
  }

  fileprivate var isVisual: Bool {
    switch self {
    case .photo, .video, .animation, .sticker, .videoMessage: true
    default: false
    }
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
  /// Assigns colours to authors: those who write most have colours of their own. Blocks.
  fileprivate init(of conversation: ConversationSummary, _ archive: Archive) {
    let busiest =
      (try? archive.busiestAuthors(in: conversation.id, limit: AuthorPalette.colors.count)) ?? []
    // One's own name is seen only where somebody answers one.
    let own = busiest.filter { $0 == conversation.ownAuthorID }
    // The other person of a conversation of two has the colour that the list of conversations uses,
    // too.
    let others = busiest.filter { $0 != conversation.ownAuthorID }
    self.init(((conversation.partnerID.map { [$0] } ?? []) + others + own).map(\.rawValue))
  }
}

extension MessageMapper {
  /// A message with what it shows of its album.
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
