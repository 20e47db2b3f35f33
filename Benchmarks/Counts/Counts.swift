import CAllocations
import Cases
import Counted
import Foundation

/// What one run of a case took; the same on every machine with the same libraries, however busy.
struct Counts: Codable, Equatable {
  var allocations: Int
  /// Of the calling thread; nil where they were not counted.
  var instructions: Int?
}

enum Counter {
  /// Runs a case in this process: twice to fill caches, then once counted.
  static func allocations(of one: Case) throws -> Int {
    let body = try one.prepare()
    let sum = try body() &+ body()
    let before = luge_allocations()
    let last = try run(body)
    let count = Int(luge_allocations() - before)
    // The sums are used, so that nothing can be left out.
    guard sum &+ last != .min else { return -1 }
    return count
  }

  /// Within the function that callgrind watches.
  private static func run(_ body: () throws -> Int) throws -> Int {
    var result: Result<Int, any Error> = .success(0)
    withoutActuallyEscaping(body) { body in
      var call = { result = Result { try body() } }
      withUnsafeMutablePointer(to: &call) { pointer in
        luge_counted(
          { context in
            context?.assumingMemoryBound(to: (() -> Void).self).pointee()
          }, pointer)
      }
    }
    return try result.get()
  }

  /// Runs a case in processes of its own.
  static func counts(of one: Case) throws -> Counts {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let plain = try output(of: own, ["run", one.name])
    guard let allocations = Int(plain.out.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw CountFailure("\(one.name): \(plain.error)")
    }
    guard one.usesOneThread, let valgrind else { return Counts(allocations: allocations) }
    let watched = try output(
      of: valgrind,
      [
        "--tool=callgrind", "--toggle-collect=luge_counted", "--callgrind-out-file=/dev/null", own,
        "run", one.name,
      ])
    let line = watched.error.split(separator: "\n").first { $0.contains("Collected :") }
    guard let words = line?.split(separator: ":").last,
      let instructions = Int(words.trimmingCharacters(in: .whitespaces))
    else { throw CountFailure("\(one.name): no count from valgrind: \(watched.error)") }
    return Counts(allocations: allocations, instructions: instructions)
  }

  static let valgrind = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/valgrind" }.first(where: FileManager.default.isExecutableFile)

  private static func output(
    of program: String, _ arguments: [String]
  ) throws -> (out: String, error: String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    // Hashes that are the same in each run, or dictionaries would grow at other times.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    let (out, error) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (out, error)
    try process.run()
    // Both fit into their pipes.
    process.waitUntilExit()
    func text(_ pipe: Pipe) throws -> String {
      String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
    return (try text(out), try text(error))
  }
}

struct CountFailure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
