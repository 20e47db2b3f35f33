import LugeArchive
import LugeChat
import LugeCore
import LugeWords

/// Finds messages of a day in earlier years.
enum Memories {
  /// Maximum messages per year, and maximum years.
  private static let perYear = 3
  private static let years = 20
  /// Maximum messages of a day from which one is chosen.
  private static let looked = 40

  /// Reads the messages. Blocks.
  ///
  /// - Parameters:
  ///   - today: local day, counted since 1970.
  /// - Complexity: O(conversations · years · log n).
  static func read(
    from archive: Archive, _ conversations: [ConversationSummary], today: Int, zone: ZoneOffsets
  ) throws(ArchiveError) -> [Memory] {
    let date = CivilDate(daysSince1970: today)
    var memories: [Memory] = []
    for ago in 1...years {
      let day = CivilDate.day(year: date.year - ago, month: date.month, day: date.day)
      // Not every year has a 29th of February.
      guard CivilDate(daysSince1970: day).day == date.day else { continue }
      var found: [(count: Int, range: Range<Int>, in: ConversationSummary)] = []
      for conversation in conversations {
        if let range = try positions(of: day, in: conversation, archive, zone) {
          found.append((range.count, range, conversation))
        }
      }
      found.sort { $0.count > $1.count }
      for entry in found.prefix(perYear) {
        if let memory = try memory(entry.range, entry.in, archive, zone, ago: ago) {
          memories.append(memory)
        }
      }
    }
    return memories
  }

  private static func positions(
    of day: Int, in conversation: ConversationSummary, _ archive: Archive, _ zone: ZoneOffsets
  ) throws(ArchiveError) -> Range<Int>? {
    guard let first = conversation.first, let last = conversation.last,
      zone.localSeconds(of: first) < Int64(day + 1) * 86_400,
      zone.localSeconds(of: last) >= Int64(day) * 86_400
    else { return nil }
    func position(_ day: Int) throws(ArchiveError) -> Int {
      let local = Int64(day) * 86_400
      let seconds = first.certainty == .exact ? zone.seconds(ofLocal: local) : local
      return try archive.position(
        in: conversation.id, atOrAfter: Timestamp(seconds: seconds, certainty: first.certainty))
        ?? conversation.count
    }
    let (lower, upper) = (try position(day), try position(day + 1))
    return lower < upper ? lower..<upper : nil
  }

  /// Returns the longest of the first messages, which is probably the most interesting.
  private static func memory(
    _ range: Range<Int>, _ conversation: ConversationSummary, _ archive: Archive,
    _ zone: ZoneOffsets, ago: Int
  ) throws(ArchiveError) -> Memory? {
    let messages = try archive.messages(
      in: conversation.id, at: range.lowerBound..<min(range.upperBound, range.lowerBound + looked))
    let spoken = messages.filter { $0.kind == .message && !$0.text.string.isEmpty }
    guard let message = spoken.max(by: { $0.text.string.utf8.count < $1.text.string.utf8.count })
    else { return nil }
    let strings = ChatStrings()
    let years = localized(one: "{count} year ago", other: "{count} years ago", count: ago)
    let who = ForeignText.isolated(Clipping.singleLine(message.author?.name ?? ""))
    let place = ForeignText.isolated(Clipping.singleLine(conversation.name))
    // Service entries count nowhere else; they are known among the first messages only.
    let services = messages.count { if case .service = $0.kind { true } else { false } }
    let count = range.count - services
    let more =
      count > 1 ? localized(one: "{count} message", other: "{count} messages", count: count) : ""
    let time = strings.timeOfDay(
      CivilDate.secondOfDay(ofLocalSeconds: zone.localSeconds(of: message.time)))
    return Memory(
      yearsAgo: ago,
      line: MediaLine(
        title: Clipping.singleLine(Clipping.prefix(message.text.string, bytes: 400)),
        detail: [years, who, place == who ? "" : place, time, more].filter { !$0.isEmpty }.joined(
          separator: " · "),
        target: .message, message: message.id, position: message.position),
      conversation: conversation.id.rawValue)
  }
}
