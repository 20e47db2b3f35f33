import LugeCore
import LugeLive
import LugeSamples
import Synchronization

/// A server with one room of numbered messages, which answers at once. Messages are made when they
/// are asked for, so the server takes no part in a measured process's memory.
final class LabRoomServer: LiveService {
  let user = "@me:lab"
  let room = "!room:lab"
  /// Messages that one answer to ``sync(since:wait:)`` has at most.
  private static let batch = 100
  private let texts: [StyledText]
  private let count: Mutex<Int>

  init(count: Int) {
    texts = TextSets.english(count: 2000)
    self.count = Mutex(count)
  }

  /// Adds messages of other users.
  func say(_ messages: Int) { count.withLock { $0 += messages } }

  static func name(_ number: Int) -> String { "$\(number)" }

  private func event(_ number: Int) -> RoomEvent {
    let words = texts[number % texts.count]
    return RoomEvent(
      id: Self.name(number), sender: "@person\(number / 3 % 5):lab",
      time: 1_600_000_000_000 + Int64(number) * 60_000, kind: .message(MessageContent(words)))
  }

  private func events(_ range: Range<Int>) -> [RoomEvent] { range.map(event) }

  func sync(since token: String?, wait seconds: Double) async throws(LiveFailure) -> LiveBatch {
    var update = LiveRoomUpdate(room)
    guard let first = token.flatMap({ Int($0) }) else {
      let end = count.withLock(\.self)
      let first = max(0, end - 20)
      update.name = "Lab"
      update.events = events(first..<end)
      update.before = "\(first)"
      update.isBeginning = first == 0
      return LiveBatch(token: "\(end)", rooms: [update])
    }
    var end = count.withLock(\.self)
    for _ in 0..<Int(seconds * 200) where end <= first && !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(5))
      end = count.withLock(\.self)
    }
    if Task.isCancelled { throw .cancelled }
    guard end > first else { return LiveBatch(token: "\(first)") }
    let last = min(end, first + Self.batch)
    update.events = events(first..<last)
    return LiveBatch(token: "\(last)", rooms: [update])
  }

  func events(
    in room: String, from token: String, to end: String?, _ direction: LiveDirection, limit: Int
  ) async throws(LiveFailure) -> LivePage {
    let place = Int(token) ?? 0
    let stop = end.flatMap { Int($0) }
    switch direction {
    case .older:
      let first = max(stop ?? 0, place - limit)
      return LivePage(
        events(first..<max(first, place)).reversed(), next: first <= (stop ?? 0) ? nil : "\(first)")
    case .newer:
      let most = stop ?? count.withLock(\.self)
      let last = min(most, place + limit)
      return LivePage(events(place..<max(place, last)), next: last >= most ? nil : "\(last)")
    }
  }

  // MARK: Not supported

  private static let nothing = LiveFailure.refused("the lab's server only has messages")

  func surroundings(
    of event: String, in room: String, limit: Int
  ) async throws(LiveFailure) -> LiveSurroundings? { nil }
  func event(at time: Int64, in room: String) async throws(LiveFailure) -> String? { nil }
  func send(
    _ message: LiveOutgoing, to room: String, transaction: String
  ) async throws(LiveFailure) -> String { throw Self.nothing }
  func media(_ address: String, limit: Int) async throws(LiveFailure) -> [UInt8] {
    throw Self.nothing
  }
  func upload(
    _ bytes: [UInt8], type: String, name: String?,
    onSent: @escaping @Sendable (Int64, Int64) -> Void
  ) async throws(LiveFailure) -> String { throw Self.nothing }
  func markRead(
    _ event: String, in room: String, _ reach: LiveReceipt.Reach
  ) async throws(LiveFailure) {}
  func setMarkedUnread(_ isUnread: Bool, in room: String) async throws(LiveFailure) {}
  func setTyping(_ isTyping: Bool, in room: String) async throws(LiveFailure) {}
  func join(_ room: String) async throws(LiveFailure) -> String { room }
  func leave(_ room: String) async throws(LiveFailure) {}
  func create(_ room: NewLiveRoom) async throws(LiveFailure) -> String { throw Self.nothing }
  func invite(_ user: String, to room: String) async throws(LiveFailure) {}
  func remove(_ person: String, from room: String) async throws(LiveFailure) {}
}

/// The one account of the lab.
struct LabAccounts: LiveAccountBook {
  let server: LabRoomServer
  /// Path of the account's archive.
  let archive: String

  func entries() throws -> [LiveAccountEntry] {
    [LiveAccountEntry(user: server.user, server: "lab", archive: archive)]
  }
  func service(of entry: LiveAccountEntry) throws -> any LiveService { server }
  func add(
    server: String, user: String, password: String
  ) async throws -> (entry: LiveAccountEntry, note: String?) {
    throw LiveFailure.refused("the lab has one account")
  }
  func remove(_ entry: LiveAccountEntry) async throws -> String? { nil }
}
