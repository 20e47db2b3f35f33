import LugeArchive

/// Reverses messages of the same second, which an export lists newest first. The archive sorts
/// messages of different seconds.
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
