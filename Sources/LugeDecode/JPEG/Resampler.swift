import CImageSupport

/// Shrinks rows of samples to a size with Lanczos' kernel, three lobes wide: down as the rows come,
/// then across.
///
/// libvips does the same (`vips_reduce`), but builds a pipeline of threads and regions for it, which
/// takes longer than the work on a thumbnail. The rows that a row of the result is made of stand in a ring,
/// which fits into a fast cache, and each of its samples is written once; adding every row to all that it
/// counts in wrote each of them as often as the kernel is wide.
struct Resampler {
  /// Numbers that a kernel takes at once; rows have so many more than they need, which are zeros.
  private static let lanes = 16

  private let across: ResamplerTaps
  private let down: ResamplerTaps
  private let channels: Int
  private let size: (width: Int, height: Int)

  /// - Parameter channels: values of a sample, interleaved: 4, or 1.
  init(across: ResamplerSpan, down: ResamplerSpan, channels: Int) {
    self.across = .of(across, repeated: channels, multiple: channels == 4 ? Self.lanes : 8)
    self.down = .of(down, repeated: 1, multiple: 1)
    self.channels = channels
    size = (across.count, down.count)
  }

  /// The samples of a row that are looked at.
  var neededColumns: Range<Int> { across.all }

  /// The rows that are looked at.
  var neededRows: Range<Int> { down.all }

  /// - Parameters:
  ///   - read: puts the samples of ``neededColumns`` of a row, from the top, each once; false ends it all.
  ///   - write: is handed each row of the result, from the top, interleaved as the source is.
  /// - Returns: false when a row is missing.
  /// - Complexity: O((samples of the needed rows + size) × reach of the kernel).
  func run(
    read: (_ y: Int, _ target: UnsafeMutablePointer<Float>) -> Bool,
    write: (_ y: Int, _ samples: UnsafePointer<Float>) -> Void
  ) -> Bool {
    let count = (across.all.count * channels + Self.lanes - 1) / Self.lanes * Self.lanes
    let stride = count + Self.lanes
    let ringRows = max(1, down.longest)
    let room = (ringRows + 1) * stride + size.width * channels
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: room) { room in
      room.initialize(repeating: 0)
      guard let ring = room.baseAddress else { return false }
      let sums = ring + ringRows * stride
      let line = sums + stride
      var y = down.all.lowerBound
      return down.weights.withUnsafeBufferPointer { weights in
        guard let weights = weights.baseAddress else { return false }
        for index in 0..<size.height {
          let (first, start) = (Int(down.first[index]), Int(down.start[index]))
          let taps = Int(down.start[index + 1]) - start
          while y < first + taps {
            guard read(y, ring + y % ringRows * stride) else { return false }
            y += 1
          }
          lis_sum_rows(
            sums, ring, stride, ringRows, first % ringRows, weights + start, taps, count)
          sumColumns(sums, into: line)
          write(index, line)
        }
        return true
      }
    }
  }

  @inline(__always)
  private func sumColumns(
    _ row: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>
  ) {
    if channels == 4 {
      lis_sum_columns_4(
        target, row, across.offsets, across.start, across.weights, size.width)
    } else {
      lis_sum_columns_1(
        target, row, across.offsets, across.start, across.weights, size.width)
    }
  }
}
