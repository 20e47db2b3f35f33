/// One archive of two that have the same chats: which conversations become one, and what is taken
/// over as it is.
///
/// Neither archive is changed; to undo it, the archive that was made is removed.
public struct ArchiveMerge: Sendable {
  /// Plans for conversations that are in both archives.
  public let plans: [ConversationMerge.Plan]
  /// Conversations that only one of the archives has.
  public let copied: [ConversationSummary]

  private let first: Archive
  private let second: Archive
  private let merges: [ConversationMerge]
  private let onlyFirst: Int

  /// Looks for what both have; nothing is written.
  ///
  /// - Parameters:
  ///   - chosen: the only two conversations to merge; nil looks for all that are the same.
  ///   - tolerance: Seconds that the times of one message may differ.
  /// - Complexity: O(n log n) for the messages of both.
  public init(
    _ first: Archive, _ second: Archive,
    chosen: (first: ConversationSummary, second: ConversationSummary)? = nil,
    tolerance: Int64 = 90
  ) throws(ArchiveError) {
    self.first = first
    self.second = second
    if let chosen {
      merges = [
        ConversationMerge(
          chosen.first, of: first, with: chosen.second, of: second, tolerance: tolerance)
      ]
      copied = []
      onlyFirst = 0
    } else {
      let pairs = try ConversationMerge.pairs(first, second, tolerance: tolerance)
      merges = pairs.merges
      copied = pairs.onlyFirst + pairs.onlySecond
      onlyFirst = pairs.onlyFirst.count
    }
    var plans: [ConversationMerge.Plan] = []
    for merge in merges { plans.append(try merge.plan()) }
    self.plans = plans
  }

  /// Folders that the two may read media from, and the new archive as well.
  public var mediaFolders: Set<String> {
    (merges.flatMap { [$0.one, $0.other] } + copied)
      .reduce(into: []) { $0.formUnion($1.mediaFolders.readable) }
  }

  /// Folders of pictures that one of the two names and that may not be read now, where the other
  /// one's may: the new archive does not find what is in them, then or later.
  public var leftOutFolders: Set<String> {
    let allowed = mediaFolders
    return (merges.map { [$0.one, $0.other] } + copied.map { [$0] })
      .reduce(into: []) { $0.formUnion(MediaTransfer($1, allowed: allowed).leftOut) }
  }

  /// Returns the input from which the new archive is imported.
  ///
  /// - Parameter name: of both, for the new archive's list of imports.
  public func input(name: String) -> ImportInput {
    let allowed = mediaFolders
    let parts = zip(merges, plans).map { merge, plan in
      ImportInput.Part(name: plan.name) { try merge.read(into: $0, allowed: allowed) }
    }
    let copies = copied.enumerated().map { index, summary in
      let archive = index < onlyFirst ? first : second
      return ImportInput.Part(name: summary.name) {
        try ConversationMerge.copy(summary, of: archive, into: $0, allowed: allowed)
      }
    }
    return ImportInput(path: name, parts: parts + copies)
  }
}
