import LugeCore
import Testing

@testable import LugeEngine

/// The part alone: a state whose heights are measured, a lane that measures when it is told to.
@Suite("Measuring what nobody has looked at") struct HeightSurveyTests {
  private final class Store: HeightStore {
    let known: [Int32]?
    let kept = Posted<Int>()

    init(_ known: [Int32]? = nil) { self.known = known }

    func heights(count: Int, in environment: LayoutEnvironment) -> [Int32]? { known }
    func keep(_ heights: HeightIndex, in environment: LayoutEnvironment) {
      kept.post(heights.exactCount)
    }
  }

  private let lane = SteppedLane()
  private let later = Later()
  private let posted = Posted<SurveyResult>()

  private func survey(_ isWanted: Bool = true) -> HeightSurvey {
    HeightSurvey(
      lane: lane, runtime: later.runtime(lane), factory: { TestTools() }, isWanted: isWanted,
      post: posted.post)
  }

  /// One round: what came is taken over as the engine does.
  private func deliver(_ survey: HeightSurvey, _ state: ListState) {
    lane.run()
    for result in posted.take() {
      switch survey.take(result, state) {
      case .measured(let heights, let lower):
        for (index, height) in heights.enumerated() { state.measured(height, at: lower + index) }
        survey.finish(state)
      case .restored(let heights): state.restore(heights)
      case nil: break
      }
    }
  }

  @Test("It spreads from the reader until all heights are exact, and tells the store")
  func all() {
    let all = items(700)
    let state = ListState.forTests(all, held: 300..<310)
    state.move(to: Anchor(position: 300, offset: 0))
    let survey = survey()
    let store = Store()
    survey.store = store
    _ = survey.advance(state, isWidthSettled: true)
    later.run()
    deliver(survey, state)
    var rounds = 0
    while state.snapshot.heights.exactCount < 700, rounds < 100 {
      #expect(!survey.advance(state, isWidthSettled: true))
      deliver(survey, state)
      rounds += 1
    }
    #expect(state.snapshot.heights.totalHeight == all.reduce(0) { $0 + $1.height })
    #expect(store.kept.take() == [700] && survey.underWay.isEmpty)
    #expect(state.anchor == Anchor(position: 300, offset: 0))
  }

  @Test("Heights from the store are all that is needed")
  func restored() {
    let all = items(700)
    let state = ListState.forTests(all, held: 0..<10)
    let survey = survey()
    survey.store = Store(all.map { Int32($0.height) })
    #expect(!survey.advance(state, isWidthSettled: true))
    later.run()
    deliver(survey, state)
    #expect(state.snapshot.heights.exactCount == 700 && survey.itemsMeasured == 0)
    #expect(survey.heightsRestored == 700)
  }

  @Test("A store of another list is not asked, nor told")
  func foreign() {
    let state = ListState.forTests(items(20), held: 0..<10)
    let survey = survey()
    let store = Store(Array(repeating: 1, count: 20))
    survey.store = store
    survey.listBecameAnother()
    for _ in 0..<10 {
      _ = survey.advance(state, isWidthSettled: true)
      later.run()
      deliver(survey, state)
    }
    #expect(survey.heightsRestored == 0 && survey.itemsMeasured > 0 && store.kept.take().isEmpty)
  }

  @Test("Of another environment or another state, what was measured is not taken")
  func stale() {
    let state = ListState.forTests(items(700), held: 0..<10)
    let survey = survey()
    _ = survey.advance(state, isWidthSettled: true)
    survey.environmentChanged()
    survey.restart()
    deliver(survey, state)
    #expect(survey.staleResults > 0 && survey.itemsMeasured == 0)
    #expect(survey.advance(state, isWidthSettled: false), "asks for a frame to ask again")
    #expect(survey.underWay.isEmpty)
  }

  @Test("Where it is not wanted nothing is measured")
  func off() {
    let state = ListState.forTests(items(700), held: 0..<10)
    #expect(!survey(false).advance(state, isWidthSettled: true) && lane.backlog == 0)
  }
}
