import LugeArchive
import LugeCommandLine
import LugeWords

/// Imports that were not completed, and warnings that messages of them are missing.
enum UnfinishedImports {
  /// Returns the last unfinished import of each path, sorted by path.
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
      return [
        localized("The archive is empty: its import was stopped early. Import the export again.")
      ]
    }
    return of(imports).map { sentence(path: $0.path, state: $0.state.rawValue) }
  }

  /// Prints a line on standard error for each unfinished import.
  static func warn(of archive: Archive) throws {
    say(try sentences(of: archive))
  }

  private static func say(_ sentences: [String]) {
    for sentence in sentences { Terminal.printError("luge: \(sentence)") }
  }

  /// Warns like ``warn(of:)``, but throws if an import is unfinished and the archive has no message
  /// yet: a command would write an empty file, and the user would not know why.
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
