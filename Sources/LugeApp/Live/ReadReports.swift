import LugeArchive
import LugeCore
import LugeLive

/// Tells the server how far the user has read a room: once a moment at most, and again where a
/// report was lost.
@MainActor
final class ReadReports {
  /// Seconds between two reports.
  private static let pause = 0.3

  private let account: LiveAccount
  private let room: ConversationID
  private let pauseAfterFailure: Double
  /// Whether the server can be told now.
  var isLive: Bool { didSet { report() } }
  /// Place of the last message that was reported as read, or is being reported.
  private(set) var upTo: Int64
  /// The last message that is to be reported as read; nil if nothing is.
  private var waiting: ItemID?
  private var task: Task<Void, Never>?

  /// - Parameter pauseAfterFailure: seconds after which a report that was lost is tried again.
  init(
    _ account: LiveAccount, _ room: ConversationID, upTo: Int64, isLive: Bool,
    pauseAfterFailure: Double = 10
  ) {
    self.account = account
    self.room = room
    self.upTo = upTo
    self.pauseAfterFailure = pauseAfterFailure
    self.isLive = isLive
  }

  deinit { task?.cancel() }

  /// Notes that the user has seen a message. Nothing is noted without a connection: what is in view
  /// then is to be noted again once there is one.
  func saw(_ message: LiveMessage) {
    guard isLive, message.place > upTo else { return }
    upTo = message.place
    waiting = message.id
    report()
  }

  /// The next message that is seen is reported, wherever it is.
  func startOver() { upTo = .min }

  private func report() {
    guard task == nil, isLive, waiting != nil else { return }
    let (account, room, pauseAfterFailure) = (account, room, pauseAfterFailure)
    task = Task { [weak self] in
      while let message = self?.take() {
        let isLost: Bool
        do {
          isLost = try await !account.markRead(room, upTo: message, .room)
        } catch {
          isLost = (error as? LiveFailure)?.isPassing ?? true
        }
        // What was read since then includes it.
        if isLost, let self, waiting == nil { waiting = message }
        try? await Task.sleep(for: .seconds(isLost ? pauseAfterFailure : Self.pause))
      }
      self?.task = nil
    }
  }

  /// Returns nil while nothing can be reported.
  private func take() -> ItemID? {
    guard isLive else { return nil }
    defer { waiting = nil }
    return waiting
  }
}
