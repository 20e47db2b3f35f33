import LugeArchive
import LugeCore

/// Search in the archives of accounts, which contain the messages that they have seen. Each archive
/// is opened for the first search.
@MainActor
final class RoomSearch {
  /// A search result, and the account whose archive has it.
  struct Hit {
    let user: String
    let hit: SearchHit
    let conversation: ConversationSummary?
  }

  private struct Opened {
    let archive: OpenArchive
    let search: ArchiveSearch
    var results = SearchResults.none
    /// Query of ``results``.
    var query = SearchQuery()
  }

  private let zone: ZoneOffsets
  /// Called when an account has answered the present query, or cannot be searched.
  var onResults: (@MainActor () -> Void)?
  var onFailure: (@MainActor (ArchiveError) -> Void)?

  // MARK: Mutable State (main actor)

  private var opened: [String: Opened] = [:]
  private var opening: Set<String> = []
  private var query = SearchQuery()

  init(zone: ZoneOffsets) { self.zone = zone }

  /// Archives of the accounts that were searched.
  var archives: [OpenArchive] { opened.sorted { $0.key < $1.key }.map(\.value.archive) }

  /// Results, the newest first.
  var hits: [Hit] {
    opened.sorted { $0.key < $1.key }.flatMap { user, opened in
      opened.results.hits.map { hit in
        Hit(
          user: user, hit: hit,
          conversation: opened.archive.conversations.first { $0.id == hit.conversation })
      }
    }.sorted { $0.hit.time.seconds > $1.hit.time.seconds }
  }

  var hasMore: Bool { opened.values.contains(where: \.results.hasMore) }
  var problems: [String] { opened.values.first?.results.problems ?? [] }
  /// Whether all accounts have answered the current query; false if one of the searches failed.
  var hasAnswered: Bool { opening.isEmpty && opened.values.allSatisfy { $0.query == query } }

  func look(for query: SearchQuery, in accounts: [LiveHub.Running]) {
    self.query = query
    for running in accounts where running.account != nil {
      let user = running.entry.user
      if let known = opened[user] {
        known.search.look(for: query)
      } else {
        open(running.entry.archive, of: user)
      }
    }
    for user in opened.keys where !accounts.contains(where: { $0.entry.user == user }) {
      opened[user]?.search.stop()
      opened[user] = nil
    }
  }

  private func open(_ path: String, of user: String) {
    guard opening.insert(user).inserted else { return }
    Task { [weak self] in
      let result = await Task.detached {
        Result { () throws(ArchiveError) in
          let archive = try Archive(opening: path)
          return OpenArchive(
            path: path, export: nil, archive: archive, conversations: try archive.conversations())
        }
      }.value
      guard let self else { return }
      opening.remove(user)
      switch result {
      case .success(let archive): take(archive, of: user)
      case .failure(let error):
        onFailure?(error)
        onResults?()
      }
    }
  }

  private func take(_ archive: OpenArchive, of user: String) {
    let search = ArchiveSearch(archive.archive, zone: zone)
    search.onResults = { [weak self] query, results in
      guard let self, query == self.query else { return }
      opened[user]?.results = results
      opened[user]?.query = query
      onResults?()
    }
    search.onFailure = { [weak self] in self?.onFailure?($0) }
    opened[user] = Opened(archive: archive, search: search)
    if !query.isEmpty { search.look(for: query) }
  }

  /// Searches for more results of the query.
  func lookFurther() {
    for opened in opened.values where opened.results.hasMore { opened.search.lookFurther() }
  }

  func stop() {
    query = SearchQuery()
    for user in opened.keys {
      opened[user]?.search.stop()
      opened[user]?.results = .none
    }
  }
}
