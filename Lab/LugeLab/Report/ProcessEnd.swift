import Foundation

/// Ends a process that was started, and whatever that started: a window left behind would be in all
/// the measurements that follow.
enum ProcessEnd {
  /// Asks, gives it two seconds, then does not ask. It may have inherited a mask that blocks the
  /// signal: the threads of Swift's pool have such.
  static func end(_ process: Process) {
    let root = process.processIdentifier
    let all = ProcessTree.descendants(of: root) + (ProcessTree.isRunning(root) ? [root] : [])
    for number in all { kill(number, SIGTERM) }
    let latest = Timing.now + 2
    while all.contains(where: ProcessTree.isRunning), Timing.now < latest {
      Thread.sleep(forTimeInterval: 0.05)
    }
    for number in all where ProcessTree.isRunning(number) { kill(number, SIGKILL) }
    while all.contains(where: ProcessTree.isRunning), Timing.now < latest + 2 {
      Thread.sleep(forTimeInterval: 0.01)
    }
    _ = exitCode(of: process)
  }

  /// Returns the exit code of a process that has ended; nil if it is not known. Foundation learns
  /// of an end by a socket that children of the process inherit: while one of them lives, it waits.
  static func exitCode(of process: Process) -> Int32? {
    let latest = Timing.now + 2
    while process.isRunning, Timing.now < latest { Thread.sleep(forTimeInterval: 0.01) }
    return process.isRunning ? nil : process.terminationStatus
  }
}
