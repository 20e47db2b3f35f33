import LugeLive
import LugeWords

extension LiveStatus {
  /// Text in the user's language; messages of the server or the network are not translated.
  var words: String {
    switch self {
    case .stopped: localized("not connected")
    case .connecting: localized("connecting …")
    case .catchingUp: localized("catching up …")
    case .live: localized("connected")
    case .waiting(let reason, let seconds) where seconds > Self.longestSeconds:
      localized(
        "not connected: {reason}; trying again in {count} min",
        ["reason": reason, "count": "\((seconds - 1) / 60 + 1)"])
    case .waiting(let reason, seconds: ...0):
      localized("not connected: {reason}; trying again …", ["reason": reason])
    case .waiting(let reason, let seconds):
      localized(
        "not connected: {reason}; trying again in {count} s",
        ["reason": reason, "count": "\(seconds)"])
    case .ended: localized("logged out by the server")
    }
  }
}

extension LiveStatus {
  /// Short text, and a reason if there is one, for a narrow line that shows only the beginning.
  var shortWords: (state: String, reason: String?) {
    switch self {
    case .stopped, .connecting, .catchingUp, .live, .ended: (words, nil)
    case .waiting(let reason, let seconds) where seconds > Self.longestSeconds:
      (
        localized(
          "not connected, retrying in {count} min", ["count": "\((seconds - 1) / 60 + 1)"]),
        reason
      )
    case .waiting(let reason, seconds: ...0):
      (localized("not connected, retrying …"), reason)
    case .waiting(let reason, let seconds):
      (localized("not connected, retrying in {count} s", ["count": "\(seconds)"]), reason)
    }
  }
}

/// Announcements of a connection for screen readers: once that it is lost, and once that it is
/// back, however many attempts fail. A working connection is not announced.
struct StatusVoice {
  private var isLost = false

  /// - Returns: nil if there is nothing to say.
  mutating func words(for status: LiveStatus) -> String? {
    switch status {
    case .waiting, .ended:
      guard !isLost else { return nil }
      isLost = true
      return status.words
    case .live:
      guard isLost else { return nil }
      isLost = false
      return status.words
    case .stopped, .connecting, .catchingUp: return nil
    }
  }
}

extension LiveStatus {
  /// Maximum seconds of a wait that is given in seconds; longer ones are given in minutes.
  private static let longestSeconds = 120

  /// Returns the remaining seconds at which the text about a wait changes next.
  ///
  /// - Parameter seconds: the remaining seconds.
  static func stepOfWait(seconds: Double) -> Double {
    guard seconds > Double(longestSeconds) else { return max(0, seconds.rounded(.up) - 1) }
    return max(Double(longestSeconds), ((seconds / 60).rounded(.up) - 1) * 60)
  }
}

extension LiveStatus {
  /// Whether the server has ended the session.
  var isLoggedOut: Bool { if case .ended = self { true } else { false } }

  /// Whether the server answers, or may do so in a moment.
  var mayAnswer: Bool {
    switch self {
    case .stopped, .connecting, .catchingUp, .live: true
    case .waiting, .ended: false
    }
  }
}
