public import LugeCore
public import LugeEngine

/// Recording of a message, as passed to the player.
public struct Playable: Hashable, Sendable {
  public var message: ItemID
  /// Index among the message's media.
  public var index: Int
  public var isVoice: Bool
  /// Path of the recording (``ChatMedia/path``).
  public var path: String
  /// Duration in seconds, from the source; nil if unknown.
  public var duration: Double?
  var name: String
  var byteSize: Int64?
  var waveform: [UInt8]
  var isOutgoing: Bool

  /// Makes a recording; nil for media without a file, or with too large an index.
  init?(_ medium: ChatMedia, _ index: Int, of message: ChatMessage) {
    self.init(medium, index, of: message.id, isOutgoing: message.isOutgoing)
  }

  init?(_ medium: ChatMedia, _ index: Int, of message: ItemID, isOutgoing: Bool) {
    guard let path = medium.path, (0..<1 << 12).contains(index) else { return nil }
    self.message = message
    self.index = index
    isVoice = medium.kind == .voice
    self.path = path
    name = medium.fileName.map { Clipping.singleLine($0) } ?? ""
    byteSize = medium.byteSize
    duration = medium.duration.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    waveform = PlaybackBar.shortened(medium.waveform)
    self.isOutgoing = isOutgoing
  }

  /// Whether its message has a waveform.
  public var hasWaveform: Bool { !waveform.isEmpty }

  func slot(_ part: PlaybackSlot) -> SlotKey {
    SlotKey(
      item: message,
      part: ChatSlot.playback + UInt32(index) << 3 | (isOutgoing ? 4 : 0) | part.rawValue)
  }
}

extension ChatStrings {
  /// Returns a text like "Audio, song.mp3, 3:07 · 4 MB".
  func words(for playable: Playable) -> String {
    let details = [duration(playable.duration), byteSize(playable.byteSize)].compactMap { $0 }
    // File names of voice messages are meaningless.
    return [
      media[playable.isVoice ? .voice : .audio], playable.isVoice ? "" : playable.name,
      details.joined(separator: " · "),
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension ChatMessage {
  /// Recordings that are played within the row.
  public var playables: [Playable] {
    media.enumerated().compactMap { $1.playsInRow ? Playable($1, $0, of: self) : nil }
  }
}

/// Action of a recording's controls.
public enum PlayAction: RowAction {
  case toggle(Playable)
  /// Moves to the position of the hit (``LugeEngine/ListHit/place``); without one, plays or pauses.
  case seek(Playable)
  /// Moves forwards, or back, by some seconds.
  case skip(Playable, isForwards: Bool)
  /// Selects the next of ``PlaybackFacts/speeds``.
  case speed(Playable)

  public var takesSpace: Bool { if case .toggle = self { true } else { false } }
}

/// Slots of a recording's block that change during playback.
enum PlaybackSlot: UInt32 {
  case mark, bar, words, speed
}

/// Playback positions, stored apart from the messages: while a recording plays, no row is laid out,
/// drawn or moved; only marks in view are drawn.
///
/// Thread-safe: all fields are behind one lock, which is not held during calls to other code.
public final class PlaybackFacts: RowDecorator, Sendable {
  /// Speeds that the button cycles through.
  public static let speeds = [1, 1.5, 2.0]

  /// Playback position of a recording.
  public struct Progress: Hashable, Sendable {
    public var isPlaying: Bool
    /// Position in seconds.
    public var position: Double
    public var duration: Double?

    public init(isPlaying: Bool, position: Double, duration: Double?) {
      self.isPlaying = isPlaying
      self.position = position
      self.duration = duration
    }
  }

  private struct State {
    /// Recordings that were played but not to their end, by message and index.
    var known: [ItemID: [Int: (playable: Playable, progress: Progress)]] = [:]
    var speed = 1.0
    /// Waveforms of recordings whose messages have none, by message and index.
    var waveforms: [ItemID: [Int: [UInt8]]] = [:]
  }

  private let appearance: ChatAppearance
  private let state = DecorationState(State())

  public init(appearance: ChatAppearance = ChatAppearance()) { self.appearance = appearance }

  /// Shows the facts in an engine's rows, in addition to its current decorator. Call it on the
  /// engine's thread.
  public func serve(_ engine: ListEngine) {
    state.serve(engine)
    engine.decorator = engine.decorator.map { RowDecorators($0, self) } ?? self
  }

  /// Progress of a recording; nil if it was not played, or played to its end.
  public subscript(playable: Playable) -> Progress? {
    state.read { $0.known[playable.message]?[playable.index]?.progress }
  }

  public func set(_ progress: Progress?, of playable: Playable) {
    state.change { state in
      state.known[playable.message, default: [:]][playable.index] = progress.map { (playable, $0) }
      if state.known[playable.message]?.isEmpty == true { state.known[playable.message] = nil }
    }
  }

  /// Shows the waveform of a recording whose message has none. Nothing moves.
  ///
  /// - Parameter waveform: loudness from beginning to end, 0 to 255; any number of values.
  public func setWaveform(_ waveform: [UInt8], of playable: Playable) {
    state.change {
      $0.waveforms[playable.message, default: [:]][playable.index] =
        PlaybackBar.shortened(waveform)
    }
  }

  /// Returns a text like "0:12 / 1:00"; nil when nothing is known about a recording.
  public func position(of playable: Playable) -> String? {
    let progress = self[playable]
    let strings = appearance.strings
    let words = [
      strings.duration((progress?.position ?? 0).rounded(.down)),
      strings.duration(progress?.duration ?? playable.duration),
    ]
    return words[1] == nil && progress == nil
      ? nil : words.compactMap { $0 }.joined(separator: " / ")
  }

  /// Returns the name of a recording's button: "Play: Voice message, 1:00", or "Pause: …" while it
  /// plays.
  package func toggleWords(for playable: Playable) -> String {
    let strings = appearance.strings
    let isPlaying = self[playable]?.isPlaying == true
    return "\(isPlaying ? strings.pause : strings.play): \(strings.words(for: playable))"
  }

  /// Text of the speed, such as "1.5×".
  public var speedWords: String {
    SpeedMark.words(speed, separator: appearance.strings.decimalSeparator)
  }

  public var speed: Double {
    get { state.read { $0.speed } }
    set { state.change { $0.speed = newValue } }
  }

  // MARK: Decorations and accessible text

  public func decoration(in slot: SlotKey) -> (any RowDecoration)? {
    guard slot.part >= ChatSlot.playback, let part = PlaybackSlot(rawValue: slot.part & 3) else {
      return nil
    }
    let index = Int((slot.part - ChatSlot.playback) >> 3)
    let (known, speed, heard) = state.read {
      ($0.known[slot.item]?[index], $0.speed, $0.waveforms[slot.item]?[index] ?? [])
    }
    let colors = appearance.style.colors.bubble(isOutgoing: slot.part & 4 != 0)
    if part == .speed {
      return speed == 1 ? nil : SpeedMark(speed, colors, appearance)
    }
    guard let (playable, progress) = known else {
      return part == .bar && !heard.isEmpty
        ? PlaybackBar(waveform: heard, fraction: 0, colors: colors) : nil
    }
    let duration = progress.duration ?? playable.duration
    switch part {
    case .mark: return progress.isPlaying ? PauseMark(colors) : nil
    case .bar:
      guard let duration, duration > 0 else { return nil }
      return PlaybackBar(
        waveform: playable.waveform.isEmpty ? heard : playable.waveform,
        fraction: progress.position / duration, colors: colors)
    case .words:
      return PlaybackWords(
        position(of: playable) ?? "", colors, points: appearance.style.type.secondary)
    case .speed: return nil
    }
  }

  /// Returns a text like "Playing" or "Paused, 0:07".
  public func accessibleText(of message: ItemID, in slots: [SlotKey]) -> String? {
    let known = state.read { $0.known[message] } ?? [:]
    let strings = appearance.strings
    let said = known.keys.sorted().compactMap { index -> String? in
      guard let progress = known[index]?.progress else { return nil }
      // The position is left out while it changes: a screen reader would read it all the time.
      return progress.isPlaying
        ? strings.playing
        : [strings.paused, strings.duration(progress.position)].compactMap { $0 }
          .joined(separator: ", ")
    }
    return said.isEmpty ? nil : said.joined(separator: ", ")
  }
}
