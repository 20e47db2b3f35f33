/// An account that was added on this computer.
public struct LiveAccountEntry: Sendable, Hashable {
  /// The user's id in the protocol.
  public var user: String
  /// The server's address, for the user.
  public var server: String
  /// Path of its archive.
  public var archive: String
  /// Name of the session, which is another one after the user has logged in again.
  public var session: String

  public init(user: String, server: String, archive: String, session: String = "") {
    self.user = user
    self.server = server
    self.archive = archive
    self.session = session
  }
}

/// The accounts of this computer, for one protocol: lists, adds and removes them, and provides
/// their connections to servers. Calls may wait for the disk and for a keyring.
public protocol LiveAccountBook: Sendable {
  /// Returns the accounts in the order in which they were added; connects to no server.
  func entries() throws -> [LiveAccountEntry]
  func service(of entry: LiveAccountEntry) throws -> any LiveService

  /// Logs in, and stores the session.
  ///
  /// - Returns: the account, and a note for the user about where its secret is stored.
  func add(
    server: String, user: String, password: String
  ) async throws -> (entry: LiveAccountEntry, note: String?)

  /// Logs out, and removes the account; stored messages are kept.
  ///
  /// - Returns: the reason if the server could not be informed; nil if it was.
  func remove(_ entry: LiveAccountEntry) async throws -> String?
}
