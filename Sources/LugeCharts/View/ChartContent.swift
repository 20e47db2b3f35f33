public import LugeCore

/// What a chart shows: a title, a store of numbers, and what the places along its lower edge are.
public struct ChartContent: LiveContent {
  public enum Axis: Hashable, Sendable {
    case numbers
    /// Seconds since 1970, shown as a clock so far from UTC (seconds) shows them.
    case time(utcOffset: Int)
  }

  public var title: String
  public var store: ChartStore
  public var axis: Axis
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

  public func makeView(restoring state: (any Sendable)?) -> any LiveView {
    ChartView(self, viewport: state as? ChartViewport ?? ChartViewport())
  }

  public func takes(_ key: LiveKey) -> Bool { ChartView.takes(key) }
}
