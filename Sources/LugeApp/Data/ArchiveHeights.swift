import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeText
import Synchronization

/// Keeps a conversation's heights in its archive.
final class ArchiveHeights: HeightStore {
  private let archive: Archive
  private let conversation: ConversationSummary
  private let zone: ZoneOffsets
  private let notes: HeightNotes
  /// Whether the list's first item is the conversation's last.
  private let isReversed: Bool
  /// The message with the mark of what is new above it: as high as that only now.
  private let firstNew: Int?
  private let showsEachJoin: Bool

  /// - Parameter isReversed: whether the list begins with the newest, as timelines do.
  init(
    archive: Archive, conversation: ConversationSummary, zone: ZoneOffsets, notes: HeightNotes,
    isReversed: Bool = false, firstNew: Int? = nil, showsEachJoin: Bool = false
  ) {
    self.isReversed = isReversed
    self.firstNew = firstNew
    self.showsEachJoin = showsEachJoin
    self.archive = archive
    self.conversation = conversation
    self.zone = zone
    self.notes = notes
  }

  func heights(count: Int, in environment: LayoutEnvironment) -> [Int32]? {
    let style = style(environment)
    let kept = try? archive.keptHeights(in: conversation.id, style: style, count: count)
    if kept != nil { notes.used(conversation.id, style: style, by: archive) }
    guard let heights = (kept ?? nil).map(forgettingMarked) else { return nil }
    return isReversed ? heights.reversed() : heights
  }

  func keep(_ heights: HeightIndex, in environment: LayoutEnvironment) {
    notes.keep(conversation.id, style: { [self] in style(environment) }) { [self] in
      // The archive's chunks are of its own positions: what an import changes is found among them.
      let entries = heights.entries(in: 0..<heights.count)
      return forgettingMarked(isReversed ? entries.reversed() : entries)
    }
  }

  private func forgettingMarked(_ heights: [Int32]) -> [Int32] {
    guard let firstNew else { return heights }
    var heights = heights
    // Nor does the bubble before it end as it will without the mark.
    for position in [firstNew - 1, firstNew] where heights.indices.contains(position) {
      heights[position] = -1
    }
    return heights
  }

  private func style(_ environment: LayoutEnvironment) -> UInt64 {
    Self.style(of: conversation, in: environment, zone, showsEachJoin: showsEachJoin)
  }

  /// A digest of everything beside the messages that a height depends on.
  static func style(
    of conversation: ConversationSummary, in environment: LayoutEnvironment, _ zone: ZoneOffsets,
    showsEachJoin: Bool
  ) -> UInt64 {
    var mix = RevisionMix()
    mix.add(system)
    mix.add(UInt64(environment.width))
    mix.add(environment.scale.bitPattern)
    mix.add(environment.zoom.bitPattern)
    mix.add(environment.fontFamily)
    // Names and sides of bubbles.
    mix.add(UInt64(conversation.authors))
    mix.add(UInt64(bitPattern: conversation.ownAuthorID?.rawValue ?? -1))
    mix.add(UInt64(bitPattern: conversation.partnerID?.rawValue ?? -1))
    // Dates.
    for entry in zone.entries {
      mix.add(UInt64(bitPattern: entry.start))
      mix.add(UInt64(bitPattern: Int64(entry.offset)))
    }
    mix.add(showsEachJoin)
    // Whether pictures can be had.
    for folder in [conversation.mediaRoot] + conversation.namedMediaFolders.map(\.readable) {
      mix.add(folder ?? "")
      mix.add(folder.map(FileManager.default.fileExists) ?? false)
    }
    return mix.revision.rawValue
  }

  /// Fingerprint of the fonts and the program, which don't change while it runs: another build may
  /// lay out differently.
  private static let system: UInt64 = {
    var mix = RevisionMix()
    for word in FontConfiguration.fingerprint() { mix.add(word) }
    mix.add(LugeVersion.text)
    var status = stat()
    if stat("/proc/self/exe", &status) == 0 {
      mix.add(UInt64(bitPattern: Int64(status.st_size)))
      mix.add(UInt64(bitPattern: Int64(status.st_mtim.tv_sec)))
      mix.add(UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)))
    }
    return mix.revision.rawValue
  }()
}
