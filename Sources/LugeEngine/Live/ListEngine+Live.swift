public import LugeCore

extension ListEngine {
  // MARK: Public

  /// To be called, from any thread, when what heavy views show has changed: those that are in view
  /// are drawn again, once however often it is called; others when they come near.
  public var liveViewsChanged: @Sendable (Set<ImageKey>) -> Void {
    let mailbox = mailbox
    return { keys in mailbox.post(.liveChanged(keys)) }
  }

  /// Hands a heavy view what the reader's hands did. Takes effect off this thread; the picture of it
  /// comes with one of the next frames.
  ///
  /// - Returns: false when there is no such view.
  @discardableResult
  public func send(_ event: LiveEvent, to view: ImageKey) -> Bool {
    livePool?.send(event, to: view) ?? false
  }

  /// Whether a focused heavy view wants a key.
  public func takes(_ key: LiveKey, by view: ImageKey) -> Bool {
    livePool?.takes(key, view) ?? false
  }

  /// What a screen reader says of a heavy view as it was drawn last (``LiveView/spokenText``).
  public func spokenText(of view: ImageKey) -> String? { livePool?.spokenText(of: view) }

  public var liveStatistics: LiveStatistics { livePool?.statistics ?? LiveStatistics() }

  // MARK: Within the frame

  func take(_ picture: LivePicture) {
    livePool?.take(picture)
    livePictures += 1
  }

  func liveContentChanged(_ keys: Set<ImageKey>) { livePool?.contentChanged(keys) }

  /// Names a row's heavy views that are in view, and shows those that take part of their row.
  ///
  /// - Returns: the picture that takes the place of the row's own drawing, if one does.
  func appendViews(of row: RealizedRow, at top: Int, end: Int, to plan: inout FramePlan) -> Bitmap?
  {
    var whole: Bitmap?
    for layer in row.liveViews {
      guard let size = ImageUse.size(filling: layer.rect), layer.rect.x.magnitude < 1e6 else {
        continue
      }
      let y = top + Int(layer.rect.y)
      guard y < viewport.height, y + size.height > 0, y < end else { continue }
      plan.views.append(
        .init(
          row: row.model.id, key: layer.key, x: Int(layer.rect.x), y: y, size: size,
          input: layer.input, inputArea: layer.inputArea))
      guard let picture = livePool?.picture(of: layer.key) else { continue }
      if row.isCovered(by: layer) {
        whole = picture
      } else if y + size.height <= end {
        plan.layers.append(
          .init(
            row: row.model.id, key: layer.key, x: Int(layer.rect.x), y: y, size: size,
            radii: layer.radii, bitmap: picture))
      }
    }
    return whole
  }

  /// Has heavy views made and drawn before they come into view; more ahead than behind.
  func requestViews() {
    guard viewport.height > 0, livePool != nil || isShowingViews else { return }
    let ahead = viewport.height + Int(min(abs(velocity) * 0.35, 8_000))
    let behind = viewport.height / 2
    let (above, below) = velocity < 0 ? (ahead, behind) : (behind, ahead)
    var wishes: [LiveWish] = []
    forEachHeldItem(above: above, below: below, having: .views) { item, top in
      var y = top
      for row in item.rows {
        for layer in row.liveViews {
          guard let size = ImageUse.size(filling: layer.rect), let content = layer.content else {
            continue
          }
          let low = y + Int(layer.rect.y)
          let high = low + size.height
          guard high > -above, low < viewport.height + below else { continue }
          wishes.append(
            LiveWish(
              key: layer.key, content: content, revision: row.model.revision,
              place: LivePlace(
                size: size, unit: environment.unit, fontFamily: environment.fontFamily,
                scheme: scheme, background: configuration.background),
              distance: max(0, -high, low - viewport.height)))
        }
        y += row.layout.size.height
      }
    }
    wishes.sort { $0.distance < $1.distance }
    // What flies past is not looked at.
    if passesAsOutlines { wishes = wishes.filter { livePool?.isAlive($0.key) == true } }
    pool.want(wishes, frame: frameNumber, time: now, isMoving: velocity != 0)
  }

  /// Made with the first heavy view: a list without any has no lane for them.
  private var pool: LiveViewPool {
    if let livePool { return livePool }
    let mailbox = mailbox
    let pool = LiveViewPool(
      limits: configuration.liveViews, lane: runtime.makeLane("luge-live", toolsFactory)
    ) { mailbox.post(.live($0)) }
    livePool = pool
    return pool
  }

  /// Whether anything held near the viewport has a heavy view.
  private var isShowingViews: Bool {
    var found = false
    forEachHeldItem(above: viewport.height, below: viewport.height, having: .views) { _, _ in
      found = true
    }
    return found
  }
}

extension RealizedRow {
  /// Whether a layer hides all of the row's own drawing.
  func isCovered(by layer: LiveLayer) -> Bool {
    layer.rect
      == Rect(
        x: 0, y: 0, width: Double(layout.size.width), height: Double(layout.size.height))
  }

}
