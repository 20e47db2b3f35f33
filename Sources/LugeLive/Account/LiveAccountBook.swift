/// An account that was added on this computer.
public struct LiveAccountEntry: Sendable, Hashable {
  /// As the protocol names people.
  public var user: String
  /// The server's address, for people.
  public var server: String
  /// Path of its archive.
  public var archive: String

  public init(user: String, server: String, archive: String) {
    self.user = user
    self.server = server
    self.archive = archive
  }
}

/// The accounts of this computer, of one protocol: which there are, how one is added, and how each
/// talks to its server. Calls may block for as long as the disk takes, and for as long as a keeper
/// of secrets does.
public protocol LiveAccountBook: Sendable {
  /// In the order in which they were added; reading them starts nothing.
  func entries() throws -> [LiveAccountEntry]
  func service(of entry: LiveAccountEntry) throws -> any LiveService

  /// Logs in, and keeps the session.
  ///
  /// - Returns: the account, and what the user has to know about where its secret is kept.
  func add(
    server: String, user: String, password: String
  ) async throws -> (entry: LiveAccountEntry, note: String?)

  /// Logs out, and forgets the account; what was seen stays.
  ///
  /// - Returns: why the server could not be told, where it could not.
  func remove(_ entry: LiveAccountEntry) async throws -> String?
}
