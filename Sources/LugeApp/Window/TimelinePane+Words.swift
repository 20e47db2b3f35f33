import LugeArchive
import LugeChat
import LugeCore
import LugeListKit

/// Targets of mentions and hashtags.
extension TimelinePane {
  static func reacts(to action: HitRegion.Action) -> Bool {
    action == BackPiece.action || action == MorePiece.action || TextName(action) != nil
  }

  /// Shows the posts of a mentioned person if there are any; otherwise searches for the text.
  func search(for name: TextName) {
    if name.isMention { openPerson(name.words) } else { find(name.words) }
  }

  private func openPerson(_ mention: String) {
    let (archive, timeline) = (archive, timeline)
    Task { @MainActor [weak self, weak controller] in
      let found = await controller?.read { () throws(ArchiveError) -> AuthorID? in
        try MentionedPerson(mention).author(in: timeline, of: archive)
      }
      guard let found, let self, self.controller.timeline === self else { return }
      if let author = found {
        if screen != .person(author) { self.controller.navigation.visit(.person(author)) }
      } else {
        find(MentionedPerson(mention).words)
      }
    }
  }

  /// Searches the whole timeline, because a thread or a person's page may not contain the text
  /// again.
  private func find(_ words: String) {
    guard isHome else {
      return controller.navigation.visit(.home, finding: words)
    }
    controller.find.open(words)
  }
}

/// A person as named in a text: by address, by identity, or as written.
struct MentionedPerson {
  let mention: String

  init(_ mention: String) { self.mention = mention }

  /// Returns the person; nil if the timeline has no posts of them. Blocks.
  func author(
    in timeline: ConversationSummary, of archive: Archive
  ) throws(ArchiveError) -> AuthorID? {
    for key in keys {
      guard let author = try archive.author(withKey: key, in: timeline.id) else { continue }
      let own = try archive.positions(ofPostsBy: author.id, in: timeline.id)
      if !own.isEmpty { return author.id }
      if try !archive.positions(ofPostsBoostedBy: author.id, in: timeline.id).isEmpty {
        return author.id
      }
    }
    return nil
  }

  /// Possible keys of the person: see ``AuthorRecord/key``.
  private var keys: [String] {
    [mention, PostRecord.Person.key(ofAddress: mention), String(mention.drop { $0 == "@" })]
      .compactMap { $0 }
  }

  /// Text to search for: the part that different mentions have in common.
  var words: String {
    guard mention.isWebAddress else { return mention }
    let last = PathNames.name(of: mention)
    let name = last.drop { $0 == "@" }.split(separator: "@").first.map(String.init) ?? last
    return "@\(name)"
  }
}
