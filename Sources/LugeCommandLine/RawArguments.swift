/// The command line as the system handed it over: `CommandLine.arguments` has been repaired where
/// it was no UTF-8, and a repaired name is the name of no file.
package enum RawArguments {
  /// The first that is no UTF-8, repaired for display.
  package static func firstNotUTF8() -> String? {
    let arguments = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    for case let argument? in arguments where String(validatingCString: argument) == nil {
      return String(cString: argument)
    }
    return nil
  }
}
