/// Object that shows values and can be asked to show the current ones.
public protocol FrameUpdating: AnyObject {
  /// Shows the current values. Called once at the start of a frame, however often it was requested.
  func performUpdate()
}

/// Collects requests for updates and performs one per frame for each target (the `setNeedsLayout`
/// pattern).
///
/// ``ListEngine/updateScheduler`` runs at the start of each frame. A program may have others, and
/// call ``flush()`` itself. Belongs to one thread.
public final class UpdateScheduler {
  public struct Statistics: Sendable, Hashable {
    public var requested = 0
    public var performed = 0
    /// Number of requests that were joined to one already pending.
    public var folded: Int { requested - performed }
  }

  public private(set) var statistics = Statistics()
  /// Closure that is called at the first request after a flush; it must cause ``flush()`` to be
  /// called soon.
  public var onRequest: (() -> Void)?

  private var waiting: [any FrameUpdating] = []
  private var names: Set<ObjectIdentifier> = []

  public init() {}

  public var isEmpty: Bool { waiting.isEmpty }

  /// Requests an update of the target at the next flush.
  ///
  /// - Complexity: O(1).
  public func setNeedsUpdate(_ target: any FrameUpdating) {
    statistics.requested += 1
    guard names.insert(ObjectIdentifier(target)).inserted else { return }
    waiting.append(target)
    if waiting.count == 1 { onRequest?() }
  }

  /// Updates the pending targets in the order of their requests. Requests made meanwhile wait for
  /// the next flush.
  public func flush() {
    guard !waiting.isEmpty else { return }
    let targets = waiting
    waiting = []
    names = []
    for target in targets {
      statistics.performed += 1
      target.performUpdate()
    }
  }
}
