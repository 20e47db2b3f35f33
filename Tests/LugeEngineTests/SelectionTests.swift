import LugeCore
import Testing

@testable import LugeEngine

/// Measures characters of ten pixels, in lines as wide as they come, twenty high.
private final class GridText: TextMeasuring {
  func layout(_ request: TextRequest) -> TextLayout {
    var lines: [TextLayout.Line] = []
    var start = 0
    for line in request.text.string.split(separator: "\n", omittingEmptySubsequences: false) {
      let count = line.utf8.count
      lines.append(
        .init(
          range: start..<start + count, top: lines.count * 20, height: 20,
          baseline: lines.count * 20 + 15, width: count * 10))
      start += count + 1
    }
    return TextLayout(
      request: request,
      size: PixelSize(width: lines.map(\.width).max() ?? 0, height: 20 * lines.count), lines: lines)
  }

  func rectangles(for range: Range<Int>, in layout: TextLayout) -> [Rect] { [] }

  func geometry(of layout: TextLayout) -> TextGeometry {
    var cells: [TextGeometry.Cell] = []
    var bounds: [Int32] = []
    let bytes = Array(layout.request.text.string.utf8)
    let lines = layout.lines.map { line in
      let first = cells.count
      for offset in line.range {
        cells.append(
          .init(
            offset: offset, length: 1, x: Double((offset - line.range.lowerBound) * 10), width: 10,
            isRightToLeft: false))
        let isBlank = bytes[offset] == 0x20
        let wasBlank = offset == line.range.lowerBound || bytes[offset - 1] == 0x20
        if isBlank != wasBlank { bounds.append(Int32(offset)) }
      }
      bounds.append(Int32(line.range.upperBound))
      return TextGeometry.Line(
        range: line.range, top: line.top, height: line.height, cells: first..<cells.count,
        isRightToLeft: false)
    }
    return TextGeometry(
      size: layout.size, lines: lines, cells: cells, wordBounds: Array(Set(bounds)).sorted())
  }
}

private final class GridTools: LaneTools {
  let text: any TextMeasuring = GridText()

  func paint(_ layout: RowLayout, slice: Range<Int>, scheme: ColorScheme, background: ThemeColor)
    -> Bitmap
  {
    Bitmap(size: PixelSize(width: max(1, layout.size.width), height: max(1, slice.count)))
  }
}

private struct GridRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "grid"
  var id: RowID
  var revision = Revision.initial
  var words: String

  /// Ten pixels in from the left, with a link over the first word.
  static func layout(_ row: GridRow, in context: LayoutContext) -> RowLayout {
    let text = context.text.layout(
      TextRequest(StyledText(row.words), font: context.font(14), maxWidth: context.width))
    return RowLayout(
      size: PixelSize(width: context.width, height: text.size.height),
      drawList: DrawList([.plainText(text, x: 10, y: 0, color: ThemeColor(0, dark: 0))]),
      texts: [
        RowText(
          text, origin: Point(x: 10, y: 0), links: [.init(0..<3, .openLink("http://\(row.words)"))])
      ])
  }
}

@Suite("Marking text") struct SelectionTests {
  private func engine(_ count: Int = 200) -> (ListEngine, time: Double) {
    let texts = (0..<count).map { "row \($0) of some\nmore words" }
    let engine = ListEngine(
      provider: FactoryRowProvider(
        source: ArraySource(Array(texts.indices)) { ItemID(Int64($0)) },
        rows: { [GridRow(id: RowID(item: ItemID(Int64($0)), part: 0), words: texts[$0])] }),
      configuration: EngineConfiguration(opensAt: .start, drawBudget: 10),
      tools: { GridTools() })
    engine.tracksText = true
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    var time = 0.0
    settle(engine, &time)
    return (engine, time)
  }

  private func settle(_ engine: ListEngine, _ time: inout Double) {
    _ = engine.settle(from: &time)
    for _ in 0..<200 where !engine.marks.isSettled || engine.needsFrame {
      _ = engine.waitForResults(seconds: 0.05)
      time += 1 / 60
      _ = engine.frame(at: time)
    }
  }

  @Test("Within a row: from the nearest character to the nearest character")
  func within() {
    let (engine, _) = self.engine()
    engine.beginSelection(at: Point(x: 10 + 42, y: 5), by: .character)
    #expect(engine.selection?.isEmpty == true && engine.selectionRectangles.isEmpty)
    engine.extendSelection(to: Point(x: 10 + 78, y: 12))
    #expect(engine.selection?.range(in: 0..<28, at: 0) == 4..<8)
    #expect(engine.selectionRectangles == [Rect(x: 50, y: 0, width: 40, height: 20)])
    // Backwards, into the line below and beyond the row's end.
    engine.extendSelection(to: Point(x: 300, y: 30))
    #expect(engine.selection?.range(in: 0..<28, at: 0) == 4..<24)
    #expect(engine.selectionRectangles.count == 2)
    engine.clearSelection()
    #expect(engine.selectionRectangles.isEmpty)
  }

  @Test("Whether rows have words in a part of the view")
  func words() {
    let (engine, _) = self.engine()
    // Each row is as wide as the first line's 13 characters, from ten pixels on.
    #expect(engine.hasWords(in: Rect(x: 130, y: 700, width: 40, height: 40)))
    #expect(engine.hasWords(in: Rect(x: 0, y: -20, width: 400, height: 30)))
    #expect(!engine.hasWords(in: Rect(x: 300, y: 700, width: 40, height: 40)))
    #expect(!engine.hasWords(in: Rect(x: 0, y: 300, width: 10, height: 40)))
    _ = engine.scroll(by: 3)
    #expect(engine.hasWords(in: Rect(x: 10, y: 797, width: 5, height: 3)))
  }

  @Test("Words and paragraphs; extending keeps what was begun with")
  func units() {
    let (engine, _) = self.engine()
    engine.beginSelection(at: Point(x: 10 + 95, y: 5), by: .word)
    #expect(engine.selection?.range(in: 0..<28, at: 0) == 9..<13)
    engine.extendSelection(to: Point(x: 10 + 15, y: 5))
    #expect(engine.selection?.range(in: 0..<28, at: 0) == 0..<13)
    engine.beginSelection(at: Point(x: 20, y: 25), by: .paragraph)
    #expect(engine.selection?.range(in: 0..<28, at: 0) == 14..<24)
  }

  @Test("Across rows, and over rows that nobody has laid out")
  func across() throws {
    var (engine, time) = self.engine(2000)
    engine.beginSelection(at: Point(x: 10 + 40, y: 45), by: .character)
    engine.jump(to: 1000)
    settle(engine, &time)
    let last = try #require(engine.visibleRows.last { $0.y + $0.height <= 800 })
    engine.extendSelection(to: Point(x: 10 + 30, y: Double(last.y) + 2))
    let selection = try #require(engine.selection)
    #expect(selection.lower == TextPlace(position: 1, offset: 4))
    #expect(selection.upper == TextPlace(position: last.position, offset: 3))
    #expect(selection.range(in: 0..<30, at: 700) == 0..<30)
    #expect(selection.range(in: 0..<30, at: 0) == nil)
    // Every line above the end is covered.
    let rects = engine.selectionRectangles
    #expect(rects.count >= 2 * (engine.visibleRows.count - 2))
    engine.selectAll()
    #expect(engine.selection?.range(in: 0..<30, at: 1999) == 0..<30)
    #expect(engine.selection?.lower == TextPlace(position: 0, offset: 0))
  }

  @Test("Marking and finding draw no row and lay none out")
  func drawsNothing() {
    var (engine, time) = self.engine()
    // What is drawn ahead of the reader has to be there.
    for _ in 0..<40 {
      time += 1 / 60
      _ = engine.frame(at: time)
      _ = engine.waitForResults(seconds: 0.01)
    }
    let before = engine.statistics
    engine.beginSelection(at: Point(x: 20, y: 5), by: .character)
    for step in 0..<60 {
      engine.extendSelection(to: Point(x: Double(20 + 3 * step), y: Double(5 + 11 * step)))
      time += 1 / 60
      _ = engine.frame(at: time)
      #expect(!engine.selectionRectangles.isEmpty || step < 2)
    }
    engine.textQuery = TextQuery("ROW more")
    settle(engine, &time)
    #expect(engine.matchRectangles.count >= 2 * engine.visibleRows.count - 2)
    let after = engine.statistics
    #expect(after.slicesDrawnByLane == before.slicesDrawnByLane)
    #expect(after.slicesDrawnOnTheSpot == before.slicesDrawnOnTheSpot)
    #expect(after.itemsLaidOutByLane == before.itemsLaidOutByLane)
    #expect(after.itemsLaidOutOnTheSpot == before.itemsLaidOutOnTheSpot)
  }

  @Test("What is marked stays marked when rows come in above it")
  func updates() {
    var (engine, time) = self.engine(50)
    engine.beginSelection(at: Point(x: 20, y: 45), by: .word)
    let old = engine.selection
    engine.update(
      to: FactoryRowProvider(
        source: ArraySource(Array(-3..<50)) { ItemID(Int64($0)) },
        rows: { [GridRow(id: RowID(item: ItemID(Int64($0)), part: 0), words: "row")] }),
      changes: [.insert(count: 3, at: 0)])
    settle(engine, &time)
    #expect(engine.selection?.lower.position == (old?.lower.position ?? -9) + 3)
    #expect(engine.selection?.lower.offset == old?.lower.offset)
  }

  @Test("Links react where they stand, once the lane has said where")
  func links() {
    let (engine, _) = self.engine()
    #expect(
      engine.hit(at: Point(x: 15, y: 5))?.action == .openLink("http://row 0 of some\nmore words"))
    #expect(engine.hit(at: Point(x: 45, y: 5))?.action == nil)
    #expect(engine.isText(at: Point(x: 45, y: 5)))
    #expect(!engine.isText(at: Point(x: 390, y: 5)))
  }

  @Test("What is disclosed is laid out again by itself, on the lane, and stays where it is")
  func disclosing() throws {
    var (engine, time) = self.engine()
    engine.scroll(by: 777)
    settle(engine, &time)
    let row = try #require(engine.visibleRows.dropFirst(3).first)
    let before = engine.statistics
    engine.disclose(row.id.item)
    settle(engine, &time)
    #expect(engine.y(of: row.id.item.rawValue) == row.y)
    let after = engine.statistics
    #expect(after.rowsRelaidOut - before.rowsRelaidOut == 1)
    #expect(engine.state.snapshot.item(at: row.position)?.isDisclosed == true)
    // Once is enough.
    engine.disclose(row.id.item)
    settle(engine, &time)
    #expect(engine.statistics.updatesApplied == after.updatesApplied)
  }

  @Test("A jump to a disclosed item has drawn what it shows: nothing is drawn twice")
  func jumpToDisclosed() {
    /// Slices that the lane draws for a jump back to an item.
    func drawn(disclosing: Bool) -> Int {
      var (engine, time) = self.engine(2000)
      let item = ItemID(300)
      engine.jump(to: 300)
      settle(engine, &time)
      if disclosing { engine.disclose(item) }
      engine.restWithLane(from: &time)
      engine.jump(to: 1000)
      engine.settle(from: &time)
      // What is kept of its drawing is of the other scheme.
      engine.setColorScheme(.dark)
      engine.settle(from: &time)
      engine.restWithLane(from: &time)
      let before = engine.statistics.slicesDrawnByLane
      engine.jump(to: 300)
      while engine.isJumping {
        _ = engine.waitForResults(seconds: 1)
        time += 1 / 60
        _ = engine.frame(at: time)
      }
      #expect(engine.state.snapshot.item(at: 300)?.isDisclosed == disclosing)
      return engine.statistics.slicesDrawnByLane - before
    }
    #expect(drawn(disclosing: true) == drawn(disclosing: false))
  }

  @Test(
    "A find in view moves nothing; another is brought to the middle, its item marked as the current"
  )
  func finds() throws {
    var (engine, time) = self.engine(2000)
    engine.textQuery = TextQuery("more")
    settle(engine, &time)
    let all = engine.matchRectangles.count
    engine.currentMatch = FindPlace(position: 3)
    settle(engine, &time)
    #expect(engine.currentMatchRectangles.count == 1)
    #expect(engine.matchRectangles.count == all - 1)
    let top = engine.y(of: 3)
    #expect(!engine.reveal(TextPlace(position: 3, offset: 16)))
    #expect(engine.y(of: 3) == top)
    // Under what covers the upper edge it is not in view.
    #expect(engine.reveal(TextPlace(position: 3, offset: 16), below: 200))
    settle(engine, &time)
    engine.currentMatch = FindPlace(position: 1200, range: 16..<20)
    #expect(engine.reveal(TextPlace(position: 1200, offset: 16)))
    settle(engine, &time)
    #expect(engine.y(of: 1200) == 400 - 20)
    #expect(engine.currentMatchRectangles == [Rect(x: 10, y: 400, width: 40, height: 20)])
  }
}
