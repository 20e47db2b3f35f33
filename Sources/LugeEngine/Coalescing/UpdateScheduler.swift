/// Something that shows values, and shows the present ones when it is told to.
public protocol FrameUpdating: AnyObject {
  /// Shows the present values. Called at the start of a frame, once, however often it was asked
  /// for.
  func performUpdate()
}

/// One update a frame for whatever asked for one, however often: the pattern of `setNeedsLayout`.
///
/// ``ListEngine/updateScheduler`` runs at the start of each frame. A program may have others, and
/// call ``flush()`` itself. Belongs to one thread.
public final class UpdateScheduler {
  public struct Statistics: Sendable, Hashable {
    public var requested = 0
    public var performed = 0
    /// Requests that cost nothing, because an update was due anyway.
    public var folded: Int { requested - performed }
  }

  public private(set) var statistics = Statistics()
  /// Called when the first request after a flush comes in: have ``flush()`` called soon.
  public var onRequest: (() -> Void)?

  private var waiting: [any FrameUpdating] = []
  private var names: Set<ObjectIdentifier> = []

  public init() {}

  public var isEmpty: Bool { waiting.isEmpty }

  /// Has the target updated at the next flush.
  ///
  /// - Complexity: O(1).
  public func setNeedsUpdate(_ target: any FrameUpdating) {
    statistics.requested += 1
    guard names.insert(ObjectIdentifier(target)).inserted else { return }
    waiting.append(target)
    if waiting.count == 1 { onRequest?() }
  }

  /// Updates what waits, in the order of asking. What asks during this waits for the next flush.
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

  /// Counts requests that a batch carried out at once, and drops what waits for its target.
  func performNow(_ target: any FrameUpdating, requests: Int, _ update: () -> Void) {
    statistics.requested += requests
    if names.remove(ObjectIdentifier(target)) != nil { waiting.removeAll { $0 === target } }
    statistics.performed += 1
    update()
  }
}
