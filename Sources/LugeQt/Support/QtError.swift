/// What can go wrong between the program and its windows.
public enum QtError: Error, Hashable, Sendable {
  /// Neither `DISPLAY` nor `WAYLAND_DISPLAY` nor `QT_QPA_PLATFORM` is set.
  case noDisplay
  /// A process has one application object, and there is one already.
  case applicationExists
  /// The kernel gave no timer; `errno` of the attempt.
  case noTimer(errno: Int32)
  /// A picture of a window could not be written to this path.
  case grabFailed(path: String)
}

extension QtError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noDisplay: "no display: neither WAYLAND_DISPLAY nor DISPLAY is set"
    case .applicationExists: "the application was already started"
    case .noTimer(let errno): "no kernel timer (errno \(errno))"
    case .grabFailed(let path): "the picture could not be written to \(path)"
    }
  }
}
