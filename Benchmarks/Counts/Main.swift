import Cases
import Foundation

/// Counts allocations and instructions of what Luge does most.
///
///     luge-counts check FILE     fails when a case takes more than the file allows
///     luge-counts update FILE    writes what they take now
///     luge-counts run CASE       one case in this process; prints its allocations
@main
enum Main {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("luge-counts: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    guard arguments.count == 2 else { throw CountFailure("check FILE | update FILE | run CASE") }
    switch arguments[0] {
    case "run":
      guard let one = Case.all.first(where: { $0.name == arguments[1] }) else {
        throw CountFailure("there is no case \(arguments[1])")
      }
      print(try Counter.allocations(of: one))
    case "check": try check(URL(filePath: arguments[1]))
    case "update": try update(URL(filePath: arguments[1]))
    default: throw CountFailure("unknown: \(arguments[0])")
    }
  }

  private static func check(_ file: URL) throws {
    let limits = try JSONDecoder().decode([String: Counts].self, from: Data(contentsOf: file))
    if Counter.valgrind == nil { print("no valgrind: instructions are not counted") }
    var worse = 0
    for one in Case.all {
      let verdict = Threshold.verdict(one.name, try Counter.counts(of: one), limits[one.name])
      print(verdict.line)
      if verdict.isWorse { worse += 1 }
      if verdict.isBetter { print("  lower its threshold: scripts/bench --update") }
    }
    guard worse == 0 else { throw CountFailure("\(worse) of \(Case.all.count) cases are worse") }
  }

  private static func update(_ file: URL) throws {
    var all: [String: Counts] = [:]
    for one in Case.all {
      all[one.name] = try Counter.counts(of: one)
      print("\(one.name): \(all[one.name].map { "\($0)" } ?? "")")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode(all) + Data("\n".utf8)).write(to: file)
  }
}
