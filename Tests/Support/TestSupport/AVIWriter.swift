/// Writes uncompressed videos for tests: pictures of one colour each, without sound.
public enum AVIWriter {
  /// Returns a video with ten pictures per second.
  ///
  /// - Parameter colors: colours of the pictures, `0xRRGGBB`.
  public static func video(width: Int = 64, height: Int = 48, colors: [UInt32]) -> [UInt8] {
    let picture = width * height * 3
    var movie: [UInt8] = Array("movi".utf8)
    var index: [UInt8] = []
    for color in colors {
      let chunk = Array("00db".utf8)
      index += chunk + word(16) + word(movie.count) + word(picture)
      movie += chunk + word(picture)
      let pixel = [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> $0) }
      for _ in 0..<width * height { movie += pixel }
    }
    let format =
      word(40) + word(width) + word(height) + half(1) + half(24) + word(0) + word(picture)
      + word(0) + word(0) + word(0) + word(0)
    let stream =
      Array("vids".utf8) + Array("DIB ".utf8) + word(0) + word(0) + word(0) + word(1) + word(10)
      + word(0) + word(colors.count) + word(picture) + word(0) + word(0) + half(0) + half(0)
      + half(width) + half(height)
    let header =
      word(100_000) + word(picture * 10) + word(0) + word(0x10) + word(colors.count) + word(0)
      + word(1) + word(picture) + word(width) + word(height) + word(0) + word(0) + word(0) + word(0)
    let streams = list("strl", chunk("strh", stream) + chunk("strf", format))
    let body =
      Array("AVI ".utf8) + list("hdrl", chunk("avih", header) + streams) + chunk("LIST", movie)
      + chunk("idx1", index)
    return chunk("RIFF", body)
  }

  private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(name.utf8) + word(bytes.count) + bytes + (bytes.count % 2 == 0 ? [] : [0])
  }

  private static func list(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    chunk("LIST", Array(name.utf8) + bytes)
  }

  private static func word(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func half(_ value: Int) -> [UInt8] { Array(word(value).prefix(2)) }
}
