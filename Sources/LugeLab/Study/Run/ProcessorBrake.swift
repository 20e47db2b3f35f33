import Foundation

/// Makes the processor slower for one process, as a study on a weak device would have it: with a quota
/// where the system lets us, else by giving the processors something else to do.
final class ProcessorBrake {
  /// Of one processor, where there is a quota.
  static let quotaPercent = 30
  /// Processes that are always ready to run, for each processor, where there is none.
  static let loadsPerProcessor = 3

  private let group: String?
  private var loads: [Process] = []

  /// What was done, for people.
  var description: String {
    group != nil
      ? "a quota of \(Self.quotaPercent) % of one processor (cgroup)"
      : "a busy load of \(loads.count) processes on \(ProcessInfo.processInfo.activeProcessorCount) "
        + "processors (no permission for a cgroup quota)"
  }

  init() {
    group = Self.makeGroup()
    guard group == nil else { return }
    // Ends by itself should this process be killed.
    let script =
      "while kill -0 \"$0\" 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done"
    for _ in 0..<Self.loadsPerProcessor * ProcessInfo.processInfo.activeProcessorCount {
      let load = Process()
      load.executableURL = URL(fileURLWithPath: "/bin/sh")
      load.arguments = ["-c", script, String(getpid())]
      if (try? load.run()) != nil { loads.append(load) }
    }
  }

  /// Slows a process that has just been started.
  func take(_ process: Int32) {
    guard let group else { return }
    Self.write(String(process), to: "\(group)/cgroup.procs")
  }

  /// To be called at the end, when no process is slowed any more.
  func release() {
    for load in loads {
      load.terminate()
      load.waitUntilExit()
    }
    loads = []
    if let group { rmdir(group) }
  }

  /// Version 2 of control groups: a group beside our own, with a quota in slices of 20 ms.
  private static func makeGroup() -> String? {
    guard let own = try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8),
      let line = own.split(separator: "\n").first(where: { $0.hasPrefix("0::") })
    else { return nil }
    let group = "/sys/fs/cgroup\(line.dropFirst(3))/luge-\(getpid())"
    guard mkdir(group, 0o755) == 0 else { return nil }
    if write("\(quotaPercent * 200) 20000", to: "\(group)/cpu.max") { return group }
    rmdir(group)
    return nil
  }

  @discardableResult
  private static func write(_ text: String, to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    return Foundation.write(descriptor, bytes, bytes.count) == bytes.count
  }
}
