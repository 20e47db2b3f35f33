import Foundation
import LugeCore
import LugeDecode
import LugeImages

// luge-decode-check WIDTH HEIGHT FILE...: decodes in this process, without the helper's confinement, so
// that valgrind can look on (scripts/valgrind-decode).

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count > 2, let width = Int(arguments[0]), let height = Int(arguments[1]) else {
  print("luge-decode-check WIDTH HEIGHT FILE...")
  exit(64)
}
for path in arguments.dropFirst(2) {
  do throws(ImageError) {
    let bytes = try FileImageLoader().bytes(of: ImageKey(path), limit: DecodeLimits().fileBytes)
    let bitmap = try VipsDecoder().decode(
      bytes, size: PixelSize(width: width, height: height), limits: DecodeLimits(),
      watch: DecodeWatch())
    print(
      "\(path): \(bitmap.size.width) × \(bitmap.size.height)\(bitmap.isPartial ? ", partial" : "")")
  } catch {
    print("\(path): \(error)")
  }
}
