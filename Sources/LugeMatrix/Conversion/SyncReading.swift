import LugeCore
import LugeLive

/// Converts responses of `/sync`.
struct SyncReading {
  let user: String

  func batch(_ answer: SyncAnswer) -> LiveBatch {
    var batch = LiveBatch(token: answer.nextBatch)
    batch.unreadable =
      answer.joined.leftOut + answer.invited.leftOut + answer.left.leftOut
    batch.notifications = answer.account.elements.compactMap(\.rules).last?.wishes
    let direct = answer.account.elements.reduce(into: Set<String>()) { rooms, event in
      for names in event.direct.values { rooms.formUnion(names) }
    }
    /// Returns the rooms sorted by id; invalid ids are omitted and counted.
    func rooms<Room>(_ map: LenientMap<Room>) -> [(key: String, value: Room)] {
      let known = map.values.filter { Self.isRoom($0.key) }
      batch.unreadable += map.values.count - known.count
      return known.sorted { $0.key < $1.key }
    }
    for (room, joined) in rooms(answer.joined) {
      var update = self.update(room, joined)
      if direct.contains(room) { update.isDirect = true }
      batch.unreadable += joined.timeline.leftOut + joined.state.leftOut
      batch.rooms.append(update)
    }
    for (room, left) in rooms(answer.left) {
      var update = self.update(room, left)
      update.membership = .left
      batch.rooms.append(update)
    }
    for (room, invited) in rooms(answer.invited) {
      batch.rooms.append(invitation(to: room, invited))
    }
    for room in direct.subtracting(answer.joined.values.keys).sorted() where Self.isRoom(room) {
      var update = LiveRoomUpdate(room)
      update.isDirect = true
      update.isOnlyAddition = true
      batch.rooms.append(update)
    }
    return batch
  }

  /// Whether it is a room id of the protocol, "!name:server".
  private static func isRoom(_ name: String) -> Bool {
    name.hasPrefix("!") && (2...255).contains(name.utf8.count)
  }

  private func update(_ room: String, _ joined: SyncAnswer.JoinedRoom) -> LiveRoomUpdate {
    var update = LiveRoomUpdate(room)
    let all = joined.state.elements + joined.timeline.elements
    update.events = joined.timeline.elements.flatMap(\.roomEvents)
    update.members = all.compactMap(\.member)
    update.before = joined.before
    update.hasGap = joined.isLimited
    update.isBeginning = joined.timeline.elements.contains { $0.type == "m.room.create" }
    for notice in all.compactMap(\.notice) { note(notice, in: &update) }
    update.isEncrypted = all.contains { $0.type == "m.room.encryption" && $0.stateKey != nil }
    update.people = joined.people
    let threads = joined.threads ?? [:]
    update.unread = joined.unread.map {
      threads.values.reduce($0) { $0.addingClamped($1.unread) }
    }
    update.mentions = joined.mentions.map {
      threads.values.reduce($0) { $0.addingClamped($1.mentions) }
    }
    update.unreadInThreads = joined.threads?.mapValues(\.unread)
    for event in all where event.stateKey == "" {
      switch event.type {
      case "m.room.name": update.name = Self.shown(event.content.name) ?? update.name
      case "m.room.avatar": update.picture = Self.picture(event.content.url) ?? ""
      default: break
      }
    }
    let alias = all.last { $0.type == "m.room.canonical_alias" }?.content.alias
    update.fallbackName = Self.shown(alias)
    // A room without a name is named after its members.
    update.namedAfter = Array(
      (joined.heroes ?? []).filter { $0 != user }.prefix(5).map(Clipping.name))
    for event in joined.ephemeral.elements {
      if let typing = event.typing { update.typing = typing.filter { $0 != user } }
      update.receipts += event.receipts
    }
    update.readMarker = joined.account.elements.compactMap(\.readMarker).last
    update.isMarkedUnread = joined.account.elements.compactMap(\.isMarkedUnread).last
    return update
  }

  private func note(_ notice: RoomNotice, in update: inout LiveRoomUpdate) {
    switch notice.kind {
    case .member(let person, let membership, let before, let reason) where person == user:
      let isOver = membership == "leave" || membership == "ban"
      guard isOver, notice.sender != user else {
        update.removal = nil
        return
      }
      // Whoever was only invited, or was out before, is put out of nothing.
      guard before ?? "join" == "join" else { return }
      update.removal = LiveRemoval(
        by: Clipping.name(notice.sender), reason: Self.topic(reason), isBan: membership == "ban")
    case .member: break
    case .successor(let room):
      update.successor = room
      update.successorServer = Self.server(of: notice.sender)
    case .powers(let people, let others, let needed, let deleting):
      update.mayWrite = people[user] ?? others >= needed || update.isOwn
      update.mayDelete = people[user] ?? others >= deleting || update.isOwn
      let isEverybody = others >= deleting
      update.moderators = LiveModerators(
        isEverybody: isEverybody,
        Set(people.filter { ($0.value >= deleting) != isEverybody }.map(\.key)))
    case .creators(let people):
      if people.contains(user) {
        update.isOwn = true
        update.mayWrite = true
        update.mayDelete = true
      }
    }
  }

  /// The server in somebody's id, "@name:server"; nil without one.
  private static func server(of person: String) -> String? {
    guard let colon = person.firstIndex(of: ":") else { return nil }
    let server = person[person.index(after: colon)...]
    return server.isEmpty ? nil : String(server)
  }

  private static func shown(_ name: String?) -> String? {
    guard let name, !name.isEmpty else { return nil }
    return Clipping.name(name)
  }

  /// Returns a topic in one line; nil if there is none.
  static func topic(_ text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    return Clipping.singleLine(text)
  }

  /// Returns a picture's address, if it is one of a Matrix server: others are never requested.
  private static func picture(_ address: String?) -> String? {
    address.flatMap(MatrixMedia.init)?.address
  }

  private func invitation(
    to room: String, _ invited: SyncAnswer.InvitedRoom
  ) -> LiveRoomUpdate {
    var update = LiveRoomUpdate(room)
    update.membership = .invited
    let state = invited.state.elements
    let own = state.last { $0.type == "m.room.member" && $0.stateKey == user }
    var invitation = LiveInvitation(inviter: Clipping.name(own?.sender ?? ""))
    for event in state {
      switch event.type {
      case "m.room.name": update.name = Self.shown(event.content.name)
      case "m.room.topic": invitation.topic = Self.topic(event.content.topic)
      case "m.room.encryption": update.isEncrypted = true
      case "m.room.member" where event.stateKey == own?.sender:
        invitation.inviterName = Self.shown(event.content.displayName)
        invitation.inviterPicture = Self.picture(event.content.picture)
      default: break
      }
    }
    invitation.roomName = update.name
    if let own {
      if own.content.isDirect {
        invitation.isDirect = true
        update.isDirect = true
      }
      update.fallbackName = invitation.inviterName ?? Self.shown(own.sender)
      update.invitation = invitation
    }
    return update
  }
}
