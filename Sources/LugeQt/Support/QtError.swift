import LugeWords

/// Errors of the connection to the window system and of windows.
public enum QtError: Error, Hashable, Sendable {
  /// Neither `DISPLAY` nor `WAYLAND_DISPLAY` nor `QT_QPA_PLATFORM` is set.
  case noDisplay
  /// A process has one application object, and there is one already.
  case applicationExists
  /// The kernel has no timer left; the value is `errno`.
  case noTimer(errno: Int32)
  /// A picture of a window could not be written to this path.
  case grabFailed(path: String)
}

extension QtError: CustomStringConvertible {
  /// Text printed where Qt ends the process.
  static var deafDisplay: String {
    localized(
      "no window can be opened: the window system that WAYLAND_DISPLAY or DISPLAY names does not answer; start the program from a desktop"
    )
  }

  public var description: String {
    switch self {
    case .noDisplay:
      localized(
        "no window can be opened: neither WAYLAND_DISPLAY nor DISPLAY is set; start the program from a desktop"
      )
    case .applicationExists: "the application was already started"
    case .noTimer(let errno): "no kernel timer (errno \(errno))"
    case .grabFailed(let path): "the picture could not be written to \(path)"
    }
  }
}
