import Foundation
import Glibc
import LugeCore
public import LugeLive

/// The fake server for several processes: its events are files in a folder, each complete or
/// missing, so that they survive a process that is killed.
public final class FolderService: LiveService, Sendable {
  private let folder: String
  private let fake = FakeService()

  /// - Parameter folder: folder, created if it does not exist.
  public init(_ folder: String) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    fake.state.withLock { $0.timelineLimit = 10 }
    try load()
  }

  public var user: String { fake.user }

  /// Texts of all messages, in the server's order.
  public var texts: [String] {
    get throws {
      try load()
      return fake.texts
    }
  }

  public func say(_ text: String) throws { _ = try write(text, by: "@anna:here", "") }

  private func load() throws {
    try fake.state.withLock { state in
      while let line = try? String(
        contentsOfFile: "\(folder)/\(state.events.count)", encoding: .utf8)
      {
        let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw LiveFailure.unreadable(line) }
        let number = state.events.count
        state.events.append(
          RoomEvent(
            id: "$\(number)", sender: String(parts[0]), time: Int64(number) * 60_000,
            kind: .message(MessageContent(StyledText(String(parts[2])))),
            transaction: parts[1].isEmpty ? nil : String(parts[1])))
      }
    }
  }

  /// Writes an event, one process at a time; the system releases the lock when a process is killed.
  private func write(_ text: String, by sender: String, _ transaction: String) throws -> String {
    let lock = open("\(folder)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw LiveFailure.unreachable("no lock") }
    defer { close(lock) }
    flock(lock, LOCK_EX)
    try load()
    let (known, next) = fake.state.withLock { state in
      (
        state.events.first { !transaction.isEmpty && $0.transaction == transaction }?.id,
        state.events.count
      )
    }
    if let known { return known }
    try "\(sender)\t\(transaction)\t\(text)".write(
      toFile: "\(folder)/\(next)", atomically: true, encoding: .utf8)
    try load()
    return "$\(next)"
  }

  // MARK: LiveService

  public func sync(
    since token: String?, wait seconds: Double
  ) async throws(LiveFailure) -> LiveBatch {
    try read()
    return try await fake.sync(since: token, wait: min(seconds, 0.02))
  }

  public func events(
    in room: String, from token: String, to end: String?, _ direction: LiveDirection, limit: Int
  ) async throws(LiveFailure) -> LivePage {
    try read()
    return try await fake.events(in: room, from: token, to: end, direction, limit: limit)
  }

  public func surroundings(
    of event: String, in room: String, limit: Int
  ) async throws(LiveFailure) -> LiveSurroundings? {
    try read()
    return try await fake.surroundings(of: event, in: room, limit: limit)
  }

  public func event(at time: Int64, in room: String) async throws(LiveFailure) -> String? {
    try read()
    return try await fake.event(at: time, in: room)
  }

  public func send(
    _ message: LiveOutgoing, to room: String, transaction: String
  ) async throws(LiveFailure) -> String {
    guard case .message(let content) = message else { throw .refused("messages only") }
    do {
      return try write(content.text.string, by: user, transaction)
    } catch {
      throw .unreachable("\(error)")
    }
  }

  private func read() throws(LiveFailure) {
    do { try load() } catch { throw .unreachable("\(error)") }
  }

  public func media(_ address: String, limit: Int) async throws(LiveFailure) -> [UInt8] {
    throw .refused("there are no files")
  }
  public func upload(
    _ bytes: [UInt8], type: String, name: String?,
    onSent: @escaping @Sendable (Int64, Int64) -> Void
  ) async throws(LiveFailure) -> String { throw .refused("there are no files") }
  public func markRead(
    _ event: String, in room: String, _ reach: LiveReceipt.Reach
  ) async throws(LiveFailure) {}
  public func setTyping(_ isTyping: Bool, in room: String) async throws(LiveFailure) {}
  public func setMarkedUnread(
    _ isUnread: Bool, in room: String
  ) async throws(LiveFailure) {}
  public func join(_ room: String) async throws(LiveFailure) -> String { room }
  public func leave(_ room: String) async throws(LiveFailure) {}
  public func create(_ room: NewLiveRoom) async throws(LiveFailure) -> String { fake.room }
  public func invite(_ user: String, to room: String) async throws(LiveFailure) {}
  public func remove(_ person: String, from room: String) async throws(LiveFailure) {}
}
