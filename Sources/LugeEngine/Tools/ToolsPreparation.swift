import LugeCore

/// Makes tools and uses them once on real rows, so that fonts are found and loaded.
struct ToolsPreparation: Sendable {
  let factory: LaneToolsFactory
  let environment: LayoutEnvironment
  let scheme: ColorScheme
  let background: ThemeColor
  let examples: [any RowModel]

  func run() -> Handover<any LaneTools> {
    let tools = factory()
    let context = LayoutContext(environment: environment, text: tools.text)
    for row in examples {
      let layout = row.layout(in: context)
      let slice = RowSlices.range(0, of: layout.size.height)
      guard !slice.isEmpty else { continue }
      _ = tools.paint(layout, slice: slice, scheme: scheme, background: background)
    }
    return Handover(tools)
  }
}
