import CLazyGStreamer
import Dispatch
import LugeCore
import LugeImages
import LugeWords
import Synchronization

/// Plays one file on a queue of its own, never on the main thread. The library is loaded with the
/// first file.
final class MediaPlayer: Sendable {
  enum Event: Sendable {
    case progress(position: Double, duration: Double?)
    case ended
    /// A player library is missing; the text says which.
    case unavailable(String)
    /// The file cannot be played; the text is the reason.
    case failed(String)
  }

  private struct State {
    var player: OpaquePointer?
    var timer: (any DispatchSourceTimer)?
    /// The requested state, applied as soon as possible.
    var isPlaying = false
    var speed: Double
    /// Speed at which the player runs. GStreamer sets a speed with a seek.
    var appliedSpeed = 1.0
    /// Position to seek to, seconds; nil: no seek is pending.
    var target: Double?
    var isPrepared = false
    var isClosed = false
  }

  private let queue = DispatchQueue(label: "luge.player", qos: .userInitiated)
  private let onEvent: @Sendable (Event) -> Void
  private let onPicture: (@Sendable (Bitmap) -> Void)?
  /// Maximum size of pictures; nil: audio only.
  private let pictures: PixelSize?
  /// Seconds between checks of the player's state.
  private let interval: Double
  /// Changed on ``queue`` only, so the lock is never contended.
  private let state: Mutex<State>

  /// - Parameters:
  ///   - file: the file; opened where its ``LugeCore/ImageKey/confinement`` allows.
  ///   - position: position to begin at, seconds.
  ///   - onPicture: called with each picture to show now, on the player's queue.
  ///   - onEvent: called on the player's queue.
  init(
    _ file: ImageKey, at position: Double = 0, speed: Double = 1, interval: Double = 0.05,
    pictures: PixelSize? = nil, onPicture: (@Sendable (Bitmap) -> Void)? = nil,
    onEvent: @escaping @Sendable (Event) -> Void
  ) {
    self.onEvent = onEvent
    self.onPicture = onPicture
    self.pictures = pictures
    self.interval = interval
    var first = State(speed: speed)
    if position > 0 { first.target = position }
    state = Mutex(first)
    queue.async { self.open(file) }
  }

  deinit {
    let (player, timer) = state.withLock { ($0.player, $0.timer) }
    timer?.cancel()
    guard let player else { return }
    let address = UInt(bitPattern: player)
    queue.async { lgs_close(OpaquePointer(bitPattern: address)) }
  }

  func setPlaying(_ isPlaying: Bool) {
    queue.async { self.update { $0.isPlaying = isPlaying } }
  }

  /// - Parameter seconds: position from the beginning, seconds.
  func seek(to seconds: Double) {
    queue.async { self.update { $0.target = max(0, seconds) } }
  }

  func setSpeed(_ speed: Double) {
    queue.async {
      self.update { state in
        guard speed != state.speed else { return }
        state.speed = speed
        if let player = state.player, state.isPrepared, state.target == nil {
          state.target = max(0, lgs_position(player))
        }
      }
    }
  }

  /// Stops the player; nothing is called after that.
  func close() {
    queue.async {
      let player = self.state.withLock { state in
        state.isClosed = true
        state.timer?.cancel()
        state.timer = nil
        defer { state.player = nil }
        return state.player.map { UInt(bitPattern: $0) }
      }
      lgs_close(player.flatMap { OpaquePointer(bitPattern: $0) })
    }
  }

  // MARK: On the queue

  private func open(_ key: ImageKey) {
    if let missing = lgs_load() { return onEvent(.unavailable(String(cString: missing))) }
    let path: String
    do throws(ImageError) {
      let file = try ExportFile(key)
      guard MediaContainer.isKnown(file.beginning(MediaContainer.bytes)) else {
        return onEvent(.failed(localized("It is not a known audio or video format")))
      }
      path = file.path
    } catch {
      return onEvent(.failed(error.explanation(of: .file)))
    }
    let isOpen = state.withLock { state in
      guard !state.isClosed else { return true }
      state.player = lgs_open(
        path, Int32(clamping: pictures?.width ?? 0), Int32(clamping: pictures?.height ?? 0))
      return state.player != nil
    }
    guard isOpen else {
      return onEvent(.unavailable(localized("A part of GStreamer is not installed")))
    }
    watch()
  }

  private func update(_ change: (inout State) -> Void) {
    state.withLock { state in
      let was = state.isPlaying
      change(&state)
      guard let player = state.player, state.isPrepared else { return }
      if was != state.isPlaying, state.target == nil {
        lgs_set_playing(player, state.isPlaying ? 1 : 0)
      }
      goToTarget(&state)
    }
    watch()
  }

  /// Returns GStreamer's message without the full stop, to be put into a sentence.
  private static func reason(_ said: String) -> String {
    String(said.reversed().drop { $0 == "." || $0.isWhitespace }.reversed())
  }

  private func goToTarget(_ state: inout State) {
    guard let player = state.player, let target = state.target else { return }
    state.target = nil
    state.appliedSpeed = state.speed
    // A seek is reported once it is complete; if the file cannot be sought in, playback continues.
    state.isPrepared = lgs_seek(player, target, state.speed) == 0
    if state.isPrepared { lgs_set_playing(player, state.isPlaying ? 1 : 0) }
  }

  /// Starts the timer that checks the player while it plays; a paused one causes no wake-ups.
  private func watch() {
    state.withLock { state in
      guard state.player != nil, state.timer == nil else { return }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + interval, repeating: interval)
      timer.setEventHandler { [weak self] in self?.look() }
      state.timer = timer
      timer.resume()
    }
  }

  private func look() {
    var events: [Event] = []
    var picture: Bitmap?
    state.withLock { state in
      guard let player = state.player else { return }
      var words = [CChar](repeating: 0, count: 512)
      switch lgs_poll(player, &words, words.count) {
      case lgs_prepared:
        state.isPrepared = true
        if state.target == nil, state.speed != state.appliedSpeed {
          state.target = max(0, lgs_position(player))
        }
        if state.target != nil {
          goToTarget(&state)
        } else {
          lgs_set_playing(player, state.isPlaying ? 1 : 0)
        }
      case lgs_ended:
        state.isPlaying = false
        lgs_set_playing(player, 0)
        events.append(.ended)
      case lgs_failed:
        state.isPlaying = false
        let said = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        events.append(
          .failed(
            lgs_has_refused(player) != 0
              ? localized("Its format is not supported")
              : Self.reason(String(decoding: said, as: UTF8.self))))
        lgs_close(player)
        state.player = nil
      default: break
      }
      if let player = state.player, pictures != nil { picture = Self.picture(of: player) }
      if let player = state.player, state.isPrepared, state.target == nil {
        let duration = lgs_duration(player)
        let position = lgs_position(player)
        if position >= 0, events.isEmpty {
          events.append(
            .progress(position: position, duration: duration > 0 ? duration : nil))
        }
      }
      if state.player == nil || state.isPrepared && !state.isPlaying && state.target == nil {
        state.timer?.cancel()
        state.timer = nil
      }
    }
    if let picture { onPicture?(picture) }
    for event in events { onEvent(event) }
  }

  /// Returns a copy of the picture to show now; nil if there is no new one.
  private static func picture(of player: OpaquePointer) -> Bitmap? {
    var found = lgs_picture()
    guard lgs_next_picture(player, &found) != 0 else { return nil }
    defer { lgs_release_picture(&found) }
    let size = PixelSize(width: Int(found.width), height: Int(found.height))
    guard let pixels = found.pixels, size.width > 0, size.height > 0 else { return nil }
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { target in
      UnsafeMutableRawBufferPointer(target).copyMemory(
        from: UnsafeRawBufferPointer(
          start: pixels, count: min(target.count * 4, found.byte_count)))
    }
    return bitmap
  }
}

/// Whether a file begins like audio or video. Players also accept playlists and scripts, which
/// could make them download what the user did not ask for.
enum MediaContainer {
  /// Number of bytes at the beginning that are checked.
  static let bytes = 16

  static func isKnown(_ beginning: [UInt8]) -> Bool {
    func has(_ word: String, at offset: Int = 0) -> Bool {
      beginning.dropFirst(offset).starts(with: Array(word.utf8))
    }
    // Ogg, WAV and AVI, FLAC, MP3 with a tag, AMR, AIFF, Core Audio; MP4 and related formats.
    if ["OggS", "RIFF", "fLaC", "ID3", "#!AMR", "FORM", "caff"].contains(where: { has($0) })
      || has("ftyp", at: 4)
    {
      return true
    }
    // Matroska and WebM; MP3 and AAC without a tag.
    if beginning.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return true }
    return beginning.count > 1 && beginning[0] == 0xFF && beginning[1] & 0xE0 == 0xE0
  }
}
