import Glibc
import LugeCore
import Synchronization

@testable import LugeEngine

/// Rows whose height is a plain function of item and width, so that tests can say what to expect.
struct TestRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "test"
  var id: RowID
  var revision: Revision
  var baseHeight: Int

  static func layout(_ row: TestRow, in context: LayoutContext) -> RowLayout {
    let height = Self.height(row.baseHeight, width: context.width)
    // Of a row of hostile height only the first lines: all of them would never be made.
    let lines = stride(from: 0, to: min(max(1, height), 1_000_000), by: 10).map {
      // Keys count in the unwrapped text, so that they mean the same at every width.
      LineMark(top: $0, key: $0 * context.width / 400)
    }
    return RowLayout(
      size: PixelSize(width: context.width, height: height), lines: lines,
      accessibleText: "row \(row.id.item.rawValue)")
  }

  static func height(_ base: Int, width: Int) -> Int { base * 400 / max(1, width) }
}

struct TestFactory: RowFactory {
  func rows(for item: TestItem, previous: TestItem?, next: TestItem?) -> [any RowModel] {
    [
      TestRow(
        id: RowID(item: item.id, part: 0), revision: Revision(UInt64(item.height)),
        baseHeight: item.height)
    ]
  }
}

struct TestItem: Sendable, Hashable {
  var id: ItemID
  var height: Int
}

/// Text of letters that are half as wide as the font is high; without a height unless it is told
/// one.
final class TestText: TextMeasuring {
  let lineHeight: Int
  init(lineHeight: Int = 0) { self.lineHeight = lineHeight }

  func layout(_ request: TextRequest) -> TextLayout {
    let room = max(1, request.maxWidth * 2 / max(1, Int(request.font.pixelSize)))
    let letters = request.text.string.count
    let lines = lineHeight == 0 ? 0 : (letters + room - 1) / room
    return TextLayout(
      request: request,
      size: PixelSize(width: 0, height: lines * lineHeight), lines: [])
  }
  func rectangles(for range: Range<Int>, in layout: TextLayout) -> [Rect] { [] }
}

final class TestTools: LaneTools {
  let text: any TextMeasuring
  init(lineHeight: Int = 0) { text = TestText(lineHeight: lineHeight) }

  func paint(_ layout: RowLayout, slice: Range<Int>, scheme: ColorScheme, background: ThemeColor)
    -> Bitmap
  {
    Bitmap(size: PixelSize(width: max(1, layout.size.width), height: max(1, slice.count)))
  }
}

typealias TestProvider = FactoryRowProvider<ArraySource<TestItem>, TestFactory>

func provider(_ items: [TestItem]) -> TestProvider {
  TestProvider(source: ArraySource(items) { $0.id }, factory: TestFactory())
}

func items(_ count: Int, firstID: Int64 = 0, height: (Int) -> Int = { 20 + $0 % 7 * 9 })
  -> [TestItem]
{
  (0..<count).map { TestItem(id: ItemID(firstID + Int64($0)), height: height($0)) }
}

extension ListEngine {
  static func forTests(
    _ items: [TestItem], size: PixelSize = PixelSize(width: 400, height: 800),
    opensAt: EngineConfiguration.Edge = .start, insets: EngineConfiguration.Insets = .init(),
    scale: Double = 1
  ) -> ListEngine {
    let engine = ListEngine(
      provider: provider(items),
      configuration: EngineConfiguration(
        opensAt: opensAt, contentInsets: insets, drawBudget: 10),
      tools: { TestTools() })
    engine.setViewport(size, environment: LayoutEnvironment(width: size.width, scale: scale))
    return engine
  }

  /// Runs frames until nothing changes any more.
  @discardableResult
  func settle(from time: inout Double) -> FramePlan {
    var plan = frame(at: time)
    for _ in 0..<2000 where !isSettled || plan.blankPixels > 0 {
      // What moves wants the next frame whether or not a lane delivers anything.
      _ = waitForResults(seconds: needsFrame ? 0.002 : 1)
      time += 1 / 60
      plan = frame(at: time)
    }
    return plan
  }

  /// Opens, jumps and comes to rest there.
  func settle(at position: Int, from time: inout Double) {
    settle(from: &time)
    jump(to: position)
    settle(from: &time)
  }

  /// Runs frames until the lane has nothing to do either, and tools for drawing within frames are
  /// there.
  func restWithLane(from time: inout Double) {
    while isLaneBusy || needsFrame || !tools.arePrepared {
      time += 1 / 60
      _ = frame(at: time)
      _ = waitForResults(seconds: 0.005)
    }
  }

  var firstVisible: (id: Int64, y: Int)? {
    visibleRows.first.map { ($0.id.item.rawValue, $0.y) }
  }

  func y(of item: Int64) -> Int? { visibleRows.first { $0.id.item.rawValue == item }?.y }
}

/// Does something before each drawing, which is of nothing.
final class BlankTools: LaneTools {
  let text: any TextMeasuring = TestText()
  private let onPaint: @Sendable () -> Void

  init(onPaint: @escaping @Sendable () -> Void) { self.onPaint = onPaint }

  func paint(
    _ layout: RowLayout, slice: Range<Int>, scheme: ColorScheme, background: ThemeColor
  ) -> Bitmap {
    onPaint()
    return Bitmap(size: PixelSize(width: max(1, layout.size.width), height: max(1, slice.count)))
  }
}

/// Keeps a lane's thread, which nothing else runs on, until it is opened.
final class LaneGate: Sendable {
  private let state = Mutex((isOpen: false, isReached: false))
  /// Whether the lane is there: what it had before is done.
  var isReached: Bool { state.withLock { $0.isReached } }
  func open() { state.withLock { $0.isOpen = true } }
  func wait() {
    state.withLock { $0.isReached = true }
    while !state.withLock({ $0.isOpen }) { usleep(500) }
  }
}
