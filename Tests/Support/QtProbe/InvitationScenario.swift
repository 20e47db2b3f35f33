import FakeLive
import Foundation
import LugeApp
import LugeLive
import LugeQt

/// Shows an invitation to a room before the room is joined. The first attempt to join fails;
/// another invitation is declined.
@MainActor func invitations(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(12)
  var invitation = LiveInvitation(inviter: "@ben:here")
  invitation.inviterName = "Ben"
  invitation.roomName = "Cellar"
  invitation.topic = "Potatoes and wine"
  let first = invitation
  server.state.withLock { state in
    state.invitation = first
    state.preview = LiveRoomPreview(members: 12)
    state.joinOutcomes = [.refused("The door is shut")]
  }
  return try runRooms(application, server, arguments) { viewer, reader in
    let isThere = await reader.until(30) {
      viewer.state.rooms.contains { $0.hasPrefix("Cellar|Ben invites you") }
        && viewer.state.isAtEnd
    }
    guard isThere else { return say("no invitation: \(viewer.state.rooms)") }
    viewer.showRoom(named: "Cellar")
    let isAsked = await reader.until(10) {
      viewer.state.panel == "Ben invites you to “Cellar”"
        && viewer.state.panelDetail == "@ben:here\nPotatoes and wine\n12 people are in it"
    }
    let isFree = server.state.withLock { $0.joins.isEmpty }
    say("asked said=\(isAsked) free=\(isFree)")
    if !isAsked { say("\(viewer.state.panel ?? "-") \(viewer.state.panelDetail ?? "-")") }
    if arguments.contains("look") { await reader.rest(8_000) }
    viewer.pressPanel(0)
    let isRefused = await reader.until(10) { viewer.state.toast == "The door is shut" }
    let isAskedAgain = viewer.state.panel != nil
    viewer.pressPanel(0)
    let isIn = await reader.until(20) {
      viewer.state.conversation == "Cellar" && reader.shows("down here")
        && viewer.state.panel == nil
    }
    say("accepted refused=\(isRefused) again=\(isAskedAgain) in=\(isIn)")
    // An invitation to a room that the user has left; first the user goes elsewhere.
    server.state.withLock { $0.invitation = first }
    viewer.showRoom(named: "Garden")
    _ = await reader.until(20) {
      viewer.state.rooms.contains { $0.hasPrefix("Cellar|Ben invites you") }
        && viewer.state.conversation == "Garden"
    }
    viewer.showRoom(named: "Cellar")
    _ = await reader.until(10) { viewer.state.panel != nil }
    viewer.showRoom(named: "Garden")
    let isElsewhere = await reader.until(10) {
      viewer.state.conversation == "Garden" && viewer.state.panel == nil
    }
    viewer.showRoom(named: "Cellar")
    _ = await reader.until(10) { viewer.state.panel != nil }
    viewer.pressPanel(1)
    let isGone = await reader.until(20) {
      viewer.state.conversation == "Garden" && viewer.state.panel == nil
        && !viewer.state.rooms.contains { $0.hasPrefix("Cellar") }
    }
    let isTold = server.state.withLock { $0.joins.last == "-!cellar:here" }
    say("declined elsewhere=\(isElsewhere) gone=\(isGone) told=\(isTold)")
  }
}

/// Shows an account without rooms beside an open archive: declines one invitation, accepts another
/// one, and closes the archive while that room is shown.
@MainActor func invitedBesideArchive(
  _ application: Application, _ arguments: [String]
) throws -> Int32 {
  guard arguments.count == 2 else { return 64 }
  let server = FakeService()
  var invitation = LiveInvitation(inviter: "@ben:here")
  invitation.roomName = "Cellar"
  let shown = invitation
  server.state.withLock { state in
    state.isInGarden = false
    state.invitation = shown
  }
  return try runRooms(
    application, server, arguments, showsRoom: false, archive: arguments[1]
  ) { viewer, reader in
    @MainActor func ask() async -> Bool {
      _ = await reader.until(30) {
        viewer.state.rooms.contains { $0.hasPrefix("Cellar|") } && viewer.state.conversation != nil
      }
      viewer.showRoom(named: "Cellar")
      return await reader.until(10) { viewer.state.panel != nil }
    }
    let isAsked = await ask()
    viewer.pressPanel(1)
    let isBack = await reader.until(10) {
      viewer.state.panel == nil && viewer.state.conversation != nil
    }
    say("declined asked=\(isAsked) back=\(isBack) open=\(viewer.isShowingArchive)")
    server.state.withLock { $0.invitation = shown }
    _ = await ask()
    viewer.pressPanel(0)
    let isIn = await reader.until(20) { viewer.state.conversation == "Cellar" }
    viewer.closeArchive()
    await reader.rest(300)
    let stays = viewer.state.conversation == "Cellar" && reader.shows("down here")
    say("closed in=\(isIn) stays=\(stays) open=\(viewer.isShowingArchive)")
  }
}
