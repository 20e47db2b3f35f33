import Foundation

/// CPU time of each thread of a process, and of its helpers.
enum ThreadTimes {
  /// Seconds by name: `main`, threads by the names that they gave themselves, and `helper` for all
  /// of each process that it started. Threads that have ended are not in it.
  ///
  /// - Complexity: O(processes of the machine + threads of the tree).
  static func seconds(of root: Int32) -> [String: Double] {
    var found: [String: Double] = [:]
    for process in [root] + ProcessTree.descendants(of: root) {
      let folder = "/proc/\(process)/task"
      for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        guard let spent = nanoseconds("\(folder)/\(thread)") else { continue }
        let name =
          process != root
          ? "helper" : thread == "\(root)" ? "main" : text("\(folder)/\(thread)/comm")
        found[name, default: 0] += Double(spent) / 1e9
      }
    }
    return found
  }

  /// The scheduler's own account; nil where the kernel keeps none, and for threads that are gone.
  private static func nanoseconds(_ thread: String) -> UInt64? {
    text("\(thread)/schedstat").split(separator: " ").first.flatMap { UInt64($0) }
  }

  private static func text(_ path: String) -> String {
    let read = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return read.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
