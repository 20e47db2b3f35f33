/// How an archive is opened.
enum OpenWay: Int, CaseIterable {
  /// With everything in the page cache.
  case warm
  /// With the archive dropped from this system's cache.
  case cold

  var suffix: String {
    switch self {
    case .warm: ""
    case .cold: "_cold"
    }
  }
}

/// Times of one start, seconds.
struct OpenStart {
  var seconds: Double
  /// Megabytes at rest, if that was waited for.
  var pss: Double?
  /// Seconds until all heights were exact.
  var exact: Double?
  var restored = 0.0
}

/// Starts of one kind.
final class Measured {
  private var starts: [OpenStart] = []
  /// Difference of each start to the bare window before it.
  private var differences: [Double] = []

  func add(_ start: OpenStart, over bare: OpenStart? = nil) {
    starts.append(start)
    if let bare { differences.append(start.seconds - bare.seconds) }
  }

  /// Medians and quartiles of the starts, and of the differences where there are any;
  /// milliseconds.
  func figures(_ name: String) -> OpenLab.Result {
    let seconds = starts.map(\.seconds)
    func milliseconds(_ share: Double, _ values: [Double]) -> Double {
      Timing.rounded(Timing.percentile(share, of: values) * 1000)
    }
    var figures = [
      "\(name)_ms": milliseconds(0.5, seconds), "\(name)_p25_ms": milliseconds(0.25, seconds),
      "\(name)_p75_ms": milliseconds(0.75, seconds),
    ]
    if !differences.isEmpty {
      figures["\(name)_over_bare_ms"] = milliseconds(0.5, differences)
      figures["\(name)_over_bare_p25_ms"] = milliseconds(0.25, differences)
      figures["\(name)_over_bare_p75_ms"] = milliseconds(0.75, differences)
    }
    return figures
  }

  /// Median, MB; nil where no start told of its memory.
  var pss: Double? {
    let known = starts.compactMap(\.pss)
    return known.isEmpty ? nil : Timing.rounded(Timing.percentile(0.5, of: known))
  }
}
