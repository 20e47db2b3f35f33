public import LugeArchive
import LugeCore
import LugeWords

/// Texts about the effects of a merge.
public enum MergeWords {
  /// Returns a line per conversation, with details below it.
  public static func lines(of merge: ArchiveMerge) -> [String] {
    merge.leftOutFolders.sorted().map { folder in
      localized(
        "The pictures in {folder} will be missing, because Luge is not allowed to read them now. To include them, first open the archive that shows them and choose this folder for its pictures.",
        ["folder": ForeignText.visible(folder)])
    } + merge.plans.flatMap(lines) + merge.copied.map(line)
  }

  private static func lines(of plan: ConversationMerge.Plan) -> [String] {
    let name = ForeignText.name(plan.name)
    var lines = [
      localized(
        "{name}: {first} and {second} messages, {same} in common, {result} in total",
        [
          "name": name, "first": Words.formats.number(plan.firstCount),
          "second": Words.formats.number(plan.secondCount),
          "same": Words.formats.number(plan.sameCount),
          "result": Words.formats.number(plan.resultCount),
        ])
    ]
    let ahead = plan.clockOffset / 60
    let minutes = Int(clamping: ahead.magnitude)
    if ahead > 0 {
      lines.append(
        "  "
          + localized(
            one: "the second's clock is {count} minute ahead; its times are adjusted",
            other: "the second's clock is {count} minutes ahead; its times are adjusted",
            count: minutes))
    } else if ahead < 0 {
      lines.append(
        "  "
          + localized(
            one: "the second's clock is {count} minute behind; its times are adjusted",
            other: "the second's clock is {count} minutes behind; its times are adjusted",
            count: minutes))
    }
    for (other, kept) in plan.renamed.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "  "
          + localized(
            "{name} is {kept}", context: "a person with two names",
            ["name": ForeignText.name(other), "kept": ForeignText.name(kept)]))
    }
    if plan.sameCount == 0, plan.firstCount > 0, plan.secondCount > 0 {
      lines.append(
        "  " + localized("they have no message in common: are they the same chat?"))
    }
    return lines
  }

  private static func line(of copy: ConversationSummary) -> String {
    localized(
      one: "{name}: only one archive has it; {count} message",
      other: "{name}: only one archive has it; {count} messages", count: copy.messages,
      ["name": ForeignText.name(copy.name)])
  }

  /// Describes a finished merge.
  public static func done(_ count: Int) -> String {
    localized(
      one:
        "{count} message. The two original archives are unchanged; to undo the merge, remove the new one.",
      other:
        "{count} messages. The two original archives are unchanged; to undo the merge, remove the new one.",
      count: count)
  }
}
