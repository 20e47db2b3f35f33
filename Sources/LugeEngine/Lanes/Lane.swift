/// Runs jobs one after the other, with tools that no other thread sees.
protocol Lane: TaskExecutor {
  /// Runs after the jobs submitted before it.
  func submit(_ job: @escaping LaneThread.Job)
  /// Replaces all wishes that have not begun; says how many these were.
  @discardableResult
  func replaceWishes(_ jobs: [LaneThread.Job]) -> Int
  /// Number of jobs and wishes that wait.
  var backlog: Int { get }
  /// Whether a job runs or waits.
  var isBusy: Bool { get }
  /// The lane's own tools, unless it needs them longer than so many seconds. ``takeToolsBack()``
  /// has to follow soon: until then the lane rests.
  func lendTools(within seconds: Double) -> (any LaneTools)?
  func takeToolsBack()
  /// Ends the lane once the jobs that wait are done; wishes are dropped.
  func stop()
}

extension Lane {
  /// In virtual time there is no lane to take turns with.
  func lendTools(within seconds: Double) -> (any LaneTools)? { nil }
  func takeToolsBack() {}
}
