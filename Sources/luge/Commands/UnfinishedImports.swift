import LugeArchive
import LugeCommandLine
import LugeWords

/// Imports that were not completed: the archive does not contain everything yet.
enum UnfinishedImports {
  /// Returns the unfinished imports, one per imported file: one that was interrupted several times
  /// is listed in its last state.
  static func of(_ imports: [ImportRun]) -> [ImportRun] {
    var unfinished: [String: ImportRun] = [:]
    for run in imports where [.running, .interrupted, .cancelled].contains(run.state) {
      unfinished[run.path] = run
    }
    return unfinished.values.sorted { $0.path < $1.path }
  }

  static func sentence(path: String, state: String) -> String {
    state == ImportRun.State.running.rawValue
      ? localized("The import of {name} is running.", ["name": Terminal.safe(path)])
      : localized(
        "The import of {name} is {state}; import it again to complete it.",
        ["name": Terminal.safe(path), "state": state])
  }

  /// Returns the sentences about an archive's unfinished imports.
  private static func sentences(of archive: Archive) throws -> [String] {
    let imports = try archive.imports()
    if imports.isEmpty, try archive.conversations().isEmpty {
      guard try !archive.isAccount() else { return [] }
      // The program was killed before its first import was recorded.
      return [localized("Nothing is in it: an import did not begin. Import the export again.")]
    }
    return of(imports).map { sentence(path: $0.path, state: $0.state.rawValue) }
  }

  /// Prints a warning on standard error.
  static func warn(of archive: Archive) throws {
    say(try sentences(of: archive))
  }

  private static func say(_ sentences: [String]) {
    for sentence in sentences { Terminal.printError("luge: \(sentence)") }
  }

  /// Prints a warning, and throws if the archive's first import has not reached the first message
  /// yet: output made from it would be empty without a reason.
  ///
  /// - Throws: ``LugeArchive/ArchiveError/notReadable(path:reason:)``.
  static func check(_ archive: Archive, path: String) throws {
    let sentences = try sentences(of: archive)
    guard let first = sentences.first else { return }
    guard try archive.conversations().contains(where: { $0.messages > 0 || $0.service > 0 }) else {
      throw ArchiveError.notReadable(path: path, reason: first)
    }
    say(sentences)
  }
}
