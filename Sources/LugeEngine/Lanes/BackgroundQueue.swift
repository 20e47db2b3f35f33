import Dispatch

/// For what belongs on no lane. A queue of its own has its own thread: nothing of the engine waits
/// for Swift's shared pool, which a program may keep busy.
enum BackgroundQueue {
  static let shared = DispatchQueue(label: "luge.background", qos: .background)
}
