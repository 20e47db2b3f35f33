import FakeLive
import Foundation
import LugeApp
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugeLive
import LugeQt
import LugeTestSupport

/// Shows a room in which files are sent and received: one is sent, one cancelled during the upload,
/// one refused and sent again, and a picture of another user arrives late.
@MainActor func files(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(60)
  return try runRooms(application, server, arguments) { viewer, reader in
    try await FileSender(viewer, server, arguments[0], reader).send()
  }
}

/// Shows a room of an account on a small disk that becomes full: a message that cannot be stored is
/// back in the composer, and is sent once there is space.
@MainActor func fullDisk(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(60)
  return try runRooms(application, server, arguments) { viewer, reader in
    try await writeOnFullDisk(viewer, server, arguments[0], reader)
  }
}

@MainActor private func writeOnFullDisk(
  _ viewer: ViewerController, _ server: FakeService, _ folder: String, _ reader: RoomReader
) async throws {
  guard let chat = await reader.room(when: { viewer.state.isAtEnd }) else { return }
  let filler = try SmallDisk.fill(folder)
  let isTold = await reader.until(20) { viewer.state.subtitle.contains("no space left") }
  let words = String(repeating: "words that were long in the writing ", count: 6000)
    .trimmingCharacters(in: .whitespaces)
  let quoted = chat.messages.last?.id
  chat.composer.onEvent?(.send(OutgoingMessage(text: words, replyTo: quoted)))
  let isBack = await reader.until(20) { chat.composer.text == words }
  // Text begun since then stays, after it.
  chat.composer.onEvent?(.send(OutgoingMessage(text: "another")))
  let both = await reader.until(20) { chat.composer.text == "another\n\(words)" }
  unlink(filler)
  let isLive = await reader.until(60) { reader.isConnected }
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

  init(
    _ viewer: ViewerController, _ server: FakeService, _ folder: String, _ reader: RoomReader
  ) {
    self.viewer = viewer
    self.server = server
    self.folder = folder
    self.reader = reader
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

  /// Returns the actions in the menu of the last message, by their titles.
  private func menu(_ chat: ChatView) -> [String: @MainActor () -> Void] {
    chat.messages.last.map { chat.actions(of: $0.id) } ?? [:]
  }

  /// Whether the last message shows a picture from a local file.
  private func ownPicture(_ chat: ChatView) -> Bool {
    chat.messages.last?.media.first?.imageKey?.source == "\(folder)/sent.gif"
  }

  private func attach(_ name: String, _ content: [UInt8]? = nil) throws {
    let path = "\(folder)/\(name)"
    let bytes = content ?? Self.picture(name.utf8.count)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let file = OutgoingAttachment(path: path, name: name, byteSize: Int64(bytes.count))
    viewer.roomChat?.composer.onEvent?(.send(OutgoingMessage(text: "", attachments: [file])))
  }

  func send() async throws {
    guard let chat = await reader.room(when: { self.viewer.state.isAtEnd }) else { return }

    // Sent, with its progress as text.
    server.state.withLock { $0.holdsUploads = true }
    try attach("sent.gif")
    let progressed = await reader.until(10) { self.viewer.state.subtitle.contains("sent.gif: 25") }
    let isDrawn = await reader.until(10) {
      self.ownPicture(chat) && self.viewer.state.isSettled && chat.pictures.failedInView == 0
    }
    let isWaiting = chat.messages.last.map { chat.facts[$0.id].state == .sending } ?? false
    server.state.withLock { $0.holdsUploads = false }
    let arrived = await reader.until(10) { self.sent.count == 1 }
    let isQuiet = await reader.until(10) { !self.viewer.state.subtitle.contains("sent.gif") }
    // A picture that is shown from its file is not downloaded.
    let isKept = ownPicture(chat) && chat.pictures.failedInView == 0
    let asked = server.state.withLock { $0.mediaAsked }
    server.state.withLock {
      $0.receipts = [LiveReceipt(user: "@anna:here", event: "$\($0.events.count - 1)", time: 1)]
    }
    let isRead = await reader.until(10) {
      chat.messages.last.map { chat.facts[$0.id].state == .read } ?? false
    }
    say(
      "sent progress=\(progressed) drawn=\(isDrawn) waiting=\(isWaiting) arrived=\(arrived) "
        + "quiet=\(isQuiet) kept=\(isKept) asked=\(asked) read=\(isRead)")

    // Cancelled during the upload, by the message's menu.
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
    // By the menu, which the keyboard opens as well; nobody else has the message.
    let failed = menu(chat)
    let hasOthers = failed.keys.contains { ["Reply", "Forward", "Delete"].contains($0) }
    failed["Try again"]?()
    let isSent = await reader.until(10) { self.sent.count == 2 }
    _ = await reader.until(10) { self.menu(chat)["Forward"] != nil }
    say(
      "retried refused=\(isRefused) discard=\(failed["Discard"] != nil) others=\(hasOthers) "
        + "sent=\(isSent) forward=\(menu(chat)["Forward"] != nil)")

    // Another user's picture, whose file comes later than its message.
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
    try await play(chat)
  }

  /// Sends a recording and a video as such, and downloads and plays received ones.
  private func play(_ chat: ChatView) async throws {
    try attach("tone.wav", WAVWriter.tone(seconds: 2))
    _ = await reader.until(10) { self.sent.count == 3 }
    try attach("clip.avi", AVIWriter.video(colors: [0xFF0000, 0x00FF00]))
    _ = await reader.until(10) { self.sent.count == 4 }
    let kinds = server.state.withLock { state in
      state.events.compactMap { event -> String? in
        guard case .message(let content) = event.kind, event.sender == server.user,
          let media = content.media, media.kind != .photo
        else { return nil }
        let seconds = media.duration.map { String(Int($0.rounded())) } ?? "-"
        return "\(media.kind.rawValue):\(media.mimeType ?? ""):\(seconds)"
      }
    }
    _ = await reader.until(10) {
      // The server has them before the list shows that.
      let files = chat.messages.suffix(2).compactMap(\.media.first)
      return files.map(\.fileName) == ["tone.wav", "clip.avi"]
        && files.allSatisfy { $0.path?.hasPrefix("mxc") == true }
    }
    let rows = chat.messages.suffix(2).compactMap(\.media.first?.kind).map { "\($0)" }
    say("typed kinds=\(kinds.joined(separator: ",")) rows=\(rows.joined(separator: ","))")

    let address = "mxc://here/song"
    server.state.withLock {
      $0.mediaPause = 0
      $0.files[address] = WAVWriter.tone(seconds: 30)
    }
    let media = MediaRecord(
      kind: .audio, path: address, mimeType: "audio/wav", fileName: "../song.wav", duration: 30)
    server.add(.message(MessageContent(StyledText(""), media: media)))
    _ = await reader.until(10) { chat.messages.last?.media.first?.path == address }
    guard let song = chat.messages.last?.playables.first else { return say("played no row") }
    let asked = server.state.withLock { $0.mediaAsked }
    chat.playback.toggle(song)
    let isPlaying = await reader.until(15) {
      chat.playback.playing == song && (chat.playback.facts[song]?.position ?? 0) > 0.2
    }
    chat.playback.pause()
    chat.playback.play(song)
    chat.playback.pause()
    let again = server.state.withLock { $0.mediaAsked } - asked
    // A file that the server no longer has.
    var gone = media
    gone.path = "mxc://here/gone"
    server.add(.message(MessageContent(StyledText(""), media: gone)))
    _ = await reader.until(10) { chat.messages.last?.media.first?.path == gone.path }
    guard let missing = chat.messages.last?.playables.first else { return say("played no row") }
    chat.playback.toggle(missing)
    let hasStopped = await reader.until(10) { chat.playback.facts[missing] == nil }
    say("played there=\(isPlaying) asked=\(again) stopped=\(hasStopped)")
    try await caption(chat)
  }

  /// Sends text with several files: it is the first one's caption, and is edited without losing the
  /// file.
  private func caption(_ chat: ChatView) async throws {
    let files = try ["one.gif", "two.gif"].map { name in
      let path = "\(folder)/\(name)"
      let bytes = Self.picture(name.utf8.count)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return OutgoingAttachment(path: path, name: name, byteSize: Int64(bytes.count))
    }
    let count = sent.count
    let answered = chat.messages.first { !$0.isOutgoing && !$0.isService }?.id
    chat.composer.onEvent?(
      .send(OutgoingMessage(text: "/me looks", attachments: files, replyTo: answered)))
    _ = await reader.until(20) { self.sent.count == count + 2 }
    func said() -> [String] {
      server.state.withLock { state in
        state.events.suffix(2).map {
          guard case .message(let content) = $0.kind else { return "-" }
          let name = content.media?.fileName ?? "-"
          return "\(content.text.string):\(name):\(content.reply != nil)"
        }
      }
    }
    let isOne = said() == ["/me looks:one.gif:true", ":two.gif:false"]
    _ = await reader.until(10) { chat.messages.last?.media.first?.fileName == "two.gif" }
    let row = chat.messages.suffix(2).first
    let isShown = row?.text.string == "/me looks" && row?.media.count == 1
    _ = await reader.until(10) { chat.messages.last?.media.first?.path?.hasPrefix("mxc") == true }
    if let row { chat.composer.onEvent?(.edit(row.id, text: "they look")) }
    let isChanged = await reader.until(10) {
      self.server.state.withLock { state in
        guard case .edit(_, let content)? = state.events.last?.kind else { return false }
        return content.text.string == "they look" && content.media?.fileName == "one.gif"
      }
    }
    let isKept = await reader.until(10) {
      let row = chat.messages.suffix(2).first
      return row?.text.string == "they look" && row?.media.count == 1
    }
    say("captioned one=\(isOne) shown=\(isShown) changed=\(isChanged) kept=\(isKept)")
    if !isOne { say("\(said())") }
  }
}
