import CQtShim

/// Calls a method of the object behind a C callback's context, on the main actor.
///
/// The C side calls back only on the thread that runs the application's loop, which is the main
/// thread: ``Application/init(_:arguments:)`` checks that. `assumeIsolated` checks it again.
func onMain<Owner: AnyObject, Result: Sendable>(
  _ context: UnsafeMutableRawPointer?, as _: Owner.Type, default value: Result,
  _ body: @MainActor (Owner) -> Result
) -> Result {
  guard let context else { return value }
  // The pointer never leaves this thread.
  nonisolated(unsafe) let pointer = context
  return MainActor.assumeIsolated {
    body(Unmanaged<Owner>.fromOpaque(pointer).takeUnretainedValue())
  }
}

/// Does the same for callbacks that return nothing.
func onMain<Owner: AnyObject>(
  _ context: UnsafeMutableRawPointer?, as type: Owner.Type, _ body: @MainActor (Owner) -> Void
) {
  onMain(context, as: type, default: (), body)
}

/// Takes over a string that the C side allocated.
func takeString(_ text: UnsafeMutablePointer<CChar>?) -> String? {
  guard let text else { return nil }
  defer { lq_free(text) }
  return String(cString: text)
}

/// Passes up to `count` strings to the C side as an array of pointers that is valid during `body`.
func withCStrings<R>(
  _ strings: [String], _ body: ([UnsafePointer<CChar>?]) throws -> R
) rethrows -> R {
  func step(_ rest: ArraySlice<String>, _ pointers: [UnsafePointer<CChar>?]) throws -> R {
    guard let first = rest.first else { return try body(pointers) }
    return try first.withCString { try step(rest.dropFirst(), pointers + [$0]) }
  }
  return try step(strings[...], [])
}

extension Optional where Wrapped == String {
  /// Does the same as `withCString`, with a null pointer for nil.
  func withOptionalCString<R>(_ body: (UnsafePointer<CChar>?) throws -> R) rethrows -> R {
    guard let self else { return try body(nil) }
    return try self.withCString { try body($0) }
  }
}
