import LugeArchive
import LugeChat
import LugeCore
import LugeListKit
import LugeWords

/// Tabs of a conversation's media.
enum MediaTab: Int, CaseIterable, Sendable {
  case pictures, videos, voice, files, links

  var title: String {
    switch self {
    case .pictures: localized("Pictures")
    case .videos: localized("Videos")
    case .voice: localized("Voice", context: "tab of voice messages")
    case .files: localized("Files")
    case .links: localized("Links")
    }
  }

  /// Text of an empty tab.
  var nothing: String {
    switch self {
    case .pictures: localized("No pictures here")
    case .videos: localized("No videos here")
    case .voice: localized("No voice messages here")
    case .files: localized("No files here")
    case .links: localized("No links here")
    }
  }

  init?(_ kind: MediaRecord.Kind) {
    switch kind.form {
    case .picture: if kind == .sticker { return nil } else { self = .pictures }
    case .animation: self = .pictures
    case .video: self = .videos
    case .sound: self = kind == .voice ? .voice : .files
    case .document: self = .files
    case .words: return nil
    }
  }
}

/// One picture of a grid.
struct MediaCell: Sendable, Hashable {
  var key: ImageKey
  var message: Int64
  var position: Int
  var fileName: String?
  var preview: BlurHash?
}

/// One line of a list of files, links and the like.
struct MediaLine: Sendable, Hashable {
  enum Target: Sendable, Hashable {
    case file(String)
    case link(String)
    /// The export omits the file.
    case nothing
    /// A message, which is shown in the conversation.
    case message
  }

  var title: String
  var detail: String
  var target: Target
  var message: Int64
  var position: Int
  /// Video, recording or file that is drawn as in its message; nil for a line of text only.
  var medium: ChatMedia?
}

/// Item of the list of a conversation's media.
enum MediaItem: Sendable {
  case heading(String)
  /// At most ``MediaContents/chunk`` pictures, of one month.
  case pictures([MediaCell])
  case line(MediaLine)

  /// Whether a picture is among these.
  func has(_ cell: MediaCell?) -> Bool {
    guard let cell, case .pictures(let cells) = self else { return false }
    return cells.contains(cell)
  }
}

/// The media of a conversation, sorted into tabs: read once, on a background thread. Memory is
/// proportional to their number.
struct MediaContents: Sendable {
  /// Number of pictures in a row of the list: divisible by two, three, four, six and twelve
  /// columns, so that only the last row of a month has gaps.
  static let chunk = 12

  private var items: [MediaTab: [MediaItem]] = [:]
  private(set) var counts: [Int] = MediaTab.allCases.map { _ in 0 }

  /// Reads the media. Blocks.
  ///
  /// - Parameter shown: returns the attachment that a message shows for a medium.
  /// - Complexity: O(messages). Throws ``ArchiveError/cancelled`` if the task is cancelled.
  init(
    of conversation: ConversationSummary, in archive: Archive, zone: ZoneOffsets,
    shown: (MediaRecord) -> ChatMedia
  ) throws(ArchiveError) {
    var builders: [MediaTab: Builder] = [:]
    for place in try archive.media(in: conversation.id) {
      if Task.isCancelled { throw .cancelled }
      guard place.medium.isListed else { continue }
      let medium = shown(place.medium)
      let isPicture = medium.isViewable && place.medium.kind != .sticker
      guard let tab = isPicture ? .pictures : MediaTab(place.medium.kind) else { continue }
      let month = Self.month(place.time, zone)
      if tab == .pictures {
        // A picture without a file is omitted: the conversation shows it with the reason.
        guard let key = medium.imageKey else { continue }
        builders[tab, default: Builder()].add(
          MediaCell(
            key: key, message: place.message, position: place.position, fileName: medium.fileName,
            preview: medium.preview), month)
      } else {
        builders[tab, default: Builder()].add(
          Self.line(place, medium, of: conversation, zone), month)
      }
    }
    for link in try archive.links(in: conversation.id) {
      builders[.links, default: Builder()].add(
        Self.line(link, of: conversation, zone), Self.month(link.time, zone))
    }
    for tab in MediaTab.allCases {
      guard var builder = builders[tab] else { continue }
      builder.end()
      items[tab] = builder.items
      counts[tab.rawValue] = builder.count
    }
  }

  func items(of tab: MediaTab) -> [MediaItem] {
    items[tab] ?? [.heading(tab.nothing)]
  }

  /// Titles of the tabs, such as "Pictures 334".
  var titles: [String] {
    MediaTab.allCases.map { tab in
      "\(tab.title) \(Words.formats.number(counts[tab.rawValue]))"
    }
  }

  /// The first tab with contents.
  var firstTab: MediaTab { MediaTab.allCases.first { counts[$0.rawValue] > 0 } ?? .pictures }

  private struct Builder {
    var items: [MediaItem] = []
    var count = 0
    private var month = ""
    private var cells: [MediaCell] = []

    mutating func add(_ cell: MediaCell, _ month: String) {
      begin(month)
      cells.append(cell)
      count += 1
      if cells.count == MediaContents.chunk { end() }
    }

    mutating func add(_ line: MediaLine, _ month: String) {
      begin(month)
      items.append(.line(line))
      count += 1
    }

    private mutating func begin(_ next: String) {
      guard next != month else { return }
      end()
      month = next
      items.append(.heading(next))
    }

    mutating func end() {
      if !cells.isEmpty { items.append(.pictures(cells)) }
      cells = []
    }
  }

  /// Returns a title such as "March 2024".
  private static func month(_ time: Timestamp, _ zone: ZoneOffsets) -> String {
    let date = CivilDate(localSeconds: zone.localSeconds(of: time))
    return DateWords.ofReader.month(date)
  }

  private static func line(
    _ place: MediaPlace, _ shown: ChatMedia, of conversation: ConversationSummary,
    _ zone: ZoneOffsets
  ) -> MediaLine {
    let name = shown.fileName ?? ChatStrings.ofReader.media[shown.kind]
    return MediaLine(
      title: ForeignText.name(name),
      detail: detail(place.author, of: conversation, place.time, zone),
      target: place.medium.path.map { .file($0) } ?? .nothing, message: place.message,
      position: place.position, medium: shown)
  }

  private static func line(
    _ link: LinkPlace, of conversation: ConversationSummary, _ zone: ZoneOffsets
  ) -> MediaLine {
    MediaLine(
      title: ForeignText.visible(String(link.url.prefix(300))),
      detail: detail(link.author, of: conversation, link.time, zone), target: .link(link.url),
      message: link.message, position: link.position)
  }

  private static func detail(
    _ author: StoredAuthor?, of conversation: ConversationSummary, _ time: Timestamp,
    _ zone: ZoneOffsets
  ) -> String {
    let date = CivilDate(localSeconds: zone.localSeconds(of: time))
    let who = author.map {
      [$0.id == conversation.ownAuthorID ? localized("You") : ForeignText.isolated($0.name)]
    }
    return ((who ?? []) + [DateWords.ofReader.short(date)]).joined(separator: " · ")
  }
}
