import Dispatch
import LugeCore
public import LugeEngine
import LugeText
import Synchronization

/// A lane's tools that are made while the program still connects to the window system.
///
/// Reading the system's list of fonts, opening the first ones and drawing with them takes about as
/// long as connecting to the window system, and needs nothing of it. A program that starts both at
/// once has its first row on the screen sooner by the shorter of the two.
///
///     let warmup = ToolsWarmup()
///     let application = try Application(…)
///     let engine = ListEngine(…, tools: PaintTools.factory(warmup: warmup))
public final class ToolsWarmup: Sendable {
  private struct State {
    var isTaken = false
    /// There once the work is done, until it is taken.
    var made: Handover<PaintTools>?
  }

  private let state: SharedState
  /// `nonisolated(unsafe)`: set once before anybody else sees this object; waiting is thread-safe.
  nonisolated(unsafe) private let work: DispatchWorkItem
  private let isWanted: WantedFlag

  /// Begins at once, on a thread of its own.
  ///
  /// - Parameters:
  ///   - environment: font, scale and zoom that most rows will be laid out in.
  ///   - screen: device pixels of rows that are drawn, too. The first frame waits for the layouts
  ///     of some more, but for the drawing of those in view alone.
  ///   - rows: rows like those that will be shown first, or these very ones, the likeliest first:
  ///     each size, weight and script in them is a font that need not be looked for later, and the
  ///     list's lane finds their words and glyphs remembered. Called on the other thread, after a
  ///     line of text was drawn there; may wait for what is read meanwhile. Nothing that is not
  ///     going to be shown should be among them: every size and weight of a font costs a search
  ///     through all of the system's, and drawn emoji have to be unpacked. Nil for none.
  ///   - hold: called on the other thread once the system's list of fonts is read, before a font is
  ///     used; may wait for something that is to have the processors first.
  ///   - first: called on the other thread with the tools; whether it has done with them all that
  ///     `rows` are for. May wait for what is read meanwhile.
  public init(
    environment: LayoutEnvironment = LayoutEnvironment(width: 400), screen: Int = 1000,
    rows: (@Sendable () -> [any RowModel])? = nil, hold: (@Sendable () -> Void)? = nil,
    first: (@Sendable (PaintTools) -> Bool)? = nil
  ) {
    let (state, isWanted) = (SharedState(), WantedFlag())
    self.state = state
    self.isWanted = isWanted
    work = DispatchWorkItem {
      FontConfiguration.load()
      StartupTimes.mark("the fonts are listed")
      hold?()
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
      if first?(tools) != true {
        for row in rows?() ?? [] {
          use(row)
          StartupTimes.mark("a row is warm")
        }
      }
      StartupTimes.mark("tools are warm")
      let made = Handover(tools)
      state.value.withLock { $0.made = made }
    }
    Self.thread("luge.warmup").async(execute: work)
  }

  /// Begins to read the system's list of fonts on another thread, which a warm-up made later waits
  /// for.
  package static func listFonts() {
    thread("luge.fonts").async { FontConfiguration.load() }
  }

  /// A queue of its own: from the first use of a global one libdispatch looks at their threads
  /// every second, for as long as the process lives.
  private static func thread(_ label: String) -> DispatchQueue {
    DispatchQueue(label: label, qos: .userInitiated)
  }

  /// The tools, once; nil for everybody who comes later. Waits for the row under way, not for those
  /// after it: from here on the lane's own rows say what is needed.
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

/// A line of text, in the font that most of a list is set in.
private struct SampleRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "warm-up"
  let id = RowID(item: ItemID(0), part: 0)
  let revision = Revision.initial

  static func layout(_ row: SampleRow, in context: LayoutContext) -> RowLayout {
    let text = context.text.layout(
      TextRequest(
        StyledText("Good morning, 12:34"), font: context.font(14), maxWidth: context.width))
    let ink = ThemeColor(0x000000, dark: 0xFFFFFF)
    return RowLayout(
      size: PixelSize(width: context.width, height: text.size.height),
      drawList: DrawList([.text(text, at: .zero, color: ink, linkColor: ink)]))
  }
}
