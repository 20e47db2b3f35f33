import LugeCore
import LugeImages
import LugePaint

/// Pictures of a page in a form that browsers show, decoded by the helper that pictures in the
/// window are decoded by.
public enum PagePictures {
  /// Device pixels of the longer side at most.
  private static let longestSide = 2048

  /// Makes a JPEG picture of a HEIC or TIFF file; nil for one that cannot be read. Blocks for as
  /// long as the helper takes. A helper process is kept as long as this is.
  public static func converter() -> ([UInt8]) -> [UInt8]? {
    let decoder = HelperDecoder()
    return { bytes in
      guard let header = try? ImageProbe.header(of: bytes) else { return nil }
      let size = header.size
      let share = min(1, Double(longestSide) / Double(max(1, size.width, size.height)))
      func fitted(_ side: Int) -> Int { max(1, Int(clamping: (Double(side) * share).rounded())) }
      let bitmap = try? decoder.decode(
        bytes, size: PixelSize(width: fitted(size.width), height: fitted(size.height)),
        limits: DecodeLimits(), watch: DecodeWatch())
      return bitmap.flatMap { JPEG.encode($0) }
    }
  }
}
