/// What a run saw itself; one line of its output. What it used, the lab sees from outside.
struct StudySample: Codable, Sendable {
  /// Seconds since the first frame, when each was done.
  var times: [Double] = []
  /// Milliseconds on the main thread: bringing the list up to date, painting, handing over.
  var frameMs: [Double] = []
  /// Of these, how long frames waited for other threads, all together. Only uncapped ones do.
  var waitedMs = 0.0
  var missed = 0
  /// Rows of pixels that showed nothing, summed over the frames.
  var blankPx = 0
  var outlines = 0
  /// Of all threads; nil where they are not counted.
  var allocations: UInt64?
  /// Making the list ready for its first frame.
  var openMs = 0.0
}
