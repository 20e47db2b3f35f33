import LugeCore
import Synchronization

/// Holder of a heavy view and its pending work: the engine's thread adds events and new content,
/// the lane of heavy views handles them and posts a picture.
///
/// Pending events are joined: however fast the pointer moves, the view is drawn once for all of
/// them, and dropping a queued job loses nothing.
///
/// `@unchecked Sendable`: the lane's mutable state below is touched by jobs of one lane only, which
/// run one after the other; everything else is constant or under the lock.
final class HeavyViewBox: @unchecked Sendable {
  /// Urgency of a new picture of the view.
  enum Need: Int, Comparable {
    case none
    /// The content has changed; the picture is needed only while the view is visible.
    case refreshing
    case drawing

    static func < (a: Need, b: Need) -> Bool { a.rawValue < b.rawValue }
  }

  private struct Inbox {
    var events: [HeavyViewEvent] = []
    var environment: HeavyViewEnvironment
    var content: any HeavyViewContent
    var isContentNew = false
    var hasContentChanged = false
    var need = Need.drawing
    var isScheduled = false
    var isWorking = false
  }

  let key: ImageKey
  let lease: Int
  private let states: HeavyViewStates
  private let inbox: Mutex<Inbox>

  // MARK: Mutable State (the lane's)

  private var view: (any HeavyView)?
  private var base: Bitmap?
  private var drawnEnvironment: HeavyViewEnvironment?
  private var isRetired = false

  init(
    key: ImageKey, lease: Int, content: any HeavyViewContent, environment: HeavyViewEnvironment,
    states: HeavyViewStates
  ) {
    self.key = key
    self.lease = lease
    self.states = states
    inbox = Mutex(Inbox(environment: environment, content: content))
  }

  // MARK: The engine's thread

  var need: Need { inbox.withLock { $0.need } }
  /// Whether no work is running or queued.
  var isResting: Bool { inbox.withLock { !$0.isWorking && !$0.isScheduled } }

  func setEnvironment(_ environment: HeavyViewEnvironment) {
    inbox.withLock { inbox in
      guard environment != inbox.environment else { return }
      inbox.environment = environment
      inbox.need = .drawing
    }
  }

  func setContent(_ content: any HeavyViewContent) {
    inbox.withLock { inbox in
      inbox.content = content
      inbox.isContentNew = true
      inbox.need = .drawing
    }
  }

  func markContentChanged() {
    inbox.withLock { inbox in
      inbox.hasContentChanged = true
      inbox.need = max(inbox.need, .refreshing)
    }
  }

  /// Adds an event.
  ///
  /// - Returns: whether a job has to be queued; false when one is queued already.
  func add(_ event: HeavyViewEvent) -> Bool {
    inbox.withLock { inbox in
      // Of several positions of the pointer only the last one is needed.
      if case .moved = event, case .moved? = inbox.events.last { inbox.events.removeLast() }
      inbox.events.append(event)
      inbox.need = .drawing
      defer { inbox.isScheduled = true }
      return !inbox.isScheduled
    }
  }

  // MARK: The lane

  /// Handles the pending events and draws the view; returns nil when the picture does not change.
  func work(with tools: any LaneTools) -> HeavyViewBitmap? {
    // The view ended before this job began.
    guard !isRetired else { return nil }
    let todo = inbox.withLock { inbox in
      defer {
        inbox.events = []
        inbox.isContentNew = false
        inbox.hasContentChanged = false
        inbox.need = .none
        inbox.isScheduled = false
        inbox.isWorking = true
      }
      return inbox
    }
    let isFirst = view == nil
    var change = prepareView(of: todo.content, isNew: todo.isContentNew)
    guard let view else { return nil }
    for event in todo.events { change = max(change, view.handle(event)) }
    if todo.hasContentChanged { change = max(change, view.contentChanged()) }
    if todo.environment != drawnEnvironment || base == nil { change = .all }
    guard change != .none, let picture = draw(view, change, in: todo.environment, with: tools)
    else {
      return nil
    }
    return HeavyViewBitmap(
      key: key, lease: lease, bitmap: picture, environment: todo.environment,
      bytes: view.byteCount + picture.byteCount + (base === picture ? 0 : base?.byteCount ?? 0),
      spokenText: view.spokenText, isFirst: isFirst)
  }

  /// Ends a job; call it after the picture was posted.
  func finishWork() { inbox.withLock { $0.isWorking = false } }

  private func prepareView(of content: any HeavyViewContent, isNew: Bool) -> HeavyViewChange {
    if let view {
      guard isNew else { return .none }
      self.view = content.makeView(restoring: view.state)
    } else {
      view = content.makeView(restoring: states.state(of: key))
    }
    return .all
  }

  private func draw(
    _ view: any HeavyView, _ change: HeavyViewChange, in environment: HeavyViewEnvironment,
    with tools: any LaneTools
  ) -> Bitmap? {
    let context = environment.context(tools.text)
    if change == .all {
      let layout = RowLayout(size: environment.size, drawList: view.draw(in: context))
      base = tools.paint(
        layout, slice: 0..<environment.size.height, scheme: environment.scheme,
        background: environment.background)
      drawnEnvironment = environment
    }
    guard let base else { return nil }
    let overlay = view.drawOverlay(in: context)
    return overlay.commands.isEmpty
      ? base : tools.paint(overlay, over: base, scheme: environment.scheme)
  }

  /// Ends the view; its state is kept for the next view of the key.
  func retire() {
    // Pending events change the state, even though the view is not drawn any more.
    let events = inbox.withLock { inbox in
      defer { inbox.events = [] }
      return inbox.events
    }
    if let view {
      for event in events { _ = view.handle(event) }
      states.keep(view.state, of: key)
    }
    isRetired = true
    view = nil
    base = nil
  }
}

/// States of views that have ended, up to a maximum number; the oldest are dropped. Shared by the
/// boxes of one pool. Thread-safe.
final class HeavyViewStates: Sendable {
  private let states: Mutex<ByteLimitedCache<ImageKey, any Sendable>>

  /// Makes an empty table.
  ///
  /// - Parameter count: maximum number of states; each counts as one byte of the cache's limit.
  init(count: Int) { states = Mutex(ByteLimitedCache(byteLimit: count)) }

  func state(of key: ImageKey) -> (any Sendable)? { states.withLock { $0.value(for: key) } }

  func keep(_ state: (any Sendable)?, of key: ImageKey) {
    states.withLock { states in
      guard let state else {
        states.remove(key)
        return
      }
      states.insert(state, for: key, cost: 1)
    }
  }
}
