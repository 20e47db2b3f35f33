import Glibc
import Synchronization

/// Samples of a source, `offset` from its beginning and `length` long, that become `count` ones.
struct ResamplerSpan: Hashable, Sendable {
  var offset: Double
  var length: Double
  var count: Int
  /// Samples that there are.
  var available: Int
}

/// Weights and sources of each sample of a result.
final class ResamplerTaps: Sendable {
  /// The first sample of each, in the source and counted from the first one that is looked at.
  let first: [Int32]
  let offsets: [Int32]
  /// Index of each sample's first weight, and the end of the last one's.
  let start: [Int32]
  let weights: [Float]
  /// All samples that count.
  let all: Range<Int>
  /// Largest number of weights of one sample.
  let longest: Int

  /// - Parameters:
  ///   - repeated: how many times each weight is written.
  ///   - multiple: of which the weights of one sample are as many; zeros are added.
  private init(_ span: ResamplerSpan, repeated: Int, multiple: Int) {
    let scale = span.length / Double(span.count)
    // Shrinking widens the kernel: what is between samples of the result has to be counted in.
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
      // At the edges the kernel is cut off; what is left counts as a whole.
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

  // MARK: Kept

  private struct Kept {
    let span: ResamplerSpan
    let repeated: Int
    let multiple: Int
    let taps: ResamplerTaps
  }

  /// Pictures of a chat have few sizes, and their sines took a twentieth of what a thumbnail does.
  private static let keptCount = 12
  /// Maximum number of weights of one that is kept.
  private static let keptWeights = 1 << 16
  /// Recently used ones, the latest last.
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
