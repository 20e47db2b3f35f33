/// Observations of a run itself; one line of its output. What it used, the lab sees from outside.
struct StudySample: Codable, Sendable {
  /// Seconds since the first frame, when each was done.
  var times: [Double] = []
  /// Milliseconds on the main thread: bringing the list up to date, painting, handing over.
  var frameMs: [Double] = []
  /// Milliseconds of these for which frames waited for other threads, all together. Only uncapped
  /// ones do.
  var waitedMs = 0.0
  /// CPU of the main thread in frames.
  var workedMs = 0.0
  var missed = 0
  /// Rows of pixels that showed nothing, summed over the frames.
  var blankPx = 0
  var skeletons = 0
  /// Pictures in view that were placeholders or hidden by a skeleton, each in each frame.
  var latePictures = 0
  /// Number of these that a skeleton hid.
  var hiddenPictures = 0
  /// Frames of animations that took the place of others, while their rows were in view.
  var animationFrames = 0
  /// Allocations of all threads; nil if they are not counted.
  var allocations: UInt64?
  /// Number of times that the script ran.
  var passes = 1
  /// Frames a second of each pass, by the clock; empty if frames have a pace.
  var passRates: [Double] = []

  /// Seconds of its frames together.
  var seconds: Double { frameMs.reduce(0, +) / 1000 }

  /// Adds the parts that a frame could not show.
  mutating func add(_ frame: StudyFrame) {
    blankPx += frame.blankPixels
    skeletons += frame.skeletons
    latePictures += frame.latePictures ?? 0
    hiddenPictures += frame.hiddenPictures
    animationFrames += frame.animationFrames
    waitedMs += frame.waited * 1000
  }

  /// Another pass of the same script.
  mutating func append(_ other: StudySample) {
    guard !frameMs.isEmpty else {
      self = other
      return
    }
    let end = times.last ?? 0
    times += other.times.map { $0 + end }
    frameMs += other.frameMs
    waitedMs += other.waitedMs
    workedMs += other.workedMs
    missed += other.missed
    blankPx += other.blankPx
    skeletons += other.skeletons
    latePictures += other.latePictures
    hiddenPictures += other.hiddenPictures
    animationFrames += other.animationFrames
    passes += other.passes
    passRates += other.passRates
    if let counted = allocations, let more = other.allocations { allocations = counted + more }
  }
}
