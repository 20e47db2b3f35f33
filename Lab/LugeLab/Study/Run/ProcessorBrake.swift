import Foundation

/// Makes the processor slower for one process, as a study on a weak device would have it: by a
/// quota of the kernel's control groups. Other processes that compete for the processor would do it
/// as well, but not alike: threads of low priority would suffer more from them than others.
final class ProcessorBrake {
  /// Quota in percent of one processor.
  static let quotaPercent = 30
  /// Why nothing is slowed where there is no brake.
  static let reason =
    "not measured: it needs control groups for processor time, and the right to make one"

  private let group: String

  /// Description of the limit, for people.
  var description: String { "a quota of \(Self.quotaPercent) % of one processor (cgroup)" }

  /// Nil where no group can be made.
  init?() {
    guard let group = Self.makeGroup() else { return nil }
    self.group = group
  }

  /// A program, and what it starts, slowed from its beginning; its opening is.
  func slowed(_ program: MeasuredProgram) -> MeasuredProgram {
    Self.entering("\(group)/cgroup.procs", program)
  }

  /// The program begun by a shell that joins the group first and fails where it can't: what is not
  /// slowed must not pass for slowed.
  static func entering(_ group: String, _ program: MeasuredProgram) -> MeasuredProgram {
    var slowed = program
    slowed.program = "/bin/sh"
    slowed.arguments =
      ["-c", #"echo $$ >"$0" && exec "$@""#, group, program.program] + program.arguments
    return slowed
  }

  /// Removes the group; call it at the end, when no process is slowed any more.
  func release() { rmdir(group) }

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

  private static func write(_ text: String, to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    return Foundation.write(descriptor, bytes, bytes.count) == bytes.count
  }
}

/// Kernel's control groups for processor time.
enum ControlGroups {
  enum Version { case one, two }

  /// This process's groups that a quota could be set below, version 2 first.
  ///
  /// - Parameters:
  ///   - mounts: contents of `/proc/self/mounts`.
  ///   - own: contents of `/proc/self/cgroup`.
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
