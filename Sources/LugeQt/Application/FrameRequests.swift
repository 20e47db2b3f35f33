/// Frames that were requested from a clock and have not come yet. Times are nanoseconds.
struct FrameRequests: Equatable {
  /// Whether the next frame is wanted, whenever it comes.
  var wantsNext = false
  /// Requested times, ascending and without duplicates; nothing moves until then.
  private var times: [Int64] = []

  /// Earliest requested time; nil when there is none.
  var first: Int64? { times.first }

  /// Adds a requested time.
  ///
  /// - Complexity: O(requests), of which there are few.
  mutating func add(_ time: Int64) {
    let place = times.firstIndex { $0 >= time } ?? times.endIndex
    guard place == times.endIndex || times[place] != time else { return }
    times.insert(time, at: place)
  }

  /// Whether a frame is requested that serves everything up to `due`.
  func isDue(by due: Int64) -> Bool { wantsNext || times.first.map { $0 <= due } ?? false }

  /// Removes the requests that a frame serves; requests for later times stay.
  mutating func serve(by due: Int64) {
    wantsNext = false
    times.removeFirst(times.firstIndex { $0 > due } ?? times.count)
  }
}
