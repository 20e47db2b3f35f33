import FakeLive
import Foundation
import LugeApp
import LugeArchive
import LugeCore
import LugeEngine
import LugeListKit
import LugeLive
import LugeQt
import LugeTestSupport

/// A room in which files are sent and received: one is sent, one cancelled on its way, one refused
/// and sent again, and a picture of somebody else comes late.
@MainActor func files(_ application: Application, _ arguments: [String]) throws -> Int32 {
  guard let folder = arguments.first else { return 64 }
  let server = FakeService()
  server.fill(60)
  return try runRooms(application, server, in: folder) { viewer in
    do {
      try await FileSender(viewer, server, folder).send()
    } catch {
      say("error \(error)")
    }
  }
}

/// A room of an account on a small disk, which becomes full while something is written: what cannot
/// be kept is in the field again, and is sent once there is room.
@MainActor func fullDisk(_ application: Application, _ arguments: [String]) throws -> Int32 {
  guard let folder = arguments.first else { return 64 }
  let server = FakeService()
  server.fill(60)
  return try runRooms(application, server, in: folder) { viewer in
    do {
      try await writeOnFullDisk(viewer, server, folder)
    } catch {
      say("error \(error)")
    }
  }
}

@MainActor private func writeOnFullDisk(
  _ viewer: ViewerController, _ server: FakeService, _ folder: String
) async throws {
  let reader = RoomReader(viewer, server)
  let isThere = await reader.until(30) {
    viewer.state.rooms.contains { $0.hasSuffix(": connected") } && viewer.state.isAtEnd
      && viewer.state.isSettled
  }
  guard isThere, let chat = viewer.roomChat else { return say("no room") }
  let filler = try SmallDisk.fill(folder)
  let isTold = await reader.until(20) { viewer.state.subtitle.contains("no space left") }
  let words = String(repeating: "words that were long in the writing ", count: 6000)
    .trimmingCharacters(in: .whitespaces)
  let quoted = chat.messages.last?.id
  chat.composer.onEvent?(.send(OutgoingMessage(text: words, replyTo: quoted)))
  let isBack = await reader.until(20) { chat.composer.text == words }
  // What was begun since stays, behind it.
  chat.composer.onEvent?(.send(OutgoingMessage(text: "another")))
  let both = await reader.until(20) { chat.composer.text == "another\n\(words)" }
  unlink(filler)
  let isLive = await reader.until(60) {
    viewer.state.rooms.contains { $0.hasSuffix(": connected") }
  }
  chat.composer.onEvent?(.send(OutgoingMessage(text: chat.composer.text)))
  let isSent = await reader.until(20) { server.texts.last == "another\n\(words)" }
  say(
    "full told=\(isTold) back=\(isBack) both=\(both) live=\(isLive) sent=\(isSent)"
      + " count=\(server.texts.count)")
}

@MainActor private final class FileSender {
  private let viewer: ViewerController
  private let server: FakeService
  private let folder: String
  private let reader: RoomReader

  init(_ viewer: ViewerController, _ server: FakeService, _ folder: String) {
    self.viewer = viewer
    self.server = server
    self.folder = folder
    reader = RoomReader(viewer, server)
  }

  private static func picture(_ seed: Int) -> [UInt8] {
    var writer = GIFWriter(width: 240, height: 160, colours: [0x2060A0, 0xE0B040], loops: nil)
    writer.frame(0, 0, 240, 160) { x, y in UInt8((x / 20 + y / 20 + seed) % 2) }
    writer.end()
    return writer.bytes
  }

  private var sent: [String] {
    server.state.withLock { state in
      state.events.compactMap {
        guard case .message(let content) = $0.kind, $0.sender == server.user else { return nil }
        return content.media?.path
      }
    }
  }

  private func attach(_ name: String) throws {
    let path = "\(folder)/\(name)"
    let bytes = Self.picture(name.utf8.count)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let file = OutgoingAttachment(path: path, name: name, byteSize: Int64(bytes.count))
    viewer.roomChat?.composer.onEvent?(.send(OutgoingMessage(text: "", attachments: [file])))
  }

  func send() async throws {
    let isThere = await reader.until(30) {
      self.viewer.state.rooms.contains { $0.hasSuffix(": connected") } && self.viewer.state.isAtEnd
        && self.viewer.state.isSettled
    }
    guard isThere, let chat = viewer.roomChat else { return say("no room") }

    // Sent, with its progress in words.
    server.state.withLock { $0.holdsUploads = true }
    try attach("sent.gif")
    let progressed = await reader.until(10) { self.viewer.state.subtitle.contains("sent.gif: 25") }
    server.state.withLock { $0.holdsUploads = false }
    let arrived = await reader.until(10) { self.sent.count == 1 }
    let isQuiet = await reader.until(10) { !self.viewer.state.subtitle.contains("sent.gif") }
    say("sent progress=\(progressed) arrived=\(arrived) quiet=\(isQuiet)")

    // Cancelled on its way, by the message's menu.
    server.state.withLock { $0.holdsUploads = true }
    try attach("cancelled.gif")
    _ = await reader.until(10) { self.viewer.state.subtitle.contains("cancelled.gif: 25") }
    _ = await reader.until(10) { chat.messages.last?.media.first?.fileName == "cancelled.gif" }
    let count = chat.messages.count
    let entry = chat.messages.last.flatMap { chat.menu?($0).first }
    entry?.run()
    let isGone = await reader.until(10) { chat.messages.count == count - 1 }
    server.state.withLock { $0.holdsUploads = false }
    await reader.rest(500)
    say("cancelled offered=\(entry != nil) gone=\(isGone) sent=\(sent.count)")

    // Refused, with the reason, and sent again.
    server.state.withLock {
      $0.uploadOutcomes = [.refused("too large for this server")]
    }
    try attach("again.gif")
    let isRefused = await reader.until(10) {
      chat.messages.last?.failure?.contains("too large") ?? false
    }
    if let id = chat.messages.last?.id { chat.messageActions.onEvent?(.retry(id)) }
    let isSent = await reader.until(10) { self.sent.count == 2 }
    say("retried refused=\(isRefused) sent=\(isSent)")

    // Somebody's picture, whose file comes later than its message.
    let address = "mxc://here/late"
    server.state.withLock {
      $0.mediaPause = 700
      $0.files[address] = Self.picture(3)
    }
    var media = MediaRecord(
      kind: .photo, path: address, mimeType: "image/gif", fileName: "late.gif")
    media.width = 240
    media.height = 160
    server.add(.message(MessageContent(StyledText(""), media: media)))
    _ = await reader.until(10) { chat.messages.last?.media.first?.path == address }
    await reader.rest(400)
    let before = reader.places()
    let isShown = await reader.until(10) {
      self.viewer.shownList?.engine.visibleRows.isEmpty == false
        && chat.pictures.failedInView == 0 && self.viewer.state.isSettled
        && self.server.state.withLock { $0.mediaAsked } > 0
    }
    await reader.rest(1_500)
    say(
      "received shown=\(isShown) still=\(before == reader.places()) failed=\(viewer.state.failedPictures)"
    )
  }
}
