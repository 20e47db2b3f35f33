import LugeArchive
import LugeCore
import LugeLive

/// Search for the first unread message of a room, among messages that were sent while nobody
/// listened: whether it is to be begun, runs, or is over. It runs once while a room is open, and
/// once more each time that messages are missing before those that came while the user looked away.
/// A value without account and list, so that it can be tested by itself.
struct UnreadSearch {
  private enum Phase: Hashable {
    /// The server has sent nothing since the room was opened: its first messages may be missed
    /// ones. Others that may include the first unread one may be missing, too.
    case silent(isMissing: Bool)
    /// Messages that may include the first unread one are missing.
    case missing
    case running
    case over
  }

  private var phase: Phase
  /// Whether new messages had a gap before them: only the list of rooms knows how many were missed.
  private var lacksCount = false

  /// - Parameters:
  ///   - isLive: whether the server's messages arrive.
  ///   - isMissing: whether messages that may include the first unread one are missing.
  init(isLive: Bool, isMissing: Bool) {
    phase = isLive ? isMissing ? .missing : .over : .silent(isMissing: isMissing)
  }

  /// Whether it runs; until it is over, nothing counts as read.
  var isRunning: Bool { phase == .running }

  /// Called when the server's messages arrive.
  ///
  /// - Returns: whether the search begins.
  mutating func connected() -> Bool {
    switch phase {
    case .silent(isMissing: true), .missing: phase = .running
    case .silent(isMissing: false): phase = .over
    case .running, .over: return false
    }
    return phase == .running
  }

  /// Called for new messages of others.
  ///
  /// - Returns: whether they were missed, so that the search begins.
  mutating func received() -> Bool {
    guard case .silent = phase else { return false }
    phase = .running
    return true
  }

  /// Called for new messages of others that came behind a gap while the user looked away: the first
  /// of them is missing.
  ///
  /// - Returns: whether the search begins.
  mutating func receivedAway() -> Bool {
    guard phase == .over else { return false }
    phase = .running
    return true
  }

  /// Called when the user has sent a message, which marks everything before it as seen.
  ///
  /// - Returns: whether the search runs and is to be cancelled.
  mutating func wrote() -> Bool {
    if case .silent(let isMissing) = phase { phase = isMissing ? .missing : .over }
    return isRunning
  }

  /// Called when the search has ended, whatever its result.
  mutating func ended() { if isRunning { phase = .over } }

  /// Called when messages are missing before new ones.
  mutating func leftGap() { lacksCount = true }

  /// Returns whether the list of rooms has to say how many messages were missed; once.
  mutating func takeCount() -> Bool {
    defer { lacksCount = false }
    return lacksCount
  }
}

/// Result of such a search.
enum UnreadOutcome: Hashable {
  case found(ItemID)
  /// Everything was read meanwhile, for example on another device.
  case allRead
  /// The server failed, or the message is too far away.
  case unknown

  /// Searches for a room's first unread message, and requests the missing ones before it.
  static func search(_ account: LiveAccount, in room: ConversationID) async -> Self {
    do {
      if let item = try await account.completeFirstUnread(in: room) { return .found(item) }
      let isMissing = try await Task.detached { try account.isUnreadMissing(in: room) }.value
      return isMissing ? .unknown : .allRead
    } catch {
      return .unknown
    }
  }

  /// Returns the message below the line above unread ones; nil if there is no line.
  ///
  /// - Parameter known: the first message that is known to be new, where the search does not tell.
  func first(orElse known: ItemID?) -> ItemID? {
    switch self {
    case .found(let item): item
    case .allRead: nil
    case .unknown: known
    }
  }
}
