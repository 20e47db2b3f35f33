import Foundation
import LugeArchive

/// The archive that is open in the window, and the state that belongs to it.
@MainActor
final class ShownArchive {
  // MARK: Mutable State (main actor)

  /// The archive; nil while none is open.
  private(set) var opened: OpenArchive?
  /// Positions at which its conversations were left.
  private var places: [ConversationID: OpeningPlace] = [:]
  /// Parts of its posts and messages that the user has expanded.
  private(set) var marks = PostMarks()

  /// Sets another archive, or the same one again.
  func begin(_ opened: OpenArchive, places: [ConversationID: OpeningPlace]) {
    self.opened = opened
    self.places = places
    marks = PostMarks()
  }

  /// Replaces the archive by its later state with more conversations or messages.
  func grow(to opened: OpenArchive) { self.opened = opened }

  /// Closes the archive. The places stay, because the last page still stores its position.
  func close() { opened = nil }

  var conversations: [ConversationSummary] { opened?.conversations ?? [] }

  func conversation(_ id: ConversationID) -> ConversationSummary? {
    conversations.first { $0.id == id }
  }

  /// The conversation that is shown first; nil if none has messages.
  var first: ConversationSummary? { opened?.firstShown(places) }

  func place(of conversation: ConversationID) -> OpeningPlace? { places[conversation] }

  /// Stores the place that the user leaves now, unless another archive is open by now:
  /// conversations of two archives may have the same ids.
  func keep(_ place: OpeningPlace, of conversation: ConversationID, in archive: Archive) {
    guard opened?.archive === archive else { return }
    var place = place
    place.visited = Int64(Date().timeIntervalSince1970)
    places[conversation] = place
  }
}
