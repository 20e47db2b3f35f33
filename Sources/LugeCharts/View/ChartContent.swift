public import LugeCore

/// Content of a chart: a title, its data, and the kind of its horizontal axis.
public struct ChartContent: HeavyViewContent {
  public enum Axis: Hashable, Sendable {
    case numbers
    /// Seconds since 1970, shown in local time at this offset from UTC in seconds.
    case time(utcOffset: Int)
    /// Seconds since 1970 at the beginnings of days; values belong to whole days, and no times of
    /// day are shown.
    case days
  }

  public var title: String
  public var store: ChartStore
  public var axis: Axis
  /// Whether the axis of values always begins at zero: for counts and amounts, where the filled
  /// area below the line represents the amount.
  public var includesZero = false
  /// Whether the values are whole numbers, so that the axis has no marks between them.
  public var hasWholeValues = false
  /// Colours and sizes.
  public var style: ChartStyle

  public init(
    title: String, store: ChartStore, axis: Axis = .time(utcOffset: 0),
    style: ChartStyle = ChartStyle()
  ) {
    self.title = title
    self.store = store
    self.axis = axis
    self.style = style
  }

  public func makeView(restoring state: (any Sendable)?) -> any HeavyView {
    ChartView(self, viewport: state as? ChartViewport ?? ChartViewport())
  }

  public func takes(_ key: HeavyViewKey) -> Bool { ChartView.takes(key) }
}
