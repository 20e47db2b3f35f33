import Dispatch

/// Queue with a thread of its own, for work that belongs on no lane. The engine does not use
/// Swift's shared pool, because a program may keep it busy.
enum BackgroundQueue {
  static let shared = DispatchQueue(label: "luge.background", qos: .background)
}
