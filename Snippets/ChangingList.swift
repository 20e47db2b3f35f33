// A list that changes: whole states or changes by name, from any thread, as fast as they come.
//
//     swift run ChangingList

// snippet.show
import LugeCore
import LugeEngine
// snippet.hide
import LugePaint

struct Price: Sendable {
  var id: ItemID
  var cents: Int
}

struct PriceRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "price"
  let id: RowID
  let revision: Revision

  static func layout(_ row: PriceRow, in context: LayoutContext) -> RowLayout {
    RowLayout(size: PixelSize(width: context.width, height: Int(context.px(32))))
  }
}

struct Prices: RowFactory {
  func rows(for item: Price, previous: Price?, next: Price?) -> [any RowModel] {
    [PriceRow(id: RowID(item: item.id, part: 0), revision: Revision(UInt64(item.cents)))]
  }
}

func show(with tools: @escaping LaneToolsFactory) {
  let start = (0..<1000).map { Price(id: ItemID($0), cents: 100) }
  let feed = ListFeed(start, factory: Prices()) {
    ItemKey(id: $0.id, revision: Revision(UInt64($0.cents)))
  }
  let engine = ListEngine(provider: feed.provider, tools: tools)
  engine.setViewport(
    PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
  feed.connect(to: engine)

  // Changes by name. The line that the user looks at stays; rows in view grow and shrink over time.
  let animated = UpdateOptions(isAnimated: true)
  feed.apply(
    [.append([Price(id: ItemID(5000), cents: 7)]), .remove([ItemID(3)])], options: animated)
  feed.apply([.move(ItemID(9), after: nil), .replace(Price(id: ItemID(4), cents: 250))])
  // Or the whole next state: the difference is found on the list's lane.
  feed.set(start.sorted { $0.id > $1.id })

  // A live row: any number of sets are one update at the next frame.
  let live = feed.liveItem(start[7], in: engine)
  for cents in 101...199 { live.cents = cents }
  for frame in 0..<60 {
    _ = engine.frame(at: Double(frame) / 60)
    _ = engine.waitForResults(seconds: 0.01)
  }
  print("\(feed.statistics.requests) requests were \(feed.statistics.updates) updates")
}

show(with: PaintTools.factory())
