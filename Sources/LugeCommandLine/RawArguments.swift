/// The command line as the system passed it: in `CommandLine.arguments`, invalid UTF-8 has been
/// repaired, and a repaired name is the name of no file.
package enum RawArguments {
  /// Returns the first argument that is not UTF-8, repaired for display.
  package static func firstNotUTF8() -> String? {
    let arguments = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    for case let argument? in arguments where String(validatingCString: argument) == nil {
      return String(cString: argument)
    }
    return nil
  }
}
