import LugeArchive
import LugeCore

@testable import LugeLive

extension LiveMessage {
  /// A message of Anna, the user, or of Ben, with the event "$id".
  static func sample(
    _ id: Int64, _ text: String = "words", isOwn: Bool = false, state: State = .sent,
    thread: String? = nil, media: [MediaRecord] = []
  ) -> LiveMessage {
    let author = StoredAuthor(id: AuthorID(rawValue: isOwn ? 1 : 2), name: isOwn ? "Anna" : "Ben")
    let stored = StoredMessage(
      id: id, position: 0, sourceKey: "\(id)", author: author,
      time: Timestamp(seconds: id, certainty: .exact), text: StyledText(text), media: media)
    return LiveMessage(
      stored: stored, event: "$\(id)", sender: isOwn ? "@anna:here" : "@ben:here", isOwn: isOwn,
      state: state, place: id, isLate: false, thread: thread)
  }
}
