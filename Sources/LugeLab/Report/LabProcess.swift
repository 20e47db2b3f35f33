import Foundation

/// One lab as a process that prints an object.
struct LabProcess {
  var program: String
  var arguments: [String]
  /// Seconds.
  var limit: Double

  func run() throws -> JSONValue {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      throw LabError.failed(program: program, reason: error.localizedDescription)
    }
    var reader = LineReading(descriptor: output.fileHandleForReading.fileDescriptor)
    var text = ""
    let deadline = Timing.now + limit
    while let lines = reader.next(within: 0.5) {
      for line in lines { text += line + "\n" }
      if Timing.now > deadline {
        end(process)
        throw LabError.failed(
          program: arguments.joined(separator: " "), reason: "not done after \(Int(limit)) s")
      }
    }
    process.waitUntilExit()
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else {
      throw LabError.failed(
        program: arguments.joined(separator: " "),
        reason: "no report (exit code \(process.terminationStatus))")
    }
    return value
  }

  /// Gives it a moment to end by itself. It may have inherited a mask that blocks the signal: the threads
  /// of Swift's pool have such.
  private func end(_ process: Process) {
    process.terminate()
    let latest = Timing.now + 2
    while process.isRunning, Timing.now < latest { Thread.sleep(forTimeInterval: 0.05) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
