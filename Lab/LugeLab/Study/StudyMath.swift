/// The study's arithmetic.
enum StudyMath {
  /// Rate of frames, from their times.
  struct Rate: Hashable, Sendable {
    /// Frames a second.
    var average = 0.0
    /// Frames a second in each half-second sample.
    var samples: [Double] = []
    /// Share of the samples within a fifth of the average, percent.
    var stabilityPercent = 0.0
  }

  /// - Parameter times: times of frames, seconds, ascending; they have to span at least a second.
  static func rate(_ times: [Double]) -> Rate {
    guard let first = times.first, let last = times.last, last - first >= 1 else { return Rate() }
    var rate = Rate(samples: [Double](repeating: 0, count: Int((last - first) * 2)))
    for time in times {
      let index = Int((time - first) * 2)
      if index < rate.samples.count { rate.samples[index] += 2 }
    }
    // Intervals, not frames: one frame more than there are intervals would be a rate above the
    // clock's.
    rate.average = Double(times.count - 1) / (last - first)
    let stable = rate.samples.count { abs($0 - rate.average) <= rate.average * 0.2 }
    rate.stabilityPercent = Double(stable) * 100 / Double(rate.samples.count)
    return rate
  }

  /// The largest in the smallest of the values, less 1, percent; nil for less than two.
  static func spreadPercent(_ values: [Double]) -> Double? {
    guard values.count > 1, let low = values.min(), let high = values.max(), low > 0 else {
      return nil
    }
    return (high / low - 1) * 100
  }

  static func median(_ values: [Double]) -> Double { Timing.percentile(0.5, of: values) }

  /// Between which values half of them are; nil for less than two.
  static func quartiles(_ values: [Double]) -> (low: Double, high: Double)? {
    guard values.count > 1 else { return nil }
    return (Timing.percentile(0.25, of: values), Timing.percentile(0.75, of: values))
  }
}
