import Foundation

/// Runs every lab in a process of its own and makes one page of what they found.
public struct AllLab: Sendable {
  /// The program to start: this one.
  public var program: String
  /// Where `index.html` and `report.json` are written; made when it is not there.
  public var folder: String
  public var isQuick: Bool
  public var runs: Int
  /// Names of the labs that the program has.
  public var available: Set<String>
  /// An earlier `report.json`.
  public var compared: String?
  /// Only these; empty for all.
  public var only: Set<String>

  public init(
    program: String, folder: String, available: Set<String>, isQuick: Bool = false, runs: Int = 1,
    compared: String? = nil, only: Set<String> = []
  ) {
    self.program = program
    self.folder = folder
    self.available = available
    self.isQuick = isQuick
    self.runs = max(1, runs)
    self.compared = compared
    self.only = only
  }

  /// - Throws: when nothing can be written, or what is compared with can't be read. A lab that fails is
  ///   a line of the report.
  public func run(progress: (String) -> Void = { _ in }) throws -> LabReport {
    let old = try compared.map { path in
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      return ReportComparison.figures(try JSONDecoder().decode(JSONValue.self, from: data))
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var report = LabReport(
      date: Date().formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false)),
      isQuick: isQuick, runs: runs, facts: MachineFacts.all().map { (name: $0.0, value: $0.1) })
    let sections = LabSection.all.filter { section in
      available.contains(section.name) && (!isQuick || section.quickArguments != nil)
        && (only.isEmpty || only.contains(section.name))
    }
    var figures = [[String: Double]](repeating: [:], count: runs)
    for (index, section) in sections.enumerated() {
      progress("[\(index + 1)/\(sections.count)] luge lab \(section.name)")
      let done = measure(section, &figures)
      if let failure = done.failure { progress("\(section.name): \(failure)") }
      report.sections.append(done)
    }
    report.spreads = ReportComparison.spreads(figures).map {
      .init(name: $0.name, values: $0.values, percent: $0.percent)
    }
    report.changes = old.map { ReportComparison.changes(from: $0, to: figures[0]) }
    report.json = try Self.json(report)
    try Data(report.json.utf8).write(to: URL(fileURLWithPath: "\(folder)/report.json"))
    let page = ReportPage(report: report).html()
    try Data(page.utf8).write(to: URL(fileURLWithPath: "\(folder)/index.html"))
    return report
  }

  private func measure(
    _ section: LabSection, _ figures: inout [[String: Double]]
  ) -> LabReport.Section {
    var done = LabReport.Section(
      name: section.name, title: section.title, about: section.about,
      published: section.published)
    let begin = Timing.now
    let arguments =
      ["lab", section.name] + (isQuick ? section.quickArguments ?? [] : section.arguments)
      + ["--json"]
    for run in 0..<runs {
      do {
        let value = try LabProcess(program: program, arguments: arguments, limit: section.limit)
          .run()
        figures[run].merge(ReportComparison.figures(value, name: section.name)) { first, _ in first
        }
        if run == 0 { done.value = value }
      } catch {
        done.failure = "\(error)"
        break
      }
    }
    done.seconds = (Timing.now - begin).rounded()
    if let value = done.value {
      done.plots = SectionPlots.all(section.name, value).compactMap { plot in
        plot.svg().map { .init(title: plot.title, caption: plot.caption, svg: $0) }
      }
    }
    return done
  }

  private static func json(_ report: LabReport) throws -> String {
    var object: [String: JSONValue] = [
      "date": .text(report.date), "is_quick": .bool(report.isQuick),
      "machine": .object(
        Dictionary(report.facts.map { ($0.name, JSONValue.text($0.value)) }) { first, _ in first }),
    ]
    for section in report.sections { object[section.name] = section.value ?? .null }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(JSONValue.object(object)), as: UTF8.self)
  }
}

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
        process.terminate()
        process.waitUntilExit()
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
}
