/// The smallest picture inside a JPEG file: one value for each block of 8 × 8, its average.
///
/// libjpeg has this picture too (a scale of 1/8), but decodes every coefficient on the way to it. Here
/// they are passed over, several at a look-up (``HuffmanCode/skippingTable``), which is several times
/// as fast; of a progressive file only its first scans are read at all.
struct BlockAverages {
  /// First coefficients of a component, still to be multiplied.
  final class Plane {
    let values: UnsafeMutablePointer<Int16>
    let stride: Int
    let rows: Int
    /// Of the picture, in blocks: the last one across and down may count in part.
    let width: Double
    let height: Double
    fileprivate(set) var factor: Float = 0

    fileprivate init(_ component: JPEGFile.Component, in frame: JPEGFile.Frame) {
      let (across, down) = (frame.maxAcross * 8, frame.maxDown * 8)
      // Whole MCUs.
      stride = (frame.width + across - 1) / across * component.across
      rows = (frame.height + down - 1) / down * component.down
      width = Double(frame.width * component.across) / Double(across)
      height = Double(frame.height * component.down) / Double(down)
      values = .allocate(capacity: stride * rows)
      values.initialize(repeating: 0, count: stride * rows)
    }

    deinit { values.deallocate() }

    /// Averages of a row of blocks, 0 to 255.
    func copy(_ columns: Range<Int>, of row: Int, to target: UnsafeMutablePointer<Float>) {
      let source = values + row * stride + columns.lowerBound
      for index in 0..<columns.count {
        target[index] = min(255, max(0, Float(source[index]) * factor + 128))
      }
    }
  }

  /// One for each component: brightness, or that and two of colour.
  let planes: [Plane]

  private let frame: JPEGFile.Frame

  /// - Parameters:
  ///   - factor: how many times as large as the result the picture is. Where colour has fewer samples
  ///     than brightness, its averages are of larger areas; they must not be larger than a pixel of the
  ///     result.
  ///   - shouldStop: asked after each row of blocks.
  /// - Returns: nil for what is broken, cut off or unusual: libjpeg has the last word about it.
  /// - Complexity: O(bytes), without libjpeg's work for each coefficient.
  init?(_ bytes: UnsafeRawBufferPointer, factor: Double = .infinity, shouldStop: () -> Bool) {
    guard var file = JPEGFile(bytes) else { return nil }
    guard case .scan(let first) = file.next(), let frame = file.frame else { return nil }
    let coarsest = frame.components.map {
      max(frame.maxAcross / $0.across, frame.maxDown / $0.down)
    }
    guard Double((coarsest.max() ?? 1) * 8) <= factor else { return nil }
    self.frame = frame
    planes = frame.components.map { Plane($0, in: frame) }
    let storage = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: bytes.count + 2 * BitReader.slack)
    defer { storage.deallocate() }
    var quantizers = frame.components.map { file.quantizers[$0.quantization] }
    if frame.isProgressive {
      var step = JPEGFile.Step.scan(first)
      // Later scans of other coefficients are looked through for their end only.
      scans: while true {
        switch step {
        case .unusual: return nil
        case .end: break scans
        case .scan(let scan):
          if scan.firstCoefficient == 0 {
            guard decode(scan, file, storage, shouldStop) else { return nil }
            for part in scan.parts {
              let number = frame.components[part.component].quantization
              quantizers[part.component] = quantizers[part.component] ?? file.quantizers[number]
            }
          }
        }
        step = file.next()
      }
    } else {
      guard first.parts.count == frame.components.count,
        decode(first, file, storage, shouldStop)
      else { return nil }
    }
    for (plane, quantizer) in zip(planes, quantizers) {
      guard let quantizer else { return nil }
      // A block's average is an eighth of its first coefficient.
      plane.factor = Float(quantizer) / 8
    }
  }

  private func decode(
    _ scan: JPEGFile.Scan, _ file: JPEGFile, _ storage: UnsafeMutableBufferPointer<UInt8>,
    _ shouldStop: () -> Bool
  ) -> Bool {
    ScanDecoder(frame, scan, file, strides: planes.map(\.stride))?
      .run(file, storage, into: planes.map(\.values), shouldStop) ?? false
  }
}
