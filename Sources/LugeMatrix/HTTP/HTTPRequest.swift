import LugeWords

/// One request to a server.
public struct HTTPRequest: Sendable {
  public enum Method: String, Sendable { case get = "GET", put = "PUT", post = "POST" }

  public var method: Method
  public var url: String
  /// Headers, sent only to the host of ``url``: redirections are not followed.
  public var headers: [(name: String, value: String)]
  public var body: [UInt8]?
  /// Timeout of the whole request, seconds; 0: none, except ``stallSeconds``.
  public var totalSeconds: Double
  /// Timeout, in seconds, while almost nothing is transferred, from the beginning on; 0: the
  /// client's own one, which only begins with the response.
  public var stallSeconds: Int
  /// Maximum bytes of the response.
  public var maxBytes: Int
  /// Whether the address came from a server: then no connection is made to this computer or to
  /// private networks.
  public var staysOutside = false
  /// Called on the network's thread with the bytes of the body that were sent, and their total.
  public var onSent: (@Sendable (_ sent: Int64, _ total: Int64) -> Void)?

  public init(
    _ method: Method = .get, _ url: String, headers: [(name: String, value: String)] = [],
    body: [UInt8]? = nil, totalSeconds: Double = 60, stallSeconds: Int = 0,
    maxBytes: Int = 64 << 20
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.totalSeconds = totalSeconds
    self.stallSeconds = stallSeconds
    self.maxBytes = maxBytes
  }
}

/// Response of a server, whatever its status.
public struct HTTPResponse: Sendable {
  public var status: Int
  /// Headers by names in lower case; the last one of a name counts.
  public var headers: [String: String]
  public var body: [UInt8]

  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Reason why there is no response.
public enum HTTPProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case badAddress(String)
  /// The address contains a user name, and perhaps a password.
  case addressWithName
  case unreachable(host: String)
  case timedOut
  case insecure(String)
  /// The connection ended before the response did.
  case cut
  case tooLarge(limit: Int)
  case failed(String)
  case cancelled
  /// libcurl is missing.
  case noClient

  public var description: String {
    switch self {
    case .badAddress(let address):
      localized("{address} is not the address of a server", ["address": address])
    case .addressWithName:
      localized("the server's address should have no name, password or “@” in it")
    case .unreachable(let host): localized("{name} cannot be reached", ["name": host])
    case .timedOut: localized("the server took too long")
    case .insecure(let reason):
      localized("the connection is not secure: {reason}", ["reason": reason])
    case .cut: localized("the connection ended in the middle of an answer")
    case .tooLarge(let limit):
      localized("the answer is larger than {size} MB", ["size": "\(limit >> 20)"])
    case .failed(let reason): reason
    case .cancelled: localized("cancelled", context: "a request")
    case .noClient: localized("libcurl, which talks to servers, is not installed")
    }
  }
}
