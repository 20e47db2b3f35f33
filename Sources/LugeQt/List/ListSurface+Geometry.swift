import LugeCore
import LugeEngine

extension ListSurface {
  func bindSurface() {
    area.shown = ObjectIdentifier(self)
    placed = nil
    // The hint is that of the list that was shown here before.
    surface.setToolTip("")
    surface.onGeometry = { [weak self] _ in self?.updateViewport() }
    surface.onPaint = { [weak self] in self?.paint($0) }
    surface.onFocus = { [weak self] in self?.focusChanged($0, isByKeys: $1) }
    bindAccessibility()
    surface.onVisibility = { [weak self] isVisible in
      self?.isVisible = isVisible
      if isVisible {
        self?.requestFrame()
      } else {
        _ = self?.rowLayers?.show([], at: FrameClock.now)
      }
    }
  }

  /// Detaches the list from its surface, unless another list is shown there already.
  func unbind() {
    guard area.shown == ObjectIdentifier(self) else { return }
    area.shown = nil
    surface.onGeometry = nil
    surface.onPaint = nil
    surface.onFocus = nil
    unbindAccessibility()
    surface.onVisibility = nil
    surface.onWheel = nil
    surface.onPointer = nil
    surface.onKey = nil
    surface.onTouch = nil
    area.onScroll = nil
    area.onThumb = nil
    area.onJump = nil
  }

  func updateViewport() {
    let geometry = surface.geometry
    guard geometry.size.width > 0, geometry.size.height > 0 else { return }
    clock.rate = surface.refreshRate
    physics.parameters.minimumFlingSpeed = 50 * geometry.scale
    physics.parameters.maximumFlingSpeed = 12_000 * geometry.scale
    let size = listSize(in: geometry.size)
    StartupTimes.mark("a list has its size: \(size.width) × \(size.height)")
    let movedDown = edgeMove(to: geometry)
    placed = isVisible ? geometry : nil
    engine.setViewport(
      size, environment: environment(of: ListStyle(zoom: zoom, fontFamily: fontFamily)),
      movedDown: movedDown)
    requestFrame()
  }

  /// Returns the pixels by which the upper edge moved down while the lower edge stayed, because
  /// something above the list came or went.
  private func edgeMove(to geometry: Surface.Geometry) -> Int {
    guard isVisible, let placed, placed.size.width == geometry.size.width,
      placed.scale == geometry.scale,
      placed.top + placed.size.height == geometry.top + geometry.size.height
    else { return 0 }
    return geometry.top - placed.top
  }

  func listSize(in size: PixelSize) -> PixelSize {
    guard let listWidth else { return size }
    let width = min(max(Int((listWidth * scale).rounded()), 1), size.width)
    return PixelSize(width: width, height: size.height)
  }
}
