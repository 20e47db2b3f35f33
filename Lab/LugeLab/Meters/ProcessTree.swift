import Foundation
import LugeApp

/// Resources used by a process and those it started (the decoding helpers).
enum ProcessTree {
  struct Usage {
    var cpuSeconds = 0.0
    /// Proportional memory (Pss), ``Megabytes``: pages shared by n processes count as one n-th.
    var pssMB = 0.0
    /// Number of voluntary context switches: how often threads went to sleep.
    var sleeps = 0
  }

  /// Returns the resources that a process and all its descendants have used.
  ///
  /// - Parameter root: the process; by default this one.
  /// - Complexity: O(processes of the machine).
  static func usage(of root: Int32 = getpid(), withMemory: Bool = true) -> Usage {
    var total = Usage()
    for process in [root] + descendants(of: root) {
      // User and system time, its own and that of children that have ended: helpers are ended when
      // they have nothing to do.
      let times = fields(process).dropFirst(11).prefix(4).compactMap(Double.init)
        .map { $0 / Double(sysconf(Int32(_SC_CLK_TCK))) }
      if times.count == 4 {
        // `/proc` counts hundredths of a second; the clock of the process is exact.
        total.cpuSeconds += (clock(of: process) ?? times[0] + times[1]) + times[2] + times[3]
      }
      total.sleeps += sleeps(process)
      if withMemory { total.pssMB += pss(process) }
    }
    return total
  }

  /// Returns the CPU time of a process in seconds, all its threads together; nil if it has ended.
  private static func clock(of process: Int32) -> Double? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return nil
    }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns the children of a process, their children, and so on.
  static func descendants(of root: Int32) -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    var children: [Int32: [Int32]] = [:]
    for process in names.compactMap({ Int32($0) }) {
      let stat = fields(process)
      if stat.count > 1, let parent = Int32(stat[1]) {
        children[parent, default: []].append(process)
      }
    }
    var found: [Int32] = []
    var open = [root]
    while let next = open.popLast() {
      found += children[next] ?? []
      open += children[next] ?? []
    }
    return found
  }

  /// Returns whether a process runs; false also for a zombie, whose parent has not waited for it
  /// yet.
  static func isRunning(_ process: Int32) -> Bool {
    fields(process).first.map { $0 != "Z" } ?? false
  }

  /// Returns the fields of `/proc/PID/stat` after the name: state, parent and so on.
  private static func fields(_ process: Int32) -> [String] {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return [] }
    return text[text.index(after: end)...].split(separator: " ").map(String.init)
  }

  private static func pss(_ process: Int32) -> Double {
    Megabytes.of(kilobytes: number(after: "Pss:", in: "/proc/\(process)/smaps_rollup"))
  }

  private static func sleeps(_ process: Int32) -> Int {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.reduce(0) {
      $0 + Int(number(after: "voluntary_ctxt_switches:", in: "\(folder)/\($1)/status"))
    }
  }

  private static func number(after name: String, in path: String) -> Double {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return 0 }
    for line in text.split(separator: "\n") where line.hasPrefix(name) {
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
        ?? 0
    }
    return 0
  }
}
