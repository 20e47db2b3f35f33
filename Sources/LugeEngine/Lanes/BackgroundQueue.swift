import Dispatch

/// A queue with a thread of its own, for work that belongs on no lane: nothing of the engine waits
/// for Swift's shared pool, which a program may keep busy.
enum BackgroundQueue {
  static let shared = DispatchQueue(label: "luge.background", qos: .background)
}
