import LugeArchive
import LugeCore

/// Search of an archive while the user types: the next key stroke cancels the previous search.
@MainActor
final class ArchiveSearch {
  /// Maximum results of the first search; doubled each time that the user scrolls near their end.
  static let firstLimit = 200

  private let archive: Archive
  private let zone: ZoneOffsets
  /// Called with the results of the last query.
  var onResults: (@MainActor (SearchQuery, SearchResults) -> Void)?
  var onFailure: (@MainActor (ArchiveError) -> Void)?

  // MARK: Mutable State (main actor)
  private var task: Task<Void, Never>?
  private var query = SearchQuery()
  private var limit = firstLimit
  private var isRunning = false

  init(_ archive: Archive, zone: ZoneOffsets) {
    self.archive = archive
    self.zone = zone
  }

  func look(for query: SearchQuery) {
    self.query = query
    limit = Self.firstLimit
    run()
  }

  /// Searches for more results of the query; does nothing while a search is running.
  func lookFurther() {
    guard !isRunning, !query.isEmpty else { return }
    limit = limit.multipliedClamped(by: 2)
    run()
  }

  private func run() {
    task?.cancel()
    isRunning = false
    guard !query.isEmpty else {
      onResults?(query, .none)
      return
    }
    isRunning = true
    let (archive, zone, query, limit) = (archive, zone, query, limit)
    task = Task { [weak self] in
      let found: Result<SearchResults, ArchiveError>
      do throws(ArchiveError) {
        found = .success(
          try await archive.results(
            of: query, order: .newest, limit: limit, isTyping: true, zone: zone))
      } catch {
        found = .failure(error)
      }
      guard !Task.isCancelled, let self else { return }
      isRunning = false
      switch found {
      case .success(let results): onResults?(query, results)
      case .failure(let error): onFailure?(error)
      }
    }
  }

  func stop() {
    task?.cancel()
    task = nil
    isRunning = false
    query = SearchQuery()
  }
}
