/// The time in a conversation: fast within an exchange, with pauses between exchanges, quiet
/// nights, and some days without messages.
struct ChatClock: Sendable {
  /// Seconds since 1970.
  private(set) var now: Int64

  private let stepMean: Double
  private let pauseMean: Double
  private let skipsDays: Bool

  private static let day: Int64 = 86_400
  private static let morning: Int64 = 7 * 3600 + 1800
  private static let night: Int64 = 23 * 3600 + 900
  /// Seconds of a day in which people write.
  private static let awake = 54_000.0
  private static let messagesPerExchange = 10.0

  init(start: Int64, messagesPerDay: Double) {
    let pace = min(max(messagesPerDay, 1), 1_000_000)
    now = start
    stepMean = min(35, 0.5 * Self.awake / pace)
    pauseMean = max(0, Self.messagesPerExchange * (Self.awake / pace - stepMean))
    skipsDays = pace < 1000
  }

  /// Advances to the next message of an exchange.
  mutating func step(words: Int, random: inout Xoshiro256) {
    // Longer messages take longer to type.
    let typing = min(Double(words) * 0.04, 3)
    now += Int64(random.exponential(mean: stepMean * (0.7 + typing)).rounded())
  }

  /// Advances to the beginning of the next exchange.
  mutating func pause(random: inout Xoshiro256) {
    now += Int64(random.exponential(mean: pauseMean).rounded())
    let time = now % Self.day
    let isLate = time >= Self.night || time < Self.morning
    guard isLate, !(time < 5400 && random.chance(0.05)) else { return }
    var midnight = now - time
    if time >= Self.night { midnight += Self.day }
    if skipsDays, random.chance(0.06) { midnight += Self.day * Int64(random.within(1...4)) }
    now = max(
      now, midnight + Self.morning + Int64(random.exponential(mean: min(3600, pauseMean))))
  }
}
