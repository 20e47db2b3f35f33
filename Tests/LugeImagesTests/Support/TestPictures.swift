import CVips
import Foundation
import LugeCore
import LugePaint

@testable import LugeDecode
@testable import LugeImages

/// A folder of pictures made for one test, removed with it.
final class TestFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "luge-images-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func key(_ name: String) -> ImageKey { ImageKey("\(path)/\(name)") }
  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
  }

  /// An opaque PNG whose pixels (0xRRGGBB) are a function of their place.
  func png(_ name: String, _ width: Int, _ height: Int, _ color: (Int, Int) -> UInt32) throws {
    let size = PixelSize(width: width, height: height)
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { pixels in
      for index in pixels.indices {
        pixels[index] = 0xFF00_0000 | color(index % width, index / width)
      }
    }
    try PNG.write(bitmap, to: "\(path)/\(name)")
  }

  /// Runs an operation of libvips as its command line would: with file names as arguments.
  func vips(_ operation: String, _ arguments: String...) throws {
    guard VipsLibrary.isReady, let made = vips_operation_new(operation) else {
      throw TestFailure("no operation \(operation)")
    }
    var pointers = arguments.map { strdup($0) }
    defer {
      for pointer in pointers { free(pointer) }
      vips_object_unref_outputs(
        UnsafeMutableRawPointer(made).assumingMemoryBound(to: VipsObject.self))
      g_object_unref(made)
    }
    guard vips_call_argv(made, Int32(pointers.count), &pointers) == 0 else {
      throw TestFailure(VipsLibrary.takeError())
    }
  }

  /// Writes a picture in the format that the new name's suffix (with options in brackets) says.
  func convert(_ name: String, to other: String) throws {
    try vips("copy", "\(path)/\(name)", "\(path)/\(other)")
  }
}

struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension Bitmap {
  func pixel(_ x: Int, _ y: Int) -> UInt32 { withPixels { $0[y * size.width + x] } }

  /// Whether a pixel's colour is within a few steps, as lossy formats leave it.
  func isNear(_ color: UInt32, at x: Int, _ y: Int, tolerance: Int = 12) -> Bool {
    let found = pixel(x, y)
    return [16, 8, 0].allSatisfy { shift in
      abs(Int(found >> shift & 0xFF) - Int(color >> shift & 0xFF)) <= tolerance
    }
  }
}

enum Exif {
  /// A JPEG with an EXIF block that says nothing but the orientation, put behind its first marker.
  static func oriented(_ jpeg: [UInt8], _ orientation: UInt8) -> [UInt8] {
    let tiff: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8,  // big endian, the first directory at byte 8
      0, 1,  // of one entry:
      0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0,  // orientation, a short, one of them
      0, 0, 0, 0,
    ]
    let body = Array("Exif\0\0".utf8) + tiff
    let length = body.count + 2
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + body
      + jpeg.dropFirst(2)
  }
}

func decode(
  _ bytes: [UInt8], _ width: Int, _ height: Int, limits: DecodeLimits = DecodeLimits()
) throws(ImageError) -> Bitmap {
  try PictureDecoder().decode(
    bytes, size: PixelSize(width: width, height: height), limits: limits, watch: DecodeWatch())
}

extension Data {
  /// The bytes cut off, with one more, or with another bit somewhere.
  func damaged(using random: inout some RandomNumberGenerator) -> Data {
    var data = self
    switch Int.random(in: 0..<3, using: &random) {
    case 0: data = data.prefix(Int.random(in: 0..<count, using: &random))
    case 1: data.append(0)
    default:
      let place = Int.random(in: 0..<count, using: &random)
      data[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
    }
    return data
  }
}
