import Dispatch
import LugeChat
import LugeCore
import LugeEngine
import LugeSamples
import Synchronization

/// A server of numbered messages that is slow and fails: what it does depends on a seed and on the
/// number of the request.
final class LabServer: PagedSource {
  struct Dropped: Error, CustomStringConvertible { var description: String { "connection reset" } }

  let count: Int
  private let messages = LabMessages()
  private let failureShare: Double
  private let random: Mutex<Xoshiro256>

  init(count: Int, failureShare: Double, seed: UInt64 = 1) {
    self.count = count
    self.failureShare = failureShare
    random = Mutex(Xoshiro256(seed: seed))
  }

  func key(of message: ChatMessage) -> ItemKey { LabMessages.key(message) }

  func page(_ place: PagePlace, limit: Int) async throws -> Page<ChatMessage> {
    let (delay, fails) = random.withLock { random in
      // Mostly a good line, now and then a bad one.
      let delay =
        random.chance(0.1) ? 0.2 + 0.3 * random.unit() : 0.02 + 0.06 * random.unit()
      return (delay, random.chance(failureShare))
    }
    try await Task.sleep(for: .seconds(delay))
    if fails { throw Dropped() }
    let range: Range<Int>
    switch place {
    case .newest: range = max(0, count - limit)..<count
    case .before(let id): range = max(0, Int(id.rawValue) - limit)..<Int(id.rawValue)
    case .after(let id):
      range =
        Int(id.rawValue) + 1..<max(Int(id.rawValue) + 1, min(count, Int(id.rawValue) + 1 + limit))
    case .around(let id):
      let lower = max(0, Int(id.rawValue) - limit / 2)
      range = lower..<min(count, lower + limit)
    }
    return Page(
      range.map { messages.message($0) }, hasBefore: range.lowerBound > 0,
      hasAfter: range.upperBound < count)
  }
}
