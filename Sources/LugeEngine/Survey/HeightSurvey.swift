import CScheduling
import LugeCore
import Synchronization

/// Measures the items that nobody has looked at yet, while there is nothing else to do, so that the
/// scroll bar becomes exact.
///
/// It spreads from where the reader is, in chunks that the lane works off in a few milliseconds:
/// what a frame needs never waits longer than that. Only heights are kept. Positions on screen are
/// counted from the anchor, so nothing in view moves.
struct HeightSurvey {
  /// Seconds of the lane that a chunk may take.
  static let chunkTime = 0.006

  /// Everything from here up to `high` is measured, or was when it was asked for.
  var low: Int
  var high: Int
  /// Of the environment that is measured in.
  let layoutVersion: UInt32
  let number: Int
  var chunk = 16
  /// Chunks that each lane has or that wait to be taken: as many as it works off in about a frame, so
  /// that it need not wait for the frame that asks for the next one, and few enough for what a reader
  /// who begins to scroll wants of it.
  var underWay: [Int]
  static let ahead = 3
  /// Items of a chunk, at most. In a window the next chunks are asked for once a frame: with fewer, the
  /// lane of a quick source rested for most of it.
  static let chunkLimit = 1024
  /// Items to be measured from which on other threads help.
  static let helpedFrom = 20_000

  /// The lane with the least to do; nil when all have enough.
  var freeLane: Int? {
    underWay.indices.min { underWay[$0] < underWay[$1] }
      .flatMap { underWay[$0] < Self.ahead ? $0 : nil }
  }

  /// The next positions in a list of so many: alternately nearer on either side.
  mutating func next(of count: Int, around position: Int) -> Range<Int>? {
    let before = low > 0 ? position - low : Int.max
    let after = high < count ? high - position : Int.max
    if before == Int.max, after == Int.max { return nil }
    if after <= before {
      let range = high..<min(count, high + chunk)
      high = range.upperBound
      return range
    }
    let range = max(0, low - chunk)..<low
    low = range.lowerBound
    return range
  }

  mutating func took(_ seconds: Double) {
    if seconds < Self.chunkTime / 2, chunk < Self.chunkLimit { chunk *= 2 }
    if seconds > Self.chunkTime * 2, chunk > 1 { chunk /= 2 }
  }
}

/// Which survey is still wanted. Chunks that lanes have when the width changes are for nothing: working them
/// off had kept the lane from the rows in view for up to two frames.
///
/// No lock: lanes ask before each item, and one of low priority that loses its processor while it holds what
/// the engine's thread wants keeps that waiting.
final class SurveyTicket: Sendable {
  private let number = Atomic(0)

  func want(_ survey: Int) { number.store(survey, ordering: .relaxed) }
  func wantNone() { want(-1) }
  func isWanted(_ survey: Int) -> Bool { number.load(ordering: .relaxed) == survey }
}

/// Heights of consecutive items, as the lane measured them.
struct SurveyedHeights: Sendable {
  let number: Int
  /// That measured them: 0 is the list's own, then come the helpers.
  let lane: Int
  let lower: Int
  let heights: [Int]
  let seconds: Double
}

extension ListEngine {
  /// Asks for the next chunk, if nothing else is to be done.
  func continueSurvey() {
    guard configuration.measuresAll, viewport.height > 0, velocity == 0, pendingJump == nil,
      updates.isEmpty, loads.isEmpty, !isWaitingToRetry,
      snapshot.heights.exactCount < snapshot.count, !restoresHeights()
    else { return }
    // While a window is pulled, each width ends what was measured for the one before; and a thread that looks
    // for a font keeps all others from theirs.
    guard isWidthSettled else {
      isDirty = true
      return
    }
    if survey?.layoutVersion != layoutVersion {
      surveyNumber += 1
      surveyTicket.want(surveyNumber)
      callHelpers()
      survey = HeightSurvey(
        low: anchor.position, high: anchor.position, layoutVersion: layoutVersion,
        number: surveyNumber, underWay: Array(repeating: 0, count: 1 + surveyHelpers.count))
    }
    guard var survey else { return }
    defer { self.survey = survey }
    while let lane = survey.freeLane, surveyNext(&survey, lane) {}
  }

  /// Measuring is most of a long list's way to an exact scroll bar, and needs nothing but a text context:
  /// each processor but the one of the engine's thread has a lane for it, besides the list's own. They
  /// end, and what they remember of words is let go of, when everything is measured.
  private func callHelpers() {
    guard surveyHelpers.isEmpty,
      snapshot.count - snapshot.heights.exactCount >= HeightSurvey.helpedFrom
    else { return }
    surveyHelpers = (0..<runtime.surveyHelpers).map {
      (runtime.makeHelper ?? runtime.makeLane)("luge-survey-\($0 + 1)", toolsFactory)
    }
  }

  /// Seconds after which helpers are gone that were told to go.
  private static let helpersEnd = 1.0

  private func dismissHelpers() {
    survey = nil
    guard !surveyHelpers.isEmpty else { return }
    for helper in surveyHelpers { helper.stop() }
    surveyHelpers = []
    // What a thread has given back stays with it as room for more: of a million messages 8 MB.
    runtime.later(Self.helpersEnd) { lsc_return_freed_memory() }
  }

  /// Whether there may be more to ask for.
  private func surveyNext(_ survey: inout HeightSurvey, _ lane: Int) -> Bool {
    // What is held, and what was visited before, may be exact already.
    var range = survey.next(of: snapshot.count, around: anchor.position)
    for _ in 0..<4 {
      guard let known = range, known.allSatisfy({ snapshot.heights.height(at: $0).isExact })
      else { break }
      range = survey.next(of: snapshot.count, around: anchor.position)
    }
    guard let range else {
      // Something in between was invalidated: once more from the start, when all came back.
      if survey.underWay.allSatisfy({ $0 == 0 }) {
        survey.low = anchor.position
        survey.high = anchor.position
      }
      return false
    }
    survey.underWay[lane] += 1
    measure(range, survey.number, on: lane)
    return true
  }

  private func measure(_ range: Range<Int>, _ number: Int, on laneNumber: Int) {
    let provider = snapshot.provider
    let lane = laneNumber == 0 ? lane : surveyHelpers[laneNumber - 1]
    let (mailbox, now, ticket) = (mailbox, runtime.now, surveyTicket)
    let environment = environment
    Task.detached(executorPreference: lane) {
      let start = now()
      // A source that fails is asked again when the reader gets there.
      guard ticket.isWanted(number), let makeRows = try? await provider.load(range) else {
        return mailbox.post(
          .surveyed(
            SurveyedHeights(
              number: number, lane: laneNumber, lower: range.lowerBound, heights: [], seconds: 1))
        )
      }
      // Other chunks may come in between: their time is not this one's.
      let reading = now() - start
      lane.submit { tools in
        let start = now()
        let context = LayoutContext(environment: environment, text: tools.text)
        var heights: [Int] = []
        if ticket.isWanted(number) {
          for item in makeRows() {
            guard ticket.isWanted(number) else { break }
            heights.append(item.rows.reduce(0) { $0 + max(0, $1.height(in: context)) })
          }
        }
        mailbox.post(
          .surveyed(
            SurveyedHeights(
              number: number, lane: laneNumber, lower: range.lowerBound, heights: heights,
              seconds: reading + now() - start)))
      }
    }
  }

  func take(_ result: SurveyedHeights) {
    guard var survey, survey.number == result.number else {
      counts.staleResultsDropped += 1
      return
    }
    survey.underWay[result.lane] -= 1
    survey.took(result.seconds)
    self.survey = survey
    guard survey.layoutVersion == layoutVersion else { return }
    for (index, height) in result.heights.enumerated() {
      state.measured(height, at: result.lower + index)
    }
    counts.itemsSurveyed += result.heights.count
    if snapshot.heights.exactCount == snapshot.count {
      keepHeights()
      dismissHelpers()
    }
  }
}
