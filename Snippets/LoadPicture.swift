// A picture decoded at the size that it is shown at, in a process of its own.
//
//     swift build --product luge-decode && swift run LoadPicture photo.jpg

// snippet.show
import LugeCore
import LugeImages

let pipeline = ImagePipeline()
let request = ImageRequest(
  ImageKey(CommandLine.arguments.last ?? "photo.jpg"), size: PixelSize(width: 180, height: 180))
do {
  let picture = try await pipeline.image(for: request)
  print("\(picture.size.width) by \(picture.size.height) pixels")
} catch {
  print(error)
}
