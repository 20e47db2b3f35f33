import Glibc
import Synchronization

/// Range of samples of a source, from `offset` and `length` long, that becomes `count` samples.
struct ResamplerSpan: Hashable, Sendable {
  var offset: Double
  var length: Double
  var count: Int
  /// Number of samples that exist.
  var available: Int
}

/// Weights and sources of each sample of a result.
final class ResamplerTaps: Sendable {
  /// First source sample of each result sample, counted from the first one that is needed.
  let first: [Int32]
  let offsets: [Int32]
  /// Index of each sample's first weight, and the end of the last one's.
  let start: [Int32]
  let weights: [Float]
  /// Range of all source samples that are needed.
  let all: Range<Int>
  /// Largest number of weights of one sample.
  let longest: Int

  /// Computes the weights.
  ///
  /// - Parameters:
  ///   - repeated: number of times that each weight is written.
  ///   - multiple: the number of weights per sample is rounded up to a multiple of this, with
  ///     zeros.
  private init(_ span: ResamplerSpan, repeated: Int, multiple: Int) {
    let scale = span.length / Double(span.count)
    // Shrinking widens the kernel, so that all source samples are included.
    let reach = 3 * max(1, scale)
    var (first, start, weights): ([Int32], [Int32], [Float]) = ([], [], [])
    var end = 0
    for index in 0..<span.count {
      let middle = span.offset + (Double(index) + 0.5) * scale
      let low = max(0, min(span.available - 1, Int((middle - reach).rounded(.up))))
      let high = max(low, min(span.available - 1, Int((middle + reach).rounded(.down))))
      let values = (low...high).map {
        Self.lanczos((Double($0) + 0.5 - middle) / max(1, scale))
      }
      let sum = values.reduce(0, +)
      first.append(Int32(clamping: low))
      start.append(Int32(clamping: weights.count))
      end = max(end, high + 1)
      // At the edges the kernel is cut off; the rest is normalised.
      for value in values {
        weights += repeatElement(Float(value / (sum == 0 ? 1 : sum)), count: repeated)
      }
      let rest = values.count * repeated % multiple
      if rest > 0 { weights += repeatElement(0, count: multiple - rest) }
    }
    start.append(Int32(clamping: weights.count))
    let low = Int(first.min() ?? 0)
    self.first = first
    offsets = first.map { $0 - Int32(clamping: low) }
    self.start = start
    self.weights = weights
    all = low..<max(low, end)
    longest = zip(start, start.dropFirst()).map { Int($1 - $0) }.max() ?? 0
  }

  private static func lanczos(_ x: Double) -> Double {
    guard x != 0 else { return 1 }
    guard abs(x) < 3 else { return 0 }
    let angle = Double.pi * x
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }

  // MARK: Cache

  private struct Kept {
    let span: ResamplerSpan
    let repeated: Int
    let multiple: Int
    let taps: ResamplerTaps
  }

  /// Maximum number of cached tables. The pictures of a chat have few sizes, and computing the
  /// sines takes a noticeable part of a thumbnail's time.
  private static let keptCount = 12
  /// Maximum number of weights of a cached table.
  private static let keptWeights = 1 << 16
  /// Recently used tables, the latest last.
  private static let kept = Mutex<[Kept]>([])

  static func of(_ span: ResamplerSpan, repeated: Int, multiple: Int) -> ResamplerTaps {
    let found = kept.withLock { kept -> ResamplerTaps? in
      let index = kept.lastIndex {
        $0.span == span && $0.repeated == repeated && $0.multiple == multiple
      }
      guard let index else { return nil }
      kept.append(kept.remove(at: index))
      return kept.last?.taps
    }
    if let found { return found }
    let taps = ResamplerTaps(span, repeated: repeated, multiple: multiple)
    guard taps.weights.count <= keptWeights else { return taps }
    kept.withLock { kept in
      if kept.count >= keptCount { kept.removeFirst() }
      kept.append(Kept(span: span, repeated: repeated, multiple: multiple, taps: taps))
    }
    return taps
  }
}
