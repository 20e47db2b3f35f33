import LugeArchive
import LugeChat
import LugeCore
import LugeWords

/// Consecutive service messages that say that somebody joined or left. They are shown as one line.
struct JoinRun: Hashable {
  /// Positions in the conversation.
  var positions: Range<Int>
  /// Id of the run's first message, at which the run is shown.
  var item: ItemID
  var joined = 0
  var left = 0

  /// Text such as "12 joined, 9 left".
  var summary: String {
    let joined = localized(one: "{count} joined", other: "{count} joined", count: joined)
    let left = localized(one: "{count} left", other: "{count} left", count: left)
    if self.left == 0 { return joined }
    if self.joined == 0 { return left }
    // Translators: as in "12 joined, 9 left".
    return localized("{joined}, {left}", ["joined": joined, "left": left])
  }

  /// Returns what one of the run's messages shows; nil for its own text.
  func part(of position: Int, isOpen: Bool) -> JoinRunPart? {
    if position == positions.lowerBound { return .heading(summary, isOpen: isOpen) }
    return isOpen ? nil : .folded
  }
}

/// Finds a conversation's ``JoinRun``s: logs of busy channels are full of them. Archives do not
/// store runs, so they are found each time that messages are read.
struct JoinRuns: Sendable {
  let archive: Archive
  let conversation: ConversationSummary
  let zone: ZoneOffsets
  /// Position of the first new message; nil if there is none. No run contains both it and the one
  /// before, because the line "New messages" is drawn between them.
  var firstNew: Int?

  /// Number of messages in a part of a long run. A run is divided at positions that are multiples
  /// of this, not at a number of messages after its beginning: so the same runs are found whichever
  /// part of the conversation is read. A part that is still shorter at such a position continues to
  /// the next one.
  static let stride = 256
  /// Upper bound of the messages of a run.
  static let limit = 2 * stride

  private enum Change { case joined, left }

  /// Actions of service messages, named as in the exports.
  private static let changes: [String: Change] = [
    // IRC
    "join": .joined, "part": .left, "quit": .left,
    // Slack
    "channel_join": .joined, "channel_leave": .left, "group_join": .joined, "group_leave": .left,
    // Mattermost
    "join_channel": .joined, "leave_channel": .left, "join_team": .joined, "leave_team": .left,
    // Rocket.Chat
    "uj": .joined, "ul": .left,
    // Discord
    "GuildMemberJoin": .joined, "7": .joined,
    // Telegram
    "join_group_by_link": .joined, "join_group_by_request": .joined,
  ]

  private static func change(_ message: StoredMessage) -> Change? {
    guard case .service(let action) = message.kind else { return nil }
    return changes[action]
  }

  /// Whether two adjacent messages are of one run. Not if they are of two days, because a date is
  /// drawn between days.
  ///
  /// - Parameter position: position of the second message.
  private func joins(_ first: StoredMessage, _ second: StoredMessage, at position: Int) -> Bool {
    func day(_ message: StoredMessage) -> Int {
      CivilDate.day(ofLocalSeconds: zone.localSeconds(of: message.time))
    }
    return Self.change(first) != nil && Self.change(second) != nil && position != firstNew
      && day(first) == day(second)
  }

  /// Returns the run that contains a message; nil if it is in none. Blocks.
  func run(at position: Int) throws(ArchiveError) -> JoinRun? {
    guard conversation.service > 1, (0..<conversation.count).contains(position) else { return nil }
    let messages = try archive.messages(in: conversation.id, at: position..<position + 1)
    return try runs(among: messages, first: position).first
  }

  /// Returns the runs that contain any of the given consecutive messages. Reads more messages from
  /// the archive if the first or the last one may be in a run that goes on outside. Blocks.
  ///
  /// - Parameter first: position of the first message.
  /// - Complexity: O(messages + ``limit``).
  func runs(among messages: [StoredMessage], first: Int) throws(ArchiveError) -> [JoinRun] {
    guard conversation.service > 1, messages.contains(where: { Self.change($0) != nil }) else {
      return []
    }
    var all = messages
    let end = first + messages.count
    let start = try extendToStart(&all, first)
    try extendToEnd(&all, end, from: start)
    var runs: [JoinRun] = []
    // Where the current run began, as if no run were divided.
    var begin = start
    var run: JoinRun?
    func close() {
      if let run, run.positions.count > 1, run.positions.overlaps(first..<end) { runs.append(run) }
      run = nil
    }
    for (index, message) in all.enumerated() {
      let position = start + index
      let isJoined = index > 0 && joins(all[index - 1], message, at: position)
      if !isJoined { begin = position }
      if !isJoined || (position % Self.stride == 0 && position - begin >= Self.stride) { close() }
      guard let change = Self.change(message) else { continue }
      var open = run ?? JoinRun(positions: position..<position, item: ItemID(message.id))
      open.positions = open.positions.lowerBound..<position + 1
      if change == .joined { open.joined += 1 } else { open.left += 1 }
      run = open
    }
    close()
    return runs
  }

  /// Reads backwards to the beginning of the first message's run, at most to the multiple of
  /// ``stride`` before the last one: a longer run is divided in between.
  private func extendToStart(
    _ all: inout [StoredMessage], _ first: Int
  ) throws(ArchiveError) -> Int {
    var start = first
    let least = max(0, first - first % Self.stride - Self.stride)
    var step = 16
    while start > least, let oldest = all.first, Self.change(oldest) != nil {
      let lower = max(least, start - step)
      let more = try archive.messages(in: conversation.id, at: lower..<start)
      guard more.count == start - lower else { break }
      var next = oldest
      var taken = 0
      for message in more.reversed() {
        guard joins(message, next, at: start - taken) else { break }
        next = message
        taken += 1
      }
      all = more.suffix(taken) + all
      start -= taken
      guard taken == more.count else { break }
      step *= 4
    }
    return start
  }

  private func extendToEnd(
    _ all: inout [StoredMessage], _ end: Int, from start: Int
  ) throws(ArchiveError) {
    let most = min(conversation.count, end - end % Self.stride + 2 * Self.stride)
    var step = 16
    while start + all.count < most, let newest = all.last, Self.change(newest) != nil {
      let reached = start + all.count
      let more = try archive.messages(
        in: conversation.id, at: reached..<min(most, reached + step))
      guard !more.isEmpty else { return }
      for message in more {
        guard let last = all.last, joins(last, message, at: start + all.count) else { return }
        all.append(message)
      }
      step *= 4
    }
  }
}
