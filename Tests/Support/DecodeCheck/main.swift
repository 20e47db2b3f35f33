import Foundation
import LugeCore
import LugeDecode
import LugeImages
import LugeTestSupport

// luge-decode-check WIDTH HEIGHT FILE...: decodes in this process, without the helper's
// confinement, so that valgrind can look on (scripts/memory-check). luge-decode-check --write
// FOLDER: writes files that a careless decoder reads beyond, whole and cut off.

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 2, arguments[0] == "--write" {
  try writeHostileFiles(to: arguments[1])
  exit(0)
}
guard arguments.count > 2, let width = Int(arguments[0]), let height = Int(arguments[1]) else {
  print("luge-decode-check WIDTH HEIGHT FILE... | --write FOLDER")
  exit(64)
}
for path in arguments.dropFirst(2) {
  do throws(ImageError) {
    let bytes = try FileImageLoader().bytes(of: ImageKey(path), limit: DecodeLimits().fileBytes)
    let bitmap = try PictureDecoder().decode(
      bytes, size: PixelSize(width: width, height: height), limits: DecodeLimits(),
      watch: DecodeWatch())
    let words = bitmap.isPartial ? ", partial" : ""
    print("\(path): \(bitmap.size.width) × \(bitmap.size.height)\(words)")
  } catch {
    print("\(path): \(error)")
  }
}

func writeHostileFiles(to folder: String) throws {
  func write(_ bytes: [UInt8], _ name: String) throws {
    for (index, share) in [1, 0.9, 0.5].enumerated() {
      let part = bytes.prefix(Int(Double(bytes.count) * share))
      let parts = name.split(separator: ".")
      try Data(part).write(to: URL(filePath: "\(folder)/\(parts[0])-\(index).\(parts[1])"))
    }
  }
  for (index, sampling) in ([[0x41, 0x41, 0x11], [0x11, 0x11, 0x11]] as [[UInt8]]).enumerated() {
    try write(JPEGWriter.greedy(sampling: sampling), "greedy\(index).jpg")
  }
  var gif = GIFWriter(width: 30, height: 30, colours: [0xFF0000, 0x00FF00])
  // Larger than its canvas, interlaced, and removed again.
  gif.frame(20, 20, 25, 25, disposal: 3, isInterlaced: true) { x, y in UInt8((x + y) % 2) }
  gif.frame(0, 0, 30, 30, disposal: 2) { x, _ in UInt8(x % 2) }
  gif.end()
  try write(gif.bytes, "frames.gif")
}
