import CVips
import Glibc
import LugeCore
import LugeImages

/// Valid pictures to mutate.
enum Seeds {
  private static let suffixes = [
    "a.jpg[Q=80]", "b.jpg[interlace]", "c.png", "d.png[interlace]", "e.gif[page_height=20]",
    "f.webp", "g.webp[lossless]", "h.webp[page_height=20]", "i.avif[compression=av1,effort=0]",
    "j.heic[effort=0]", "k.png[palette]",
  ]

  /// Returns a picture of each format and variant that libvips can write here.
  static func made() -> [[UInt8]] {
    guard vips_init("luge-image-fuzz") == 0 else { return [] }
    let (width, height) = (48, 60)
    let pixels = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
    let folder = "/tmp/luge-image-fuzz-\(getpid())"
    mkdir(folder, 0o700)
    defer { rmdir(folder) }
    return suffixes.compactMap { suffix in
      let path = "\(folder)/\(suffix)"
      let isWritten = pixels.withUnsafeBytes {
        cvips_write($0.baseAddress, $0.count, Int32(width), Int32(height), path) == 0
      }
      let file = String(path.prefix { $0 != "[" })
      defer { unlink(file) }
      guard isWritten else { return nil }
      return try? FileImageLoader().bytes(of: ImageKey(file), limit: 1 << 20)
    }
  }

  /// Returns the pictures of up to 100 KB in a folder and those below it.
  static func files(in folder: String) -> [[UInt8]] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var found: [[UInt8]] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      let path = "\(folder)/\(name)"
      if entry.pointee.d_type == UInt8(DT_DIR) {
        found += files(in: path)
      } else if let bytes = try? FileImageLoader().bytes(of: ImageKey(path), limit: 100_000) {
        found.append(bytes)
      }
    }
    return found
  }
}
