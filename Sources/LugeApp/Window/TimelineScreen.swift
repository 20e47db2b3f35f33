import LugeArchive
import LugeCore
import LugeWords

/// Screen of a timeline.
enum TimelineScreen: Hashable, Sendable {
  /// All posts.
  case home
  /// One post with those that it answers and those that answer it; `pages` multiplies the number of
  /// posts that are read.
  case thread(Int64, pages: Int = 1)
  /// One person's posts.
  case person(AuthorID)

  /// The same screen with one page.
  var first: TimelineScreen {
    if case .thread(let id, _) = self { .thread(id) } else { self }
  }

  var name: String {
    switch self {
    case .home: "home"
    case .thread: "thread"
    case .person: "person"
    }
  }

  /// Text for an empty screen.
  var absence: String {
    switch self {
    case .home: localized("The timeline cannot be read")
    case .thread: localized("This post is not in the archive")
    case .person: localized("There are no posts by this person in the archive")
    }
  }
}

/// A screen and the user's position in it.
struct TimelineVisit: Sendable {
  var screen: TimelineScreen
  /// Position; nil for the beginning.
  var place: OpeningPlace?
  /// Position in the list of the cursor's post.
  var current: Int?
}

typealias TimelineVisits = Visits<TimelineVisit>

/// Contents of a screen, read from the archive.
enum TimelineContent: Sendable {
  case home
  case thread(MessageThread, focus: Int64, pages: Int)
  case person(PersonPosts, AuthorID)

  /// Maximum number of ancestors, and of answers, that are read per page.
  private static let ancestors = 200
  private static let answers = 500

  /// Reads the contents; nil if there is nothing to show. Blocks.
  init?(
    _ screen: TimelineScreen, timeline: ConversationSummary, archive: Archive
  ) throws(ArchiveError) {
    switch screen {
    case .home: self = .home
    case .thread(let asked, let pages):
      guard let message = try archive.message(asked) else { return nil }
      // A boost is shown with the thread of its original.
      let id = archive.original(of: message, in: timeline.id)?.id ?? asked
      let factor = min(max(1, pages), 1000)
      let thread = try archive.thread(
        of: id, above: factor * Self.ancestors, below: factor * Self.answers)
      guard !thread.messages.isEmpty else { return nil }
      self = .thread(thread, focus: id, pages: factor)
    case .person(let author):
      guard let posts = try PersonPosts(of: author, in: timeline, of: archive) else { return nil }
      self = .person(posts, author)
    }
  }

  var screen: TimelineScreen {
    switch self {
    case .home: .home
    case .thread(_, let focus, let pages): .thread(focus, pages: pages)
    case .person(_, let author): .person(author)
    }
  }
}
