import CVips
import Glibc

/// Pictures with the statistics of photographs: smooth areas, edges and grain.
enum Photos {
  private struct Plane {
    let width: Int
    let height: Int
    var bytes: [UInt8]
  }

  /// Writes `small-000.jpg` … of about 50 KB and `large-000.jpg` … of about 3 MB.
  static func write(to folder: String, small: Int, large: Int) {
    begin(folder)
    if small > 0 {
      let plane = paint(1000, 760, grain: 10, seed: 1)
      for number in 0..<small {
        save(plane, 800, 600, number, "\(folder)/small-\(padded(number)).jpg[Q=87]")
      }
    }
    if large > 0 {
      let plane = paint(4232, 3184, grain: 15, seed: 2)
      for number in 0..<large {
        save(plane, 4032, 3024, number, "\(folder)/large-\(padded(number)).jpg[Q=91]")
      }
    }
  }

  /// Writes `moving-000.gif` …: 320 × 240, 24 frames.
  static func writeAnimations(to folder: String, count: Int) {
    begin(folder)
    for number in 0..<count {
      var roll = Plane(width: 320, height: 240 * 24, bytes: [])
      roll.bytes.reserveCapacity(320 * 240 * 24 * 3)
      for y in 0..<roll.height {
        let (frame, row) = (y / 240, y % 240)
        for x in 0..<320 {
          let distance = (x - 20 - frame * 12) * (x - 20 - frame * 12) + (row - 120) * (row - 120)
          let isBall = distance < 900 + number * 20
          roll.bytes.append(isBall ? 230 : UInt8(x * 160 / 320 / 16 * 16))
          roll.bytes.append(isBall ? UInt8(frame * 9) : UInt8(row * 160 / 240 / 16 * 16))
          roll.bytes.append(UInt8(truncatingIfNeeded: number * 37))
        }
      }
      save(
        roll, 320, roll.height, 0, "\(folder)/moving-\(padded(number)).gif[page_height=240]")
    }
  }

  /// Writes `film-000.gif` … of about 1 MB: 24 frames of 320 × 240 in which everything moves, and
  /// grain.
  static func writeFilms(to folder: String, count: Int) {
    begin(folder)
    let plane = paint(1000, 760, grain: 5, seed: 3)
    for number in 0..<count {
      var roll = Plane(width: 320, height: 240 * 24, bytes: [])
      roll.bytes.reserveCapacity(320 * roll.height * 3)
      for frame in 0..<24 {
        // There and back, so that it does not leap when it begins again.
        let step = min(frame, 24 - frame)
        let (left, top) = (number * 41 % 400 + step * 14, number * 29 % 300 + step * 8)
        for y in 0..<240 {
          let start = ((top + y) * plane.width + left) * 3
          roll.bytes += plane.bytes[start..<start + 320 * 3]
        }
      }
      save(roll, 320, roll.height, 0, "\(folder)/film-\(padded(number)).gif[page_height=240]")
    }
  }

  private static func padded(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, 3 - text.count)) + text
  }

  /// Octaves of value noise, a hard edge here and there, and grain.
  private static func paint(_ width: Int, _ height: Int, grain: Int, seed: UInt32) -> Plane {
    func random(_ x: Int, _ y: Int, _ octave: UInt32) -> Int {
      var value = UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1 ^ seed &* 0x85EB_CA6B
      value ^= UInt32(truncatingIfNeeded: y) &* 0xC2B2_AE35 ^ octave &* 0x27D4_EB2F
      value = (value ^ value >> 15) &* 0x2C1B_3C6D
      value = (value ^ value >> 12) &* 0x297A_2D39
      return Int((value ^ value >> 15) & 255)
    }
    func smooth(_ x: Int, _ y: Int, _ step: Int, _ octave: UInt32) -> Int {
      let (u, v) = (x / step, y / step)
      let (p, q) = (x % step * 256 / step, y % step * 256 / step)
      let top = random(u, v, octave) * (256 - p) + random(u + 1, v, octave) * p
      let bottom = random(u, v + 1, octave) * (256 - p) + random(u + 1, v + 1, octave) * p
      return (top * (256 - q) + bottom * q) >> 16
    }
    var plane = Plane(width: width, height: height, bytes: [])
    plane.bytes.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let large = smooth(x, y, 311, 1)
        let base = (large * 5 + smooth(x, y, 61, 2) * 2 + smooth(x, y, 17, 3)) >> 3
        let edge = large > 150 ? 40 : 0
        let noise = random(x, y, 4) * grain / 255 - grain / 2
        let value = min(255, max(0, base + edge + noise))
        plane.bytes.append(UInt8(value))
        plane.bytes.append(UInt8(min(255, max(0, value * 7 / 8 + large / 8))))
        plane.bytes.append(UInt8(min(255, max(0, 255 - large + noise))))
      }
    }
    return plane
  }

  /// Makes the folder and all above it that are missing, and loads the library.
  private static func begin(_ folder: String) {
    guard vips_init("luge-image-peers") == 0 else { fail("no libvips") }
    var path = folder.hasPrefix("/") ? "" : "."
    for name in folder.utf8.split(separator: UInt8(ascii: "/")) {
      path += "/\(Substring(name))"
      guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
        fail("\(path) was not made: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Saves a part of a plane, another one for each number.
  private static func save(
    _ plane: Plane, _ width: Int, _ height: Int, _ number: Int, _ path: String
  ) {
    let (left, top) = (
      number * 37 % (plane.width - width + 1), number * 23 % (plane.height - height + 1)
    )
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    for y in 0..<height {
      let start = ((top + y) * plane.width + left) * 3
      bytes += plane.bytes[start..<start + width * 3]
    }
    let isWritten = bytes.withUnsafeBytes { buffer in
      cvips_write(buffer.baseAddress, buffer.count, Int32(width), Int32(height), path) == 0
    }
    if !isWritten { fail("\(path) was not written") }
  }
}
