import ArgumentParser
import Foundation
import LugeArchive
import LugeCommandLine
import LugeCore
import LugeListKit
import LugeLive
import LugeMatrix
import LugeWords

struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: localized("Add, list and remove Matrix accounts."),
    subcommands: [AccountAdd.self, AccountList.self, AccountRemove.self])
}

struct AccountAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: localized("Log in to a server, and keep the session."),
    discussion: localized(
      """
      The password is asked for, or read from standard input when that is no terminal; it is kept \
      nowhere. The token of the session goes to the desktop's keyring, or, where there \
      is none, into a file that only you can read.
      """))

  @Argument(
    help: ArgumentHelp(
      localized("The server: a name (matrix.org) or an address (http://localhost:8008).")))
  var server: String

  @Argument(help: ArgumentHelp(localized("The user, with or without the server's name.")))
  var user: String

  func run() throws {
    try Accounts.run {
      let password = try Accounts.password(of: user)
      let (server, user) = (server, user)
      let http = Accounts.client()
      let session = try Accounts.wait {
        let client = try await MatrixClient.discover(server, http: http)
        return try await client.logIn(user: user, password: password)
      }
      let added = try Accounts.book.add(session)
      try Terminal.print(
        localized(
          "{name} is added; luge sync fetches its rooms.",
          ["name": Terminal.safe(added.account.user)]))
      if added.place == .file {
        Terminal.printError(
          "luge: "
            + localized(
              "no keyring was found; the access token is in a file that only you can read."))
      }
    }
  }
}

struct AccountList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: localized("List the accounts."))

  @Flag(help: ArgumentHelp(localized("Print one JSON object.")))
  var json = false

  private struct Answer: Encodable { var accounts: [Entry] }
  private struct Entry: Encodable { var user, server, archive: String }

  func run() throws {
    try Accounts.run {
      let all = try Accounts.book.all()
      if json {
        return try JSONOutput.print(
          Answer(accounts: all.map { Entry(user: $0.user, server: $0.base, archive: $0.archive) }))
      }
      for account in all {
        try Terminal.print(
          localized(
            "{user} on {server}",
            ["user": Terminal.safe(account.user), "server": Terminal.safe(account.base)]))
      }
      if all.isEmpty { Terminal.printError("luge: " + localized("there is no account yet")) }
    }
  }
}

struct AccountRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: localized("Log out, and forget an account."))

  @Argument(help: ArgumentHelp(localized("The account.")))
  var user: String

  @Flag(
    help: ArgumentHelp(
      localized("Also remove its archive, with all messages stored here.")))
  var withArchive = false

  func run() throws {
    try Accounts.run {
      let account = try Accounts.book.account(user)
      do {
        try Accounts.book.remove(account, withArchive: withArchive) { Self.logOut(account) }
      } catch ArchiveError.locked {
        throw MatrixAccounts.Failure(
          localized("the account is open in another program; close that first"))
      }
      try Terminal.print(localized("{name} is removed.", ["name": Terminal.safe(account.user)]))
      if !withArchive {
        try Terminal.print(
          localized(
            "Its messages are still in {name}", ["name": Terminal.safe(account.archive)]))
      }
    }
  }

  private static func logOut(_ account: MatrixAccount) {
    guard let session = try? Accounts.book.session(of: account) else { return }
    let http = Accounts.client()
    do {
      try Accounts.wait {
        try await MatrixClient(base: session.base, token: session.token, http: http).logOut()
      }
    } catch {
      Terminal.printError(
        "luge: "
          + localized(
            "the server could not be notified: {reason}", ["reason": Terminal.safe("\(error)")]))
    }
  }
}

struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: localized("Fetch what happened in an account's rooms, without a window."),
    discussion: localized(
      """
      What waits to be sent is sent. The messages are in the account's archive, which luge info, \
      luge search and the window read. A window that is open does the same all the time; the \
      command then leaves it to the window.
      """))

  @Option(help: ArgumentHelp(localized("The account, when there are several.")))
  var account: String?

  func run() throws {
    try Accounts.run {
      let account = try Accounts.book.account(account)
      let live: LiveAccount
      do {
        live = try Accounts.live(account)
      } catch ArchiveError.locked {
        try Accounts.checkSession(of: account)
        return Terminal.printError(
          "luge: "
            + localized("the account is open in another program, which keeps it up to date"))
      }
      defer { live.settle() }
      let (count, rooms, unreadable, unanswered) = try Accounts.wait {
        let count = try await live.syncOnce()
        return (count, try await live.rooms(), await live.unreadable, await live.unanswered)
      }
      let listed = rooms.filter(\.isListed)
      try Terminal.print(
        localized(
          "{messages} in {rooms}",
          [
            "messages": Terminal.count(
              count, localizedPlural(one: "{count} new message", other: "{count} new messages")),
            "rooms": Terminal.count(
              listed.count, localizedPlural(one: "{count} room", other: "{count} rooms")),
          ]))
      for room in listed {
        var words = Terminal.name(room.name)
        if room.membership == .invited { words += " (\(localized("invited", context: "room")))" }
        if room.membership == .left { words += " (\(localized("removed", context: "room")))" }
        if room.isEncrypted { words += " (\(localized("encrypted", context: "room")))" }
        if room.unread > 0 {
          words += ": " + localized("{count} unread", ["count": Self.number(room.unread)])
        }
        if room.queued > 0 {
          words += ", " + localized("{count} not sent", ["count": "\(room.queued)"])
        }
        try Terminal.print(words)
      }
      if unreadable > 0 {
        Terminal.printError(
          "luge: "
            + Terminal.count(
              unreadable,
              localizedPlural(
                one: "{count} part of the server's answer made no sense and was left out",
                other: "{count} parts of the server's answer made no sense and were left out")))
      }
      for room in rooms {
        guard let reason = unanswered[room.id] else { continue }
        Terminal.printError("luge: \(Terminal.name(room.name)): \(Accounts.words(of: reason))")
      }
      if !unanswered.isEmpty { throw ExitCode.failure }
    }
  }

  /// Returns a count, limited because a server may report any number.
  private static func number(_ count: Int) -> String {
    let most = 999_999
    return Words.formats.number(min(count, most)) + (count > most ? "+" : "")
  }
}

struct SendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: localized("Send a message to a room, for scripts."),
    discussion: localized(
      "Returns when the server has the message; exit code 1 when it refused, and nothing is kept."))

  @Argument(
    help: ArgumentHelp(localized("The room: its name, or a unique beginning of it, or its id.")))
  var room: String

  @Argument(help: ArgumentHelp(localized("What to say; - reads standard input.")))
  var text: String

  @Option(help: ArgumentHelp(localized("The account, when there are several.")))
  var account: String?

  @Flag(
    help: ArgumentHelp(
      localized(
        "Discard the room's messages that the server has refused; later ones wait for them."
      )))
  var discardRefused = false

  func run() throws {
    try Accounts.run {
      let words = text == "-" ? Accounts.input() : text
      guard !words.isEmpty else {
        throw MatrixAccounts.Failure(localized("there is nothing to send"))
      }
      let account = try Accounts.book.account(account)
      let live: LiveAccount
      do {
        live = try Accounts.live(account)
      } catch ArchiveError.locked {
        guard let opened = try Accounts.handOver(words, to: room, of: account) else { return }
        live = opened
      }
      defer { live.settle() }
      let (wanted, discards) = (room, discardRefused)
      let now = Int64(Date().timeIntervalSince1970 * 1000)
      let (state, unanswered) = try Accounts.wait {
        () -> (LiveMessage.State?, LiveFailure?) in
        // Updates the rooms, and whether they are encrypted by now.
        _ = try await live.syncOnce()
        let room = try Accounts.room(wanted, try await live.rooms())
        if discards {
          for message in try await live.page(.newest, in: room.id, limit: 200).items {
            guard message.isOwn, case .failed = message.state else { continue }
            try await live.discard(message.id, in: room.id)
          }
        }
        try await live.send(.message(MessageContent(StyledText(words))), in: room.id, now: now)
        func ownNewest() async throws -> LiveMessage? {
          try await live.page(.newest, in: room.id, limit: 50).items.last {
            $0.isOwn && $0.state != .sent
          }
        }
        let queued = try await ownNewest()?.id
        _ = try await live.syncOnce()
        let left = try await ownNewest()
        // The caller is told, and has the words; kept, they would hold up all later ones.
        if let left, case .failed = left.state, left.id == queued {
          try await live.discard(left.id, in: room.id)
        }
        return (left?.state, await live.unanswered[room.id])
      }
      switch state {
      case nil, .sent: return
      case .waiting:
        if let unanswered {
          throw MatrixAccounts.Failure(Accounts.words(of: unanswered))
        }
        throw MatrixAccounts.Failure(
          localized(
            "it waits behind a message that was refused, which --discard-refused discards"))
      case .failed(let reason):
        throw MatrixAccounts.Failure(
          localized("not sent: {reason}", ["reason": reason]))
      }
    }
  }
}

/// Common parts of the commands about accounts.
enum Accounts {
  static let book = MatrixAccounts(data: UserFolders.data())

  /// Describes messages for which the server sent no readable response.
  static func words(of unanswered: LiveFailure) -> String {
    localized(
      "not known to be sent, and tried again the next time: {reason}",
      ["reason": Terminal.safe(unanswered.description)])
  }

  /// Accounts for windows.
  static var windowBook: MatrixBook { MatrixBook(book, http: client()) }

  static func client() -> HTTPClient { connections }

  /// Kept until the process is gone: its thread would otherwise free libcurl's memory while the
  /// libraries below are ended.
  private static let connections = HTTPClient(userAgent: "Luge")

  static func live(_ account: MatrixAccount) throws -> LiveAccount {
    try live(account, in: try book.session(of: account))
  }

  private static func live(
    _ account: MatrixAccount, in session: MatrixSession
  ) throws(ArchiveError) -> LiveAccount {
    try LiveAccount(path: account.archive, service: MatrixService(session, http: client()))
  }

  /// Seconds for which one program that has an account open is waited for, and all of them.
  private static let longestHolding = 5.0
  private static let longestWait = 60.0

  /// Passes a message to the window that has the account open, which sends it. Another command that
  /// has it open takes no messages; it is waited for.
  ///
  /// - Returns: the account, if it could be opened meanwhile: the message is still to be sent.
  static func handOver(
    _ words: String, to name: String, of account: MatrixAccount
  ) throws -> LiveAccount? {
    let found = try room(name, try LiveOutbox.rooms(ofArchive: account.archive))
    guard !found.isEncrypted else { throw MatrixAccounts.Failure(LiveAccount.encryptedWords) }
    let session = try book.session(of: account)
    let outbox = LiveOutbox(archive: account.archive)
    let message = try outbox.put(MessageContent(StyledText(words)), in: found.room)
    let start = ContinuousClock.now
    var holder: (process: Int32?, since: ContinuousClock.Instant) = (nil, start)
    while !outbox.isTaken(message) {
      do {
        let opened = try live(account, in: session)
        // A window may have taken it right before it was closed.
        if outbox.takeBack(message) { return opened }
        break
      } catch ArchiveError.locked(_, let process) {
        if process != holder.process { holder = (process, .now) }
      } catch {
        _ = outbox.takeBack(message)
        throw error
      }
      let now = ContinuousClock.now
      guard holder.since.duration(to: now) < .seconds(longestHolding),
        start.duration(to: now) < .seconds(longestWait)
      else { break }
      usleep(50_000)
    }
    guard outbox.isTaken(message) || !outbox.takeBack(message) else {
      throw MatrixAccounts.Failure(
        "not sent: the account is open in another program, which did not take the message")
    }
    Terminal.printError("luge: handed to the window that has the account open, which sends it")
    return nil
  }

  /// Asks the server whether the session of an account that another program has open still goes on.
  ///
  /// - Throws: an error if the server has ended it. A server that does not answer is no error.
  static func checkSession(of account: MatrixAccount) throws {
    let session = try book.session(of: account)
    let http = client()
    do {
      _ = try wait {
        try await MatrixClient(base: session.base, token: session.token, http: http).sessionUser()
      }
    } catch let error as MatrixError {
      if case .signedOut = error.failure { throw error.failure }
    }
  }

  static func room(_ name: String, _ rooms: [LiveRoom]) throws -> LiveRoom {
    let wanted = name.lowercased()
    let joined = rooms.filter { $0.membership == .joined }
    var found = joined.filter { $0.name.lowercased() == wanted || $0.room == name }
    // Every name begins with nothing.
    if found.isEmpty, !wanted.isEmpty {
      found = joined.filter { $0.name.lowercased().hasPrefix(wanted) }
    }
    guard found.count == 1, let only = found.first else {
      let known = (found.isEmpty ? joined : found).map { "\($0.name) (\($0.room))" }
      throw MatrixAccounts.Failure(
        found.isEmpty
          ? localized(
            "no room is called {name}; there are: {names}",
            ["name": name, "names": known.joined(separator: ", ")])
          : localized(
            "several rooms are called {name}: {names}",
            ["name": name, "names": known.joined(separator: ", ")]))
    }
    return only
  }

  /// Waits on the calling thread, which does not belong to Swift's thread pool. Prints a message if
  /// the server is slow.
  static func wait<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) throws -> Result {
    let answer = Answer<Result>()
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        answer.value = .success(try await body())
      } catch {
        answer.value = .failure(error)
      }
      isDone.signal()
    }
    if isDone.wait(timeout: .now() + 10) == .timedOut {
      Terminal.printError(
        "luge: "
          + localized("not done yet: the server is slow, or has much to send (Ctrl-C stops it)"))
      isDone.wait()
    }
    guard let value = answer.value else { throw ExitCode.failure }
    return try value.get()
  }

  /// `@unchecked Sendable`: written before the semaphore is signalled, read after.
  private final class Answer<Result: Sendable>: @unchecked Sendable {
    var value: Swift.Result<Result, any Error>?
  }

  /// Prints errors, and ends with exit code 1.
  static func run(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as ArchiveError {
      throw Terminal.failure(error)
    } catch let error as ExitCode {
      throw error
    } catch {
      Terminal.printError("luge: \(Terminal.safe(SystemError.words(of: error)))")
      throw ExitCode.failure
    }
  }

  /// Asks for the password on a terminal, without showing it.
  static func password(of user: String) throws -> String {
    guard isatty(STDIN_FILENO) == 1 else {
      guard let line = readLine(), !line.isEmpty else {
        throw MatrixAccounts.Failure(localized("no password on standard input"))
      }
      return line
    }
    guard let typed = getpass(localized("Password of {name}: ", ["name": Terminal.safe(user)]))
    else {
      throw MatrixAccounts.Failure(localized("no password"))
    }
    defer { memset(typed, 0, strlen(typed)) }
    return String(cString: typed)
  }

  static func input() -> String {
    let data = FileHandle.standardInput.readDataToEndOfFile()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
