import LugeCore
import Testing

@testable import LugeEngine

/// Texts of two lines of ten letters, each ten pixels wide and twenty high.
private struct MarkedRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "marked"
  var id: RowID
  var revision = Revision.initial
  var isHeading: Bool { id.part == 1 }

  static func layout(_ row: MarkedRow, in context: LayoutContext) -> RowLayout {
    let text = context.text.layout(
      TextRequest(
        StyledText("0123456789\nabcdefghij"), font: context.font(14), maxWidth: context.width))
    return RowLayout(
      size: PixelSize(width: context.width, height: 40), texts: [RowText(text, origin: .zero)])
  }
}

private final class LineText: TextMeasuring {
  func layout(_ request: TextRequest) -> TextLayout {
    let lines = [0, 1].map {
      TextLayout.Line(
        range: $0 * 11..<$0 * 11 + 10, top: $0 * 20, height: 20, baseline: $0 * 20 + 15, width: 100)
    }
    return TextLayout(request: request, size: PixelSize(width: 100, height: 40), lines: lines)
  }
  func rectangles(for range: Range<Int>, in layout: TextLayout) -> [Rect] { [] }
}

private final class LineTools: LaneTools {
  let text: any TextMeasuring = LineText()

  func paint(_ layout: RowLayout, slice: Range<Int>, scheme: ColorScheme, background: ThemeColor)
    -> Bitmap
  { Bitmap(size: PixelSize(width: 1, height: 1)) }
}

/// The part alone: a state with texts, a lane that works when it is told to.
@Suite("Marks laid over rows") struct TextMarksTests {
  private let lane = SteppedLane(tools: { LineTools() })
  private let posted = Posted<[RowGeometry]>()
  private let still = Travel(velocity: 0, viewportHeight: 300)

  private func marks() -> TextMarks { TextMarks(lane: lane, post: posted.post) }

  private func state(_ count: Int = 40, parts: UInt32 = 1) -> ListState {
    let state = ListState(
      provider: provider(items(count)), configuration: EngineConfiguration(opensAt: .start)
    ) { item, _, _ in item }
    _ = state.resize(
      to: PixelSize(width: 400, height: 300), environment: LayoutEnvironment(width: 400))
    let context = LayoutContext(environment: state.environment, text: LineText())
    let rows = (0..<count).map { number in
      let item = ItemID(Int64(number))
      return RealizedItem(
        id: item,
        models: (0..<parts).map { MarkedRow(id: RowID(item: item, part: parts - 1 - $0)) },
        context: context, layoutVersion: state.layoutVersion, now: { 0 })
    }
    state.realize(rows, at: 0)
    state.settle()
    return state
  }

  @Test("Until it is known where characters stand, whole lines are marked")
  func lines() {
    let (state, marks) = (state(), marks())
    #expect(marks.begin(at: Point(x: 10, y: 5), by: .character, state))
    #expect(marks.selectionRectangles(state).isEmpty)
    #expect(marks.extend(to: Point(x: 90, y: 65), state))
    #expect(!marks.extend(to: Point(x: 90, y: 65), state), "nothing has changed")
    #expect(
      marks.selectionRectangles(state)
        == [0, 20, 40, 60].map {
          Rect(x: 0, y: $0, width: 100, height: 20)
        })
    #expect(marks.clear() && !marks.clear())
  }

  @Test("What is marked keeps to its items as the list changes")
  func shifts() {
    let (state, marks) = (state(), marks())
    #expect(marks.selectAll(of: state.count) && !marks.selectAll(of: 0))
    marks.shift(by: .insert(count: 3, at: 0))
    #expect(marks.selection?.lower.position == 3 && marks.selection?.upper.position == 42)
    #expect(
      marks.setCurrentMatch(FindPlace(position: 5))
        && !marks.setCurrentMatch(FindPlace(position: 5)))
    marks.shift(by: .remove(0..<2))
    #expect(marks.currentMatch?.position == 3)
  }

  @Test(
    "The lane is asked once for each row in view, anew for another query, not while rows fly past")
  func geometry() throws {
    let (state, marks) = (state(), marks())
    marks.requestGeometry(state, still)
    #expect(lane.backlog == 0, "nobody wants to know")
    marks.tracksText = true
    marks.requestGeometry(state, Travel(velocity: 1_000, viewportHeight: 300))
    #expect(lane.backlog == 0)
    marks.requestGeometry(state, still)
    marks.requestGeometry(state, still)
    #expect(lane.backlog == 1 && !marks.isSettled)
    lane.run()
    let made = posted.take()
    #expect(made.map(\.count) == [8])
    #expect(!marks.take(made.flatMap(\.self), state) && marks.isSettled)
    let row = try #require(state.snapshot.item(at: 0)?.rows.first)
    #expect(marks.geometry(of: row, state) != nil)
    #expect(marks.setQuery(TextQuery("abc")) && !marks.setQuery(TextQuery("abc")))
    #expect(marks.geometry(of: row, state) == nil)
    marks.requestGeometry(state, still)
    lane.run()
    #expect(marks.take(posted.take().flatMap(\.self), state), "finds are shown")
  }

  @Test("What stands out is there from its first frame on, goes, and then nothing runs any more")
  func highlight() throws {
    let (state, marks) = (state(parts: 2), marks())
    let color = ThemeColor(0xFF, dark: 0)
    #expect(!marks.emphasis(at: 5, state, color, cardsOnly: false).goesOn)
    marks.highlight(ItemID(1))
    let first = marks.emphasis(at: 10, state, color, cardsOnly: false)
    // Without the heading above it.
    #expect(first.goesOn && first.shown?.y == 120 && first.shown?.height == 40)
    #expect(first.shown?.strength == 1)
    let later = try #require(marks.emphasis(at: 11, state, color, cardsOnly: false).shown)
    #expect(later.strength < 1)
    #expect(!marks.emphasis(at: 99, state, color, cardsOnly: false).goesOn)
  }
}
