import CLazyVips
import LugeCore
import LugeImages

extension VipsDecoder {
  /// The rows that there are of a PNG that is broken or ends too early; nil when there are none.
  static func part(
    ofPNG buffer: UnsafeRawBufferPointer, _ size: PixelSize, _ limits: DecodeLimits,
    _ watch: DecodeWatch
  ) -> Bitmap? {
    // Error messages about this file must not be taken for the next one's.
    defer { _ = VipsLibrary.takeError() }
    guard !watch.shouldStop, let header = try? header(buffer, .png, limits) else { return nil }
    let goal = PictureGoal(size, of: header.own, orientation: header.orientation)
    guard (try? goal.check(holding: header.own.width * header.own.height * 4, limits)) != nil else {
      return nil
    }
    var ending = ending(of: watch)
    var (width, height) = (Int32(0), Int32(0))
    let pixels = withExtendedLifetime(watch) {
      lvi_rows_of_png(buffer.baseAddress, buffer.count, &ending, &width, &height)
    }
    guard let pixels else { return nil }
    defer { lvi_free(pixels) }
    guard header.own == PixelSize(width: Int(width), height: Int(height)) else { return nil }
    let scaled = RowScaler(goal.drawn, of: header.own).scale(.rgba) {
      UnsafeRawPointer(pixels) + $0 * header.own.width * 4
    }
    // The plain colour that stands for what is missing is not a picture.
    guard let scaled, !scaled.isPlain else { return nil }
    let bitmap = goal.finished(scaled)
    bitmap.markPartial()
    return bitmap
  }
}
