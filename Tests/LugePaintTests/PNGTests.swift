import Foundation
import LugeCore
import LugePaint
import Testing

@Suite("PNG")
struct PNGTests {
  private func checkers() -> Bitmap {
    let bitmap = Bitmap(size: PixelSize(width: 6, height: 4))
    bitmap.withMutablePixels { pixels in
      for index in pixels.indices { pixels[index] = index % 2 == 0 ? 0xFFFF_0000 : 0xFF00_00FF }
    }
    return bitmap
  }

  @Test("Bytes and file are the same picture of the right size")
  func roundTrip() throws {
    let bitmap = checkers()
    let bytes = try bitmap.withPixels { try PNG.encode($0, size: bitmap.size) }
    #expect(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // Width and height in the header chunk, big-endian.
    #expect(Array(bytes[16..<24]) == [0, 0, 0, 6, 0, 0, 0, 4])

    let path = NSTemporaryDirectory() + "luge-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try PNG.write(bitmap, to: path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes))
  }

  @Test("Pixels between the rows are left out")
  func strides() throws {
    let pixels: [UInt32] = [1, 2, 99, 3, 4, 98]
    let tight: [UInt32] = [1, 2, 3, 4]
    let size = PixelSize(width: 2, height: 2)
    let strided = try pixels.withUnsafeBufferPointer { try PNG.encode($0, size: size, stride: 3) }
    let plain = try tight.withUnsafeBufferPointer { try PNG.encode($0, size: size) }
    #expect(strided == plain)
  }

  @Test("What cannot be written says why")
  func errors() {
    let bitmap = checkers()
    #expect {
      try PNG.write(bitmap, to: "/nonexistent-folder/picture.png")
    } throws: { error in
      guard case PaintError.notWritten(let path, let reason) = error else { return false }
      return path == "/nonexistent-folder/picture.png" && !reason.isEmpty
    }
    #expect(throws: PaintError.bufferTooSmall(needed: 25, given: 24)) {
      try bitmap.withPixels {
        _ = try PNG.encode($0, size: PixelSize(width: 5, height: 5))
      }
    }
    #expect(throws: PaintError.self) {
      let wide = [UInt32](repeating: 0, count: 40_000)
      try wide.withUnsafeBufferPointer {
        _ = try PNG.encode($0, size: PixelSize(width: 40_000, height: 1))
      }
    }
  }
}
