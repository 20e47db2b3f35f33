import LugeCore
public import LugeLive
public import Synchronization

/// A chat server in memory, which fails as requested. Tokens are numbers of events: a position
/// between two of them.
public final class FakeService: LiveService, Sendable {
  public struct State: Sendable {
    public var events: [RoomEvent] = []
    /// Sent events by transaction id: repeating one yields the same event.
    public var transactions: [String: String] = [:]
    public var sends = 0
    public var syncs = 0
    /// Whether it never waits for events, whatever is requested.
    public var answersAtOnce = false
    public var pages = 0
    /// Number of requests for an event by its id or its time.
    public var jumps = 0
    /// Number of requests for messages of a thread.
    public var threadPages = 0
    /// Number of requests for the votes in polls.
    public var votePages = 0
    public var isEncrypted = false
    /// Whether the main room is encrypted since a moment ago, which no response has said yet.
    public var isEncryptedByNow = false
    /// Results of the next calls of each kind, in order.
    public var sendOutcomes: [Outcome] = []
    /// Whether messages that are sent do not arrive yet.
    public var holdsSends = false
    public var syncOutcomes: [LiveFailure] = []
    public var pageOutcomes: [LiveFailure] = []
    public var timelineLimit = 20
    /// Files by their addresses.
    public var files: [String: [UInt8]] = [:]
    public var uploadOutcomes: [LiveFailure] = []
    /// Milliseconds that each quarter of an upload takes.
    public var uploadPause = 0
    /// Whether uploads stop after a quarter.
    public var holdsUploads = false
    /// Events marked as read, and rooms that were joined ("-" before those left).
    public var read: [String] = []
    /// Threads that were marked as read: the first event and the last one.
    public var threadsRead: [String] = []
    /// Numbers of unread messages in threads.
    public var unreadInThreads: [String: Int]?
    public var joins: [String] = []
    /// The user's read marker on the server.
    public var readMarker: String?
    /// Number of messages that the server counts as unread.
    public var unread: Int?
    /// Messages that the server counts as naming the user.
    public var mentions: Int?
    /// What the next answer says of what notifies; nil when it was told.
    public var notifications: NotificationRules?
    /// Requests to mark the room as unread, or to remove the mark.
    public var markedUnread: [Bool] = []
    /// Contents of the next response besides events.
    public var receipts: [LiveReceipt] = []
    public var typing: [String]?
    /// Events of another room, all of them in the first response.
    public var kitchen: [RoomEvent] = []
    /// Invitation to another room, sent with the next response; nil once it was sent.
    public var invitation: LiveInvitation?
    /// What the next response says of further rooms.
    public var others: [LiveRoomUpdate] = []
    /// Rooms that were stored as conversations with one person: "room person".
    public var direct: [String] = []
    /// Whether the user is in the main room.
    public var isInGarden = true
    /// Whether the next answers say that the user has left the main room.
    public var hasLeft = false
    public var preview: LiveRoomPreview?
    /// What was looked for.
    public var searches: [String] = []
    /// What the next answers tell of the user's standing in the room.
    public var removal: LiveRemoval?
    public var successor: String?
    public var successorServer: String?
    public var mayWrite: Bool?
    public var mayDelete: Bool?
    /// What is told of everything at once; nil if this protocol always tells it. And how often that
    /// was asked for.
    public var standing: LiveBatch?
    public var standingsAsked = 0
    /// Requests for a quoted event that fail.
    public var jumpOutcomes: [LiveFailure] = []
    /// Results of the next attempts to join a room.
    public var joinOutcomes: [LiveFailure] = []
    /// Whether the next response reports that the user has joined the room of the invitation.
    var hasJoinedCellar = false
    /// Milliseconds that a download takes.
    public var mediaPause = 0
    /// Number of requested downloads.
    public var mediaAsked = 0
    /// Members and the picture of the main room, told with the next response.
    public var members: [LiveMember] = []
    public var picture: String?
    /// Pictures that people show everywhere; asked for, they are counted.
    public var profiles: [String: String] = [:]
    public var profilesAsked: [String] = []
    /// People who do not exist; and who was asked about.
    public var strangers: Set<String> = []
    public var peopleChecked: [String] = []
    /// Rooms that were made.
    public var created: [NewLiveRoom] = []
    /// Results of the next reports of what was read.
    public var readOutcomes: [LiveFailure] = []
    /// Addresses of requested thumbnails.
    public var thumbnailsAsked: [String] = []
    public var details: LiveRoomDetails?

    func hasNews(since first: Int) -> Bool {
      events.count > first || !receipts.isEmpty || typing != nil || invitation != nil
        || hasJoinedCellar || !others.isEmpty || !members.isEmpty || picture != nil
    }
  }

  public enum Outcome: Sendable {
    case failure(LiveFailure)
    /// The server has it, but its response is lost.
    case takenAndCut
  }

  public let user = "@me:here"
  public let room = "!room:here"
  public let kitchen = "!kitchen:here"
  /// The room of the invitation.
  public let cellar = "!cellar:here"
  public let state = Mutex(State())

  public init() {}

  // MARK: Other people

  public func say(_ text: String, by sender: String = "@anna:here") {
    state.withLock { state in
      let number = state.events.count
      state.events.append(
        RoomEvent(
          id: "$\(number)", sender: sender, time: Int64(number) * 60_000,
          kind: .message(MessageContent(StyledText(text)))))
    }
  }

  /// Adds another room.
  public func fillKitchen(_ count: Int) {
    state.withLock { state in
      state.kitchen = (0..<count).map {
        RoomEvent(
          id: "$kitchen\($0)", sender: "@anna:here", time: Int64($0) * 60_000,
          kind: .message(MessageContent(StyledText("dish \($0)"))))
      }
    }
  }

  public func fill(_ count: Int, from first: Int = 0) {
    for number in first..<first + count { say("message \(number)") }
  }

  public func add(_ kind: RoomEvent.Kind, by sender: String = "@anna:here") {
    state.withLock { state in
      let number = state.events.count
      state.events.append(
        RoomEvent(id: "$\(number)", sender: sender, time: Int64(number) * 60_000, kind: kind))
    }
  }

  public var texts: [String] {
    state.withLock { state in
      state.events.compactMap {
        if case .message(let content) = $0.kind { content.text.string } else { nil }
      }
    }
  }

  // MARK: LiveService

  public func sync(
    since token: String?, wait seconds: Double
  ) async throws(LiveFailure) -> LiveBatch {
    let failure = state.withLock { state in
      state.syncs += 1
      return state.syncOutcomes.isEmpty ? nil : state.syncOutcomes.removeFirst()
    }
    if let failure { throw failure }
    let first = token.flatMap { Int($0) } ?? 0
    if seconds > 0 {
      // Waits a little if there are no events, as servers do.
      for _ in 0..<(seconds < 1 ? 20 : 150)
      where !state.withLock({ $0.answersAtOnce || $0.hasNews(since: first) }) && !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
    return state.withLock { state in
      var batch = LiveBatch(token: "\(state.events.count)")
      batch.notifications = state.notifications
      state.notifications = nil
      guard token == nil || state.hasNews(since: first) else { return batch }
      var update = LiveRoomUpdate(room)
      update.name = token == nil ? "Garden" : nil
      update.isEncrypted = state.isEncrypted
      update.readMarker = state.readMarker
      update.unread = state.unread
      update.mentions = state.mentions
      update.unreadInThreads = state.unreadInThreads
      update.removal = state.removal
      if state.removal != nil || state.hasLeft { update.membership = .left }
      (update.successor, update.mayWrite) = (state.successor, state.mayWrite)
      update.successorServer = state.successorServer
      update.mayDelete = state.mayDelete
      let shown = max(first, state.events.count - state.timelineLimit)
      update.events = Array(state.events[shown...])
      update.hasGap = shown > first
      update.before = "\(shown)"
      update.isBeginning = shown == 0
      (update.receipts, update.typing) = (state.receipts, state.typing)
      (state.receipts, state.typing) = ([], nil)
      (update.members, update.picture) = (state.members, state.picture)
      (state.members, state.picture) = ([], nil)
      batch.rooms = state.isInGarden ? [update] : []
      if token == nil, !state.kitchen.isEmpty {
        var other = LiveRoomUpdate(kitchen)
        other.name = "Kitchen"
        other.events = state.kitchen
        other.isBeginning = true
        batch.rooms.append(other)
      }
      if let invitation = state.invitation {
        var other = LiveRoomUpdate(cellar)
        other.membership = .invited
        other.name = invitation.roomName
        other.fallbackName = invitation.shownInviter
        other.invitation = invitation
        other.isDirect = invitation.isDirect
        batch.rooms.append(other)
        state.invitation = nil
      }
      if state.hasJoinedCellar {
        var other = LiveRoomUpdate(cellar)
        other.events = [
          RoomEvent(
            id: "$cellar", sender: "@ben:here", time: 1,
            kind: .message(MessageContent(StyledText("down here"))))
        ]
        other.isBeginning = true
        batch.rooms.append(other)
        state.hasJoinedCellar = false
      }
      batch.rooms += state.others
      state.others = []
      return batch
    }
  }

  public func preview(of room: String, via servers: [String]) async -> LiveRoomPreview? {
    state.withLock { $0.preview }
  }

  public func events(
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

  public func surroundings(
    of event: String, in room: String, limit: Int
  ) async throws(LiveFailure) -> LiveSurroundings? {
    let failure = state.withLock { $0.jumpOutcomes.isEmpty ? nil : $0.jumpOutcomes.removeFirst() }
    if let failure { throw failure }
    return state.withLock { state in
      state.jumps += 1
      guard let place = state.events.firstIndex(where: { $0.id == event }) else { return nil }
      let range = max(0, place - limit / 2)..<min(state.events.count, place + limit / 2 + 1)
      return LiveSurroundings(
        Array(state.events[range]), before: range.lowerBound == 0 ? nil : "\(range.lowerBound)",
        after: "\(range.upperBound)")
    }
  }

  public func thread(
    of event: String, in room: String, from token: String?, limit: Int
  ) async throws(LiveFailure) -> LivePage {
    state.withLock { state in
      state.threadPages += 1
      let end = min(token.flatMap { Int($0) } ?? state.events.count, state.events.count)
      var answers: [RoomEvent] = []
      for place in (0..<end).reversed() {
        guard case .message(let content) = state.events[place].kind, content.thread == event else {
          continue
        }
        answers.append(state.events[place])
        if answers.count == limit { return LivePage(answers, next: "\(place)") }
      }
      return LivePage(answers, next: nil)
    }
  }

  public func references(
    to event: String, in room: String, from token: String?, limit: Int
  ) async throws(LiveFailure) -> LivePage {
    state.withLock { state in
      state.votePages += 1
      let found = state.events.reversed().filter { found in
        switch found.kind {
        case .vote(let poll, _), .pollEnd(let poll): poll == event
        default: false
        }
      }
      let first = min(token.flatMap { Int($0) } ?? 0, found.count)
      let last = min(found.count, first + limit)
      return LivePage(Array(found[first..<last]), next: last < found.count ? "\(last)" : nil)
    }
  }

  public func event(at time: Int64, in room: String) async throws(LiveFailure) -> String? {
    state.withLock { state in
      state.jumps += 1
      return state.events.filter { $0.time >= time }.min { $0.time < $1.time }?.id
    }
  }

  public func send(
    _ message: LiveOutgoing, to room: String, transaction: String
  ) async throws(LiveFailure) -> String {
    state.withLock { $0.sends += 1 }
    while !Task.isCancelled, state.withLock({ $0.holdsSends }) {
      try? await Task.sleep(for: .milliseconds(5))
    }
    let (event, failure) = state.withLock { state -> (String, LiveFailure?) in
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
      case .vote(let target, let answers, _): .vote(in: target, answers: answers)
      }
    state.events.append(
      RoomEvent(
        id: "$\(number)", sender: user, time: Int64(number) * 60_000, kind: kind,
        transaction: transaction))
    state.transactions[transaction] = "$\(number)"
    return "$\(number)"
  }

  public func isEncrypted(_ room: String) async throws(LiveFailure) -> Bool {
    state.withLock { $0.isEncryptedByNow }
  }

  public func media(_ address: String, limit: Int) async throws(LiveFailure) -> [UInt8] {
    let pause = state.withLock { state in
      state.mediaAsked += 1
      return state.mediaPause
    }
    if pause > 0 { try? await Task.sleep(for: .milliseconds(pause)) }
    guard let bytes = state.withLock({ $0.files[address] }) else {
      throw .refused("there is no such file")
    }
    return bytes
  }

  public func thumbnail(
    _ address: String, side: Int, limit: Int
  ) async throws(LiveFailure) -> [UInt8] {
    state.withLock { $0.thumbnailsAsked.append(address) }
    return try await media(address, limit: limit)
  }

  public func picture(of person: String) async throws(LiveFailure) -> String? {
    state.withLock { state in
      state.profilesAsked.append(person)
      return state.profiles[person]
    }
  }

  public func mayExist(_ person: String) async -> Bool {
    state.withLock { state in
      state.peopleChecked.append(person)
      return !state.strangers.contains(person)
    }
  }

  public func details(of room: String) async throws(LiveFailure) -> LiveRoomDetails? {
    state.withLock { $0.details }
  }

  public func upload(
    _ bytes: [UInt8], type: String, name: String?,
    onSent: @escaping @Sendable (Int64, Int64) -> Void
  ) async throws(LiveFailure) -> String {
    let failure = state.withLock {
      $0.uploadOutcomes.isEmpty ? nil : $0.uploadOutcomes.removeFirst()
    }
    if let failure { throw failure }
    let total = Int64(bytes.count)
    for part in 0...4 {
      onSent(total * Int64(part) / 4, total)
      let pause = state.withLock { $0.uploadPause }
      if pause > 0 { try? await Task.sleep(for: .milliseconds(pause)) }
      while part == 1, !Task.isCancelled, state.withLock({ $0.holdsUploads }) {
        try? await Task.sleep(for: .milliseconds(5))
      }
      if Task.isCancelled { throw .cancelled }
    }
    return state.withLock { state in
      let address = "mxc://here/\(state.files.count)"
      state.files[address] = bytes
      return address
    }
  }

  public func markRead(
    _ event: String, in room: String, _ reach: LiveReceipt.Reach
  ) async throws(LiveFailure) {
    let failure = state.withLock { state -> LiveFailure? in
      if !state.readOutcomes.isEmpty { return state.readOutcomes.removeFirst() }
      if case .thread(let root) = reach {
        state.threadsRead.append("\(root) \(event)")
      } else {
        state.read.append(event)
      }
      return nil
    }
    if let failure { throw failure }
  }
  public func setTyping(_ isTyping: Bool, in room: String) async throws(LiveFailure) {}
  public func setMarkedUnread(_ isUnread: Bool, in room: String) async throws(LiveFailure) {
    state.withLock { $0.markedUnread.append(isUnread) }
  }

  public func search(_ words: String, limit: Int) async throws(LiveFailure) -> [LiveFound] {
    state.withLock { state in
      state.searches.append(words)
      return state.events.reversed().compactMap { event in
        guard case .message(let content) = event.kind, content.text.string.contains(words) else {
          return nil
        }
        return LiveFound(
          room: room, event: event.id, sender: event.sender, time: event.time,
          text: content.text.string)
      }
    }
  }

  public func join(_ room: String) async throws(LiveFailure) -> String {
    let failure = state.withLock { state in
      state.joins.append(room)
      let failure = state.joinOutcomes.isEmpty ? nil : state.joinOutcomes.removeFirst()
      if failure == nil, room == cellar { state.hasJoinedCellar = true }
      return failure
    }
    if let failure { throw failure }
    return room
  }
  public func join(
    _ room: String, via servers: [String]
  ) async throws(LiveFailure) -> String {
    try await join(servers.isEmpty ? room : "\(room) via \(servers.joined(separator: ","))")
  }
  public func noteDirect(_ room: String, with person: String) async throws(LiveFailure) {
    state.withLock { $0.direct.append("\(room) \(person)") }
  }
  public func standing() async throws(LiveFailure) -> LiveBatch? {
    state.withLock { state in
      state.standingsAsked += 1
      return state.standing
    }
  }
  public func leave(_ room: String) async throws(LiveFailure) {
    state.withLock { $0.joins.append("-\(room)") }
  }
  public func create(_ room: NewLiveRoom) async throws(LiveFailure) -> String {
    state.withLock { $0.created.append(room) }
    return self.room
  }
  public func invite(_ user: String, to room: String) async throws(LiveFailure) {}
  public func remove(_ person: String, from room: String) async throws(LiveFailure) {
    state.withLock { $0.details?.people.removeAll { $0.id == person } }
  }
}
