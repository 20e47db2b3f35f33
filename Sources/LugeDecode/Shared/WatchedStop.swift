import LugeImages

/// Callback by which C libraries ask whether to stop; its context is
/// ``LugeImages/DecodeWatch/context``.
let watchedStop: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
  guard let context else { return 0 }
  return Unmanaged<DecodeWatch>.fromOpaque(context).takeUnretainedValue().shouldStop ? 1 : 0
}

extension DecodeWatch {
  /// Context for ``watchedStop``; valid as long as the watch lives.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Returns the error of a decode that failed or was ended by this watch.
  ///
  /// - Parameter reason: description of the failure if the watch did not end it.
  func failure(_ limits: DecodeLimits, _ reason: String) -> ImageError {
    if wasCancelled { return .cancelled }
    if isOverdue { return .tookTooLong(limit: limits.seconds) }
    return .corrupt(reason)
  }
}
