/// Merges two archives into one: finds the conversations that are the same chat, and copies the
/// others.
///
/// Neither archive is changed; to undo the merge, remove the new archive.
public struct ArchiveMerge: Sendable {
  /// Plans for conversations that are in both archives.
  public let plans: [ConversationMerge.Plan]
  /// Conversations that only one of the archives has.
  public let copied: [ConversationSummary]

  private let first: Archive
  private let second: Archive
  private let merges: [ConversationMerge]
  private let onlyFirst: Int

  /// Finds what both archives have; writes nothing.
  ///
  /// - Parameters:
  ///   - chosen: the only two conversations to merge; nil finds all that are the same chat.
  ///   - tolerance: seconds by which the times of one message may differ.
  /// - Complexity: O(n log n) for the messages of both.
  public init(
    _ first: Archive, _ second: Archive,
    chosen: (first: ConversationSummary, second: ConversationSummary)? = nil,
    tolerance: Int64 = ConversationMerge.usualTolerance
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

  /// Folders from which either archive may read media; the new archive may read them, too.
  public var mediaFolders: Set<String> {
    (merges.flatMap { [$0.one, $0.other] } + copied)
      .reduce(into: []) { $0.formUnion($1.mediaFolders.readable) }
  }

  /// Folders of media that one archive names but may not read, although it may read others: the new
  /// archive will not find the files in them, even later.
  public var leftOutFolders: Set<String> {
    let allowed = mediaFolders
    return (merges.map { [$0.one, $0.other] } + copied.map { [$0] })
      .reduce(into: []) { $0.formUnion(MediaTransfer($1, allowed: allowed).leftOut) }
  }

  /// Returns the input from which the new archive is imported.
  ///
  /// - Parameter name: name of both archives, for the new archive's list of imports.
  public func input(name: String) -> ImportInput {
    let allowed = mediaFolders
    let parts = zip(merges, plans).map { merge, plan in
      ImportInput.Part(name: plan.name) { try merge.read(into: $0, allowed: allowed) }
    }
    let copies = copied.enumerated().map { index, summary in
      let archive = index < onlyFirst ? first : second
      // Beside chats that both have, the second archive is a later export of the first one's.
      let isNew = index >= onlyFirst && !merges.isEmpty
      return ImportInput.Part(name: summary.name) {
        try ConversationMerge.copy(
          summary, of: archive, into: $0, allowed: allowed, isNew: isNew)
      }
    }
    return ImportInput(path: name, parts: parts + copies)
  }
}
