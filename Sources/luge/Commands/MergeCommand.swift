import ArgumentParser
import Foundation
import LugeApp
import LugeArchive
import LugeCommandLine
import LugeWords

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: localized("Make one archive of two that have the same chats."),
    discussion: localized(
      """
      The same chat from two phones, or in two formats, becomes one conversation without doubles: \
      messages of one chat with the same id are the same; otherwise those with the same author, time \
      and text. \
      Clocks that are hours apart and people with two names are found by what both wrote. Neither \
      archive is changed; to undo a merge, remove the archive that it made.

      Exit codes: 0 merged; 1 something could not be read or written; 64 wrong usage.
      """))

  @Argument(
    help: ArgumentHelp(localized("The archive whose names and clock are kept.")),
    completion: .file(extensions: ["luge"]))
  var first: String

  @Argument(
    help: ArgumentHelp(localized("The archive that adds to it.")),
    completion: .file(extensions: ["luge"]))
  var second: String

  @Option(
    name: [.long, .customShort("o")], help: ArgumentHelp(localized("The new archive.")),
    completion: .file(extensions: ["luge"]))
  var into: String?

  @Flag(help: ArgumentHelp(localized("Print what would be merged, and write nothing.")))
  var dryRun = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Seconds by which the times of one message may differ."), valueName: "seconds"))
  var tolerance: Int64 = 90

  @Option(
    help: ArgumentHelp(localized("The conversation of the first archive; together with --with.")))
  var conversation: String?

  @Option(
    help: ArgumentHelp(localized("The conversation of the second archive that is the same chat.")))
  var with: String?

  @Flag(help: ArgumentHelp(localized("Print one JSON object.")))
  var json = false

  func validate() throws {
    guard dryRun || into != nil else {
      throw ValidationError(
        localized("Name the new archive with --into FILE.luge, or look with --dry-run."))
    }
    guard (0...86_400).contains(tolerance) else {
      throw ValidationError(localized("--tolerance should be between 0 and 86400 seconds."))
    }
    guard (conversation == nil) == (with == nil) else {
      throw ValidationError(localized("--conversation and --with belong together."))
    }
  }

  /// Output of `--json`.
  private struct Report: Encodable {
    struct Merge: Encodable {
      var name: String
      var firstCount: Int
      var secondCount: Int
      var sameCount: Int
      var resultCount: Int
      var clockOffsetS: Int64
      var renamed: [String: String]
    }
    var merged: [Merge]
    /// Names of conversations that only one archive has.
    var copied: [String]
    /// Folders of pictures that the new archive will not find.
    var leftOutFolders: [String]
    var archive: String?
    var added: Int
  }

  func run() throws {
    try Terminal.run {
      if let into, FileManager.default.fileExists(atPath: into) {
        throw ArchiveError.notWritable(
          path: into, reason: localized("there is a file already; a merge makes a new archive"))
      }
      let (one, two) = (
        try MediaPermissions.ofUser.open(first), try MediaPermissions.ofUser.open(second)
      )
      try UnfinishedImports.check(one, path: first)
      try UnfinishedImports.check(two, path: second)
      let merge = try ArchiveMerge(one, two, chosen: chosen(one, two), tolerance: tolerance)
      var added = 0
      var isNoted = true
      if let into, !dryRun {
        added = try write(merge, to: into)
        isNoted = ImportCommand.allowMedia(merge.mediaFolders, in: into) == nil
      }
      // Only now is it so.
      if !json {
        for line in MergeWords.lines(of: merge) { try Terminal.print(Terminal.safe(line)) }
        if let into, !dryRun {
          try Terminal.print("\(Terminal.safe(into)): \(MergeWords.done(added))")
        }
      }
      if json {
        try JSONOutput.print(
          Report(
            merged: merge.plans.map {
              .init(
                name: $0.name, firstCount: $0.firstCount, secondCount: $0.secondCount,
                sameCount: $0.sameCount, resultCount: $0.resultCount, clockOffsetS: $0.clockOffset,
                renamed: $0.renamed)
            }, copied: merge.copied.map(\.name),
            leftOutFolders: merge.leftOutFolders.sorted(), archive: dryRun ? nil : into,
            added: dryRun
              ? (merge.plans.map(\.resultCount) + merge.copied.map(\.count)).reduce(0, +) : added))
      }
      guard isNoted else { throw ExitCode.failure }
    }
  }

  /// - Returns: the number of messages in the new archive.
  private func write(_ merge: ArchiveMerge, to path: String) throws -> Int {
    let cancellation = ImportCancellation()
    let interrupt = InterruptHandler([SIGINT, SIGTERM, SIGHUP], cancelling: cancellation)
    defer { interrupt.stop() }
    do throws(ArchiveError) {
      return try merge.write(
        to: path, replaces: false, name: "\(first) + \(second)", cancellation: cancellation)
    } catch .cancelled {
      interrupt.endIfInterrupted()
      throw ExitCode.failure
    }
  }

  /// Returns the two conversations that the user named; nil to merge all that are in both archives.
  private func chosen(_ one: Archive, _ two: Archive) throws -> (
    first: ConversationSummary, second: ConversationSummary
  )? {
    guard let conversation, let with else { return nil }
    func find(_ name: String, in archive: Archive) throws -> ConversationSummary {
      let all = try archive.conversations()
      let lowered = name.lowercased()
      let exact = all.filter { $0.name.lowercased() == lowered }
      let found = exact.isEmpty ? all.filter { $0.name.lowercased().hasPrefix(lowered) } : exact
      guard found.count == 1 else {
        throw ArchiveError.noSuchConversation(name: name, known: all.map(\.name))
      }
      return found[0]
    }
    return (try find(conversation, in: one), try find(with, in: two))
  }
}
