import Dispatch
import LugeCore
public import LugeEngine
import LugeText
import Synchronization

/// Makes a lane's tools while the program still connects to the window system.
///
/// Reading the system's list of fonts, opening the first ones and drawing with them takes about as
/// long as connecting to the window system, and does not depend on it. A program that starts both
/// at once shows its first row sooner.
///
///     let warmup = ToolsWarmup()
///     let application = try Application(…)
///     let engine = ListEngine(…, tools: PaintTools.factory(warmup: warmup))
public final class ToolsWarmup: Sendable {
  private struct State {
    var isTaken = false
    /// Finished tools, until they are taken.
    var made: Handover<PaintTools>?
  }

  private let state: SharedState
  /// Work on the other thread. `nonisolated(unsafe)`: set once before this object is shared;
  /// waiting is thread-safe.
  nonisolated(unsafe) private let work: DispatchWorkItem
  private let isWanted: WantedFlag

  /// Starts at once, on a thread of its own.
  ///
  /// - Parameters:
  ///   - environment: font, scale and zoom of most rows.
  ///   - screen: device pixels of rows to draw as well. The first frame waits for the layouts of
  ///     some more rows, but only for the drawings of those in view.
  ///   - rows: returns rows like those shown first, or these rows themselves, the most likely
  ///     first; nil: none. Each font size, weight and script in them is a font that need not be
  ///     loaded later, and the list's lane finds their words and glyphs cached. Called on the other
  ///     thread, after a line of text was drawn there; may wait for reads. It should return only
  ///     rows that will be shown: every size and weight of a font costs a search through all of the
  ///     system's fonts, and colour emoji have to be decoded.
  public init(
    environment: LayoutEnvironment = LayoutEnvironment(width: 400), screen: Int = 1000,
    rows: (@Sendable () -> [any RowModel])? = nil
  ) {
    let (state, isWanted) = (SharedState(), WantedFlag())
    self.state = state
    self.isWanted = isWanted
    work = DispatchWorkItem {
      FontConfiguration.load()
      StartupTimes.mark("the fonts are listed")
      let tools = PaintTools()
      let context = LayoutContext(environment: environment, text: tools.text)
      let paper = ThemeColor(0xFFFFFF, dark: 0x000000)
      var drawn = 0
      func use(_ row: any RowModel) {
        guard !isWanted.value.load(ordering: .relaxed) else { return }
        let layout = row.layout(in: context)
        guard drawn < screen else { return }
        drawn += layout.size.height
        let slice = 0..<min(layout.size.height, 1024)
        _ = tools.paint(layout, slice: slice, scheme: .light, background: paper)
      }
      StartupTimes.mark("tools are made")
      use(SampleRow())
      drawn = 0
      StartupTimes.mark("the text's font is open")
      for row in rows?() ?? [] {
        use(row)
        StartupTimes.mark("a row is warm")
      }
      StartupTimes.mark("tools are warm")
      let made = Handover(tools)
      state.value.withLock { $0.made = made }
    }
    Self.thread("luge.warmup").async(execute: work)
  }

  /// Starts to read the system's list of fonts on another thread; a warm-up made later waits for
  /// it.
  package static func listFonts() {
    thread("luge.fonts").async { FontConfiguration.load() }
  }

  /// Returns a new queue. A global queue is not used, because after its first use libdispatch
  /// checks its threads every second for the rest of the process.
  private static func thread(_ label: String) -> DispatchQueue {
    DispatchQueue(label: label, qos: .userInitiated)
  }

  /// Returns the tools once, then nil. Waits for the row in progress, but not for further ones:
  /// from now on the lane's own rows decide which fonts are needed.
  func take() -> PaintTools? {
    let isFirst = state.value.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
    guard isFirst else { return nil }
    isWanted.value.store(true, ordering: .relaxed)
    work.wait()
    return state.value.withLock { $0.made.take() }?.tools
  }

  private final class SharedState: Sendable {
    let value = Mutex(State())
  }

  private final class WantedFlag: Sendable {
    let value = Atomic(false)
  }
}

/// Line of text, in the font of most rows of a list.
private struct SampleRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "warm-up"
  let id = RowID(item: ItemID(0), part: 0)
  let revision = Revision.initial

  static func layout(_ row: SampleRow, in context: LayoutContext) -> RowLayout {
    let text = context.layout(
      StyledText("Good morning, 12:34"), points: 14, maxWidth: context.width)
    let ink = ThemeColor(0x000000, dark: 0xFFFFFF)
    return RowLayout(
      size: PixelSize(width: context.width, height: text.size.height),
      drawList: DrawList([.text(text, at: .zero, color: ink, linkColor: ink)]))
  }
}
