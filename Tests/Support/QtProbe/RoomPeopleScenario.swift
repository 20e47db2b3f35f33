import FakeLive
import Foundation
import LugeApp
import LugeCore
import LugeListKit
import LugeLive
import LugeQt
import LugeTestSupport

/// Returns a picture of stripes.
func stripes(_ colour: UInt32) -> [UInt8] {
  var writer = GIFWriter(width: 96, height: 96, colours: [colour, 0xF0F0F0], loops: nil)
  writer.frame(0, 0, 96, 96) { x, y in UInt8((x + y) / 16 % 2) }
  writer.end()
  return writer.bytes
}

/// Shows a room whose people and which itself have pictures that come late: nothing moves, and no
/// row is laid out again. One has none, the file of another is lost.
@MainActor func faces(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  let people = ["@anna:here", "@ben:here", "@cleo:here", "@dora:here"]
  for number in 0..<40 { server.say("message \(number)", by: people[number % people.count]) }
  server.state.withLock { state in
    state.members = [
      LiveMember(id: people[0], name: "Anna", picture: "mxc://here/anna"),
      LiveMember(id: people[1], name: "Ben", picture: ""),
      LiveMember(id: people[2], name: "Cleo", picture: "mxc://here/lost"),
    ]
    state.picture = "mxc://here/garden"
    state.files = [
      "mxc://here/anna": stripes(0x2060A0), "mxc://here/garden": stripes(0x208040),
      "mxc://here/dora": stripes(0xA03060),
    ]
    state.profiles = [people[3]: "mxc://here/dora"]
    state.mediaPause = 1500
  }
  return try runRooms(application, server, arguments) { viewer, reader in
    guard
      let chat = await reader.room(when: {
        viewer.state.isAtEnd && viewer.shownList?.engine.count ?? 0 > 30
      }), let list = viewer.shownList
    else { return }
    // Dora's is asked for first.
    _ = await reader.until(5) { server.state.withLock { $0.profilesAsked.count == 1 } }
    await reader.rest(400)
    let before = reader.places()
    let laid = reader.rowsLaidOut(list)
    let isAsked = await reader.until(10) {
      server.state.withLock { Set($0.thumbnailsAsked).count } == 4
    }
    let isComplete = await reader.until(20) {
      chat.pictures.isComplete && viewer.sideFacesAreComplete
    }
    await reader.rest(500)
    let isStill = reader.places() == before
    let (asked, profiles) = server.state.withLock { ($0.thumbnailsAsked, $0.profilesAsked) }
    say(
      "faces asked=\(isAsked) complete=\(isComplete) still=\(isStill)"
        + " laid=\(reader.rowsLaidOut(list) - laid) once=\(asked.count)"
        + " profiles=\(profiles.joined(separator: ",")) title=\(viewer.hasTitleFace)")
    if arguments.contains("look") { await reader.rest(20_000) }
  }
}

/// Opens a room's details, finds somebody in them, and goes back by Escape, which the test presses.
@MainActor func roomDetails(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(12)
  server.state.withLock { state in
    let many = (0..<40).map {
      LiveRoomDetails.Person(id: "@guest\($0):here", name: "Guest \($0)")
    }
    state.details = LiveRoomDetails(
      topic: "Tomatoes, and what eats them: https://example.org",
      people: many + [
        .init(id: "@anna:here", name: "Anna", picture: "mxc://here/anna", power: 100),
        .init(id: "@zoe:here", name: "Zoe", isInvited: true),
      ], rights: [.write, .invite])
    state.files = ["mxc://here/anna": stripes(0x2060A0)]
  }
  return try runRooms(application, server, arguments) { viewer, reader in
    guard await reader.room(when: { viewer.state.isAtEnd }) != nil else { return }
    // The test presses the keys.
    say("ready")
    @MainActor func rows() -> [String] {
      viewer.shownList?.engine.visibleRows.map(\.accessibleText) ?? []
    }
    let isShown = await reader.until(20) { rows().contains("Anna, @anna:here, Administrator") }
    let first = rows().prefix(5).joined(separator: "|").replacingOccurrences(of: " ", with: "_")
    say("details shown=\(isShown) rows=\(first)")
    if !isShown { say("rows \(rows())") }
    if arguments.contains("look") { await reader.rest(15_000) }
    server.state.withLock {
      $0.details?.people.insert(
        .init(id: "@aaron:here", name: "Aaron", power: 100, isInvited: true), at: 0)
      $0.details?.people.insert(.init(id: "@abel:here", name: "Abel", power: 100), at: 0)
    }
    server.add(.service(action: "m.room.member", text: "Abel joined"))
    let isNew = await reader.until(20) { rows().contains("Abel, @abel:here, Administrator") }
    say("came=\(isNew)")
    viewer.openFind("guest 39")
    let isFound = await reader.until(20) { rows().contains("Guest 39, @guest39:here") }
    say("found=\(isFound)")
    // Escape closes the find bar first.
    let isBack = await reader.until(30) { viewer.state.conversation == "Garden" }
    say("back=\(isBack)")
  }
}

/// Shows messages in the middle of a room, then its details, to which the test's keys lead. New
/// messages come meanwhile; Escape leads back.
@MainActor func roomPlace(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(60)
  server.state.withLock {
    $0.details = LiveRoomDetails(topic: "Tomatoes", people: [.init(id: "@anna:here", name: "Anna")])
  }
  return try runRooms(application, server, arguments) { viewer, reader in
    guard await reader.room(when: { viewer.state.isAtEnd }) != nil else { return }
    @MainActor func read() -> Int { server.state.withLock { $0.read.count } }
    say("ready")
    // The window has the keyboard now.
    _ = await reader.until(20) { read() > 0 }
    viewer.goInRoom(toTime: 20 * 60_000)
    let isThere = await reader.until(20) {
      reader.shows("message 20") && viewer.state.isSettled
    }
    await reader.rest(1000)
    let (before, marked) = (reader.places(), read())
    say("there=\(isThere && !before.isEmpty)")
    let isShown = await reader.until(20) { reader.shows("Anna") }
    server.fill(9, from: 60)
    await reader.rest(700)
    say("details=\(isShown)")
    _ = await reader.until(20) { viewer.roomChat != nil }
    _ = await reader.until(10) { reader.places() == before }
    await reader.rest(1000)
    let last = server.state.withLock { $0.read.last } ?? ""
    say("place kept=\(reader.places() == before) marked=\(read() - marked) last=\(last)")
    if reader.places() != before { say("\(before.prefix(3)) \(reader.places().prefix(3))") }
    if arguments.contains("look") { await reader.rest(20_000) }
  }
}

/// Shows a room whose session the server ends, until the test has logged in again by the window.
@MainActor func roomLogin(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(20)
  return try runRooms(application, server, arguments) { viewer, reader in
    guard let chat = await reader.room(when: { viewer.state.isAtEnd }) else { return }
    server.state.withLock { $0.syncOutcomes = [.signedOut("no token")] }
    server.say("the last one")
    let isOut = await reader.until(20) {
      viewer.state.rooms.contains { $0.hasSuffix(": logged out by the server") }
    }
    say("out=\(isOut) listed=\(viewer.state.rooms.count)")
    // The test writes a message, and Return.
    let isWaiting = await reader.until(30) {
      chat.messages.contains { $0.text.string == "waits" }
    }
    say("waiting=\(isWaiting) sent=\(server.texts.contains("waits"))")
    if arguments.contains("look") { await reader.rest(20_000) }
    viewer.connectNow()
    // The test writes the password, and Return.
    say("asked")
    let isSent = await reader.until(30) { server.texts.contains("waits") }
    let count = server.texts.filter { $0 == "waits" }.count
    let isHere = viewer.roomChat === chat && viewer.state.rooms.count > 1
    say("in=\(isSent) count=\(count) here=\(isHere)")
  }
}

/// Follows a reply to a message that is not loaded, and goes back by keys that the test presses.
@MainActor func roomBack(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(400)
  server.add(.message(MessageContent(StyledText("an answer"), reply: "$20")))
  server.fill(30, from: 401)
  return try runRooms(application, server, arguments) { viewer, reader in
    guard let chat = await reader.room(when: { viewer.state.isAtEnd }) else { return }
    _ = await reader.until(10) { chat.messages.contains { $0.text.string == "an answer" } }
    guard let answer = chat.messages.first(where: { $0.text.string == "an answer" })?.id else {
      return say("no answer")
    }
    _ = chat.show(answer)
    _ = await reader.until(10) { reader.shows("an answer") && viewer.state.isSettled }
    await reader.rest(500)
    let before = reader.places()
    viewer.followQuote(of: answer)
    let isThereNow = await reader.until(20) { reader.shows("message 20") }
    await reader.rest(500)
    say("followed there=\(isThereNow)")
    let isActive = await reader.until(20) { viewer.isActive }
    say("active=\(isActive)")
    let isBack = await reader.until(30) { reader.places() == before }
    say("back=\(isBack)")
    if !isBack { say("\(before.prefix(4)) \(reader.places().prefix(4))") }
    let isForward = await reader.until(30) { reader.shows("message 20") }
    say("forward=\(isForward)")
  }
}

/// Shows a room in whose composer the test writes the name of an emoji, then a command that does
/// not exist, and answers the question about it. Then goes to one date from two places.
@MainActor func roomWords(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(400)
  return try runRooms(application, server, arguments) { viewer, reader in
    guard let chat = await reader.room(when: { viewer.state.isAtEnd }) else { return }
    say("ready")
    let isEmoji = await reader.until(20) {
      chat.composer.text.hasPrefix("so ") && chat.composer.text.count == 4
    }
    say("emoji=\(isEmoji)")
    let isEmpty = await reader.until(20) {
      chat.composer.text.isEmpty && server.texts.last?.hasPrefix("so ") == true
    }
    // The test writes "/nosuch", Return, and Return at the question: to write on.
    let isWritten = await reader.until(20) { chat.composer.text == "/nosuch" }
    let isAsked = await reader.until(20) { chat.composer.text.isEmpty }
    say("asked=\(isEmpty && isWritten && isAsked)")
    let isBack = await reader.until(20) { chat.composer.text == "/nosuch" }
    say("back=\(isBack) sent=\(server.texts.contains("/nosuch"))")
    @MainActor func place(of words: String) async -> Int? {
      _ = await reader.until(20) { reader.shows(words) && viewer.state.isSettled }
      await reader.rest(700)
      return viewer.shownList?.engine.visibleRows.first {
        $0.accessibleText.contains(words)
      }?.y
    }
    viewer.goInRoom(toTime: 200 * 60_000)
    let far = await place(of: "message 200")
    // The last loaded messages, below which others are missing.
    viewer.goInRoom(toTime: 225 * 60_000)
    let near = await place(of: "message 225")
    say("dates alike=\(far != nil && abs((far ?? 0) - (near ?? 9999)) < 40)")
    if let far, let near { say("places \(far) \(near)") }
  }
}
