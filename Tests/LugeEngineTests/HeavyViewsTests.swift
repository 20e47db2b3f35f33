import LugeCore
import Testing

@testable import LugeEngine

/// Rows of 100, each of which is one heavy view.
private struct ViewRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "view"
  var id: RowID
  var revision = Revision.initial
  var diary: Diary

  static func layout(_ row: ViewRow, in context: LayoutContext) -> RowLayout {
    let name = "\(row.id.item.rawValue)"
    return RowLayout(
      size: PixelSize(width: context.width, height: 100),
      rowLayers: [
        RowLayer(
          key: ImageKey(name), rect: Rect(x: 0, y: 0, width: Double(context.width), height: 100),
          content: CountingContent(name: name, diary: row.diary))
      ])
  }
}

/// The part alone: a state with heavy views, a lane that draws them when it is told to.
@Suite("The heavy views of a list") struct HeavyViewsTests {
  private let lane = ManualLane()
  private let posted = Posted<HeavyViewBitmap>()
  private let diary = Diary()
  private let still = Travel(velocity: 0, viewportHeight: 300)

  private func state(_ count: Int) -> ListState {
    let state = ListState(
      provider: provider(items(count)), configuration: EngineConfiguration(opensAt: .start)
    ) { item, _, _ in item }
    _ = state.resize(
      to: PixelSize(width: 400, height: 300), environment: LayoutEnvironment(width: 400))
    let context = LayoutContext(environment: state.environment, text: TestText())
    let rows = (0..<count).map { number in
      RealizedItem(
        id: ItemID(Int64(number)),
        models: [ViewRow(id: RowID(item: ItemID(Int64(number)), part: 0), diary: diary)],
        context: context, layoutVersion: state.layoutVersion, now: { 0 })
    }
    state.realize(rows, at: 0)
    state.settle()
    return state
  }

  private func views(_ lanes: Posted<Int> = Posted()) -> HeavyViews {
    HeavyViews(
      limits: HeavyViewLimits(), background: ThemeColor(0, dark: 0),
      makeLane: {
        lanes.post(1)
        return lane
      }, post: posted.post)
  }

  @Test("A list without any has no lane for them") func none() {
    let lanes = Posted<Int>()
    let views = views(lanes)
    views.request(ListState.forTests(items(20)), still, frame: 1, time: 0)
    #expect(lanes.take().isEmpty && views.isSettled && views.statistics.count == 0)
    views.request(state(20), still, frame: 2, time: 0)
    views.request(state(20), still, frame: 3, time: 0)
    #expect(lanes.take().count == 1)
  }

  @Test("Drawn, its picture takes the place of its row's drawing; out of view it is not named")
  func pictures() throws {
    let state = state(20)
    let views = views()
    views.request(state, still, frame: 1, time: 0)
    #expect(!views.isSettled)
    lane.run(TestTools())
    for picture in posted.take() { views.take(picture) }
    #expect(views.isSettled && views.pictureCount > 3)
    let row = try #require(state.snapshot.item(at: 0)?.rows.first)
    var plan = FramePlan(
      size: state.viewport, scheme: .light, background: ThemeColor(0, dark: 0), pieces: [])
    #expect(views.append(row, at: 10, end: 110, viewportHeight: 300, to: &plan) != nil)
    #expect(plan.views.map(\.y) == [10] && plan.layers.isEmpty)
    #expect(views.append(row, at: 300, end: 400, viewportHeight: 300, to: &plan) == nil)
    #expect(plan.views.count == 1)
    #expect(views.takes(.left, by: ImageKey("0")) && !views.takes(.left, by: ImageKey("19")))
  }

  @Test("What flies past is not made") func flung() {
    let views = views()
    views.request(state(20), Travel(velocity: 9_000, viewportHeight: 300), frame: 1, time: 0)
    lane.run(TestTools())
    #expect(posted.take().isEmpty && views.statistics.count == 0)
  }
}
