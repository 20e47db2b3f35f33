import Foundation

/// Resources that this process has used so far, according to the kernel.
public struct ProcessUsage: Sendable, Hashable {
  /// User and system time of all threads, seconds.
  public var cpuSeconds: Double
  /// Resident and proportional memory, MiB; nil if the kernel does not report it.
  public var rssMB: Double?
  public var pssMB: Double?
  public var peakRSSMB: Double?

  public static func now(withMemory: Bool = true) -> ProcessUsage {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    var result = ProcessUsage(
      cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime))
    guard withMemory else { return result }
    let rollup = fields(of: "/proc/self/smaps_rollup")
    result.rssMB = rollup["Rss"].map { $0 / 1024 }
    result.pssMB = rollup["Pss"].map { $0 / 1024 }
    result.peakRSSMB = fields(of: "/proc/self/status")["VmHWM"].map { $0 / 1024 }
    return result
  }

  /// Seconds since the process started, with a resolution of a hundredth.
  public static func secondsSinceStart() -> Double? {
    guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      let afterName = stat.lastIndex(of: ")"),
      let uptime = try? String(contentsOfFile: "/proc/uptime", encoding: .utf8),
      let now = uptime.split(separator: " ").first.flatMap({ Double($0) })
    else { return nil }
    let values = stat[stat.index(after: afterName)...].split(separator: " ")
    guard values.count > 19, let ticks = Double(values[19]) else { return nil }
    return now - ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  private init(cpuSeconds: Double) { self.cpuSeconds = cpuSeconds }

  /// Parses lines such as `Rss:  1234 kB`.
  private static func fields(of path: String) -> [String: Double] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [:] }
    var fields: [String: Double] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2,
        let number = parts[1].split(whereSeparator: \.isWhitespace).first.flatMap({ Double($0) })
      else { continue }
      fields[String(parts[0])] = number
    }
    return fields
  }
}
