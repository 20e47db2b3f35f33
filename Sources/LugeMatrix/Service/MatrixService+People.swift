import LugeCore
public import LugeLive

/// Pictures of people and rooms, and who is in a room.
extension MatrixService {
  /// Returns the file itself where the server cannot scale it.
  public func thumbnail(
    _ address: String, side: Int, limit: Int
  ) async throws(LiveFailure) -> [UInt8] {
    guard let media = MatrixMedia(address) else {
      return try await self.media(address, limit: limit)
    }
    do {
      return try await client.thumbnail(of: media, side: side, maxBytes: limit)
    } catch .refused {
      return try await self.media(address, limit: limit)
    } catch {
      throw error.failure
    }
  }

  public func picture(of person: String) async throws(LiveFailure) -> String? {
    do {
      return try await client.picture(of: person).flatMap(MatrixMedia.init)?.address ?? ""
    } catch {
      if case .refused(404, _, _) = error { return "" }
      throw error.failure
    }
  }

  public func mayExist(_ person: String) async -> Bool {
    do {
      try await client.checkProfile(of: person)
      return true
    } catch {
      // A server that has no profiles answers with the same status.
      guard case .refused(404, let code, _) = error else { return true }
      return code == "M_UNRECOGNIZED"
    }
  }

  public func details(of room: String) async throws(LiveFailure) -> LiveRoomDetails? {
    do {
      return details(try await client.state(of: room))
    } catch {
      throw error.failure
    }
  }

  /// Level of those who made a room of a version in which they may do everything.
  private static let creatorPower = 100

  private func details(_ state: RoomStateAnswer) -> LiveRoomDetails {
    let powers = state.powers
    func power(of person: String) -> Int {
      if state.creators.contains(person) { return Self.creatorPower }
      return Int(clamping: powers.people[person] ?? powers.others).clamped(to: -1000...1000)
    }
    let people = state.events.elements.compactMap { event -> LiveRoomDetails.Person? in
      guard let member = event.member ?? invited(event) else { return nil }
      return LiveRoomDetails.Person(
        id: member.id, name: member.name, picture: member.picture ?? "",
        power: power(of: member.id), isInvited: event.content.membership == "invite")
    }
    let own = Int64(power(of: user))
    var rights: LiveRoomDetails.Rights = []
    let isCreator = state.creators.contains(user)
    for (right, needed) in [
      (LiveRoomDetails.Rights.write, powers.write), (.invite, powers.invite),
      (.remove, powers.remove), (.delete, powers.delete),
    ] where isCreator || own >= needed {
      rights.insert(right)
    }
    let topic = state.events.elements.last { $0.type == "m.room.topic" }?.content.topic
    return LiveRoomDetails(
      topic: topic.flatMap { $0.isEmpty ? nil : Clipping.prefix($0, bytes: 4096) },
      people: people, rights: rights)
  }

  /// Returns an invited person whose name was not told.
  private func invited(_ event: MatrixEvent) -> LiveMember? {
    guard event.type == "m.room.member", event.content.membership == "invite",
      let person = event.stateKey
    else { return nil }
    return LiveMember(id: person, name: person)
  }
}
