import Foundation

/// One lab as a process that prints an object.
struct LabProcess {
  var program: String
  var arguments: [String]
  /// Seconds.
  var limit: Double

  private static let patience = 0.5

  func run() throws -> JSONValue {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    let errors = ErrorTail(passesOn: true)
    process.standardError = errors.pipe
    do {
      try process.run()
    } catch {
      throw LabError.failed(program: program, reason: error.localizedDescription)
    }
    var reader = LineReading(descriptor: output.fileHandleForReading.fileDescriptor)
    var text = ""
    let deadline = Timing.now + limit
    // A child of the program may keep the pipe open after its end, and the program may close the
    // pipe and go on.
    var isOpen = true
    let number = process.processIdentifier
    while isOpen || ProcessTree.isRunning(number) {
      let asked = Timing.now
      if isOpen, let lines = reader.next(within: Self.patience) {
        for line in lines { text += line + "\n" }
        let isSilent = lines.isEmpty && Timing.now - asked >= Self.patience
        if isSilent, !ProcessTree.isRunning(number) { isOpen = false }
      } else {
        isOpen = false
        Thread.sleep(forTimeInterval: 0.05)
      }
      if Timing.now > deadline {
        ProcessEnd.end(process)
        throw LabError.failed(
          program: arguments.joined(separator: " "), reason: "not done after \(Int(limit)) s")
      }
    }
    let code = ProcessEnd.exitCode(of: process)
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else {
      throw LabError.failed(
        program: arguments.joined(separator: " "),
        reason: errors.reason() ?? "no report (exit code \(code.map { "\($0)" } ?? "unknown"))")
    }
    return value
  }
}
