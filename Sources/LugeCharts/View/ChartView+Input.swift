import LugeCore

extension ChartView {
  /// Maximum pixels that a press may move to be a click.
  private static let slop = 4.0
  private static let notch = 1.25

  static func takes(_ key: HeavyViewKey) -> Bool {
    switch key {
    case .left, .right, .home, .end, .text("+"), .text("="), .text("-"), .text("0"): true
    default: false
    }
  }

  func handle(_ event: HeavyViewEvent) -> HeavyViewChange {
    switch mirrorWidth.map({ event.mirrored(in: $0) }) ?? event {
    case .moved(let point): return moved(to: point)
    case .left:
      pointer = nil
      return .overlay
    case .pressed(let point, let isAlternate):
      pointer = point
      drag = Drag(
        start: point, last: point,
        chip: layout?.chips.first { $0.rect.contains(point) }?.series, isAlternate: isAlternate)
      return .overlay
    case .released:
      defer { drag = nil }
      guard let drag, !drag.hasMoved, let chip = drag.chip else { return .overlay }
      return toggle(chip, alone: drag.isAlternate)
    case .doubleClicked(let point):
      drag = nil
      // A double click on an entry of the legend counts as two clicks.
      if let chip = layout?.chips.first(where: { $0.rect.contains(point) }) {
        return toggle(chip.series, alone: false)
      }
      return change { $0.reset() }
    case .wheel(let notches, let point):
      return zoom(by: factor(notches), atX: point.x)
    case .pinched(let factor, let from, let to):
      return pinch(by: factor, from: from.x, to: to.x)
    case .key(let key): return press(key)
    case .focus(let has):
      hasFocus = has
      return .overlay
    }
  }

  private func moved(to point: Point) -> HeavyViewChange {
    pointer = point
    guard var drag else { return .overlay }
    drag.hasMoved =
      drag.hasMoved || (point.x - drag.start.x).magnitude > Self.slop
      || (point.y - drag.start.y).magnitude > Self.slop
    let distance = point.x - drag.last.x
    drag.last = point
    // Include the distance moved before the drag began.
    if !drag.hasMoved { drag.last = drag.start }
    self.drag = drag
    guard drag.hasMoved, drag.chip == nil, let projection = presentProjection,
      projection.plot.width > 0
    else {
      return .overlay
    }
    let bounds = bounds
    let places = distance / projection.plot.width * projection.window.length
    return max(.overlay, change { $0.pan(by: -places, in: bounds) })
  }

  /// Returns the zoom factor of the wheel; towards the user zooms out.
  private func factor(_ notches: Double) -> Double {
    var factor = 1.0
    let whole = min(max(notches, -20), 20)
    for _ in 0..<Int(whole.magnitude.rounded(.up)) { factor *= Self.notch }
    let part = whole.magnitude.truncatingRemainder(dividingBy: 1)
    if part > 0 { factor = factor / Self.notch * (1 + (Self.notch - 1) * part) }
    return whole < 0 ? 1 / factor : factor
  }

  /// Projection after all handled events; the drawing may be older.
  private var presentProjection: ChartProjection? {
    guard var projection else { return nil }
    projection.window = viewport.visible(in: bounds)
    return projection
  }

  private func zoom(by factor: Double, atX x: Double?) -> HeavyViewChange {
    guard let projection = presentProjection else { return .none }
    let (bounds, shortest) = (bounds, shortestWindow)
    let place = projection.place(atX: x ?? projection.plot.midX)
    return change { $0.zoom(by: factor, at: place, in: bounds, shortest: shortest) }
  }

  /// Zooms around the fingers' centre.
  private func pinch(by factor: Double, from: Double, to: Double) -> HeavyViewChange {
    guard factor.isFinite, factor > 0 else { return .none }
    pointer = nil
    let zoomed = zoom(by: 1 / factor, atX: from)
    guard let projection = presentProjection, projection.plot.width > 0 else { return zoomed }
    let places = (to - from) / projection.plot.width * projection.window.length
    let bounds = bounds
    return max(zoomed, change { $0.pan(by: -places, in: bounds) })
  }

  private func press(_ key: HeavyViewKey) -> HeavyViewChange {
    let bounds = bounds
    let step = (presentProjection?.window.length ?? 0) / 8
    switch key {
    case .left: return change { $0.pan(by: -step, in: bounds) }
    case .right: return change { $0.pan(by: step, in: bounds) }
    case .home, .text("0"): return change { $0.reset() }
    case .end: return change { $0.pan(by: bounds.length, in: bounds) }
    case .text("+"), .text("="): return zoom(by: 1 / Self.notch, atX: nil)
    case .text("-"): return zoom(by: Self.notch, atX: nil)
    default: return .none
    }
  }

  /// Shows or hides a series.
  ///
  /// - Parameter alone: hides all others, or shows them all when the others are hidden already.
  private func toggle(_ index: Int, alone: Bool) -> HeavyViewChange {
    let others = Set(series.indices).subtracting([index])
    return change { viewport in
      if alone {
        viewport.hidden = viewport.hidden == others ? [] : others
      } else if viewport.hidden.remove(index) == nil {
        viewport.hidden.insert(index)
      }
    }
  }

  private func change(_ body: (inout ChartViewport) -> Void) -> HeavyViewChange {
    let before = viewport
    body(&viewport)
    return viewport == before ? .none : .all
  }
}

extension HeavyViewEvent {
  /// Returns the event at its position before the drawing was mirrored.
  fileprivate func mirrored(in width: Double) -> HeavyViewEvent {
    func turned(_ point: Point) -> Point { Point(x: width - point.x, y: point.y) }
    return switch self {
    case .moved(let point): .moved(turned(point))
    case .pressed(let point, let isAlternate): .pressed(turned(point), isAlternate: isAlternate)
    case .released(let point): .released(turned(point))
    case .doubleClicked(let point): .doubleClicked(turned(point))
    case .wheel(let notches, let point): .wheel(notches: notches, at: turned(point))
    case .pinched(let factor, let from, let to):
      .pinched(factor: factor, from: turned(from), to: turned(to))
    case .key(.left): .key(.right)
    case .key(.right): .key(.left)
    case .key, .left, .focus: self
    }
  }
}
