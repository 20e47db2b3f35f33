public import LugeLive
import LugeWords

/// Reason why a Matrix server did not fulfil a request.
public enum MatrixError: Error, Sendable, Hashable, CustomStringConvertible {
  case network(HTTPProblem)
  /// The server's code and message, with status 400 to 499.
  case refused(status: Int, code: String, message: String)
  /// Too many requests; the seconds to wait, if the server says so.
  case limited(seconds: Double?)
  /// Status 500 or more.
  case server(status: Int)
  case unreadable(String)
  /// A redirection to an address that nobody chose: nothing is sent there.
  case redirected(String)
  /// The token of an account is not where it was stored.
  case noToken(of: String)
  /// The keyring with the token does not answer.
  case noKeyring

  public var description: String {
    switch self {
    case .network(let problem): problem.description
    case .refused(let status, let code, let message):
      message.isEmpty
        ? localized(
          "the server refused ({reason})", ["reason": code.isEmpty ? "\(status)" : code])
        : message
    case .limited: localized("the server is busy with too many requests")
    case .server(let status):
      localized("the server has a problem ({reason})", ["reason": "\(status)"])
    case .unreadable(let reason):
      localized("the server's answer makes no sense: {reason}", ["reason": reason])
    case .redirected(let address):
      localized("the server redirects to another address: {address}", ["address": address])
    case .noToken(let user):
      localized(
        "the access token of {name} was not found; add the account again", ["name": user])
    case .noKeyring: localized("the keyring does not answer; it may be locked")
    }
  }

  /// The error in terms of ``LiveFailure``.
  public var failure: LiveFailure {
    switch self {
    case .network(.cancelled): .cancelled
    case .network(.badAddress), .network(.addressWithName), .network(.noClient),
      .network(.tooLarge), .redirected:
      .refused(description)
    case .network, .noToken, .noKeyring: .unreachable(description)
    case .refused(_, "M_UNKNOWN_TOKEN", let message), .refused(_, "M_MISSING_TOKEN", let message):
      .signedOut(message)
    case .refused: .refused(description)
    case .limited(let seconds): .busy(seconds: seconds)
    case .server: .unreachable(description)
    case .unreadable(let reason): .unreadable(reason)
    }
  }
}
