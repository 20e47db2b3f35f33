#if DEBUG
  import Foundation
  import LugeChat
  import LugeCore

  /// Reports, on stderr, messages that changed without a new revision: the list goes on showing
  /// their old content. For developers.
  struct RevisionCheck {
    /// Number of messages at the end that are compared; most changes are there.
    private static let compared = 500
    private static let mostReports = 5

    private var reports = 0

    /// - Complexity: O(1): only a fixed number of messages is compared.
    mutating func check(_ new: [ChatMessage], after old: [ChatMessage]) {
      guard reports < Self.mostReports else { return }
      for message in Self.unnoticed(new, after: old).prefix(Self.mostReports - reports) {
        reports += 1
        let report = """
          LugeListKit: message \(message.rawValue) is another one under the same revision, so the \
          list shows it as it was. Raise ChatMessage.revision with every change.

          """
        FileHandle.standardError.write(Data(report.utf8))
      }
    }

    /// Returns the messages that changed but kept their revision.
    static func unnoticed(_ new: [ChatMessage], after old: [ChatMessage]) -> [ItemID] {
      let before = Dictionary(old.suffix(compared).map { ($0.id, $0) }) { $1 }
      return new.suffix(compared).compactMap { message in
        guard let known = before[message.id], known.revision == message.revision,
          !known.looksEqual(to: message)
        else { return nil }
        return message.id
      }
    }
  }

  extension ChatMessage {
    /// Compares the properties that are cheap to compare; attachments are not.
    fileprivate func looksEqual(to other: ChatMessage) -> Bool {
      text == other.text && author == other.author && time == other.time
        && isOutgoing == other.isOutgoing && isEdited == other.isEdited
        && isDeleted == other.isDeleted && isFirstUnread == other.isFirstUnread
        && failure == other.failure && reply == other.reply
        && forwardedFrom == other.forwardedFrom && via == other.via
        && isForwardedFromUser == other.isForwardedFromUser && reactions == other.reactions
        && media.count == other.media.count && tracksState == other.tracksState
    }
  }
#endif
