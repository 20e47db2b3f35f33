import LugeArchive
import LugeCore
import LugeLive
import LugeWords

/// The search on accounts' servers, for what this computer has not seen.
///
/// The words that are searched for leave this computer, to the servers that have the rooms. So the
/// servers are asked only while a window shows nothing but rooms: what somebody looks for in an
/// imported archive is nobody else's business.
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
  private var asked = Question()

  /// Words, and the users whose servers are asked for them.
  private struct Question: Equatable {
    var words = ""
    var users: [String] = []
  }

  /// Time without typing after which the servers are asked.
  private static let rest = Duration.milliseconds(800)
  /// Minimum characters of a search; fewer are in nearly every message.
  private static let fewestLetters = 3

  /// Whether a server has not answered yet.
  private(set) var isAsking = false

  /// Looks for words on the servers of the accounts that are connected; again after an account was
  /// connected or was cut off.
  func look(for words: String, in accounts: [LiveHub.Running]) {
    let running = accounts.filter { $0.status == .live }
    let question = Question(words: words, users: running.map(\.entry.user))
    guard question != asked else { return }
    stop()
    asked = question
    guard words.count >= Self.fewestLetters, !accounts.isEmpty else { return }
    guard !running.isEmpty else {
      self.words = localized("Only messages already on this computer were searched")
      return
    }
    self.words = localized("Searching on the server …")
    let areAll = running.count == accounts.count
    isAsking = true
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
      isAsking = false
      self.hits = hits.sorted { $0.found.time > $1.found.time }
      self.words = Self.words(hits.count, problem, areAll: areAll)
      onResults?()
    }
  }

  private static func words(_ count: Int, _ problem: String?, areAll: Bool) -> String {
    if let problem, count == 0 {
      return localized(
        "Only messages already on this computer were searched: {reason}", ["reason": problem])
    }
    guard areAll || count > 0 else { return localized("No more on the servers that answer") }
    return count == 0
      ? localized("No more on the server")
      : localized(
        one: "{count} more on the server", other: "{count} more on the server", count: count)
  }

  func stop() {
    task?.cancel()
    task = nil
    (hits, words, asked) = ([], nil, Question())
    isAsking = false
  }
}
