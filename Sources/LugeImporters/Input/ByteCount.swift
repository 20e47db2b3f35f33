import LugeArchive

/// A number of bytes as text for the user: "64 MB".
struct ByteCount: CustomStringConvertible {
  let bytes: Int

  init(_ bytes: Int) { self.bytes = bytes }

  var description: String {
    switch bytes {
    case (1 << 20)...: "\(bytes >> 20) MB"
    case (1 << 10)...: "\(bytes >> 10) KB"
    default: "\(bytes) bytes"
    }
  }
}
