import Dispatch
import LugeCore
import Synchronization

/// A lane's tools that are made while the program still connects to the window system.
///
/// Reading the system's list of fonts, opening the first ones and drawing with them takes about as
/// long as connecting to the window system, and needs nothing of it. A program that starts both at
/// once has its first row on the screen sooner by the shorter of the two.
///
///     let warmup = ToolsWarmup(fontFamily: "Noto Sans")
///     let application = try Application(…)
///     let engine = ListEngine(…, tools: PaintTools.factory(warmup: warmup))
public final class ToolsWarmup: Sendable {
  /// Carries tools from the thread that made them to the lane that keeps them.
  ///
  /// `@unchecked Sendable`: the making thread puts the tools in as its last act and keeps no
  /// reference, and ``take()`` gives them out once. Tools are bound to no thread, they only may not
  /// be used by two at once; waiting for the work item orders the two uses.
  private final class Box: @unchecked Sendable {
    var tools: PaintTools?
  }

  private let box: Mutex<Box?>
  /// `nonisolated(unsafe)`: set once before anybody else sees this object; waiting is thread-safe.
  nonisolated(unsafe) private let work: DispatchWorkItem

  /// Begins at once, on a thread of its own.
  ///
  /// - Parameters:
  ///   - fontFamily: what most of the rows will be set in.
  ///   - samples: texts to draw once; each names the scripts whose fonts are looked for.
  public init(fontFamily: String, samples: [String] = ["Warm 12:34 — ю 👋"]) {
    let box = Box()
    self.box = Mutex(box)
    work = DispatchWorkItem { box.tools = Self.make(fontFamily: fontFamily, samples: samples) }
    DispatchQueue.global(qos: .userInitiated).async(execute: work)
  }

  /// The tools, once; nil for everybody who comes later. Waits until they are made.
  func take() -> PaintTools? {
    guard let box = box.withLock({ $0.take() }) else { return nil }
    work.wait()
    return box.tools
  }

  private static func make(fontFamily: String, samples: [String]) -> PaintTools {
    let tools = PaintTools()
    let ink = ThemeColor(0x000000, dark: 0xFFFFFF)
    let paper = ThemeColor(0xFFFFFF, dark: 0x000000)
    let font = FontSpec(family: fontFamily, pixelSize: 14)
    for sample in samples {
      let layout = tools.text.layout(TextRequest(StyledText(sample), font: font, maxWidth: 300))
      let row = RowLayout(
        size: layout.size,
        drawList: DrawList([
          .text(layout, at: .zero, color: ink, linkColor: ink)
        ]))
      _ = tools.paint(row, slice: 0..<layout.size.height, scheme: .light, background: paper)
    }
    return tools
  }
}
