import Foundation
import LugeArchive
import LugeCore
import LugeLive
import LugeWords

/// Identity of a room: its account, and its id there.
struct RoomKey: Hashable, Sendable {
  var user: String
  var room: ConversationID
}

/// The accounts of this computer while a window is open. Each runs on its own; their events arrive
/// here on the main thread, in order.
@MainActor
final class LiveHub {
  /// A running account.
  struct Running {
    var entry: LiveAccountEntry
    /// The account; nil while it is being opened, and if that failed.
    var account: LiveAccount?
    var status = LiveStatus.stopped
    /// Joined rooms and invitations, newest message first.
    var rooms: [LiveRoom] = []
    /// Reason why it cannot be used; nil if it can.
    var problem: String?

    /// Text such as "connected", or why it is not.
    var words: String { problem ?? status.words }

    /// Returns a line with the state, other facts, and the reason.
    func words(beside others: [String]) -> String {
      if let problem { return (others + [problem]).joined(separator: " · ") }
      let (state, reason) = status.shortWords
      let parts = status.mayAnswer ? others + [state] : [state] + others
      return (parts + [reason].compactMap(\.self)).joined(separator: " · ")
    }
  }

  let book: any LiveAccountBook
  /// Called when the list of rooms, a status or an account has changed.
  var onChange: (@MainActor () -> Void)?
  /// Called when only the seconds until the next attempt to connect have changed, up to once a
  /// second.
  var onWait: (@MainActor () -> Void)?
  /// Called for other events of an account, with the account's name.
  var onNews: (@MainActor (String, LiveNews) -> Void)?

  // MARK: Mutable State (main actor)

  private(set) var accounts: [Running] = []
  private var listening: [String: Task<Void, Never>] = [:]
  /// Tasks that count the seconds until accounts try to connect again.
  private var countdowns: [String: Task<Void, Never>] = [:]

  init(_ book: any LiveAccountBook) { self.book = book }

  deinit { for task in Array(listening.values) + Array(countdowns.values) { task.cancel() } }

  /// Starts all accounts.
  ///
  /// - Returns: the reason if none can be started.
  func begin() async -> String? {
    let book = book
    let entries: [LiveAccountEntry]
    do {
      entries = try await Task.detached { try book.entries() }.value
    } catch {
      return SystemError.words(of: error)
    }
    guard !entries.isEmpty else { return nil }
    for entry in entries where index(of: entry.user) == nil {
      accounts.append(Running(entry: entry))
    }
    onChange?()
    for entry in entries { await open(entry) }
    return nil
  }

  private func index(of user: String) -> Int? { accounts.firstIndex { $0.entry.user == user } }

  func running(_ user: String) -> Running? { index(of: user).map { accounts[$0] } }

  private func open(_ entry: LiveAccountEntry) async {
    let book = book
    let (stream, news) = AsyncStream.makeStream(of: LiveNews.self)
    let opened: Result<(LiveAccount, [LiveRoom]), any Error>
    do {
      opened = .success(
        try await Task.detached {
          let account = try LiveAccount(
            path: entry.archive, service: try book.service(of: entry),
            onNews: { news.yield($0) })
          return (account, try await account.rooms())
        }.value)
    } catch {
      opened = .failure(error)
    }
    guard let index = index(of: entry.user) else { return }
    switch opened {
    case .failure(let error):
      accounts[index].problem = Self.words(of: error)
      onChange?()
    case .success((let account, let rooms)):
      accounts[index].account = account
      accounts[index].problem = nil
      accounts[index].rooms = Self.shown(rooms)
      listening[entry.user]?.cancel()
      listening[entry.user] = Task { [weak self] in
        for await news in stream { self?.take(news, from: entry.user) }
      }
      onChange?()
      await account.start()
    }
  }

  private static func words(of error: any Error) -> String {
    if case ArchiveError.locked = error { return localized("it is open in another window") }
    return SystemError.words(of: error)
  }

  private static func shown(_ rooms: [LiveRoom]) -> [LiveRoom] {
    // An invitation waits for an answer, whatever was said in other rooms.
    rooms.filter { $0.membership == .invited }
      + rooms.filter { $0.membership != .invited && $0.isListed }
  }

  private func take(_ news: LiveNews, from user: String) {
    guard let index = index(of: user) else { return }
    switch news {
    case .status(let status):
      accounts[index].status = status
      countDown(status, of: user)
      onChange?()
    case .rooms(let rooms):
      let shown = Self.shown(rooms)
      if shown != accounts[index].rooms {
        accounts[index].rooms = shown
        onChange?()
      }
    case .room, .note, .editRefused, .sending, .uploaded: break
    }
    onNews?(user, news)
  }

  /// Shows how many seconds are left, at most once a second; for long waits, the minutes.
  private func countDown(_ status: LiveStatus, of user: String) {
    countdowns[user]?.cancel()
    countdowns[user] = nil
    guard case .waiting(let reason, let seconds) = status else { return }
    let end = ContinuousClock.now + .seconds(seconds)
    countdowns[user] = Task { [weak self] in
      while true {
        let left = ContinuousClock.now.duration(to: end) / .seconds(1)
        guard left > 0 else { return }
        // Wait until the displayed number changes.
        let step = LiveStatus.stepOfWait(seconds: left)
        try? await Task.sleep(for: .seconds(max(0.05, left - step)))
        guard !Task.isCancelled, let self, let index = index(of: user) else { return }
        accounts[index].status = .waiting(reason, seconds: Int(step))
        onWait?()
      }
    }
  }

  // MARK: The user's actions

  /// Logs in; on failure, returns the reason as text.
  func add(server: String, user: String, password: String) async -> Result<String?, LiveProblem> {
    let book = book
    do {
      let (entry, note) = try await book.add(server: server, user: user, password: password)
      // The same account again has a new token. Its archive stays open, with its rooms.
      if let account = running(entry.user)?.account {
        await account.goOn(with: try await Task.detached { try book.service(of: entry) }.value)
        return .success(note)
      }
      await close(entry.user)
      accounts.append(Running(entry: entry))
      onChange?()
      await open(entry)
      return .success(note)
    } catch {
      return .failure(LiveProblem(words: SystemError.words(of: error)))
    }
  }

  /// - Returns: the reason if the server could not be reached; nil if it was.
  func remove(_ user: String) async -> Result<String?, LiveProblem> {
    guard let entry = running(user)?.entry else { return .success(nil) }
    await close(user)
    onChange?()
    do {
      return .success(try await book.remove(entry))
    } catch {
      return .failure(LiveProblem(words: SystemError.words(of: error)))
    }
  }

  private func close(_ user: String) async {
    guard let index = index(of: user) else { return }
    let account = accounts[index].account
    accounts.remove(at: index)
    listening[user]?.cancel()
    listening[user] = nil
    countdowns[user]?.cancel()
    countdowns[user] = nil
    await account?.stop()
  }

  /// Stops all accounts, and frees their archives for other windows.
  func stop() async {
    for entry in accounts.map(\.entry) { await close(entry.user) }
  }

  /// Brings what was stored into the archives themselves, for a program that ends: it waits for no
  /// task.
  func settle() {
    for account in accounts.compactMap(\.account) { account.settle() }
  }

  /// Goes on with accounts whose sessions have ended, where another program has logged in again.
  private func goOnWithNewSessions() async {
    guard accounts.contains(where: \.status.isLoggedOut) else { return }
    let book = book
    let entries = await Task.detached { (try? book.entries()) ?? [] }.value
    for entry in entries {
      guard let index = index(of: entry.user), accounts[index].status.isLoggedOut,
        accounts[index].entry.session != entry.session, let account = accounts[index].account
      else { continue }
      let service = await Task.detached { try? book.service(of: entry) }.value
      // It may have been closed while the keyring was asked.
      guard let service, let index = self.index(of: entry.user),
        accounts[index].account === account, accounts[index].status.isLoggedOut
      else { continue }
      accounts[index].entry = entry
      await account.goOn(with: service)
    }
  }

  func reconnect() {
    Task { await goOnWithNewSessions() }
    for account in accounts.compactMap(\.account) { Task { await account.reconnect() } }
  }

  func tryAgain() {
    Task { await goOnWithNewSessions() }
    for account in accounts.compactMap(\.account) { Task { await account.tryAgain() } }
  }
}

/// A problem described for the user.
struct LiveProblem: Error, Hashable { var words: String }
