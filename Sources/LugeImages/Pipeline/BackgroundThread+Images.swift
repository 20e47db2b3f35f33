import LugeThreads

extension BackgroundThread {
  /// For decoding and fetching pictures: below the lanes that lay out and draw text.
  static func startForPictures(name: String, _ body: @escaping @Sendable () -> Void) {
    start(name: name, niceness: 15, body)
  }
}
