/// Thread, or simulated thread, that runs jobs one after the other, with tools that no other thread
/// uses.
protocol Lane: TaskExecutor {
  /// Queues a job after those submitted before.
  func submit(_ job: @escaping LaneThread.Job)
  /// Replaces all low-priority jobs that have not begun; returns how many there were.
  @discardableResult
  func replaceRequests(_ jobs: [LaneThread.Job]) -> Int
  /// Number of pending jobs, low-priority ones included.
  var backlog: Int { get }
  /// Whether a job is running or pending.
  var isBusy: Bool { get }
  /// Lends the lane's own tools; returns nil if the lane needs them for longer than `seconds`. Call
  /// ``takeToolsBack()`` soon: until then the lane rests.
  func lendTools(within seconds: Double) -> (any LaneTools)?
  func takeToolsBack()
  /// Ends the lane once the pending jobs are done; low-priority jobs are dropped.
  func stop()
}

extension Lane {
  /// Returns nil: a simulated lane never runs at the same time as the frame.
  func lendTools(within seconds: Double) -> (any LaneTools)? { nil }
  func takeToolsBack() {}
}
