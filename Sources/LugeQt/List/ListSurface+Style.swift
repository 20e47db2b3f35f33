import LugeCore
import LugeEngine

/// Zoom and font of a list's text, as the user has chosen.
struct ListStyle: Equatable {
  var zoom: Double
  var fontFamily: String
}

extension ListSurface {
  /// Sets zoom and font; rows are laid out again, and the line one third down stays in place.
  ///
  /// The rows in view are prepared on another thread first, which takes a few frames. Of several
  /// changes, the one being prepared is shown, and then the last one.
  public func setStyle(zoom: Double, fontFamily: String) {
    let style = ListStyle(zoom: min(max(zoom, 0.25), 5), fontFamily: fontFamily)
    // Before anything was shown, no line has to stay in place.
    guard !showsNothing else {
      nextStyle = nil
      return take(style)
    }
    let known = nextStyle ?? ListStyle(zoom: self.zoom, fontFamily: self.fontFamily)
    guard style != known else { return }
    let isUnderWay = nextStyle != nil
    nextStyle = style
    if !isUnderWay { warm(style) }
  }

  private func warm(_ style: ListStyle) {
    engine.warm(environment(of: style)) { [weak self] _ in
      guard let self else { return }
      take(style)
      guard let next = nextStyle, next != style else { return nextStyle = nil }
      warm(next)
    }
  }

  func environment(of style: ListStyle) -> LayoutEnvironment {
    LayoutEnvironment(
      width: listSize(in: surface.geometry.size).width, scale: surface.geometry.scale,
      zoom: style.zoom, fontFamily: style.fontFamily)
  }

  private func take(_ style: ListStyle) {
    zoom = style.zoom
    fontFamily = style.fontFamily
    updateViewport()
    onStyle?()
  }
}
