import LugeThreads

extension BackgroundThread {
  /// Niceness of threads that decode and fetch pictures: below the lanes that lay out and draw
  /// text.
  static let picturesNiceness: Int32 = 15

  static func startForPictures(name: String, _ body: @escaping @Sendable () -> Void) {
    start(name: name, niceness: picturesNiceness, body)
  }
}
