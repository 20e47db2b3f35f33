import LugeArchive
import LugeChat
import LugeCore
import LugeLive
import LugeWords

/// A room of an account in the side list.
struct SideRoom: Hashable, Sendable {
  var key: RoomKey
  var room: LiveRoom
  /// Index of the account among all accounts.
  var account: Int
  /// Whether new messages are sent at once.
  var isConnected = true

  /// Ids of conversations in archives are small, and those of search results negative.
  var id: ItemID { ItemID(Int64(account + 1) << 40 | (key.room.rawValue & (1 << 40 - 1))) }

  func item(isSelected: Bool, zone: ZoneOffsets) -> Conversation {
    var item = Conversation(
      id: id, name: ForeignText.name(room.name), colorIndex: room.colorIndex,
      snippet: snippet, snippetAuthor: author,
      localSeconds: room.last.map {
        zone.localSeconds(of: Timestamp(seconds: $0.time, certainty: .exact))
      }, count: room.membership == .invited ? 1 : room.unread, isSelected: isSelected)
    item.largestCount = 999
    // An invitation says so itself.
    if room.membership == .invited { item.spokenCount = "" }
    item.isMentioned = room.mentions > 0
    item.picture = picture
    var mix = RevisionMix()
    mix.add(item.name)
    mix.add(item.snippet)
    mix.add(item.snippetAuthor ?? "")
    mix.add(UInt64(bitPattern: room.last?.time ?? 0))
    mix.add(UInt64(bitPattern: Int64(room.unread)))
    mix.add(UInt64(bitPattern: Int64(room.mentions)))
    mix.add(room.picture ?? "")
    item.revision = mix.revision
    return item
  }

  /// Picture of the room or of the other person in it, or of who invites to it.
  var picture: ImageKey? {
    FaceKey.key(room.picture ?? room.invitation?.inviterPicture, of: key.user)
  }

  private var snippet: String {
    if room.membership == .invited {
      guard let invitation = room.invitation else { return localized("You are invited") }
      return localized(
        "{name} invites you", ["name": ForeignText.name(invitation.shownInviter)])
    }
    if let removal = room.removal {
      return ForeignText.visible(LiveObstacle.removed(removal).words)
    }
    if isWaiting {
      return localized(
        one: "{count} message is not sent", other: "{count} messages are not sent",
        count: room.queued)
    }
    guard let last = room.last else { return room.isEncrypted ? localized("Encrypted") : "" }
    if last.isDeleted { return ChatStrings.ofReader.deleted }
    if last.text.string.isEmpty, last.media == nil, room.isEncrypted {
      return localized("Encrypted")
    }
    let words = last.text.concealed
    return ForeignText.visible(
      Snippet.text(last.isService ? ServiceWords.said(words) : words, last.media))
  }

  /// Whether to show that messages wait: ones that are just being sent are not worth mentioning.
  private var isWaiting: Bool { room.queued > 0 && (!isConnected || room.hasFailed) }

  /// The author of ``snippet``, unless that is obvious.
  private var author: String? {
    guard room.membership == .joined, !isWaiting, let last = room.last, !last.isService,
      !last.isDeleted
    else { return nil }
    if last.isOwn { return localized("You") }
    return room.isDirect ? nil : ForeignText.name(last.author)
  }
}

extension LiveRoom {
  /// Index of the colour behind its initials: in a conversation of two, the other person's.
  var colorIndex: Int {
    person.map { LiveMessageMapper.colorIndex(of: $0, "") } ?? Int(truncatingIfNeeded: id.rawValue)
  }
}
