import LugeArchive
import LugeCore
import LugeLive
import LugeWords

/// The search on accounts' servers, for what this computer has not seen.
@MainActor
final class ServerSearch {
  struct Hit {
    let key: RoomKey
    let author: String
    let found: LiveFound
  }

  /// Called when all servers have answered.
  var onResults: (@MainActor () -> Void)?

  // MARK: Mutable State (main actor)

  private(set) var hits: [Hit] = []
  /// Sentence about the state of the search; nil if there is nothing to say.
  private(set) var words: String?
  private var task: Task<Void, Never>?
  private var asked = ""

  /// Time without typing after which the servers are asked.
  private static let rest = Duration.milliseconds(800)
  /// Minimum characters of a search; fewer are in nearly every message.
  private static let fewestLetters = 3

  func look(for words: String, in accounts: [LiveHub.Running]) {
    guard words != asked else { return }
    stop()
    asked = words
    guard words.count >= Self.fewestLetters else { return }
    let running = accounts.filter { $0.status == .live }
    guard running.count == accounts.count, !running.isEmpty else {
      self.words = localized("Only what was seen on this computer was searched")
      return
    }
    self.words = localized("On the server …")
    task = Task { [weak self] in
      try? await Task.sleep(for: Self.rest)
      var hits: [Hit] = []
      var problem: String?
      for running in running {
        guard !Task.isCancelled, let account = running.account else { continue }
        do {
          hits += try await account.searchServer(words).map {
            Hit(
              key: RoomKey(user: running.entry.user, room: $0.conversation), author: $0.author,
              found: $0.found)
          }
        } catch {
          problem = SystemError.words(of: error)
        }
      }
      guard !Task.isCancelled, let self else { return }
      self.hits = hits.sorted { $0.found.time > $1.found.time }
      self.words = Self.words(hits.count, problem)
      onResults?()
    }
  }

  private static func words(_ count: Int, _ problem: String?) -> String {
    if let problem {
      return localized(
        "Only what was seen on this computer was searched: {reason}", ["reason": problem])
    }
    return count == 0
      ? localized("No more on the server")
      : localized(
        one: "{count} more on the server", other: "{count} more on the server", count: count)
  }

  func stop() {
    task?.cancel()
    task = nil
    (hits, words, asked) = ([], nil, "")
  }
}
