import LugeArchive
import LugeChat
import LugeCore
import LugeLive
import LugeWords

/// A room of an account in the list at the side.
struct SideRoom: Hashable, Sendable {
  var key: RoomKey
  var room: LiveRoom
  /// The account's place among the accounts.
  var account: Int

  /// Conversations of archives have small numbers, finds have negative ones.
  var id: ItemID { ItemID(Int64(account + 1) << 40 | (key.room.rawValue & (1 << 40 - 1))) }

  static func colorIndex(of room: LiveRoom) -> Int {
    Int(truncatingIfNeeded: room.id.rawValue)
  }

  func item(isSelected: Bool, zone: ZoneOffsets) -> Conversation {
    var item = Conversation(
      id: id, name: ForeignText.visible(room.name), colorIndex: Self.colorIndex(of: room),
      snippet: snippet,
      localSeconds: room.lastTime.map {
        zone.localSeconds(of: Timestamp(seconds: $0, certainty: .exact))
      }, count: room.unread, isSelected: isSelected)
    item.isMentioned = room.mentions > 0
    var mix = RevisionMix()
    mix.add(item.name)
    mix.add(item.snippet)
    mix.add(UInt64(bitPattern: room.lastTime ?? 0))
    mix.add(UInt64(bitPattern: Int64(room.unread)))
    mix.add(UInt64(bitPattern: Int64(room.mentions)))
    item.revision = mix.revision
    return item
  }

  private var snippet: String {
    if room.membership == .invited { return localized("You are invited") }
    if room.queued > 0 {
      return localized(
        one: "{count} message is not sent", other: "{count} messages are not sent",
        count: room.queued)
    }
    if room.lastText.isEmpty, room.isEncrypted { return localized("Encrypted") }
    return ForeignText.visible(String(room.lastText.prefix(120)))
  }
}
