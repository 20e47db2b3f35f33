import CTurboJPEG

/// libjpeg's decoder, which halves a picture once or more while it computes it.
enum TurboJPEG {
  /// Bytes of blue, green, red and 255.
  struct Pixels {
    let bytes: UnsafeMutableRawBufferPointer
    let width: Int
    let height: Int
  }

  /// A JPEG at 1/`shrink` of its size, 1, 2, 4 or 8. To be deallocated by the caller.
  ///
  /// - Parameter limit: pixels of the result.
  /// - Returns: nil for what is broken, cut off, too large or of other colours than brightness and two
  ///   of colour.
  static func decode(_ bytes: UnsafeRawBufferPointer, shrink: Int, limit: Int) -> Pixels? {
    guard let handle = tjInitDecompress() else { return nil }
    defer { tjDestroy(handle) }
    let source = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    var (width, height, sampling, colours) = (Int32(0), Int32(0), Int32(0), Int32(0))
    guard
      tjDecompressHeader3(
        handle, source, UInt(bytes.count), &width, &height, &sampling, &colours) == 0,
      colours == Int32(TJCS_YCbCr.rawValue) || colours == Int32(TJCS_GRAY.rawValue)
    else { return nil }
    let (across, down) = ((Int(width) + shrink - 1) / shrink, (Int(height) + shrink - 1) / shrink)
    guard across > 0, down > 0, across * down <= limit else { return nil }
    let target = UnsafeMutableRawBufferPointer.allocate(byteCount: across * down * 4, alignment: 16)
    // A warning, as of a file that ends too early, counts as a failure.
    let problem = tjDecompress2(
      handle, source, UInt(bytes.count), target.assumingMemoryBound(to: UInt8.self).baseAddress,
      Int32(across), 0, Int32(down), Int32(TJPF_BGRA.rawValue), TJFLAG_LIMITSCANS)
    guard problem == 0 else {
      target.deallocate()
      return nil
    }
    return Pixels(bytes: target, width: across, height: down)
  }
}
