import LugeCore
import LugeImages
import LugePaint

/// Converts pictures for pages into formats that browsers show, in the same helper process that
/// decodes the window's pictures.
public enum PagePictures {
  /// Maximum longer side, device pixels.
  private static let longestSide = 2048

  /// Returns a function that converts a HEIC or TIFF file to JPEG; it returns nil for a file that
  /// cannot be read, and blocks while the helper works. The helper process lives as long as the
  /// function.
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
