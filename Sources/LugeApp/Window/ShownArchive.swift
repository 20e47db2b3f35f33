import LugeArchive

/// The archive that is open in the window, and what belongs to it for as long as it is.
@MainActor
final class ShownArchive {
  // MARK: Mutable State (main actor)

  /// Nil while none is open.
  private(set) var opened: OpenArchive?
  /// Positions at which its conversations were left.
  private var places: [ConversationID: OpeningPlace] = [:]
  /// Parts of its posts and messages that the user has expanded.
  private(set) var marks = PostMarks()

  /// Another archive, or the same one again.
  func begin(_ opened: OpenArchive, places: [ConversationID: OpeningPlace]) {
    self.opened = opened
    self.places = places
    marks = PostMarks()
  }

  /// The same archive, with more conversations or messages in it.
  func grow(to opened: OpenArchive) { self.opened = opened }

  /// The places stay: what is closed last says where it was left.
  func close() { opened = nil }

  var conversations: [ConversationSummary] { opened?.conversations ?? [] }

  func conversation(_ id: ConversationID) -> ConversationSummary? {
    conversations.first { $0.id == id }
  }

  /// The conversation that is shown first; nil where none has messages.
  var first: ConversationSummary? { opened?.firstShown(places) }

  func place(of conversation: ConversationID) -> OpeningPlace? { places[conversation] }

  /// Keeps where the user was, unless another archive is open by now: conversations of two
  /// archives may have the same ids.
  func keep(_ place: OpeningPlace, of conversation: ConversationID, in archive: Archive) {
    guard opened?.archive === archive else { return }
    places[conversation] = place
  }
}
