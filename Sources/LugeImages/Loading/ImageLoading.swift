public import LugeCore

/// Gets a picture's bytes. Called on decode threads, where it may block.
public protocol ImageLoading: Sendable {
  /// - Parameter limit: bytes that may be read at most.
  func bytes(of key: ImageKey, limit: Int) throws(ImageError) -> [UInt8]
}
