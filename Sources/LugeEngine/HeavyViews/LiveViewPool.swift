import LugeCore

/// Keeps heavy views alive by their identity, outside of the cells, within limits.
///
/// A view gets a **lease** when its row comes near the screen, and keeps it when it scrolls away:
/// the least recently shown one ends when there is no room for another. A lease that ends leaves
/// its picture as a snapshot, which is what a returning view shows until it is drawn anew. Belongs
/// to the engine's thread.
final class LiveViewPool {
  /// An object: a frame notes something in each of them, and finding them again by key costs more
  /// than all that is noted.
  private final class Lease {
    let key: ImageKey
    let box: LiveViewBox
    var content: any LiveContent
    var revision: Revision
    var bitmap: Bitmap?
    var spokenText: String?
    var bytes = 0
    var distance = 0
    var hasEnded = false
    /// The frame and the time at which it was last in view or near.
    var lastFrame: Int
    var lastTime: Double

    init(_ wish: LiveWish, box: LiveViewBox, frame: Int, time: Double) {
      key = wish.key
      self.box = box
      content = wish.content
      revision = wish.revision
      distance = wish.distance
      lastFrame = frame
      lastTime = time
    }
  }

  let limits: LiveLimits
  private let lane: any Lane
  private let post: @Sendable (LivePicture) -> Void
  private let states: LiveStates
  private var leases: [ImageKey: Lease] = [:]
  private var snapshots: ByteLimitedCache<ImageKey, Bitmap>
  private var bytes = 0
  private var nextLease = 0
  /// Whether the lane was given wishes in the frame before.
  private var hasAsked = false
  private var counts = LiveStatistics()

  init(limits: LiveLimits, lane: any Lane, post: @escaping @Sendable (LivePicture) -> Void) {
    self.limits = limits
    self.lane = lane
    self.post = post
    states = LiveStates(count: max(0, limits.stateCount))
    snapshots = ByteLimitedCache(byteLimit: max(0, limits.snapshotByteLimit))
  }

  deinit { lane.stop() }

  var statistics: LiveStatistics {
    var result = counts
    result.count = leases.count
    result.bytes = bytes
    result.snapshotBytes = snapshots.byteCount
    return result
  }

  /// What a view shows now, as it was last drawn; nil when it never was or nobody remembers.
  ///
  /// - Complexity: O(1).
  func picture(of key: ImageKey) -> Bitmap? {
    if let bitmap = leases[key]?.bitmap { return bitmap }
    guard let snapshot = snapshots.value(for: key) else { return nil }
    counts.snapshotsShown += 1
    return snapshot
  }

  func isAlive(_ key: ImageKey) -> Bool { leases[key] != nil }

  /// Whether the views in view are drawn as they are now.
  var isSettled: Bool {
    leases.values.allSatisfy { lease in
      lease.distance > 0 || lease.bitmap != nil && lease.box.need == .none && lease.box.isResting
    }
  }

  // MARK: Leases

  /// Gives leases to the views that are in view or near, and has drawn what is not up to date.
  ///
  /// - Parameter wishes: the nearest first.
  /// - Complexity: O(wishes + leases).
  func want(_ wishes: [LiveWish], frame: Int, time: Double, isMoving: Bool = false) {
    for lease in leases.values { lease.distance = .max }
    let known = wishes.map { wish -> Lease? in
      guard let lease = leases[wish.key] else { return nil }
      lease.distance = wish.distance
      lease.lastFrame = frame
      lease.lastTime = time
      return lease
    }
    for lease in leases.values
    where lease.distance == .max && time - lease.lastTime > limits.leaseSeconds { end(lease) }
    var jobs: [LaneThread.Job] = []
    for (wish, known) in zip(wishes, known) {
      // Making room for a nearer one may have ended it.
      var lease = known.flatMap { $0.hasEnded ? nil : $0 } ?? leases[wish.key]
      if lease == nil, makeRoom(for: wish) { lease = begin(wish, frame: frame, time: time) }
      guard let lease else { continue }
      lease.box.setPlace(wish.place)
      if lease.revision != wish.revision {
        lease.revision = wish.revision
        lease.content = wish.content
        lease.box.setContent(wish.content)
      }
      // Numbers that change while the list rests are drawn where they are seen; what is near is
      // drawn once the list moves.
      let enough = wish.distance == 0 || isMoving ? LiveViewBox.Need.refreshing : .drawing
      if lease.box.need >= enough { jobs.append(job(lease.box)) }
    }
    // What nobody wants any more and had not begun is taken back.
    if !jobs.isEmpty || hasAsked { lane.replaceWishes(jobs) }
    hasAsked = !jobs.isEmpty
  }

  private func begin(_ wish: LiveWish, frame: Int, time: Double) -> Lease {
    nextLease += 1
    let box = LiveViewBox(
      key: wish.key, lease: nextLease, content: wish.content, place: wish.place, states: states)
    let lease = Lease(wish, box: box, frame: frame, time: time)
    leases[wish.key] = lease
    return lease
  }

  /// Ends leases until there is room for one more, of the usual size.
  ///
  /// - Returns: false when the view can wait, and all others are nearer.
  private func makeRoom(for wish: LiveWish) -> Bool {
    while leases.count >= limits.count || bytes + typicalBytes > limits.byteLimit {
      guard let victim = victim(fartherThan: wish.distance) else { return wish.distance == 0 }
      end(victim)
    }
    return true
  }

  private var typicalBytes: Int {
    let drawn = leases.values.filter { $0.bytes > 0 }
    return drawn.isEmpty ? 0 : bytes / drawn.count
  }

  /// The lease to end first: of those that nobody wants the least recently shown, then the
  /// farthest.
  private func victim(fartherThan distance: Int) -> Lease? {
    leases.values.filter { $0.distance > distance }.max { a, b in
      (a.distance, -a.lastFrame) < (b.distance, -b.lastFrame)
    }
  }

  private func end(_ lease: Lease) {
    leases[lease.key] = nil
    lease.hasEnded = true
    bytes -= lease.bytes
    counts.ended += 1
    if let bitmap = lease.bitmap {
      snapshots.insert(bitmap, for: lease.key, cost: bitmap.byteCount)
    }
    let box = lease.box
    // After the jobs that wait, and before any of a next view of the same key.
    lane.submit { _ in box.retire() }
  }

  // MARK: Pictures

  private func job(_ box: LiveViewBox) -> LaneThread.Job {
    let post = post
    return { tools in
      if let picture = box.work(with: tools) { post(picture) }
      box.finishWork()
    }
  }

  func take(_ picture: LivePicture) {
    counts.drawn += 1
    if picture.isOverlayOnly { counts.overlaysDrawn += 1 }
    if picture.isFirst { counts.made += 1 }
    guard let lease = leases[picture.key], lease.box.lease == picture.lease else {
      counts.staleResultsDropped += 1
      return
    }
    bytes += picture.bytes - lease.bytes
    lease.bytes = picture.bytes
    lease.bitmap = picture.bitmap
    lease.spokenText = picture.spokenText
    snapshots.remove(picture.key)
    while bytes > limits.byteLimit, let victim = victim(fartherThan: 0) { end(victim) }
  }

  func spokenText(of key: ImageKey) -> String? { leases[key]?.spokenText }

  // MARK: Input

  func takes(_ key: LiveKey, _ view: ImageKey) -> Bool {
    leases[view]?.content.takes(key) ?? false
  }

  /// - Returns: false when the view has no lease; then nothing happens.
  func send(_ event: LiveEvent, to key: ImageKey) -> Bool {
    guard let box = leases[key]?.box else { return false }
    if box.add(event) { lane.submit(job(box)) }
    return true
  }

  func contentChanged(_ keys: Set<ImageKey>) {
    for key in keys { leases[key]?.box.markContentChanged() }
  }
}
