import LugeCore
import LugeLive
import Synchronization

/// A server of conversations in memory, which fails as it is told to. Tokens are numbers of events:
/// a place between two of them.
final class FakeService: LiveService, Sendable {
  struct State {
    var events: [RoomEvent] = []
    /// By the names of senders: a second one under the same name is the first one.
    var transactions: [String: String] = [:]
    var sends = 0
    var pages = 0
    var isEncrypted = false
    /// What the next calls of a kind answer, in turn.
    var sendOutcomes: [Outcome] = []
    var syncOutcomes: [LiveFailure] = []
    var pageOutcomes: [LiveFailure] = []
    var timelineLimit = 20
    /// Events that were said to be read, and rooms that were joined ("-" before those left).
    var read: [String] = []
    var joins: [String] = []
    /// As the server notes where the reader was last.
    var readMarker: String?
  }

  enum Outcome {
    case failure(LiveFailure)
    /// The server has it, and its answer is lost.
    case takenAndCut
  }

  let user = "@me:here"
  let room = "!room:here"
  let state = Mutex(State())

  // MARK: What others do

  func say(_ text: String, by sender: String = "@anna:here") {
    state.withLock { state in
      let number = state.events.count
      state.events.append(
        RoomEvent(
          id: "$\(number)", sender: sender, time: Int64(number) * 60_000,
          kind: .message(MessageContent(StyledText(text)))))
    }
  }

  func fill(_ count: Int, from first: Int = 0) {
    for number in first..<first + count { say("message \(number)") }
  }

  func add(_ kind: RoomEvent.Kind, by sender: String = "@anna:here") {
    state.withLock { state in
      let number = state.events.count
      state.events.append(
        RoomEvent(id: "$\(number)", sender: sender, time: Int64(number) * 60_000, kind: kind))
    }
  }

  var texts: [String] {
    state.withLock { state in
      state.events.compactMap {
        if case .message(let content) = $0.kind { content.text.string } else { nil }
      }
    }
  }

  // MARK: LiveService

  func sync(
    since token: String?, wait seconds: Double
  ) async throws(LiveFailure) -> LiveBatch {
    let failure = state.withLock { $0.syncOutcomes.isEmpty ? nil : $0.syncOutcomes.removeFirst() }
    if let failure { throw failure }
    let first = token.flatMap { Int($0) } ?? 0
    if seconds > 0 {
      // Waits a little where nothing happened, as servers do.
      for _ in 0..<20 where state.withLock({ $0.events.count }) == first {
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
    return state.withLock { state in
      var batch = LiveBatch(token: "\(state.events.count)")
      guard state.events.count > first || token == nil else { return batch }
      var update = LiveRoomUpdate(room)
      update.name = token == nil ? "Garden" : nil
      update.isEncrypted = state.isEncrypted
      update.readMarker = state.readMarker
      let shown = max(first, state.events.count - state.timelineLimit)
      update.events = Array(state.events[shown...])
      update.hasGap = shown > first
      update.before = "\(shown)"
      update.isBeginning = shown == 0
      batch.rooms = [update]
      return batch
    }
  }

  func events(
    in room: String, from token: String, to end: String?, _ direction: LiveDirection, limit: Int
  ) async throws(LiveFailure) -> LivePage {
    let failure = state.withLock { $0.pageOutcomes.isEmpty ? nil : $0.pageOutcomes.removeFirst() }
    if let failure { throw failure }
    return state.withLock { state in
      state.pages += 1
      let place = Int(token) ?? 0
      let stop = end.flatMap { Int($0) }
      switch direction {
      case .older:
        let first = max(stop ?? 0, place - limit)
        return LivePage(
          state.events[first..<max(first, place)].reversed(),
          next: first <= (stop ?? 0) ? nil : "\(first)")
      case .newer:
        let last = min(stop ?? state.events.count, place + limit)
        return LivePage(
          Array(state.events[place..<max(place, last)]),
          next: last >= (stop ?? state.events.count) ? nil : "\(last)")
      }
    }
  }

  func send(
    _ message: LiveOutgoing, to room: String, transaction: String
  ) async throws(LiveFailure) -> String {
    let (event, failure) = state.withLock { state -> (String, LiveFailure?) in
      state.sends += 1
      let outcome = state.sendOutcomes.isEmpty ? nil : state.sendOutcomes.removeFirst()
      if case .failure(let failure) = outcome { return ("", failure) }
      let event = take(message, transaction, &state)
      if case .takenAndCut = outcome { return ("", .unreachable("the connection ended")) }
      return (event, nil)
    }
    if let failure { throw failure }
    return event
  }

  private func take(
    _ message: LiveOutgoing, _ transaction: String, _ state: inout State
  ) -> String {
    if let known = state.transactions[transaction] { return known }
    let number = state.events.count
    let kind: RoomEvent.Kind =
      switch message {
      case .message(let content): .message(content)
      case .edit(let target, let content): .edit(of: target, content)
      case .reaction(let target, let emoji): .reaction(to: target, emoji: emoji)
      case .redaction(let target, _): .redaction(of: target)
      }
    state.events.append(
      RoomEvent(
        id: "$\(number)", sender: user, time: Int64(number) * 60_000, kind: kind,
        transaction: transaction))
    state.transactions[transaction] = "$\(number)"
    return "$\(number)"
  }

  func markRead(_ event: String, in room: String) async throws(LiveFailure) {
    state.withLock { $0.read.append(event) }
  }
  func setTyping(_ isTyping: Bool, in room: String) async throws(LiveFailure) {}

  func join(_ room: String) async throws(LiveFailure) -> String {
    state.withLock { $0.joins.append(room) }
    return room
  }
  func leave(_ room: String) async throws(LiveFailure) {
    state.withLock { $0.joins.append("-\(room)") }
  }
  func create(_ room: NewLiveRoom) async throws(LiveFailure) -> String { self.room }
  func invite(_ user: String, to room: String) async throws(LiveFailure) {}
}
