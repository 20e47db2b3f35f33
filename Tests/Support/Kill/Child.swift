import Foundation

/// A running program.
final class Child {
  let process: pid_t
  private let errors: String
  private(set) var status: Int32?

  /// - Parameter errors: file for its error output.
  init(
    _ program: String, _ arguments: [String], _ environment: [String: String] = [:],
    errors: String = "/dev/null"
  ) throws {
    self.errors = errors
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, program, &actions, nil, &argv, &envp)
    guard code == 0 else { throw Trouble("\(program): \(String(cString: strerror(code)))") }
    process = child
  }

  deinit { kill() }

  var words: String { (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "" }
  var isRunning: Bool { wait(seconds: 0) == nil }
  var wasKilled: Bool { status == -SIGKILL }

  func send(_ signal: Int32) { if status == nil { Foundation.kill(process, signal) } }

  func kill() {
    send(SIGKILL)
    wait(seconds: 30)
  }

  /// Returns the stack of each of its threads, for a program that does not end; kills it.
  func explain() -> String {
    send(SIGQUIT)
    wait(seconds: 120)
    kill()
    return words
  }

  /// - Returns: the exit status, negative for a signal; nil while it is running.
  @discardableResult
  func wait(seconds: Double) -> Int32? {
    let deadline = ContinuousClock.now + .seconds(seconds)
    repeat {
      if status != nil { return status }
      var raw: Int32 = 0
      if waitpid(process, &raw, WNOHANG) == process {
        status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : -(raw & 0x7F)
        return status
      }
      usleep(500)
    } while ContinuousClock.now < deadline
    return nil
  }
}

struct Trouble: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// Waits until a condition is true, or the time is over.
func wait(_ seconds: Double, until condition: () -> Bool) -> Bool {
  let deadline = ContinuousClock.now + .seconds(seconds)
  while ContinuousClock.now < deadline {
    if condition() { return true }
    usleep(5000)
  }
  return condition()
}

/// Prints a line at once.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
