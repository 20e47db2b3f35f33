import CGdkPixbuf
import CVips
import Glibc

/// The two libraries, called as their documentation says.
enum Peers {
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// libvips' own thumbnailer, from the file to pixels in memory; one thread, as luge allows it.
  static func vips() -> (String, Int32) -> Bool {
    guard vips_init("luge-image-peers") == 0 else { return { _, _ in false } }
    vips_cache_set_max(0)
    vips_concurrency_set(1)
    return { path, side in
      guard let image = cvips_bare_thumbnail(path, side) else { return false }
      defer { cvips_unref(image) }
      var count = 0
      guard let pixels = vips_image_write_to_memory(image, &count) else { return false }
      g_free(pixels)
      return count > 0
    }
  }

  /// gdk-pixbuf's loader that scales while it decodes, to the height: photos are wider than high.
  static func pixbuf(_ path: String, _ side: Int32) -> Bool {
    guard let pixbuf = gdk_pixbuf_new_from_file_at_scale(path, -1, side, 1, nil) else {
      return false
    }
    g_object_unref(UnsafeMutableRawPointer(pixbuf))
    return true
  }
}
