import LugeCore

/// Makes tools and uses them once on real rows, so that fonts are found and loaded.
struct ToolsPreparation: Sendable {
  let factory: LaneToolsFactory
  let environment: LayoutEnvironment
  let scheme: ColorScheme
  let background: ThemeColor
  let examples: [any RowModel]

  func run() -> Handover {
    let tools = factory()
    let context = LayoutContext(environment: environment, text: tools.text)
    for row in examples {
      let layout = row.layout(in: context)
      let slice = ListEngine.sliceRange(0, of: layout.size.height)
      guard !slice.isEmpty else { continue }
      _ = tools.paint(layout, slice: slice, scheme: scheme, background: background)
    }
    return Handover(tools)
  }
}

/// Carries tools from the thread that prepared them to the engine's.
///
/// `@unchecked Sendable`: the preparing task makes the tools, puts them in here as its last act and
/// keeps no reference; the engine takes them out. Tools are bound to no thread, they only may not
/// be used by two at once, and the mailbox's lock orders the two uses.
final class Handover: @unchecked Sendable {
  let tools: any LaneTools

  init(_ tools: any LaneTools) { self.tools = tools }
}
