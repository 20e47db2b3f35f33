import Glibc
import LugeQt

// The toolkit must own the main thread, which a test runner does not release: the tests start this
// program, which runs one scenario and prints what happened.
@MainActor func probe() -> Int32 {
  let arguments = CommandLine.arguments
  let name = arguments.count > 1 ? arguments[1] : ""
  guard let scenario = scenarios[name] else {
    print("usage: luge-qt-probe \(scenarios.keys.sorted().joined(separator: "|"))")
    return 64
  }
  do {
    let application = try Application(
      Application.Identity(name: "luge-qt-probe", displayName: "Probe"), arguments: [name])
    return try scenario(application, Array(arguments.dropFirst(2)))
  } catch {
    print("error \(error)")
    return 1
  }
}

exit(probe())
