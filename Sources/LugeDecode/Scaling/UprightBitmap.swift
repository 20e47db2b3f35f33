import LugeCore

extension Bitmap {
  /// Returns the bitmap rotated and mirrored according to an EXIF orientation, 1 to 8; others count
  /// as 1.
  ///
  /// - Complexity: O(pixels).
  func upright(_ orientation: Int) -> Bitmap {
    guard (2...8).contains(orientation) else { return self }
    let swaps = orientation >= 5
    let (width, height) = (size.width, size.height)
    let result = Bitmap(
      size: swaps
        ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height))
    withPixels { source in
      result.withMutablePixels { target in
        for y in 0..<result.size.height {
          for x in 0..<result.size.width {
            let (u, v) =
              switch orientation {
              case 2: (width - 1 - x, y)
              case 3: (width - 1 - x, height - 1 - y)
              case 4: (x, height - 1 - y)
              case 5: (y, x)
              case 6: (y, height - 1 - x)
              case 7: (width - 1 - y, height - 1 - x)
              default: (width - 1 - y, x)
              }
            target[y * result.size.width + x] = source[v * width + u]
          }
        }
      }
    }
    return result
  }
}
