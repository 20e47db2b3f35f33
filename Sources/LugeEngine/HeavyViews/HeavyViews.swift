import LugeCore

/// The heavy views of a list: which are wanted, where they are, and which pictures replace rows'
/// own drawings.
final class HeavyViews {
  private let limits: HeavyViewLimits
  private let background: ThemeColor
  private let makeLane: () -> any Lane
  private let post: @Sendable (HeavyViewBitmap) -> Void

  // MARK: Mutable State (the engine's thread)

  /// Pool of the views. Made with the first heavy view; a list without any has no lane for them.
  private var pool: HeavyViewPool?
  /// Number of pictures received.
  private(set) var pictureCount = 0

  /// Makes the heavy views of a list.
  ///
  /// - Parameters:
  ///   - makeLane: makes the lane of heavy views; called at most once.
  ///   - post: called on that lane; pass its argument to ``take(_:)``.
  init(
    limits: HeavyViewLimits, background: ThemeColor, makeLane: @escaping () -> any Lane,
    post: @escaping @Sendable (HeavyViewBitmap) -> Void
  ) {
    self.limits = limits
    self.background = background
    self.makeLane = makeLane
    self.post = post
  }

  /// Whether all visible views are drawn up to date.
  var isSettled: Bool { pool?.isSettled != false }

  var statistics: HeavyViewStatistics { pool?.statistics ?? HeavyViewStatistics() }

  // MARK: Input

  /// Passes an input event to a view.
  ///
  /// - Returns: false when the view does not exist.
  func send(_ event: HeavyViewEvent, to view: ImageKey) -> Bool {
    pool?.send(event, to: view) ?? false
  }

  func takes(_ key: HeavyViewKey, by view: ImageKey) -> Bool {
    pool?.view(view, wants: key) ?? false
  }

  func spokenText(of view: ImageKey) -> String? { pool?.spokenText(of: view) }

  // MARK: Frames

  func take(_ picture: HeavyViewBitmap) {
    pool?.didDraw(picture)
    pictureCount += 1
  }

  func contentChanged(_ keys: Set<ImageKey>) { pool?.contentChanged(keys) }

  /// Adds a row's heavy views in view to the plan, and shows those that cover a part of their row.
  ///
  /// - Parameter end: lower edge of the row's item in the viewport.
  /// - Returns: the picture that replaces the row's own drawing; nil when no view covers the whole
  ///   row.
  func append(
    _ row: RealizedRow, at top: Int, end: Int, viewportHeight: Int, to plan: inout FramePlan
  ) -> Bitmap? {
    var whole: Bitmap?
    for layer in row.heavyViews {
      guard let size = ImageUse.size(filling: layer.rect), layer.rect.x.magnitude < 1e6 else {
        continue
      }
      let y = top + Int(layer.rect.y)
      guard y < viewportHeight, y + size.height > 0, y < end else { continue }
      plan.views.append(
        .init(
          row: row.id, key: layer.key, x: Int(layer.rect.x), y: y, size: size,
          input: layer.input, inputArea: layer.inputArea))
      guard let picture = pool?.picture(of: layer.key) else { continue }
      if row.isCovered(by: layer) {
        whole = picture
      } else if y + size.height <= end {
        plan.layers.append(
          .init(
            row: row.id, key: layer.key, x: Int(layer.rect.x), y: y, size: size,
            radii: layer.radii, bitmap: picture))
      }
    }
    return whole
  }

  /// Requests views to be made and drawn before they come into view, more ahead than behind.
  func request(_ state: ListState, _ travel: Travel, frame: Int, time: Double) {
    let height = state.viewport.height
    guard height > 0, pool != nil || isNear(state) else { return }
    let (above, below) = travel.reach(
      ahead: height + travel.distance(in: 0.35, upTo: 8_000), behind: height / 2)
    var requests: [HeavyViewRequest] = []
    state.forEachHeldItem(above: above, below: below, having: .views) { item, top in
      var y = top
      for row in item.rows {
        for layer in row.heavyViews {
          guard let size = ImageUse.size(filling: layer.rect), let content = layer.content else {
            continue
          }
          let low = y + Int(layer.rect.y)
          let high = low + size.height
          guard high > -above, low < height + below else { continue }
          requests.append(
            HeavyViewRequest(
              key: layer.key, content: content, revision: row.revision,
              environment: HeavyViewEnvironment(
                size: size, unit: state.environment.unit, fontFamily: state.environment.fontFamily,
                isMirrored: state.environment.isMirrored, scheme: state.scheme,
                background: background),
              distance: max(0, -high, low - height)))
        }
        y += row.layout.size.height
      }
    }
    requests.sort { $0.distance < $1.distance }
    let pool = pool ?? HeavyViewPool(limits: limits, lane: makeLane(), post: post)
    self.pool = pool
    // At this speed no new views are made.
    if travel.passesAsSkeletons { requests = requests.filter { pool.isAlive($0.key) } }
    pool.update(requests, frame: frame, time: time, isMoving: travel.velocity != 0)
  }

  /// Whether any row in memory near the viewport has a heavy view.
  private func isNear(_ state: ListState) -> Bool {
    let height = state.viewport.height
    var found = false
    state.forEachHeldItem(above: height, below: height, having: .views) { _, _ in found = true }
    return found
  }
}

extension RealizedRow {
  /// Whether a layer hides all of the row's own drawing.
  func isCovered(by layer: RowLayer) -> Bool {
    layer.rect
      == Rect(
        x: 0, y: 0, width: Double(layout.size.width), height: Double(layout.size.height))
  }
}
