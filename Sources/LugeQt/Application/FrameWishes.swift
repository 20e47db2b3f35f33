/// The frames that somebody asked a clock for and has not got yet. Times are nanoseconds.
struct FrameWishes: Equatable {
  /// Whether the next frame is wanted, whenever it comes.
  var wantsNext = false
  /// When a frame is wanted although nothing moves until then: ascending, each once.
  private var times: [Int64] = []

  /// When the first of those who wait for a time wakes up.
  var first: Int64? { times.first }

  /// - Complexity: O(wishes), of which there are a few.
  mutating func add(_ time: Int64) {
    let place = times.firstIndex { $0 >= time } ?? times.endIndex
    guard place == times.endIndex || times[place] != time else { return }
    times.insert(time, at: place)
  }

  /// Whether a frame that serves everything up to `due` is wanted.
  func isDue(by due: Int64) -> Bool { wantsNext || times.first.map { $0 <= due } ?? false }

  /// A frame comes. What waits for a later time goes on waiting.
  mutating func serve(by due: Int64) {
    wantsNext = false
    times.removeFirst(times.firstIndex { $0 > due } ?? times.count)
  }
}
