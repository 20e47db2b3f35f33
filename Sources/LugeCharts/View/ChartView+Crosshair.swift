import LugeCore
import LugeWords

/// Values at the crosshair: drawn by the overlay, spoken by a screen reader.
struct Crosshair {
  /// Place of the crosshair, which is that of a point of some series, never between two points.
  var place: Double
  /// Values, the highest first: in the order in which the lines cross the crosshair.
  var values: [(index: Int, place: Double, value: Double)]
}

extension ChartView {
  /// Returns the values at the pointer.
  ///
  /// - Parameters:
  ///   - slack: pixels that the pointer may be outside the plot.
  ///   - reach: pixels that a series' point may be beside the crosshair to be included.
  func crosshair(slack: Double, reach: Double) -> Crosshair? {
    guard let pointer, let projection, drag?.hasMoved != true,
      projection.plot.insetBy(-slack).contains(pointer)
    else { return nil }
    let wanted = projection.place(atX: pointer.x)
    let places = visibleSeries.compactMap { _, series in
      series.index(nearest: wanted).map { series[$0].x }
    }.filter { projection.window.contains($0) }
    guard let place = places.min(by: { ($0 - wanted).magnitude < ($1 - wanted).magnitude }) else {
      return nil
    }
    let x = projection.x(place)
    let values = visibleSeries.compactMap { index, series -> (Int, Double, Double)? in
      guard let nearest = series.index(nearest: place) else { return nil }
      let point = series[nearest]
      guard point.y.isFinite, (projection.x(point.x) - x).magnitude < reach else { return nil }
      return (index, point.x, point.y)
    }
    return Crosshair(place: place, values: values.sorted { $0.2 > $1.2 })
  }

  /// Text of place and values of the crosshair; without one, of the range in view and its last
  /// values.
  var spokenText: String? {
    guard let projection else { return nil }
    if let crosshair = crosshair(slack: 2, reach: 12) {
      return
        ([words(for: crosshair.place, projection)]
        + crosshair.values.map { spoken($0.index, $0.value, projection) }).joined(separator: ", ")
    }
    let window = projection.window
    let stretch =
      localized(
        "{first} to {last}",
        [
          "first": words(for: window.lowerBound, projection),
          "last": words(for: window.upperBound, projection),
        ])
    let last = visibleSeries.compactMap { index, series -> String? in
      guard let end = series.indices(in: window).last, series[end].y.isFinite else { return nil }
      return spoken(index, series[end].y, projection)
    }
    return ([content.title, stretch] + last).joined(separator: ", ")
  }

  private func spoken(_ index: Int, _ value: Double, _ projection: ChartProjection) -> String {
    let number = NumberLabel.text(value, among: projection.values.length)
    return series.count == 1 ? number : "\(series[index].name) \(number)"
  }

  /// Returns the text of a place.
  func words(for place: Double, _ projection: ChartProjection) -> String {
    switch content.axis {
    case .time(let offset):
      TimeTicks.words(at: place, span: projection.window.length, utcOffset: offset)
    case .days: TimeTicks.day(at: place)
    case .numbers: NumberLabel.text(place, among: projection.window.length)
    }
  }
}
