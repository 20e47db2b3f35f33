import CCairo
import Foundation
public import LugeCore
import LugePaint

/// Pictures that a person has checked, as PNG files beside the tests that draw them.
///
/// If `LUGE_PICTURES` is set to a folder, the tests' pictures are written there under the names of
/// the golden ones: look at each one, then copy it over the golden one.
public enum GoldenPicture {
  /// Describes the differences of a picture; nil if there are none.
  ///
  /// - Parameters:
  ///   - name: name of the file without its extension.
  ///   - file: the test's own file; the pictures are in a folder `Goldens` beside it or above.
  public static func complaint(
    about drawn: Bitmap, _ name: String, scale: Double = 1, file: String = #filePath
  ) throws -> String? {
    if let folder = ProcessInfo.processInfo.environment["LUGE_PICTURES"] {
      try PNG.write(drawn, to: "\(folder)/\(name).png")
    }
    guard let path = path(of: name, beside: file) else {
      return "there is no Goldens/\(name).png: write it with LUGE_PICTURES=FOLDER and look at it"
    }
    let known = try read(path)
    guard known.size == drawn.size else {
      return "\(name): \(drawn.size.width) × \(drawn.size.height) pixels instead of "
        + "\(known.size.width) × \(known.size.height)"
    }
    let comparison = PictureComparison(known, drawn, scale: scale)
    guard !comparison.isSame else { return nil }
    let places = comparison.differences.prefix(5).map(\.description).joined(separator: "; ")
    return "\(name) differs in \(comparison.differences.count) places: \(places). "
      + "LUGE_PICTURES=FOLDER writes what was drawn, to be looked at"
  }

  private static func path(of name: String, beside file: String) -> String? {
    var folder = URL(filePath: file).deletingLastPathComponent()
    for _ in 0..<3 {
      let path = folder.appending(path: "Goldens/\(name).png").path
      if FileManager.default.fileExists(atPath: path) { return path }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  /// Reads a PNG file's pixels; transparent ones are on black.
  public static func read(_ path: String) throws -> Bitmap {
    let surface = cairo_image_surface_create_from_png(path)
    defer { cairo_surface_destroy(surface) }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
      throw Unreadable(path: path, reason: String(cString: cairo_status_to_string(status)))
    }
    let size = PixelSize(
      width: Int(cairo_image_surface_get_width(surface)),
      height: Int(cairo_image_surface_get_height(surface)))
    let stride = Int(cairo_image_surface_get_stride(surface)) / 4
    let bitmap = Bitmap(size: size)
    data.withMemoryRebound(to: UInt32.self, capacity: stride * size.height) { source in
      bitmap.withMutablePixels { pixels in
        for y in 0..<size.height {
          for x in 0..<size.width {
            pixels[y * size.width + x] = source[y * stride + x] | 0xFF00_0000
          }
        }
      }
    }
    return bitmap
  }

  struct Unreadable: Error, CustomStringConvertible {
    var path, reason: String
    var description: String { "\(path): \(reason)" }
  }
}
