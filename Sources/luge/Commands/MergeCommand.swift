import ArgumentParser
import Foundation
import LugeArchive
import LugeCommandLine

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Make one archive of two that have the same chats.",
    discussion: """
      The same chat from two phones, or in two formats, becomes one conversation without doubles: \
      messages are the same by their ids where these are of one chat, else by author, time and words. \
      Clocks that are hours apart and people with two names are found by what both wrote. Neither \
      archive is changed; to undo a merge, remove the archive that it made.

      Exit codes: 0 merged; 1 something could not be read or written; 64 wrong usage.
      """)

  @Argument(
    help: "The archive whose names and clock are kept.", completion: .file(extensions: ["luge"]))
  var first: String

  @Argument(help: "The archive that adds to it.", completion: .file(extensions: ["luge"]))
  var second: String

  @Option(
    name: [.long, .customShort("o")], help: "The new archive.",
    completion: .file(extensions: ["luge"]))
  var into: String?

  @Flag(help: "Say what would be merged, and write nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp("Seconds that the times of one message may differ.", valueName: "seconds"))
  var tolerance: Int64 = 90

  @Option(help: "The conversation of the first archive; together with --with.")
  var conversation: String?

  @Option(help: "The conversation of the second archive that is the same chat.")
  var with: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard dryRun || into != nil else {
      throw ValidationError("Name the new archive with --into FILE.luge, or look with --dry-run.")
    }
    guard (0...86_400).contains(tolerance) else {
      throw ValidationError("--tolerance should be between 0 and 86400 seconds.")
    }
    guard (conversation == nil) == (with == nil) else {
      throw ValidationError("--conversation and --with belong together.")
    }
  }

  /// What `--json` prints.
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
    /// Conversations that only one archive has.
    var copied: [String]
    var archive: String?
    var added: Int
  }

  func run() throws {
    try Terminal.run {
      if let into, FileManager.default.fileExists(atPath: into) {
        throw ArchiveError.notWritable(
          path: into, reason: "there is a file already; a merge makes a new archive")
      }
      let (one, two) = (try Archive(opening: first), try Archive(opening: second))
      let (merges, left, right) = try chosen(one, two)
      let plans = try merges.map { try $0.plan() }
      if !json { try show(plans, copied: left + right) }
      var added = 0
      if let into, !dryRun {
        let parts =
          merges.enumerated().map { index, merge in
            ImportInput.Part(name: plans[index].name) { try merge.read(into: $0) }
          }
          + left.map { summary in
            ImportInput.Part(name: summary.name) {
              try ConversationMerge.copy(summary, of: one, into: $0)
            }
          }
          + right.map { summary in
            ImportInput.Part(name: summary.name) {
              try ConversationMerge.copy(summary, of: two, into: $0)
            }
          }
        added = try ArchiveImporter(into: into)
          .run(ImportInput(path: "\(first) + \(second)", parts: parts)).added
        if !json {
          try Terminal.print(
            "\(Terminal.safe(into)): \(messages(added)). "
              + "The two others are as they were; to undo this, remove it.")
        }
      }
      if json {
        try JSONOutput.print(
          Report(
            merged: plans.map {
              .init(
                name: $0.name, firstCount: $0.firstCount, secondCount: $0.secondCount,
                sameCount: $0.sameCount, resultCount: $0.resultCount, clockOffsetS: $0.clockOffset,
                renamed: $0.renamed)
            }, copied: (left + right).map(\.name), archive: dryRun ? nil : into, added: added))
      }
    }
  }

  private func messages(_ count: Int) -> String {
    count == 1 ? "1 message" : "\(count) messages"
  }

  private func chosen(_ one: Archive, _ two: Archive) throws -> (
    [ConversationMerge], [ConversationSummary], [ConversationSummary]
  ) {
    guard let conversation, let with else {
      return try ConversationMerge.pairs(one, two, tolerance: tolerance)
    }
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
    let merge = ConversationMerge(
      try find(conversation, in: one), of: one, with: try find(with, in: two), of: two,
      tolerance: tolerance)
    return ([merge], [], [])
  }

  private func show(_ plans: [ConversationMerge.Plan], copied: [ConversationSummary]) throws {
    for plan in plans {
      try Terminal.print(
        "\(Terminal.safe(plan.name)): \(plan.firstCount) and \(plan.secondCount) messages, "
          + "\(plan.sameCount) of them the same: \(plan.resultCount)")
      if plan.clockOffset != 0 {
        let minutes = plan.clockOffset / 60
        try Terminal.print(
          "  the second's clock is \(abs(minutes)) minutes \(minutes > 0 ? "ahead" : "behind"); "
            + "its times are moved")
      }
      for (name, kept) in plan.renamed.sorted(by: { $0.key < $1.key }) {
        try Terminal.print("  \(Terminal.safe(name)) is \(Terminal.safe(kept))")
      }
      if plan.sameCount == 0, plan.firstCount > 0, plan.secondCount > 0 {
        try Terminal.print("  they have no message in common: are they the same chat?")
      }
    }
    for summary in copied {
      try Terminal.print(
        "\(Terminal.safe(summary.name)): only one archive has it; "
          + "\(messages(summary.count))")
    }
  }
}
