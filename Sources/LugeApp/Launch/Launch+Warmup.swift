import LugeEngine
public import LugePaint

extension Launch {
  /// Begins to make the first list's tools; worth calling before anything else but the opening.
  package nonisolated static func warmup(for opening: ArchiveOpening? = nil) -> ToolsWarmup {
    ToolsWarmup(
      environment: LayoutEnvironment(width: 400, fontFamily: ListFont.family),
      rows: { opening?.firstRows() ?? [] })
  }
}
