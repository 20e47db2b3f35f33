import LugeCore
import LugeEngine
import LugePaint
import LugeQt

struct ProbeItem: Sendable { var number: Int }

/// A bubble with a few words, covered by a link.
struct ProbeRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "probe"
  var id: RowID
  var revision = Revision.initial
  var number: Int

  static func layout(_ row: ProbeRow, in context: LayoutContext) -> RowLayout {
    let words = Array(repeating: "words of row \(row.number)", count: 1 + row.number % 7)
    let margin = context.px(12)
    let text = context.text.layout(
      TextRequest(
        StyledText(words.joined(separator: ", ")), font: context.font(14),
        maxWidth: max(1, context.width - Int(6 * margin))))
    let bubble = Rect(
      x: margin, y: context.px(3), width: Double(text.size.width) + 2 * margin,
      height: Double(text.size.height) + margin)
    let blue = ThemeColor(0xE3EDF7, dark: 0x2B5278)
    let ink = ThemeColor(0x111111, dark: 0xF0F0F0)
    let commands: [DrawCommand] = [
      .roundedRectangle(bubble, CornerRadii(context.px(10)), fill: blue, stroke: nil),
      .text(
        text, at: Point(x: bubble.x + margin, y: bubble.y + margin / 2), color: ink,
        linkColor: ink),
    ]
    return RowLayout(
      size: PixelSize(width: context.width, height: Int(bubble.maxY + context.px(3))),
      drawList: DrawList(commands),
      hitRegions: [HitRegion(bubble, .openLink("https://example.org/\(row.number)"))],
      accessibleText: text.request.text.string, copyText: text.request.text.string)
  }
}

struct ProbeFactory: RowFactory {
  func rows(for item: ProbeItem, previous: ProbeItem?, next: ProbeItem?) -> [any RowModel] {
    [
      ProbeRow(
        id: RowID(item: ItemID(Int64(item.number)), part: 0), number: item.number)
    ]
  }
}

/// Makes a window at the corner of the screen, without a side list.
@MainActor func probeWindow(_ width: Int, _ height: Int) -> Window {
  let window = Window(title: "luge-qt-probe")
  window.placement = Placement(x: 0, y: 0, width: width, height: height, isSideVisible: false)
  return window
}

func provider(of items: [ProbeItem]) -> any RowProvider {
  FactoryRowProvider(
    source: ArraySource(items) { ItemID(Int64($0.number)) }, factory: ProbeFactory())
}

/// Shows a list of items in a window's main area.
@MainActor func probeList(
  _ items: [ProbeItem], in window: Window, _ clock: FrameClock,
  configuration: EngineConfiguration = EngineConfiguration()
) -> ListSurface {
  let waker = FrameWaker()
  let engine = ListEngine(
    provider: provider(of: items), configuration: configuration, tools: PaintTools.factory(),
    wake: { waker.wake() })
  return ListSurface(area: window.main, engine: engine, clock: clock, waker: waker)
}

/// Shows a list of a given number of rows with everything around it; prints its position after each
/// motion.
@MainActor func list(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let count = arguments.first.flatMap { Int($0) } ?? 10_000
  let isFlinging = arguments.contains("fling")
  let window = probeWindow(416, 800)
  let menu = window.addMenu("&File")
  menu.add("Open…", shortcuts: ["Ctrl+O"]) { _ in say("menu open") }
  menu.add("Quit", shortcuts: ["Ctrl+Q"]) { _ in application.quit(0) }

  let clock = try FrameClock()
  let surface = probeList((0..<count).map(ProbeItem.init), in: window, clock)
  let engine = surface.engine
  surface.setColorScheme(application.colorScheme)
  surface.jumpBadge = "3"
  surface.bubbleText = { "Row \($0)" }
  surface.onClick = { hit, _ in say("click \(hit.position) \(hit.action.map { "\($0)" } ?? "-")") }
  surface.onContextMenu = { hit, point in
    Task {
      // The menu is open when the main loop runs this.
      Task { say("menu up") }
      let choice = await window.main.surface.choose(
        from: [.entry("Copy"), .separator, .entry("Delete", isEnabled: false)], at: point)
      say("chosen \(choice.map(String.init) ?? "-") at \(hit?.position ?? -1)")
    }
  }
  var shown: ScrollMetrics?
  surface.onScroll = { shown = $0 }
  var frames = 0
  var startCPU = 0.0
  var slowest = 0.0
  surface.onFrame = { report in
    frames += 1
    if frames == 1 { say("first-frame \(millisecondsSinceStart())") }
    if isFlinging {
      if frames == 60 { startCPU = processCPU() }
      if frames > 60 { slowest = max(slowest, report.planning + report.painting) }
      if frames == 360 {
        let cpu = (processCPU() - startCPU) / 300 * 1000
        let counts = window.main.surface.paintCounts
        say("cpu \(cpu) ms/frame, slowest \(slowest * 1000) ms, missed \(clock.missedTotal)")
        say("direct \(counts.direct) copied \(counts.copied) \(engine.statistics)")
        application.quit(0)
        return
      }
      engine.scroll(by: frames < 60 ? 0 : -7)
      surface.requestFrame()
    }
  }
  clock.onRest = {
    guard engine.isSettled, let shown else { return }
    say(
      "rest \(shown.offset) \(shown.contentHeight) \(shown.firstVisiblePosition ?? -1)"
        + " \(shown.viewportHeight)")
  }
  if arguments.contains("dark") {
    application.setColorScheme(.dark)
    surface.setColorScheme(.dark)
  }
  if arguments.contains("state") {
    window.main.state = ListArea.State(
      title: "Importing", detail: "12,000 of 50,000 messages", buttons: ["Cancel", "Details"],
      progress: .part(0.24))
  }
  if arguments.contains("toast") { window.main.toast("Copied", seconds: 30) }
  if let path = arguments.first(where: { $0.hasSuffix(".png") }) {
    Task {
      try await Task.sleep(for: .milliseconds(800))
      do { try window.grab(to: path) } catch { say("error \(error)") }
      say("grabbed")
    }
  }
  window.show()
  return withExtendedLifetime(surface) { application.run() }
}
