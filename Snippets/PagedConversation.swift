// A conversation on a server that returns pages: items far from the view are dropped, and a failure
// is shown in place of the items, with a button to try again.
//
//     swift run PagedConversation

// snippet.show
import LugeCore
import LugeEngine
// snippet.hide
import LugePaint

struct Line: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "line"
  let id: RowID
  let revision = Revision.initial
  let number: Int

  static func layout(_ row: Line, in context: LayoutContext) -> RowLayout {
    RowLayout(
      size: PixelSize(width: context.width, height: Int(context.px(40))),
      accessibleText: "message \(row.number)")
  }
}

struct Lines: RowFactory {
  func rows(for item: Int, previous: Int?, next: Int?) -> [any RowModel] {
    [Line(id: RowID(item: ItemID(Int64(item)), part: 0), number: item)]
  }
}

struct Server: PagedSource {
  let count = 1_000_000

  func key(of item: Int) -> ItemKey { ItemKey(id: ItemID(Int64(item))) }

  // It may be slow and it may throw: the list shows the reason, and asks again when the user wants
  // it.
  func page(_ place: PagePlace, limit: Int) async throws -> Page<Int> {
    try await Task.sleep(for: .milliseconds(5))
    let range =
      switch place {
      case .newest: count - limit..<count
      case .before(let id): max(0, Int(id.rawValue) - limit)..<Int(id.rawValue)
      case .after(let id): Int(id.rawValue) + 1..<min(count, Int(id.rawValue) + 1 + limit)
      case .around(let id):
        max(0, Int(id.rawValue) - limit / 2)..<min(count, Int(id.rawValue) + limit / 2)
      }
    return Page(Array(range), hasBefore: range.lowerBound > 0, hasAfter: range.upperBound < count)
  }
}

func show(with tools: @escaping LaneToolsFactory) {
  let list = PagedList(source: Server(), factory: Lines())
  let engine = ListEngine(provider: list.provider, tools: tools)
  engine.setViewport(
    PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
  list.connect(to: engine)
  for frame in 0..<600 {
    engine.scroll(by: -100)  // upwards, at 6,000 pixels a second
    _ = engine.frame(at: Double(frame) / 60)
    _ = engine.waitForResults(seconds: 1.0 / 60)
    if list.failure(at: .before) != nil { list.retry(.before) }
  }
  print("\(list.window.items.count) of 1,000,000 messages are held")
}

show(with: PaintTools.factory())
