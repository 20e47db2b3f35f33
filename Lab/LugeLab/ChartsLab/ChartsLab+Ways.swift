import LugeCharts
import LugeCore
import LugeEngine
import LugePaint

extension ChartsLab {
  private var middle: Point {
    Point(x: Double(size.width) / 2, y: Self.rowHeight / 2)
  }

  // MARK: Configured in the cell

  func runConfigured(_ stores: [ChartStore]) -> Way {
    var way = Way()
    let list = ConfiguredCharts(self, stores)
    let bitmap = Bitmap(size: size)
    Compositor.compose(list.plan(), into: bitmap)
    scroll(&way) { pixels, _ in
      list.scroll(by: pixels)
      Compositor.compose(list.plan(), into: bitmap)
    }
    way.memoryMb = Timing.rounded(Megabytes.of(bytes: list.mostBytes))
    list.scroll(by: -list.offset)
    _ = list.plan()
    let before = list.picture(of: 0)
    way.isInteractive = differ(before, list.picture(of: 0, after: .moved(middle)))
    _ = list.picture(of: 0, after: .left)
    let zoomed = list.picture(of: 0, after: .wheel(notches: -5, at: middle))
    list.scroll(by: min(5000, charts * height - size.height))
    _ = list.plan()
    list.scroll(by: -list.offset)
    _ = list.plan()
    way.keepsState = differ(before, zoomed) && !differ(zoomed, list.picture(of: 0))
    return way
  }

  // MARK: An image of it

  func runImages(_ stores: [ChartStore]) -> Way {
    var way = Way()
    let drawn = drawImages(stores)
    let engine = engine(ImageRows(count: charts, height: Self.rowHeight), images: drawn)
    run(engine, &way)
    way.memoryMb = Timing.rounded(
      Megabytes.of(bytes: drawn.byteCount + engine.statistics.bitmapBytes))
    checkHands(engine, &way) { ImageRows.key($0) }
    return way
  }

  private func drawImages(_ stores: [ChartStore]) -> ReadyImages {
    let tools = PaintTools()
    let rowSize = PixelSize(width: size.width, height: height)
    let context = HeavyViewContext(
      size: rowSize, unit: 1, fontFamily: "Noto Sans", text: tools.text)
    return ReadyImages(
      stores.enumerated().map { chart, store in
        let view = content(chart, store).makeView(restoring: nil)
        return tools.paint(
          RowLayout(size: rowSize, drawList: view.draw(in: context)), slice: 0..<height,
          scheme: .light, background: Self.background)
      })
  }

  // MARK: The view itself, kept

  func runCached(_ stores: [ChartStore]) -> Way {
    var way = Way()
    let engine = liveEngine(stores)
    run(engine, &way)
    way.memoryMb = Self.megabytes(of: engine)
    checkHands(engine, &way, key: Self.key)
    return way
  }

  static func key(_ chart: Int) -> ImageKey {
    ChartRow.key(of: RowID(item: ItemID(Int64(chart)), part: 0))
  }

  func liveEngine(
    _ stores: [ChartStore], wake: @escaping @Sendable () -> Void = {}
  ) -> ListEngine {
    let rows = FactoryRowProvider(
      source: ArraySource(Array(stores.indices)) { ItemID(Int64($0)) }
    ) { chart in
      [
        ChartRow(
          id: RowID(item: ItemID(Int64(chart)), part: 0), content: content(chart, stores[chart]),
          height: Self.rowHeight)
      ]
    }
    return engine(rows, images: nil, wake: wake)
  }

  /// Returns the megabytes of an engine's drawn rows and views.
  static func megabytes(of engine: ListEngine) -> Double {
    let live = engine.heavyViewStatistics
    return Timing.rounded(
      Megabytes.of(bytes: live.bytes + live.snapshotBytes + engine.statistics.bitmapBytes))
  }

  // MARK: What both have in common

  private func engine(
    _ provider: any RowProvider, images: ReadyImages?,
    wake: @escaping @Sendable () -> Void = {}
  ) -> ListEngine {
    var configuration = EngineConfiguration(
      opensAt: .start, estimatedItemHeight: Self.rowHeight, background: Self.background)
    configuration.heavyViews.count = max(64, charts)
    let engine = ListEngine(
      provider: provider, configuration: configuration,
      tools: PaintTools.factory(images: images), wake: wake)
    engine.setViewport(size, environment: LayoutEnvironment(width: size.width))
    return engine
  }

  private func run(_ engine: ListEngine, _ way: inout Way) {
    let bitmap = Bitmap(size: size)
    let start = OffscreenRun.rest(engine)
    let before = engine.statistics
    scroll(&way) { pixels, time in
      engine.scroll(by: pixels)
      Compositor.compose(engine.frame(at: start + time), into: bitmap)
    }
    way.blankPx = engine.statistics.blankPixels - before.blankPixels
    way.skeletons = engine.statistics.skeletonsShown - before.skeletonsShown
  }

  /// Points at a chart, zooms it, and goes away and back, as the user's hands would.
  private func checkHands(_ engine: ListEngine, _ way: inout Way, key: (Int) -> ImageKey) {
    func settled() -> Bitmap {
      let bitmap = Bitmap(size: size)
      _ = OffscreenRun.settle(engine, from: 1000)
      Compositor.compose(engine.frame(at: 2000), into: bitmap)
      return bitmap
    }
    engine.scrollToStart()
    let before = settled()
    engine.send(.moved(middle), to: key(0))
    way.isInteractive = differ(before, settled())
    engine.send(.left, to: key(0))
    engine.send(.wheel(notches: -5, at: middle), to: key(0))
    let zoomed = settled()
    engine.scrollToEnd()
    _ = settled()
    engine.scrollToStart()
    way.keepsState = differ(before, zoomed) && !differ(zoomed, settled())
  }

  private func differ(_ a: Bitmap?, _ b: Bitmap?) -> Bool {
    guard let a, let b, a.size == b.size else { return true }
    return a.withPixels { first in b.withPixels { second in !first.elementsEqual(second) } }
  }
}

/// Rows that are an image each.
struct ImageRows: RowProvider {
  let count: Int
  let height: Double

  static func key(_ chart: Int) -> ImageKey { ImageKey("image:\(chart)") }

  func load(_ positions: Range<Int>) async throws -> @Sendable () -> [ItemRows] {
    let height = height
    return {
      positions.map { position in
        let id = ItemID(Int64(position))
        return ItemRows(
          id: id,
          rows: [Row(id: RowID(item: id, part: 0), height: height)])
      }
    }
  }

  private struct Row: RowModel {
    static let reuseIdentifier: ReuseIdentifier = "lab.image"
    let id: RowID
    let height: Double
    var revision: Revision { .initial }

    static func layout(_ row: Row, in context: LayoutContext) -> RowLayout {
      let size = PixelSize(width: context.width, height: Int(context.px(row.height)))
      return RowLayout(
        size: size,
        drawList: DrawList([
          .image(
            ImageRows.key(Int(row.id.item.rawValue)),
            Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)), .zero,
            placeholder: ImagePlaceholder(fill: ChartsLab.background, mark: .none))
        ]))
    }
  }
}

/// Images that are all in memory.
struct ReadyImages: ImageProviding {
  private let bitmaps: [ImageKey: Bitmap]

  init(_ bitmaps: [Bitmap]) {
    self.bitmaps = Dictionary(
      uniqueKeysWithValues: bitmaps.enumerated().map { (ImageRows.key($0.offset), $0.element) })
  }

  var byteCount: Int { bitmaps.values.reduce(0) { $0 + $1.byteCount } }

  func image(for key: ImageKey, size: PixelSize) -> Bitmap? { bitmaps[key] }
}
