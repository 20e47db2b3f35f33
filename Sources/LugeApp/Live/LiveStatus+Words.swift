import LugeLive
import LugeWords

extension LiveStatus {
  /// In the user's language; what the server or the network said stays as it came.
  var words: String {
    switch self {
    case .stopped: localized("not connected")
    case .connecting: localized("connecting …")
    case .live: localized("connected")
    case .waiting(let reason, let seconds):
      localized(
        "not connected: {reason}; trying again in {count} s",
        ["reason": reason, "count": "\(seconds)"])
    case .ended(let reason): localized("not connected: {reason}", ["reason": reason])
    }
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
