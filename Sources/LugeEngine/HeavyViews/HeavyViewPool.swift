import LugeCore

/// Keeps heavy views alive by their key, independent of cells, within limits.
///
/// A view gets a **lease** when its row comes near the screen. The lease ends when the view was not
/// near for ``HeavyViewLimits/leaseSeconds``, or to make room for another: first those no longer
/// wanted, the least recently shown first, then the farthest. A view whose lease ends leaves its
/// picture as a snapshot, which is shown when it returns, until it is drawn again. Belongs to the
/// engine's thread.
final class HeavyViewPool {
  /// State of one view. A class, so that one look-up by key serves several changes in a frame.
  private final class Lease {
    let key: ImageKey
    let box: HeavyViewBox
    var content: any HeavyViewContent
    var revision: Revision
    var bitmap: Bitmap?
    var spokenText: String?
    /// Bytes of the view and its pictures.
    var bytes = 0
    /// Distance from the viewport, device pixels; 0 in view, `.max` when the view is not wanted.
    var distance = 0
    /// Number of the frame, and time in seconds, at which the view was last wanted.
    var lastFrame: Int
    var lastTime: Double

    init(_ request: HeavyViewRequest, box: HeavyViewBox, frame: Int, time: Double) {
      key = request.key
      self.box = box
      content = request.content
      revision = request.revision
      distance = request.distance
      lastFrame = frame
      lastTime = time
    }
  }

  let limits: HeavyViewLimits
  private let lane: any Lane
  private let post: @Sendable (HeavyViewBitmap) -> Void
  private let states: HeavyViewStates
  private var leases: [ImageKey: Lease] = [:]
  private var snapshots: ByteLimitedCache<ImageKey, Bitmap>
  private var bytes = 0
  private var nextLease = 0
  /// Whether the previous frame queued jobs.
  private var hasAsked = false
  private var counts = HeavyViewStatistics()

  init(limits: HeavyViewLimits, lane: any Lane, post: @escaping @Sendable (HeavyViewBitmap) -> Void)
  {
    self.limits = limits
    self.lane = lane
    self.post = post
    states = HeavyViewStates(count: max(0, limits.stateCount))
    snapshots = ByteLimitedCache(byteLimit: max(0, limits.snapshotByteLimit))
  }

  deinit { lane.stop() }

  var statistics: HeavyViewStatistics {
    var result = counts
    result.count = leases.count
    result.bytes = bytes
    result.snapshotBytes = snapshots.byteCount
    return result
  }

  /// Returns a view's picture as last drawn; nil when it was never drawn, or its snapshot was
  /// evicted.
  ///
  /// - Complexity: O(1).
  func picture(of key: ImageKey) -> Bitmap? {
    if let bitmap = leases[key]?.bitmap { return bitmap }
    return snapshots.value(for: key)
  }

  func isAlive(_ key: ImageKey) -> Bool { leases[key] != nil }

  /// Whether all visible views are drawn up to date.
  var isSettled: Bool {
    leases.values.allSatisfy { lease in
      lease.distance > 0 || lease.bitmap != nil && lease.box.need == .none && lease.box.isResting
    }
  }

  // MARK: Keeping views alive

  /// Keeps alive the views in or near the viewport, and queues drawing of the outdated ones.
  ///
  /// - Parameter requests: the views in or near the viewport, the nearest first.
  /// - Complexity: O(requests + leases).
  func update(_ requests: [HeavyViewRequest], frame: Int, time: Double, isMoving: Bool = false) {
    for lease in leases.values { lease.distance = .max }
    for request in requests {
      guard let lease = leases[request.key] else { continue }
      lease.distance = request.distance
      lease.lastFrame = frame
      lease.lastTime = time
    }
    for lease in leases.values
    where lease.distance == .max && time - lease.lastTime > limits.leaseSeconds { end(lease) }
    var jobs: [LaneThread.Job] = []
    for request in requests {
      // Look the lease up again: making room for a nearer view may have ended it.
      var lease = leases[request.key]
      if lease == nil, makeRoom(for: request) { lease = begin(request, frame: frame, time: time) }
      guard let lease else { continue }
      lease.box.setEnvironment(request.environment)
      if lease.revision != request.revision {
        lease.revision = request.revision
        lease.content = request.content
        lease.box.setContent(request.content)
      }
      // At rest, changed content is redrawn only for visible views; views nearby wait until the
      // list moves.
      let minimumNeed = request.distance == 0 || isMoving ? HeavyViewBox.Need.refreshing : .drawing
      if lease.box.need >= minimumNeed { jobs.append(job(lease.box)) }
    }
    // If the previous frame queued jobs, an empty list drops those that are no longer wanted.
    if !jobs.isEmpty || hasAsked { lane.replaceRequests(jobs) }
    hasAsked = !jobs.isEmpty
  }

  private func begin(_ request: HeavyViewRequest, frame: Int, time: Double) -> Lease {
    nextLease += 1
    let box = HeavyViewBox(
      key: request.key, lease: nextLease, content: request.content,
      environment: request.environment, states: states)
    let lease = Lease(request, box: box, frame: frame, time: time)
    leases[request.key] = lease
    return lease
  }

  /// Ends leases until there is room for one more view of average size.
  ///
  /// - Returns: false when all others are nearer and this one is not visible.
  private func makeRoom(for request: HeavyViewRequest) -> Bool {
    while leases.count >= limits.count || bytes + typicalBytes > limits.byteLimit {
      guard let lease = leaseToEnd(fartherThan: request.distance) else {
        return request.distance == 0
      }
      end(lease)
    }
    return true
  }

  private var typicalBytes: Int {
    let drawn = leases.values.filter { $0.bytes > 0 }
    return drawn.isEmpty ? 0 : bytes / drawn.count
  }

  /// Returns the lease to end first: the least recently shown one that is not wanted, or else the
  /// farthest.
  private func leaseToEnd(fartherThan distance: Int) -> Lease? {
    leases.values.filter { $0.distance > distance }.max { a, b in
      (a.distance, -a.lastFrame) < (b.distance, -b.lastFrame)
    }
  }

  private func end(_ lease: Lease) {
    leases[lease.key] = nil
    bytes -= lease.bytes
    counts.ended += 1
    if let bitmap = lease.bitmap {
      snapshots.insert(bitmap, for: lease.key, cost: bitmap.byteCount)
    }
    let box = lease.box
    // A queued job runs after waiting jobs and before those of a new view with this key.
    lane.submit { _ in box.retire() }
  }

  // MARK: Bitmaps

  private func job(_ box: HeavyViewBox) -> LaneThread.Job {
    let post = post
    return { tools in
      if let picture = box.work(with: tools) { post(picture) }
      box.finishWork()
    }
  }

  /// Stores a view's new picture.
  func didDraw(_ picture: HeavyViewBitmap) {
    counts.drawn += 1
    if picture.isFirst { counts.made += 1 }
    // The view may have ended meanwhile.
    guard let lease = leases[picture.key], lease.box.lease == picture.lease else { return }
    bytes += picture.bytes - lease.bytes
    lease.bytes = picture.bytes
    lease.bitmap = picture.bitmap
    lease.spokenText = picture.spokenText
    snapshots.remove(picture.key)
    while bytes > limits.byteLimit, let lease = leaseToEnd(fartherThan: 0) { end(lease) }
  }

  func spokenText(of key: ImageKey) -> String? { leases[key]?.spokenText }

  // MARK: Input

  /// Whether a view wants a key while it has the focus.
  func view(_ view: ImageKey, wants key: HeavyViewKey) -> Bool {
    leases[view]?.content.takes(key) ?? false
  }

  /// Hands an event to a view.
  ///
  /// - Returns: false when the view has no lease; then nothing happens.
  func send(_ event: HeavyViewEvent, to key: ImageKey) -> Bool {
    guard let box = leases[key]?.box else { return false }
    if box.add(event) { lane.submit(job(box)) }
    return true
  }

  func contentChanged(_ keys: Set<ImageKey>) {
    for key in keys { leases[key]?.box.markContentChanged() }
  }
}
