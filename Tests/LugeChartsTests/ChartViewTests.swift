import LugeCore
import LugeEngine
import LugePaint
import Testing

@testable import LugeCharts

@Suite("A chart in the reader's hands")
struct ChartViewTests {
  private let tools = PaintTools()
  private let size = PixelSize(width: 600, height: 260)

  private func store(_ lines: Int, points: Int = 5000) -> ChartStore {
    ChartStore(
      (0..<lines).map { line in
        ChartSeries(
          "Line \(line)",
          points: (0..<points).map { index in
            let x = Double(index) * 60
            let wave = (x / 40_000 + Double(line)).truncatingRemainder(dividingBy: 2)
            return (x, 100 + Double(line) * 7 + (wave < 1 ? wave : 2 - wave) * 20)
          })
      })
  }

  private func context(scale: Double = 1) -> HeavyViewContext {
    HeavyViewContext(
      size: PixelSize(
        width: Int(Double(size.width) * scale), height: Int(Double(size.height) * scale)),
      unit: scale, fontFamily: "Noto Sans", text: tools.text)
  }

  private func chart(_ lines: Int = 3) -> ChartView {
    let view = ChartView(
      ChartContent(title: "Test", store: store(lines)), viewport: ChartViewport())
    _ = view.draw(in: context())
    return view
  }

  private func polylines(_ list: DrawList) -> Int {
    list.commands.count { if case .polyline = $0 { true } else { false } }
  }

  @Test("The wheel zooms at the pointer, a drag pans, a double click shows everything")
  func hands() throws {
    let view = chart()
    let plot = try #require(view.projection?.plot)
    let all = try #require(view.projection?.window)
    let middle = Point(x: plot.midX, y: plot.midY)
    #expect(view.handle(.wheel(notches: -4, at: middle)) == .all)
    _ = view.draw(in: context())
    let near = try #require(view.projection?.window)
    #expect(near.length < all.length / 2)
    #expect(
      ((near.lowerBound + near.upperBound) / 2 - (all.lowerBound + all.upperBound) / 2).magnitude
        < all.length * 0.01)
    _ = view.handle(.pressed(middle, isAlternate: false))
    #expect(view.handle(.moved(Point(x: plot.midX + 2, y: plot.midY))) == .overlay, "a click yet")
    #expect(view.handle(.moved(Point(x: plot.midX + 100, y: plot.midY))) == .all)
    _ = view.handle(.released(Point(x: plot.midX + 100, y: plot.midY)))
    _ = view.draw(in: context())
    let moved = try #require(view.projection?.window)
    let expected = near.lowerBound - 100 / plot.width * near.length
    #expect((moved.lowerBound - expected).magnitude < near.length * 1e-6)
    #expect(view.handle(.doubleClicked(middle)) == .all)
    _ = view.draw(in: context())
    #expect(view.projection?.window == all)
  }

  @Test("A legend's entry hides its series; with Shift all others")
  func legend() throws {
    let view = chart()
    #expect(polylines(view.draw(in: context())) == 3)
    let chip = try #require(view.layout?.chips[1].rect)
    let point = Point(x: chip.midX, y: chip.midY)
    func click(isAlternate: Bool = false) {
      _ = view.handle(.pressed(point, isAlternate: isAlternate))
      #expect(view.handle(.released(point)) == .all)
    }
    click()
    #expect(view.viewport.hidden == [1] && polylines(view.draw(in: context())) == 2)
    click()
    #expect(view.viewport.hidden.isEmpty)
    click(isAlternate: true)
    #expect(view.viewport.hidden == [0, 2] && polylines(view.draw(in: context())) == 1)
    click(isAlternate: true)
    #expect(view.viewport.hidden.isEmpty)
  }

  @Test("Keys pan and zoom; others are not for it")
  func keys() {
    let view = chart()
    #expect(view.handle(.key(.text("+"))) == .all)
    let zoomed = view.viewport
    #expect(view.handle(.key(.left)) == .all && view.viewport != zoomed)
    #expect(view.handle(.key(.text("0"))) == .all && view.viewport.window == nil)
    #expect(ChartView.takes(.left) && !ChartView.takes(.up) && !ChartView.takes(.space))
  }

  @Test("The crosshair says the value of each series, highest first")
  func crosshair() throws {
    let view = chart()
    #expect(view.drawOverlay(in: context()).commands.isEmpty)
    let plot = try #require(view.projection?.plot)
    #expect(view.handle(.moved(Point(x: plot.x + plot.width / 3, y: plot.midY))) == .overlay)
    let words = view.drawOverlay(in: context()).commands.compactMap { command -> String? in
      guard case .text(let layout, _, _, _) = command else { return nil }
      return layout.request.text.string
    }
    #expect(words.count == 7)
    let names = [words[1], words[3], words[5]]
    #expect(Set(names) == ["Line 0", "Line 1", "Line 2"])
    let values = [words[2], words[4], words[6]].compactMap(Double.init)
    #expect(values.count == 3 && values == values.sorted(by: >))
    _ = view.handle(.left)
    #expect(view.drawOverlay(in: context()).commands.isEmpty)
  }

  private func words(_ list: DrawList) -> [String] {
    list.commands.compactMap { command in
      guard case .text(let layout, _, _, _) = command else { return nil }
      return layout.request.text.string
    }
  }

  @Test("Of more series than the card has room for the crosshair says how many are left out")
  func manyValues() throws {
    let view = chart(22)
    let plot = try #require(view.projection?.plot)
    _ = view.handle(.moved(Point(x: plot.x + plot.width / 3, y: plot.midY)))
    let said = words(view.drawOverlay(in: context()))
    let shown = said.count { $0.hasPrefix("Line ") }
    #expect(shown > 0 && shown < 22)
    #expect(said.last == "and \(22 - shown) more")
  }

  @Test("What began with nothing went up by no percent")
  func percent() {
    func said(_ values: [Double]) -> [String] {
      let series = ChartSeries("a", points: values.enumerated().map { (Double($0), $1) })
      let view = ChartView(
        ChartContent(title: "Test", store: ChartStore([series])), viewport: ChartViewport())
      return words(view.draw(in: context()))
    }
    #expect(!said([0, 5, 10]).contains { $0.hasSuffix("%") })
    #expect(said([5, 7, 10]).contains("+100.00 %"))
    #expect(said([-5, -7, -10]).contains("−100.00 %"))
  }

  @Test("What is between two fingers stays between them; Home shows everything")
  func fingers() throws {
    let view = chart()
    let plot = try #require(view.projection?.plot)
    let all = try #require(view.projection?.window)
    let from = Point(x: plot.x + plot.width / 4, y: plot.midY)
    let to = Point(x: plot.x + plot.width / 3, y: plot.midY + 40)
    let place = try #require(view.projection?.place(atX: from.x))
    #expect(view.handle(.pinched(factor: 2, from: from, to: to)) == .all)
    _ = view.draw(in: context())
    let near = try #require(view.projection)
    #expect((near.window.length / all.length - 0.5).magnitude < 1e-9)
    #expect((near.x(place) - to.x).magnitude < 1e-6)
    for factor in [0, -1, Double.nan, .infinity] {
      #expect(view.handle(.pinched(factor: factor, from: from, to: to)) == .none)
    }
    #expect(view.handle(.key(.right)) == .all)
    #expect(view.handle(.key(.home)) == .all)
    _ = view.draw(in: context())
    #expect(view.projection?.window == all)
    #expect(view.handle(.key(.home)) == .none, "nothing is left to show")
  }

  @Test("A screen reader says what the crosshair shows, or what is in view")
  func spoken() throws {
    let view = chart(2)
    let plot = try #require(view.projection?.plot)
    let resting = try #require(view.spokenText)
    #expect(resting.hasPrefix("Test, ") && resting.contains("Line 0 1"))
    _ = view.handle(.moved(Point(x: plot.midX, y: plot.midY)))
    let pointed = try #require(view.spokenText)
    #expect(pointed != resting && pointed.contains("Line 1 1"))
    let drawn = view.drawOverlay(in: context()).commands.compactMap { command -> String? in
      guard case .text(let layout, _, _, _) = command else { return nil }
      return layout.request.text.string
    }
    for word in drawn { #expect(pointed.contains(word)) }
    _ = view.handle(.left)
    #expect(view.spokenText == resting)
  }

  @Test("State goes from one view to the next; appended points are seen")
  func state() throws {
    let content = ChartContent(title: "Test", store: store(2))
    let first = try #require(content.makeView(restoring: nil) as? ChartView)
    _ = first.draw(in: context())
    _ = first.handle(.wheel(notches: -6, at: Point(x: 200, y: 120)))
    let second = try #require(content.makeView(restoring: first.state) as? ChartView)
    #expect(second.viewport == first.viewport && second.viewport.window != nil)
    let third = try #require(content.makeView(restoring: "nonsense") as? ChartView)
    _ = third.draw(in: context())
    let before = third.projection?.window.upperBound
    content.store.append(x: 1e6, ys: [1, 2])
    #expect(third.contentChanged() == .all)
    _ = third.draw(in: context())
    #expect(before != 1e6 && third.projection?.window.upperBound == 1e6)
  }

  @Test("A row is a card that its chart covers, and says what it is a chart of")
  func row() throws {
    let row = ChartRow(
      id: RowID(item: ItemID(7), part: 2),
      content: ChartContent(title: "Test", store: store(2, points: 3)), height: 200)
    let layout = row.layout(
      in: LayoutContext(
        environment: LayoutEnvironment(width: 900, scale: 1.5), text: tools.text))
    #expect(layout.size == PixelSize(width: 900, height: 300))
    let layer = try #require(layout.rowLayers.first)
    #expect(layer.rect == Rect(x: 0, y: 0, width: 900, height: 300) && layer.key == row.key)
    #expect(layer.input == [.all, .showsFocus] && layer.content is ChartContent)
    #expect(layout.accessibleText == "Test, chart of Line 0, Line 1")
  }

  @Test("Charts of nothing, of one point, of gaps and of great numbers can be drawn")
  func hostile() {
    let stores = [
      [], [ChartSeries("")], [ChartSeries("one", points: [(x: 5, y: 5)])],
      [ChartSeries("gaps", points: (0..<50).map { (Double($0), Double.nan) })],
      [ChartSeries("flat", points: (0..<9000).map { (Double($0), 3) })],
      [ChartSeries("large", points: (0..<100).map { (Double($0) * 1e300, Double($0) * 1e305) })],
      (0..<40).map {
        ChartSeries("Series with a long name \($0)", points: [(x: 0, y: 1), (x: 1, y: -1e-300)])
      },
    ].map { ChartStore($0) }
    for store in stores {
      for axis in [ChartContent.Axis.numbers, .time(utcOffset: 3600), .days] {
        let view = ChartView(
          ChartContent(title: "x", store: store, axis: axis), viewport: ChartViewport())
        for size in [PixelSize(width: 600, height: 260), PixelSize(width: 30, height: 8)] {
          let context = HeavyViewContext(
            size: size, unit: 1, fontFamily: "Noto Sans", text: tools.text)
          let list = view.draw(in: context)
          for event in [
            HeavyViewEvent.moved(Point(x: 300, y: 130)),
            .wheel(notches: -3, at: Point(x: 300, y: 130)),
            .pressed(Point(x: 300, y: 130), isAlternate: true), .moved(Point(x: 9, y: 9)),
            .released(.zero), .key(.left), .focus(true),
          ] {
            _ = view.handle(event)
          }
          let base = tools.paint(
            RowLayout(size: size, drawList: list), slice: 0..<size.height, scheme: .light,
            background: ThemeColor(0xFFFFFF, dark: 0))
          let whole = tools.paint(view.drawOverlay(in: context), over: base, scheme: .dark)
          #expect(whole.size == size)
        }
      }
    }
    #expect(tools.failedBitmaps == 0)
  }

  @Test("The axis of amounts begins at zero, and days have no times of day")
  func amounts() throws {
    let days = [(x: 1_717_372_800.0, y: 678.0), (x: 1_717_459_200.0, y: 500.0)]
    var content = ChartContent(
      title: "Messages", store: ChartStore([ChartSeries("Messages", points: days)]), axis: .days)
    let free = ChartView(content, viewport: ChartViewport())
    _ = free.draw(in: context())
    #expect(try #require(free.projection).values.lowerBound > 0)
    content.includesZero = true
    let view = ChartView(content, viewport: ChartViewport())
    let words = texts(view.draw(in: context()))
    #expect(try #require(view.projection).values.lowerBound == 0)
    #expect(words.contains("0"))
    #expect(words.contains("3 Jun 2024") && words.contains("4 Jun"))
    #expect(!words.contains { $0.contains(":") }, "\(words)")
    let projection = try #require(view.projection)
    _ = view.handle(.moved(Point(x: projection.plot.x + 2, y: projection.plot.midY)))
    #expect(texts(view.drawOverlay(in: context())).contains("3 Jun 2024"))
  }

  @Test("A mirrored chart has its title and the oldest day at the right, and follows the hand")
  func mirrored() throws {
    let content = ChartContent(title: "Test", store: store(1), axis: .numbers)
    let plain = ChartView(content, viewport: ChartViewport())
    let turned = ChartView(content, viewport: ChartViewport())
    let turnedContext = HeavyViewContext(
      size: size, unit: 1, fontFamily: "Noto Sans", text: tools.text, isMirrored: true)
    let (one, other) = (plain.draw(in: context()), turned.draw(in: turnedContext))
    let width = Double(size.width)
    func line(_ list: DrawList) throws -> [Point] {
      try #require(
        list.commands.compactMap { command -> [Point]? in
          if case .polyline(let line, _, _) = command { line.points } else { nil }
        }.first)
    }
    let (points, mirror) = (try line(one), try line(other))
    #expect(points.count > 100)
    #expect(points.map { Point(x: width - $0.x, y: $0.y) } == mirror)
    // A place under the pointer is the one that is seen there.
    let seen = try #require(plain.projection).plot
    let at = Point(x: seen.x + seen.width / 4, y: seen.midY)
    _ = plain.handle(.moved(at))
    _ = turned.handle(.moved(Point(x: width - at.x, y: at.y)))
    #expect(plain.spokenText == turned.spokenText)
    // Both are zoomed in; the left key leads to what is at the left.
    for view in [plain, turned] { _ = view.handle(.wheel(notches: -4, at: Point(x: 300, y: 100))) }
    let before = try #require(turned.viewport.window)
    _ = turned.handle(.key(.left))
    #expect(try #require(turned.viewport.window).lowerBound > before.lowerBound)
  }

  private func texts(_ list: DrawList) -> [String] {
    list.commands.compactMap { command in
      if case .text(let layout, _, _, _) = command { layout.request.text.string } else { nil }
    }
  }
}
