extension TimelineLab {
  /// Time saved until all posts are drawn, as published, percent by number of posts.
  static let published = [170: 19.0, 200: 25.0, 1012: 44.0]

  /// Figures for one number of posts.
  public struct Result: Codable, Sendable, Hashable {
    public var posts: Int
    /// Time from the first screen until every post has been drawn, as fast as it goes: the next
    /// step is made when everything in view is complete, and in both it is copied once. The engine
    /// is configured as in a window, so frames draw some rows themselves.
    public var oldTotalMs = 0.0
    public var newTotalMs = 0.0
    /// CPU time for that in all threads.
    public var oldTotalCpuMs = 0.0
    public var oldFastTextTotalCpuMs = 0.0
    public var newTotalCpuMs = 0.0
    /// CPU time of the new structure, divided by that of the large cells that need less: those with
    /// Pango's text or those with Luge's.
    public var totalCpuRatio = 0.0
    /// Largest distance between two runs of one structure, percent of its median.
    public var totalSpreadPercent: Double?
    /// Number of frames that were planned, complete or not, and of slices that these drew.
    public var newFrames = 0
    public var newSlicesDrawnInFrames = 0
    /// Work of the new structure: posts laid out (of the first screen, too), posts measured for the
    /// scroll bar alone, and slices of rows drawn.
    public var newItemsLaidOut = 0
    public var newItemsMeasured = 0
    public var newSlicesDrawn = 0
    /// Work of these that was in vain: slices that a frame drew while the lane drew them, and posts
    /// laid out that had been laid out before.
    public var newSlicesDrawnTwice = 0
    public var newItemsLaidOutTwice = 0
    /// The large cells with Luge's text: one step between the two.
    public var oldFastTextTotalMs = 0.0
    /// CPU of the lane at 60 frames a second, which is no part of the UI thread's time.
    public var newLaneMs = 0.0
    /// Figure of the write-up for so many posts (time until all are drawn): beside
    /// ``lessTotalThanFastTextPercent``. Nil for numbers of posts that it does not have.
    public var publishedLessTotalPercent: Double?
    /// Processor time of the thread that shows frames, over the whole scroll at 60 frames a second:
    /// scrolling, and all that it takes to have a frame's cells or rows and say where they are.
    /// Copying them into the frame, as many pixels in both, is apart. Not by the clock on the wall,
    /// which counts whatever else the machine does.
    public var oldUiMs = 0.0
    public var newUiMs = 0.0
    /// Milliseconds of the large cells with Luge's text.
    public var oldFastTextUiMs = 0.0
    public var oldComposeMs = 0.0
    public var newComposeMs = 0.0
    /// Share of UI-thread time that is gone against the large cells with Pango's text, percent; and
    /// with the copying counted.
    public var lessUiPercent = 0.0
    public var lessUiWithComposePercent = 0.0
    /// Percent saved in comparison with large cells with Luge's text: the effect of the structure
    /// alone.
    public var lessUiThanFastTextPercent = 0.0
    /// Time until all are drawn that is saved against the large cells, percent: the medians of the
    /// rounds, in each of which the three ways ran after each other, and the quartiles.
    public var lessTotalPercent = 0.0
    public var lessTotalThanFastTextPercent = 0.0
    public var lessTotalP25Percent: Double?
    public var lessTotalP75Percent: Double?
    public var lessTotalThanFastTextP25Percent: Double?
    public var lessTotalThanFastTextP75Percent: Double?
    /// Whether frames at 60 a second waited for their time, as they do for a user.
    public var keepsTime = false
    /// Parts of the old structure's time, by the clock: measuring posts that come in, and filling
    /// and drawing their cells.
    public var oldSizingMs = 0.0
    public var oldDisplayMs = 0.0
    /// Parts of the new one's, by the clock: receiving the lanes' results, placing rows, drawing
    /// those that no lane had drawn yet, and requesting the next ones.
    public var newTakeInMs = 0.0
    public var newPlanMs = 0.0
    public var newSpotDrawMs = 0.0
    public var newAskMs = 0.0
    /// Posts that were seen complete at 60 frames a second.
    public var oldDrawn = 0
    public var newDrawn = 0
    public var frames = 0
    /// Deadlines that passed without a frame.
    public var oldMissedFrames = 0
    public var missedFrames = 0
    public var oldFrameP99Ms = 0.0
    public var frameP99Ms = 0.0
    /// The longest that one frame took.
    public var oldFrameMaxMs = 0.0
    public var frameMaxMs = 0.0
    /// Rows shown without their text for a moment, and rows of pixels that showed nothing.
    public var skeletons = 0
    /// Rows that the UI thread drew itself, because the lane had not.
    public var rowsDrawnOnTheSpot = 0
    public var blankPx = 0
    public var cellsCreated = 0
  }
}

extension TimelineLab.Result {
  /// Takes the milliseconds of rounds, in order: of the large cells, of these with Luge's text, and
  /// of the rows. Other work of the machine affects all three of a round, so they are compared
  /// within each round.
  mutating func takeTotals(old: [Double], fastText: [Double], new: [Double]) {
    oldTotalMs = StudyMath.median(old)
    oldFastTextTotalMs = StudyMath.median(fastText)
    newTotalMs = StudyMath.median(new)
    totalSpreadPercent = [old, fastText, new].compactMap(StudyMath.spreadPercent).max()
      .map(Timing.rounded)
    func saved(_ than: [Double]) -> [Double] {
      zip(new, than).map { 100 * (1 - $0 / max(0.001, $1)) }
    }
    let (pango, fast) = (saved(old), saved(fastText))
    lessTotalPercent = Timing.rounded(StudyMath.median(pango))
    lessTotalThanFastTextPercent = Timing.rounded(StudyMath.median(fast))
    let (pangoHalf, fastHalf) = (StudyMath.quartiles(pango), StudyMath.quartiles(fast))
    lessTotalP25Percent = pangoHalf.map { Timing.rounded($0.low) }
    lessTotalP75Percent = pangoHalf.map { Timing.rounded($0.high) }
    lessTotalThanFastTextP25Percent = fastHalf.map { Timing.rounded($0.low) }
    lessTotalThanFastTextP75Percent = fastHalf.map { Timing.rounded($0.high) }
  }

  mutating func compareProcessors() {
    let least = min(oldTotalCpuMs, oldFastTextTotalCpuMs)
    totalCpuRatio = Timing.rounded(newTotalCpuMs / max(0.001, least))
  }

  /// Combines two equal runs at 60 frames a second: means of times, and the worse number of frames
  /// missed and rows not shown.
  func together(with other: Self) -> Self {
    var both = self
    func mean(_ key: WritableKeyPath<Self, Double>) {
      both[keyPath: key] = Timing.rounded((self[keyPath: key] + other[keyPath: key]) / 2)
    }
    func worse<Value: Comparable>(_ key: WritableKeyPath<Self, Value>) {
      both[keyPath: key] = max(self[keyPath: key], other[keyPath: key])
    }
    for key in [
      \Self.oldUiMs, \.newUiMs, \.oldComposeMs, \.newComposeMs, \.newLaneMs, \.oldSizingMs,
      \.oldDisplayMs, \.newTakeInMs, \.newPlanMs, \.newSpotDrawMs, \.newAskMs,
    ] { mean(key) }
    for key in [\Self.oldFrameP99Ms, \.frameP99Ms, \.oldFrameMaxMs, \.frameMaxMs] { worse(key) }
    for key in [
      \Self.oldMissedFrames, \.missedFrames, \.skeletons, \.blankPx, \.rowsDrawnOnTheSpot,
    ] { worse(key) }
    both.oldDrawn = min(oldDrawn, other.oldDrawn)
    both.newDrawn = min(newDrawn, other.newDrawn)
    return both
  }
}
