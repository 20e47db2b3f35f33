/// The part of a message in an album: pictures that were sent together, each as a message of its
/// own.
///
/// Each message stays an item of the list, with its own identity and position, so that searches,
/// replies and counts need not know albums; one of them shows the pictures of all.
public enum AlbumPart: Sendable {
  /// The message shows the media of the whole album. The messages around the album decide whether
  /// its bubble opens or closes a group.
  case shown(before: NeighbourMessage?, after: NeighbourMessage?)
  /// Another message of the album shows its picture: this one has no height, except for a date
  /// above it.
  case folded
}

/// A message beside an album, or beyond an end of the list.
///
/// A class, because a struct cannot contain itself.
public final class NeighbourMessage: Sendable {
  public let message: ChatMessage

  public init(_ message: ChatMessage) { self.message = message }
}
