/// State of the page cache in which an archive is opened.
enum OpenWay: Int, CaseIterable {
  /// With everything in the page cache.
  case warm
  /// With the archive dropped from the page cache.
  case cold

  var suffix: String {
    switch self {
    case .warm: ""
    case .cold: "_cold"
    }
  }
}

/// Measurements of one start.
struct OpenStart {
  /// Seconds until the first frame.
  var seconds: Double
  /// Megabytes at rest, if that was waited for.
  var pss: Double?
  /// Seconds until all heights were exact; nil if that was not waited for.
  var exact: Double?
  /// Number of rows whose heights came from the archive's store.
  var restored = 0.0
}

/// Collects the starts of one kind.
final class Measured {
  private var starts: [OpenStart] = []
  /// Seconds that each start took longer than that of the bare window right before it.
  private var differences: [Double] = []

  func add(_ start: OpenStart, over bare: OpenStart? = nil) {
    starts.append(start)
    if let bare { differences.append(start.seconds - bare.seconds) }
  }

  /// Returns medians and quartiles of the starts and, if there are any, of the differences, in
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

  /// Median of the memory at rest, MB; nil if no start was waited for until then.
  var pss: Double? {
    let known = starts.compactMap(\.pss)
    return known.isEmpty ? nil : Timing.rounded(Timing.percentile(0.5, of: known))
  }
}
