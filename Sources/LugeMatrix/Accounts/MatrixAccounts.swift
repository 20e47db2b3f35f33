import Foundation
import LugeArchive
import LugeCore

/// An account that was added on this computer.
public struct MatrixAccount: Sendable, Hashable, Codable {
  public var user: String
  public var base: String
  public var device: String
  /// Path of its archive.
  public var archive: String
}

/// The accounts of this computer: a list without secrets, an archive per account, and the tokens in
/// a ``SecretStore``.
public struct MatrixAccounts: Sendable {
  public let folder: String
  public let secrets: SecretStore

  /// - Parameter data: the user's data folder for programs.
  public init(data: String, usesKeeper: Bool = true) {
    folder = "\(data)/luge/accounts"
    secrets = SecretStore(folder: folder, usesKeeper: usesKeeper)
  }

  /// Returns the accounts in the order in which they were added; connects to no server.
  public func all() throws -> [MatrixAccount] {
    guard let data = FileManager.default.contents(atPath: list) else { return [] }
    do {
      return try JSONDecoder().decode([MatrixAccount].self, from: data)
    } catch {
      throw Failure("\(list) cannot be read; remove it and add the accounts again")
    }
  }

  /// Returns the account of that name, or the only one if none is named.
  public func account(_ user: String?) throws -> MatrixAccount {
    let all = try all()
    guard let user else {
      guard let first = all.first else {
        throw Failure("there is no account yet; luge account add SERVER USER adds one")
      }
      guard all.count == 1 else {
        throw Failure(
          "there are several accounts; name one with --account: "
            + all.map(\.user).joined(separator: ", "))
      }
      return first
    }
    let wanted = user.lowercased()
    let found = all.filter {
      let name = $0.user.lowercased()
      return name == wanted || name.dropFirst().prefix { $0 != ":" } == wanted
    }
    guard found.count == 1, let only = found.first else {
      throw Failure(
        "no account is called \(user); there are: " + all.map(\.user).joined(separator: ", "))
    }
    return only
  }

  /// Stores a session. An existing account gets the new token.
  ///
  /// - Returns: the account, and where its token is stored.
  /// - Throws: ``Failure`` if an account of that name belongs to another server. The server itself
  ///   reports who has logged in: one that reports another user's name would get that account's
  ///   archive, and its unsent messages.
  @discardableResult
  public func add(
    _ session: MatrixSession
  ) throws -> (account: MatrixAccount, place: SecretStore.Place) {
    try PrivateFolder.make(folder)
    PrivateFolder.close(folder)
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    if let known = try all().first(where: { $0.user == session.user && $0.base != session.base }) {
      throw Failure(
        "\(session.base) says that you are \(session.user), whose server is \(known.base); if that "
          + "account has moved, remove it first: luge account remove \(session.user)")
    }
    let account = MatrixAccount(
      user: session.user, base: session.base, device: session.device,
      archive: "\(folder)/\(Self.fileName(of: session.user)).luge")
    let place = try secrets.store(session.token, for: session.user)
    try write(try all().filter { $0.user != session.user } + [account])
    return (account, place)
  }

  /// Removes an account and its token, and its archive if requested.
  ///
  /// - Parameter logOut: called before, unless the list cannot be changed, or the archive cannot be
  ///   removed.
  /// - Throws: `ArchiveError.locked`, and nothing is removed, if the archive is to be and another
  ///   program has it open.
  public func remove(
    _ account: MatrixAccount, withArchive: Bool, logOut: () -> Void = {}
  ) throws {
    let archive = withArchive ? try ArchiveFile(account.archive).lock() : nil
    defer { withExtendedLifetime(archive) {} }
    // It is free again while a slow server answers: others change the list, too.
    _ = try self.lock()
    logOut()
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    secrets.remove(account.user)
    try write(try all().filter { $0.user != account.user })
    if withArchive { ArchiveFile.removeFiles(at: account.archive) }
  }

  /// - Throws: an error if its token is missing.
  public func session(of account: MatrixAccount) throws -> MatrixSession {
    guard let token = secrets.secret(for: account.user) else {
      throw Failure(
        "the access token of \(account.user) was not found; add the account again")
    }
    return MatrixSession(
      base: account.base, user: account.user, device: account.device, token: token)
  }

  private var list: String { "\(folder)/accounts.json" }

  /// Seconds for which another program that changes the list is waited for; it takes milliseconds,
  /// or as long as a keyring needs.
  private static let longestWait = 10.0

  /// Takes the right to change the list, which several programs read, change and write.
  private func lock() throws -> FileLock {
    let end = ContinuousClock.now + .seconds(Self.longestWait)
    while true {
      do {
        return try FileLock("\(list)-lock")
      } catch FileLock.Failure.held(let process) where ContinuousClock.now > end {
        let who = process.map { "process \($0)" } ?? "another program"
        throw Failure("\(who) is changing the list of accounts; try again later")
      } catch FileLock.Failure.held {
        usleep(5_000)
      } catch FileLock.Failure.system(let code) {
        throw Failure("\(list)-lock cannot be created: \(String(cString: strerror(code)))")
      }
    }
  }

  private func write(_ accounts: [MatrixAccount]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(accounts).write(to: URL(fileURLWithPath: list), options: .atomic)
  }

  /// Returns a file name that is unique for a user name.
  static func fileName(of user: String) -> String {
    user.utf8.reduce(into: "") { name, byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || (0x30...0x39).contains(byte)
          || "-_.@".unicodeScalars
            .contains(scalar))
      name += isPlain ? String(Character(scalar)) : "%" + String(byte, radix: 16, uppercase: true)
    }
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
  }
}
