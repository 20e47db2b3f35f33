import ArgumentParser
import Foundation
import LugeApp
import LugeCommandLine
import LugeQt

/// Common parts of labs.
enum LabRun {
  /// Runs the body; an error becomes its message and exit code 1.
  static func report(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as ExitCode {
      throw error
    } catch {
      Terminal.printError("luge-lab: \(Terminal.safe(LabError.sentence(for: error)))")
      throw ExitCode.failure
    }
  }

  /// Checks an option that is a number.
  static func check<Number: Comparable>(
    _ option: String, _ value: Number?, in range: ClosedRange<Number>
  ) throws {
    guard let value, !range.contains(value) else { return }
    let bounds = [range.lowerBound, range.upperBound].map {
      // Whole numbers without a fraction.
      ($0 as? Double).flatMap { Int(exactly: $0) }.map { "\($0)" } ?? "\($0)"
    }
    throw ValidationError("\(option) has to be between \(bounds[0]) and \(bounds[1]).")
  }

  /// Throws if there is no display. Call it before long work for which a window is needed.
  static func needDisplay() throws {
    guard Application.hasDisplay else { throw QtError.noDisplay }
  }

  static func say(_ text: String) { Terminal.printError("luge-lab: \(text)") }

  /// Runs something in the window system's loop, until it asks the application to quit.
  ///
  /// `main` is synchronous, so this runs on the main thread, which is the main actor's.
  static func inWindow<Lab: Sendable>(
    _ start: @MainActor (Application) throws -> Lab
  ) throws -> Lab {
    try MainActor.assumeIsolated {
      let application = try Application(
        .init(name: "luge", displayName: "Luge", version: LugeVersion.text))
      let lab = try start(application)
      let code = withExtendedLifetime(lab) { application.run() }
      if code != 0 { throw ExitCode(code) }
      return lab
    }
  }

  /// Path of this program, for starting it again.
  static var program: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
  }

  static func number(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

  /// `20,000`.
  static func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return (value < 0 ? "-" : "") + text
  }

  /// `1 frame`, `20,000 frames`.
  static func count(_ value: Int, _ one: String, _ several: String) -> String {
    "\(grouped(value)) \(value == 1 ? one : several)"
  }
}

/// Figures of several runs, after those that summarize them, if there are any.
struct LabRuns<Run: Encodable>: Encodable {
  var runs: [Run]
  var summary: Run?

  init(_ runs: [Run], summary: Run? = nil) {
    self.runs = runs
    self.summary = summary
  }

  private enum CodingKeys: CodingKey { case runs }

  func encode(to encoder: any Encoder) throws {
    try summary?.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(runs, forKey: .runs)
  }
}

/// Output of labs.
enum LabOutput {
  /// Prints a report as JSON, or as text with its expectations after it.
  ///
  /// - Parameter isPart: whether the user requested only some of the figures, so that the others do
  ///   not count as missing.
  static func print(
    _ lab: any Lab.Type, _ report: some Encodable, json: Bool, isPart: Bool = false,
    text: () throws -> Void
  ) throws {
    if json { return try JSONOutput.print(report) }
    try text()
    // Some labs print by `print`, which uses the C library's buffer.
    fflush(nil)
    let lines = LabExpectations.lines(lab.name, try JSONOutput.data(report), isPart: isPart)
    for line in lines { try Terminal.print(line) }
    guard !lines.isEmpty, let load = LabExpectations.load else { return }
    try Terminal.print(load)
  }
}

extension LabOutput {
  /// Returns the figures that a report has in JSON.
  static func figures(_ report: some Encodable) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: JSONOutput.data(report))
  }
}

/// Archive on which a lab runs.
struct LabArchiveOptions: ParsableArguments {
  @Option(
    help: "Measure on this archive; without it one is generated once and kept.",
    completion: .file(extensions: ["luge"]))
  var archive: String?

  @Option(help: "Messages of the generated archive.")
  var messages: Int?

  @Option(help: "Pictures of the generated archive; 0 for placeholders only.")
  var pictures = 0

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    try LabRun.check("--messages", messages, in: 1...10_000_000)
    try LabRun.check("--pictures", pictures, in: 0...10_000)
  }

  func open(default count: Int) throws -> LabArchive {
    if let archive { return try LabArchive(path: archive) }
    return try LabArchive(
      path: LabArchive.path(
        messages: messages ?? count, pictures: pictures, progress: LabRun.say))
  }
}
