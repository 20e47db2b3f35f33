import Foundation

/// Starts a program that speaks the protocol of `luge drive` and watches it from outside: what it
/// and its children use costs the program itself nothing to find out.
struct MeasuredProgram {
  /// Resources used by one workload.
  struct Section: Sendable {
    var seconds = 0.0
    var cpuSeconds = 0.0
    /// Proportional memory, ``Megabytes``, on average.
    var memoryMb = 0.0
    /// Seconds of CPU by thread; see ``ThreadTimes``.
    var threads: [String: Double] = [:]
    /// The line that the program reported for it.
    var data = ""

    /// A workload may come in several parts, each between its marks.
    mutating func add(_ other: Section) {
      let whole = seconds + other.seconds
      if whole > 0 {
        memoryMb = (memoryMb * seconds + other.memoryMb * other.seconds) / whole
      }
      seconds = whole
      cpuSeconds += other.cpuSeconds
      threads.merge(other.threads, uniquingKeysWith: +)
    }
  }

  struct Outcome: Sendable {
    /// Time from the start to the first frame; nil where the program did not say.
    var openMs: Double?
    /// Proportional memory at `@MEM` marks, ``Megabytes``.
    var memoryMb: [String: Double] = [:]
    var sections: [String: Section] = [:]
    var info: [String: String] = [:]
  }

  var program: String
  var arguments: [String]
  var environment: [String: String] = [:]
  /// Seconds after which it is ended.
  var limit = 240.0

  /// - Throws: ``LabError`` when it can't be started, fails or takes too long.
  func run() throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    let errors = ErrorTail(passesOn: false)
    process.standardError = errors.pipe
    let began = Date().timeIntervalSince1970
    do {
      try process.run()
    } catch {
      throw LabError.failed(program: program, reason: error.localizedDescription)
    }
    defer { ProcessEnd.end(process) }
    var reader = LineReading(descriptor: output.fileHandleForReading.fileDescriptor)
    var watch = Watch(process: process.processIdentifier, began: began)
    let deadline = Timing.now + limit
    while let lines = reader.next(within: 0.25) {
      for line in lines {
        if let failure = watch.take(line) {
          throw LabError.failed(program: program, reason: failure)
        }
      }
      watch.sample()
      guard Timing.now < deadline else {
        throw LabError.failed(program: program, reason: "not done after \(Int(limit)) s")
      }
    }
    guard watch.isDone else {
      process.waitUntilExit()
      throw LabError.failed(
        program: program, reason: errors.reason() ?? "it ended before it was done")
    }
    return watch.outcome
  }

  /// Observations so far.
  private struct Watch {
    let process: Int32
    let began: Double
    var outcome = Outcome()
    var isDone = false
    private var current: Begun?
    private var memory: [Double] = []
    private var sampled = 0.0

    private struct Begun {
      var name: String
      var time: Double
      var cpu: Double
      var threads: [String: Double]
    }

    init(process: Int32, began: Double) {
      self.process = process
      self.began = began
    }

    /// - Returns: why the program gave up.
    mutating func take(_ line: String) -> String? {
      let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
      guard let mark = parts.first else { return nil }
      let name = parts.count > 1 ? String(parts[1]) : ""
      switch mark {
      case "@FIRST": outcome.openMs = Double(name).map { $0 - began * 1000 }
      case "@MEM": outcome.memoryMb[name] = ProcessTree.usage(of: process).pssMB
      case "@BEGIN":
        let usage = ProcessTree.usage(of: process)
        memory = [usage.pssMB]
        current = Begun(
          name: name, time: Timing.now, cpu: usage.cpuSeconds,
          threads: ThreadTimes.seconds(of: process))
      case "@END":
        guard let current, current.name == name else { return nil }
        let usage = ProcessTree.usage(of: process)
        memory.append(usage.pssMB)
        let threads = ThreadTimes.seconds(of: process)
        outcome.sections[name, default: Section()].add(
          Section(
            seconds: Timing.now - current.time, cpuSeconds: usage.cpuSeconds - current.cpu,
            memoryMb: memory.reduce(0, +) / Double(memory.count),
            threads: threads.merging(current.threads) { $0 - $1 }.filter { threads[$0.key] != nil })
        )
        self.current = nil
      case "@DATA": outcome.sections[name]?.data = parts.count > 2 ? String(parts[2]) : ""
      case "@INFO": outcome.info[name] = parts.count > 2 ? String(parts[2]) : ""
      case "@DONE": isDone = true
      case "@FAIL": return String(line.dropFirst(6))
      default: break
      }
      return nil
    }

    mutating func sample() {
      guard current != nil, Timing.now - sampled >= 0.5 else { return }
      sampled = Timing.now
      memory.append(ProcessTree.usage(of: process).pssMB)
    }
  }
}

/// Lines from a pipe, with a time limit for each wait.
struct LineReading {
  private let descriptor: Int32
  private var rest: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Lines that came; none when nothing came in time, nil at the end.
  mutating func next(within seconds: Double) -> [String]? {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&wanted, 1, Int32(seconds * 1000))
    guard ready > 0 else { return ready == 0 || errno == EINTR ? [] : nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return nil }
    rest += buffer[..<count]
    guard let end = rest.lastIndex(of: 10) else { return [] }
    let lines = rest[..<end].split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    rest.removeSubrange(...end)
    return lines
  }
}
