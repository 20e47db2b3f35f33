import CImageSupport
import LugeCore

/// Scaler of rows of samples, four numbers each, with Lanczos' kernel of three lobes: horizontally
/// as the rows arrive, then vertically.
///
/// libvips does the same (`vips_resize`), but builds a pipeline of threads and regions for it,
/// which takes longer than the work on a thumbnail. The rows needed for a row of the result are in
/// a ring, already as wide as the result, so the memory depends on the picture's longer side, never
/// on its area.
struct Resampler {
  /// Number of values that a kernel processes at once; rows have this many additional zeros.
  private static let lanes = 16
  private static let channels = 4

  private let across: ResamplerTaps
  private let down: ResamplerTaps
  private let size: (width: Int, height: Int)

  init(across: ResamplerSpan, down: ResamplerSpan) {
    self.across = .of(across, repeated: Self.channels, multiple: Self.lanes)
    self.down = .of(down, repeated: 1, multiple: 1)
    size = (across.count, down.count)
  }

  /// Range of the samples of a row that are needed.
  var neededColumns: Range<Int> { across.all }

  /// Bytes of the rows in the ring, and of the weights.
  var heldBytes: Int {
    (sourceRoom + (ringRows + 1) * stride + across.weights.count + down.weights.count) * 4
  }

  /// Number of values in a row of the source, and of the result.
  private var sourceRoom: Int { Self.rounded(across.all.count * Self.channels) + Self.lanes }
  private var stride: Int { Self.rounded(size.width * Self.channels) }
  private var ringRows: Int { max(1, down.longest) }

  private static func rounded(_ count: Int) -> Int { (count + lanes - 1) / lanes * lanes }

  /// Scales a picture.
  ///
  /// - Parameters:
  ///   - read: writes the samples of ``neededColumns`` of a row to memory; called from the top,
  ///     once
  ///     for each row; false ends the work.
  ///   - write: called with each row of the result, from the top.
  /// - Returns: false when a row is missing.
  /// - Complexity: O((samples of the needed rows + size) × reach of the kernel).
  func run(
    read: (_ y: Int, _ target: UnsafeMutablePointer<Float>) -> Bool,
    write: (_ y: Int, _ samples: UnsafePointer<Float>) -> Void
  ) -> Bool {
    let ringRows = ringRows
    let stride = stride
    return withUnsafeTemporaryAllocation(
      of: Float.self, capacity: sourceRoom + (ringRows + 1) * stride
    ) { room in
      room.initialize(repeating: 0)
      guard let source = room.baseAddress else { return false }
      let ring = source + sourceRoom
      let line = ring + ringRows * stride
      var y = down.all.lowerBound
      return down.weights.withUnsafeBufferPointer { weights in
        guard let weights = weights.baseAddress else { return false }
        for index in 0..<size.height {
          let (first, start) = (Int(down.first[index]), Int(down.start[index]))
          let taps = Int(down.start[index + 1]) - start
          while y < first + taps {
            guard read(y, source) else { return false }
            lis_sum_columns(
              ring + y % ringRows * stride, source, across.offsets, across.start, across.weights,
              size.width)
            y += 1
          }
          lis_sum_rows(
            line, ring, stride, ringRows, first % ringRows, weights + start, taps, stride)
          write(index, line)
        }
        return true
      }
    }
  }

  /// Prepares scaling of the middle of a picture, cropped to the size's shape.
  ///
  /// - Parameters:
  ///   - size: size of the result.
  ///   - own: size of the picture.
  ///   - samples: number of samples, across and down, that represent the whole picture; may be
  ///     fewer than its pixels, and a fraction.
  ///   - available: number of samples that exist.
  init(
    filling size: PixelSize, from own: PixelSize, samples: (across: Double, down: Double),
    available: (across: Int, down: Int)
  ) {
    let factor = min(
      Double(own.width) / Double(size.width), Double(own.height) / Double(size.height))
    func span(_ count: Int, _ own: Int, _ samples: Double, _ available: Int) -> ResamplerSpan {
      let shown = Double(count) * factor
      let perPixel = samples / Double(own)
      return ResamplerSpan(
        offset: (Double(own) - shown) / 2 * perPixel, length: shown * perPixel, count: count,
        available: available)
    }
    self.init(
      across: span(size.width, own.width, samples.across, available.across),
      down: span(size.height, own.height, samples.down, available.down))
  }
}
