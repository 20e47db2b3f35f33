import LugeArchive

/// Puts messages of one second, which an export lists newest first, into the order they were sent
/// in. Messages of different seconds are put in order by the archive.
struct NewestFirst {
  private var second: [MessageRecord] = []
  private static let most = 10_000

  mutating func add(_ message: MessageRecord, to sink: any ImportSink) throws {
    if message.time != second.last?.time || second.count >= Self.most { try flush(to: sink) }
    second.append(message)
  }

  mutating func flush(to sink: any ImportSink) throws {
    for message in second.reversed() { try sink.add(message) }
    second.removeAll(keepingCapacity: true)
  }
}
