// Fields are called as the protocol calls them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import LugeWords

/// Stored session of an account. The token is a secret.
public struct MatrixSession: Sendable, Hashable, Codable {
  public var base: String
  public var user: String
  public var device: String
  public var token: String

  public init(base: String, user: String, device: String, token: String) {
    self.base = base
    self.user = user
    self.device = device
    self.token = token
  }
}

extension MatrixClient {
  private struct Versions: Decodable { var versions: [String] }

  /// Finds a server by its name: a URL is used as it is, a host is looked up through `.well-known`.
  public static func discover(
    _ name: String, http: HTTPClient
  ) async throws(MatrixError) -> MatrixClient {
    let trimmed = name.trimmingCharacters(in: .whitespacesAndNewlines)
    // A password in an address would be stored and shown with it, also by the error.
    guard !trimmed.contains("@") else { throw .network(.addressWithName) }
    if trimmed.contains("://") {
      let client = MatrixClient(base: trimmed, http: http)
      try await client.check()
      return client
    }
    // A server of this computer mostly speaks in the clear, which nobody can overhear.
    if isOwnComputer(trimmed) {
      let plain = MatrixClient(base: "http://\(trimmed)", http: http)
      if (try? await plain.check()) != nil { return plain }
    }
    let host = MatrixClient(base: "https://\(trimmed)", http: http)
    if let base = try? await host.wellKnownBase() {
      let client = MatrixClient(base: base, http: http)
      try await client.check()
      return client
    }
    try await host.check()
    return host
  }

  private static func isOwnComputer(_ name: String) -> Bool {
    let host =
      name.hasPrefix("[")
      ? String(name.prefix { $0 != "]" }) + "]"
      : String(name.prefix { $0 != ":" && $0 != "/" })
    return ["localhost", "127.0.0.1", "[::1]"].contains(host.lowercased())
  }

  /// Checks that a Matrix server responds.
  public func check() async throws(MatrixError) {
    let answer: Versions = try await get(["_matrix", "client", "versions"], seconds: 20)
    guard !answer.versions.isEmpty else { throw .unreadable("it names no versions") }
  }

  private struct WellKnown: Decodable {
    struct Server: Decodable { var base_url: String }
    var server: Server
    enum CodingKeys: String, CodingKey { case server = "m.homeserver" }
  }

  private func wellKnownBase() async throws(MatrixError) -> String {
    let answer: WellKnown = try await get([".well-known", "matrix", "client"], seconds: 20)
    guard answer.server.base_url.hasPrefix("https://") else {
      throw .unreadable("it names no secure address")
    }
    return answer.server.base_url
  }

  private struct LoginRequest: Encodable {
    struct Identifier: Encodable {
      var type = "m.id.user"
      var user: String
    }
    var type = "m.login.password"
    var identifier: Identifier
    var password: String
    var initial_device_display_name = "Luge"
    var device_id: String?
  }
  private struct LoginAnswer: Decodable {
    var user_id: String
    var access_token: String
    var device_id: String
  }

  /// - Parameters:
  ///   - user: user id with or without the server's name.
  ///   - device: the device of an earlier session of this computer. Servers recognize repeated
  ///     messages of one device.
  public func logIn(
    user: String, password: String, device: String? = nil
  ) async throws(MatrixError) -> MatrixSession {
    let answer: LoginAnswer
    do {
      answer = try await post(
        ["_matrix", "client", "v3", "login"],
        LoginRequest(
          identifier: .init(user: user), password: password, device_id: device))
    } catch {
      // Of a login the code means nothing else, and the server's words are in its own language.
      guard case .refused(let status, "M_FORBIDDEN", _) = error else { throw error }
      throw .refused(
        status: status, code: "M_FORBIDDEN",
        message: localized("wrong user name or password"))
    }
    guard answer.user_id.count > 1, answer.user_id.hasPrefix("@"), !answer.access_token.isEmpty
    else { throw .unreadable(localized("it names no user")) }
    return MatrixSession(
      base: base, user: answer.user_id, device: answer.device_id, token: answer.access_token)
  }

  /// Returns the user of the session; for a check of the session.
  @discardableResult
  public func sessionUser() async throws(MatrixError) -> String {
    struct Answer: Decodable { var user_id: String }
    let answer: Answer = try await get(
      ["_matrix", "client", "v3", "account", "whoami"], seconds: 20)
    return answer.user_id
  }

  /// Ends the session: invalidates the access token.
  public func logOut() async throws(MatrixError) {
    let _: Anything = try await post(["_matrix", "client", "v3", "logout"], Nothing())
  }
}
