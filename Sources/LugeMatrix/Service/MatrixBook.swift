import Foundation
public import LugeLive
import LugeWords

/// The Matrix accounts of this computer, for a window.
public struct MatrixBook: LiveAccountBook {
  public let accounts: MatrixAccounts
  private let http: HTTPClient

  public init(_ accounts: MatrixAccounts, http: HTTPClient) {
    self.accounts = accounts
    self.http = http
  }

  public func entries() throws -> [LiveAccountEntry] { try accounts.all().map(Self.entry) }

  public func service(of entry: LiveAccountEntry) throws -> any LiveService {
    MatrixService(try accounts.account(entry.user), of: accounts, http: http)
  }

  public func add(
    server: String, user: String, password: String
  ) async throws -> (entry: LiveAccountEntry, note: String?) {
    let client = try await MatrixClient.discover(server, http: http)
    let user = user.trimmingCharacters(in: .whitespaces)
    let known = try? accounts.account(user)
    let session = try await client.logIn(
      user: user, password: password, device: known?.base == client.base ? known?.device : nil)
    let added = try accounts.add(session)
    let note =
      added.place == .file
      ? localized(
        "No keyring was found: the access token is in a file that only you can read.") : nil
    return (Self.entry(added.account), note)
  }

  public func remove(_ entry: LiveAccountEntry) async throws -> String? {
    let account = try accounts.account(entry.user)
    var problem: String?
    if let session = try? accounts.session(of: account) {
      do {
        try await MatrixClient(base: session.base, token: session.token, http: http).logOut()
      } catch {
        problem = error.description
      }
    }
    try accounts.remove(account, withArchive: false)
    return problem
  }

  private static func entry(_ account: MatrixAccount) -> LiveAccountEntry {
    LiveAccountEntry(
      user: account.user, server: account.base, archive: account.archive, session: account.device)
  }
}
