import LugeArchive
import LugeCore

/// The search of an archive while it is typed: the next key stroke ends the one before.
@MainActor
final class ArchiveSearch {
  /// Most finds that are shown.
  static let limit = 200

  private let archive: Archive
  private let zone: ZoneOffsets
  /// Results of what was asked for last.
  var onResults: (@MainActor (SearchQuery, SearchResults) -> Void)?
  var onFailure: (@MainActor (ArchiveError) -> Void)?

  // MARK: Mutable State (main actor)
  private var task: Task<Void, Never>?

  init(_ archive: Archive, zone: ZoneOffsets) {
    self.archive = archive
    self.zone = zone
  }

  func look(for query: SearchQuery) {
    task?.cancel()
    guard !query.isEmpty else {
      onResults?(query, .none)
      return
    }
    let (archive, zone) = (archive, zone)
    task = Task { [weak self] in
      do throws(ArchiveError) {
        let results = try await archive.results(
          of: query, order: .newest, limit: Self.limit, isTyping: true, zone: zone)
        if !Task.isCancelled { self?.onResults?(query, results) }
      } catch {
        if !Task.isCancelled { self?.onFailure?(error) }
      }
    }
  }

  func stop() {
    task?.cancel()
    task = nil
  }
}
