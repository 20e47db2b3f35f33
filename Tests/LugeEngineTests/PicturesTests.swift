import LugeCore
import Testing

@testable import LugeEngine

/// Rows of 50 with a picture at the top of every second one, a text and a heavy view where asked
/// for.
private struct MixedRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "mixed"
  var id: RowID
  var revision = Revision.initial

  static func layout(_ row: MixedRow, in context: LayoutContext) -> RowLayout {
    let hasPicture = row.id.item.rawValue % 2 == 0
    return RowLayout(
      size: PixelSize(width: context.width, height: 50),
      drawList: hasPicture
        ? DrawList([
          .image(
            ImageKey("\(row.id.item.rawValue)"), Rect(x: 0, y: 0, width: 40, height: 20), .zero,
            placeholder: ImagePlaceholder(fill: ThemeColor(0, dark: 0), mark: .none))
        ]) : DrawList())
  }
}

/// The part alone: arrivals and requests.
@Suite("Pictures of rows") struct PicturesTests {
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
        models: [MixedRow(id: RowID(item: ItemID(Int64(number)), part: 0))], context: context,
        layoutVersion: state.layoutVersion, now: { 0 })
    }
    state.realize(rows, at: 0)
    state.settle()
    return state
  }

  @Test("Those in view and near are named nearest first, and again only when they are others")
  func requests() throws {
    let state = state(200)
    var pictures = Pictures()
    let told = Posted<[ListImageRequest]>()
    pictures.onRequests = told.post
    state.move(to: Anchor(position: 100, offset: 10))
    let down = Travel(velocity: 10, viewportHeight: 300)
    pictures.request(state, down)
    pictures.request(state, down)
    let all = told.take()
    #expect(all.count == 1)
    let requests = try #require(all.first)
    #expect(
      Set(requests.filter { $0.distance == 0 }.map(\.key.source)) == ["100", "102", "104", "106"])
    #expect(requests.map(\.distance) == requests.map(\.distance).sorted())
    #expect(pictures.requestCount == requests.count)
    // More ahead than behind.
    let numbers = requests.compactMap { Int($0.key.source) }
    #expect((numbers.max() ?? 0) - 106 > 100 - (numbers.min() ?? 0))
    _ = state.scroll(by: 400)
    pictures.request(state, down)
    #expect(told.take().count == 1)
  }

  @Test("Only rows of pictures that came since are outdated; what was forgotten counts as come")
  func generations() throws {
    let state = state(4)
    var pictures = Pictures()
    let rows = try (0..<4).map { try #require(state.snapshot.item(at: $0)?.rows.first) }
    #expect(rows.map { pictures.needed(by: $0) } == [0, 0, 0, 0])
    pictures.arrived([ImageKey("0")])
    pictures.arrived([ImageKey("2")])
    #expect(pictures.generation == 2)
    #expect(rows.map { pictures.needed(by: $0) } == [1, 0, 2, 0])
    pictures.arrived(Set((10...10 + PictureArrivals.limit).map { ImageKey("\($0)") }))
    #expect(rows.map { pictures.needed(by: $0) } == [3, 0, 3, 0])
  }
}
