import LugeLive
import LugeWords

extension LiveStatus {
  /// In the user's language; what the server or the network said stays as it came.
  var words: String {
    switch self {
    case .stopped: localized("not connected")
    case .connecting: localized("connecting …")
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
    case .ended(let reason): localized("not connected: {reason}", ["reason": reason])
    }
  }
}

extension LiveStatus {
  /// Longer waits are said in minutes.
  private static let longestSeconds = 120

  /// The seconds at which the words for a wait become others.
  ///
  /// - Parameter seconds: that are left.
  static func stepOfWait(seconds: Double) -> Double {
    guard seconds > Double(longestSeconds) else { return max(0, seconds.rounded(.up) - 1) }
    return max(Double(longestSeconds), ((seconds / 60).rounded(.up) - 1) * 60)
  }
}

extension LiveStatus {
  /// Whether the server answers, or may do so in a moment.
  var mayAnswer: Bool {
    switch self {
    case .stopped, .connecting, .live: true
    case .waiting, .ended: false
    }
  }
}
