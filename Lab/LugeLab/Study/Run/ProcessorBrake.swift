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

  /// - Parameter mayUseGroups: false for the busy load in any case.
  init(mayUseGroups: Bool = true) {
    group = mayUseGroups ? Self.makeGroup() : nil
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

  /// Slows a process that has just been started, and what it starts from now on.
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

  /// A group below our own, with a quota in slices of 20 ms.
  private static func makeGroup() -> String? {
    let read = { (path: String) in (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    let folders = ControlGroups.folders(
      mounts: read("/proc/self/mounts"), own: read("/proc/self/cgroup"))
    for (folder, version) in folders {
      let group = "\(folder)/luge-\(getpid())"
      guard mkdir(group, 0o755) == 0 else { continue }
      let quota = String(quotaPercent * 200)
      let isSet =
        switch version {
        case .two: write("\(quota) 20000", to: "\(group)/cpu.max")
        case .one:
          write("20000", to: "\(group)/cpu.cfs_period_us")
            && write(quota, to: "\(group)/cpu.cfs_quota_us")
        }
      if isSet { return group }
      rmdir(group)
    }
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

/// Where the kernel's control groups for processor time are.
enum ControlGroups {
  enum Version { case one, two }

  /// This process's groups that a quota could be set below, version 2 first.
  ///
  /// - Parameters:
  ///   - mounts: of `/proc/self/mounts`.
  ///   - own: of `/proc/self/cgroup`.
  static func folders(mounts: String, own: String) -> [(path: String, version: Version)] {
    let groups = own.split(separator: "\n").map {
      $0.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    }.filter { $0.count == 3 }
    func folder(_ place: Substring, _ path: Substring) -> String {
      path == "/" ? String(place) : "\(place)\(path)"
    }
    return mounts.split(separator: "\n").compactMap { line -> (path: String, version: Version)? in
      let fields = line.split(separator: " ")
      guard fields.count >= 4 else { return nil }
      switch fields[2] {
      case "cgroup2":
        return groups.first { $0[0] == "0" && $0[1].isEmpty }
          .map { (folder(fields[1], $0[2]), .two) }
      case "cgroup" where fields[3].split(separator: ",").contains("cpu"):
        return groups.first { $0[1].split(separator: ",").contains("cpu") }
          .map { (folder(fields[1], $0[2]), .one) }
      default: return nil
      }
    }.sorted { $0.version == .two && $1.version == .one }
  }
}
