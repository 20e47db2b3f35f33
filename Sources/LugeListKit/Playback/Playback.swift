public import LugeChat
public import LugeCore
import LugeEngine
public import LugeQt
import LugeWords

/// Plays the voice messages and audio of a list in their rows, one at a time in the whole program.
///
/// Its state is drawn beside the rows (``LugeChat/PlaybackFacts``). No library is loaded before the
/// first playback.
@MainActor
public final class Playback {
  public let facts: PlaybackFacts
  /// Shows an error message.
  public var onNote: (@MainActor (String) -> Void)?
  /// Opens a file that cannot be played here in another program.
  public var onOpen: (@MainActor (ImageKey) -> Void)?
  /// Downloads a recording whose path is an address, and returns its file; nil if that failed,
  /// which it has to show to the user.
  public var onFetch: (@MainActor (_ path: String) async -> String?)?
  /// Returns the recording to play after one that has ended; nil if there is none. Recordings that
  /// would have to be downloaded wait for the user.
  public var next: (@MainActor (Playable) -> Playable?)?
  /// Whether each recording that comes into view is decoded to show its waveform. Otherwise only
  /// recordings that the user sent or plays are, because others' files are not read unasked.
  public var listensUnasked = false
  private let strings: ChatStrings
  private let waveforms: Waveforms
  /// Returns the key of a file by its path in a message.
  private let fileKey: @MainActor (String) -> ImageKey

  // MARK: Mutable State (main actor)

  /// The playback that was started last in the program: starting another one pauses it.
  private static weak var latest: Playback?
  private weak var list: ListSurface?
  private var current: (playable: Playable, player: MediaPlayer)?
  /// Recordings whose waveform was requested; the value is whether decoding was allowed.
  private var asked: [Playable: Bool] = [:]
  /// Files that ``onFetch`` returned, by their addresses.
  private var fetched: [String: String] = [:]
  /// The recording that is being downloaded to be played.
  private var fetching: Playable?
  /// Seconds that the keys skip.
  private static let step = 10.0

  /// - Parameters:
  ///   - cache: a folder for waveforms; nil: each program run computes them again.
  ///   - file: returns the key of a file by its path in a message.
  public init(
    appearance: ChatAppearance = ChatAppearance(), cache: String? = nil,
    file: @escaping @MainActor (String) -> ImageKey
  ) {
    facts = PlaybackFacts(appearance: appearance)
    strings = appearance.strings
    waveforms = Waveforms(cache: cache)
    fileKey = file
  }

  isolated deinit { current?.player.close() }

  /// Plays recordings in a list. If the program sets a decorator of the engine, call this after
  /// that.
  public func serve(_ list: ListSurface) {
    self.list = list
    facts.serve(list.engine)
    list.interactors.add(PlayTaps(self))
  }

  /// The recording that is playing; nil while paused.
  public var playing: Playable? {
    current.flatMap { facts[$0.playable]?.isPlaying == true ? $0.playable : nil }
  }

  public func toggle(_ playable: Playable) {
    if fetching == playable {
      fetching = nil
      facts.set(nil, of: playable)
    } else if current?.playable == playable, facts[playable]?.isPlaying == true {
      pause()
      list?.announce(strings.paused)
    } else {
      play(playable)
    }
  }

  public func play(_ playable: Playable) {
    if needsFetch(playable.path) { return fetch(playable) }
    if Self.latest !== self { Self.latest?.pause() }
    Self.latest = self
    findWaveform(of: playable, listens: true)
    let progress = facts[playable]
    show(true, at: progress?.position ?? 0, progress?.duration ?? playable.duration, of: playable)
    player(for: playable).setPlaying(true)
  }

  private func file(_ path: String) -> ImageKey { fileKey(fetched[path] ?? path) }

  private func needsFetch(_ path: String) -> Bool {
    fetched[path] == nil && isAddress(path)
  }

  private func isAddress(_ path: String) -> Bool {
    onFetch != nil && ImageKey(path).filePath == nil
  }

  /// Downloads a recording and plays it, unless the user chose another one meanwhile.
  private func fetch(_ playable: Playable) {
    guard fetching != playable else { return }
    if let former = fetching { facts.set(nil, of: former) }
    pause()
    fetching = playable
    show(true, at: 0, playable.duration, of: playable)
    Task { [weak self] in
      let path = await self?.onFetch?(playable.path)
      guard let self else { return }
      fetched[playable.path] = path
      guard fetching == playable else { return }
      fetching = nil
      if path == nil { facts.set(nil, of: playable) } else { play(playable) }
    }
  }

  /// Shows the waveforms of a message's recordings when they are known; see ``listensUnasked``.
  public func look(at message: ChatMessage) {
    for playable in message.playables {
      findWaveform(of: playable, listens: listensUnasked || message.isOutgoing)
    }
  }

  private func findWaveform(of playable: Playable, listens: Bool) {
    guard !playable.hasWaveform, !(asked[playable].map { $0 || !listens } ?? false) else { return }
    if asked.count >= 4096 { asked = [:] }
    asked[playable] = listens
    let path = playable.path
    let isHere = !needsFetch(path)
    waveforms.find(
      isHere ? file(path) : nil, from: isAddress(path) ? path : nil, listens: listens
    ) { [weak self] found in
      guard let found else { return }
      Task { @MainActor in self?.facts.setWaveform(found, of: playable) }
    }
  }

  /// Pauses all playback in the program, because something else is about to play.
  public static func pauseAll() { latest?.pause() }

  /// Pauses; the position is kept.
  public func pause() {
    guard let current, let progress = facts[current.playable], progress.isPlaying else { return }
    current.player.setPlaying(false)
    show(false, at: progress.position, progress.duration, of: current.playable)
  }

  /// Seeks to a fraction of the length, 0 to 1, and plays from there.
  func seek(_ playable: Playable, to part: Double) {
    guard let duration = duration(of: playable) else { return play(playable) }
    go(to: min(max(0, part), 1) * duration, in: playable, plays: true)
  }

  /// Skips some seconds forwards or back. A recording that is not playing will start there.
  func skip(_ playable: Playable, isForwards: Bool) {
    go(
      to: (facts[playable]?.position ?? 0) + (isForwards ? Self.step : -Self.step), in: playable)
  }

  /// - Parameter position: position in seconds; limited to the recording's length.
  func go(to position: Double, in playable: Playable, plays: Bool = false) {
    let duration = duration(of: playable)
    let position = min(max(0, position), max(0, (duration ?? .infinity) - 0.1))
    let isPlaying = current?.playable == playable && facts[playable]?.isPlaying == true
    show(isPlaying, at: position, duration, of: playable)
    guard isPlaying || plays else {
      // A paused recording has a player at another position.
      if current?.playable == playable { player(for: playable).seek(to: position) }
      return
    }
    if needsFetch(playable.path) { return fetch(playable) }
    player(for: playable).seek(to: position)
    if !isPlaying { play(playable) }
  }

  private func duration(of playable: Playable) -> Double? {
    facts[playable]?.duration ?? playable.duration
  }

  /// Returns the position in seconds, for a slider; nil if the duration is unknown.
  func value(of playable: Playable) -> RowValue? {
    guard let duration = duration(of: playable), duration > 0 else { return nil }
    return RowValue(
      min(facts[playable]?.position ?? 0, duration), limit: duration, step: Self.step)
  }

  func label(of action: PlayAction) -> String? {
    switch action {
    case .seek(let playable):
      facts.position(of: playable).map { "\(strings.position), \($0)" }
    case .speed: "\(strings.speed), \(facts.speedWords)"
    case .toggle(let playable): facts.toggleWords(for: playable)
    case .skip: nil
    }
  }

  func nextSpeed() {
    let speeds = PlaybackFacts.speeds
    let place = speeds.firstIndex(of: facts.speed) ?? -1
    facts.speed = speeds[(place + 1) % speeds.count]
    current?.player.setSpeed(facts.speed)
  }

  func menuEntries(for playable: Playable) -> [RowMenuEntry] {
    let isPlaying = facts[playable]?.isPlaying == true
    let play = RowMenuEntry(isPlaying ? strings.pause : strings.play) { [weak self] in
      self?.toggle(playable)
    }
    guard onOpen != nil else { return [play] }
    return [
      play,
      RowMenuEntry(localized("Open in Another Program")) { [weak self] in
        guard let self else { return }
        pause()
        open(playable)
      },
    ]
  }

  private func open(_ playable: Playable) {
    Task { [weak self] in
      guard let self else { return }
      if needsFetch(playable.path) {
        guard let path = await onFetch?(playable.path) else { return }
        fetched[playable.path] = path
        findWaveform(of: playable, listens: true)
      }
      onOpen?(file(playable.path))
    }
  }

  private func player(for playable: Playable) -> MediaPlayer {
    if let current, current.playable == playable { return current.player }
    pause()
    current?.player.close()
    let player = MediaPlayer(
      file(playable.path), at: facts[playable]?.position ?? 0, speed: facts.speed
    ) { [weak self] event in
      Task { @MainActor in self?.take(event, of: playable) }
    }
    current = (playable, player)
    return player
  }

  private func show(
    _ isPlaying: Bool, at position: Double, _ duration: Double?, of playable: Playable
  ) {
    facts.set(
      .init(isPlaying: isPlaying, position: position, duration: duration), of: playable)
  }

  private func take(_ event: MediaPlayer.Event, of playable: Playable) {
    guard let current, current.playable == playable else { return }
    switch event {
    case .progress(let position, let duration):
      guard let known = facts[playable] else { return }
      show(known.isPlaying, at: position, duration ?? known.duration, of: playable)
    case .ended:
      end()
      if let next = next?(playable), !needsFetch(next.path) { play(next) }
    case .unavailable(let words):
      end()
      onNote?(
        onOpen == nil
          ? words
          : localized("{reason}, so it is opened in another program", ["reason": words]))
      onOpen?(file(playable.path))
    case .failed(let words):
      end()
      onNote?(localized("This cannot be played: {reason}", ["reason": words]))
    }
  }

  private func end() {
    guard let current else { return }
    self.current = nil
    current.player.close()
    facts.set(nil, of: current.playable)
  }
}

extension [ChatMessage] {
  /// Returns the recording after another: the next one of its message, or the first of the message
  /// that follows.
  func recording(after playable: Playable) -> Playable? {
    guard let place = lastIndex(where: { $0.id == playable.message }) else { return nil }
    let here = self[place].playables.first { $0.index > playable.index }
    return here ?? (place + 1 < count ? self[place + 1].playables.first : nil)
  }
}

private final class PlayTaps: RowInteractor {
  private weak var playback: Playback?

  init(_ playback: Playback) { self.playback = playback }

  func perform(_ action: PlayAction, on hit: ListHit) {
    switch action {
    case .toggle(let playable): playback?.toggle(playable)
    case .seek(let playable):
      if let place = hit.place {
        playback?.seek(playable, to: place.x)
      } else {
        playback?.toggle(playable)
      }
    case .skip(let playable, let isForwards): playback?.skip(playable, isForwards: isForwards)
    case .speed: playback?.nextSpeed()
    }
  }

  func menuEntries(for action: PlayAction, on hit: ListHit) -> [RowMenuEntry] {
    guard case .toggle(let playable) = action else { return [] }
    return playback?.menuEntries(for: playable) ?? []
  }

  func label(for action: PlayAction) -> String? { playback?.label(of: action) }

  func value(for action: PlayAction) -> RowValue? {
    if case .seek(let playable) = action { playback?.value(of: playable) } else { nil }
  }

  func set(_ value: Double, for action: PlayAction) {
    if case .seek(let playable) = action { playback?.go(to: value, in: playable) }
  }

  func drag(_ action: PlayAction, _ drag: RowDrag, on hit: ListHit) -> Bool {
    guard case .seek(let playable) = action, drag.width > 0 else { return false }
    if drag.phase == .moved || drag.phase == .ended {
      playback?.seek(playable, to: drag.position.x / drag.width)
    }
    return true
  }
}
