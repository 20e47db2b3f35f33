import Glibc

/// Shrinks rows of samples to a size with Lanczos' kernel, three lobes wide: down as the rows come,
/// then across.
///
/// libvips does the same (`vips_reduce`), but builds a pipeline of threads and regions for it, which
/// takes longer than the work on a thumbnail.
struct Resampler {
  /// Samples of the source, `offset` from its beginning and `length` long, that become `count` ones.
  struct Span {
    var offset: Double
    var length: Double
    var count: Int
    /// Samples that there are.
    var available: Int
  }

  /// What one sample of the result is made of.
  private struct Taps {
    /// The first sample of each, and where its weights begin.
    var first: [Int] = []
    var start: [Int] = []
    var weights: [Float] = []

    init(_ span: Span) {
      let scale = span.length / Double(span.count)
      // Shrinking widens the kernel: what is between samples of the result has to be counted in.
      let reach = 3 * max(1, scale)
      for index in 0..<span.count {
        let middle = span.offset + (Double(index) + 0.5) * scale
        let low = max(0, min(span.available - 1, Int((middle - reach).rounded(.up))))
        let high = max(low, min(span.available - 1, Int((middle + reach).rounded(.down))))
        let values = (low...high).map {
          Self.lanczos((Double($0) + 0.5 - middle) / max(1, scale))
        }
        let sum = values.reduce(0, +)
        first.append(low)
        start.append(weights.count)
        // At the edges the kernel is cut off; what is left counts as a whole.
        weights += values.map { Float($0 / (sum == 0 ? 1 : sum)) }
      }
      start.append(weights.count)
    }

    /// All samples that count.
    var all: Range<Int> {
      let ends = first.indices.map { first[$0] + start[$0 + 1] - start[$0] }
      let low = first.min() ?? 0
      return low..<max(low, ends.max() ?? 0)
    }

    private static func lanczos(_ x: Double) -> Double {
      guard x != 0 else { return 1 }
      guard abs(x) < 3 else { return 0 }
      let angle = Double.pi * x
      return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }
  }

  private let across: Taps
  private let down: Taps
  private let columns: Range<Int>
  private let channels: Int
  private let size: (width: Int, height: Int)
  private var sums: [Float]
  /// The first row of the result that a row of the source may count in.
  private var oldest = 0

  /// - Parameter channels: values of a sample, interleaved.
  init(across: Span, down: Span, channels: Int) {
    self.across = Taps(across)
    self.down = Taps(down)
    self.channels = channels
    size = (across.count, down.count)
    columns = self.across.all
    neededRows = self.down.all
    sums = Array(repeating: 0, count: columns.count * channels * down.count)
  }

  /// The samples of a row that are looked at.
  var neededColumns: Range<Int> { columns }

  /// The rows that are looked at.
  let neededRows: Range<Int>

  /// Takes in the next row of the source; rows come from the top, each once.
  ///
  /// - Parameter row: the samples of ``neededColumns``.
  /// - Complexity: O(samples of the row).
  mutating func add(_ row: UnsafePointer<Float>, at y: Int) {
    let count = columns.count * channels
    sums.withUnsafeMutableBufferPointer { sums in
      guard let base = sums.baseAddress else { return }
      var index = oldest
      while index < size.height, down.first[index] <= y {
        let tap = y - down.first[index]
        let start = down.start[index]
        if tap >= down.start[index + 1] - start {
          if index == oldest { oldest += 1 }
        } else {
          let weight = down.weights[start + tap]
          let target = base + index * count
          for place in 0..<count { target[place] += row[place] * weight }
        }
        index += 1
      }
    }
  }

  /// The result, interleaved as the source was.
  ///
  /// - Complexity: O(size × reach of the kernel).
  func finished() -> [Float] {
    let stride = columns.count * channels
    return [Float](unsafeUninitializedCapacity: size.width * size.height * channels) {
      result, count in
      count = size.width * size.height * channels
      sums.withUnsafeBufferPointer { sums in
        across.weights.withUnsafeBufferPointer { weights in
          guard let rows = sums.baseAddress, let target = result.baseAddress,
            let weights = weights.baseAddress
          else { return }
          // Row by row: a column of a larger picture does not fit into the fastest cache.
          for y in 0..<size.height {
            let line = rows + y * stride
            for x in 0..<size.width {
              let (start, end) = (across.start[x], across.start[x + 1])
              let from = line + (across.first[x] - columns.lowerBound) * channels
              let to = target + (y * size.width + x) * channels
              if channels == 4 {
                Self.four(from, weights + start, end - start, to)
              } else {
                Self.one(from, weights + start, end - start, to)
              }
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private static func one(
    _ source: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, _ count: Int,
    _ target: UnsafeMutablePointer<Float>
  ) {
    // Four sums that do not wait for each other.
    var sum = SIMD4<Float>()
    var place = 0
    while place + 4 <= count {
      let samples = UnsafeRawPointer(source + place).loadUnaligned(as: SIMD4<Float>.self)
      sum += samples * UnsafeRawPointer(weights + place).loadUnaligned(as: SIMD4<Float>.self)
      place += 4
    }
    var total = sum.sum()
    while place < count {
      total += source[place] * weights[place]
      place += 1
    }
    target.pointee = total
  }

  @inline(__always)
  private static func four(
    _ source: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, _ count: Int,
    _ target: UnsafeMutablePointer<Float>
  ) {
    func sample(_ place: Int) -> SIMD4<Float> {
      UnsafeRawPointer(source + place * 4).loadUnaligned(as: SIMD4<Float>.self) * weights[place]
    }
    // Four sums that do not wait for each other.
    var sums = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
    var place = 0
    while place + 4 <= count {
      sums.0 += sample(place)
      sums.1 += sample(place + 1)
      sums.2 += sample(place + 2)
      sums.3 += sample(place + 3)
      place += 4
    }
    while place < count {
      sums.0 += sample(place)
      place += 1
    }
    let sum = (sums.0 + sums.1) + (sums.2 + sums.3)
    UnsafeMutableRawPointer(target).storeBytes(of: sum, as: SIMD4<Float>.self)
  }
}
