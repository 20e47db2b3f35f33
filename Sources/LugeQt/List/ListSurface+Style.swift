import LugeCore
import LugeEngine

/// What the reader chose for all text of a list.
struct ListStyle: Equatable {
  var zoom: Double
  var fontFamily: String
}

extension ListSurface {
  /// The reader's magnification and the font; rows are laid out anew, the line at the eye stays.
  ///
  /// What is in view is made ready on another thread first, which takes a few frames; of several
  /// styles in a row the one that is made ready is shown, then the last.
  public func setStyle(zoom: Double, fontFamily: String) {
    let style = ListStyle(zoom: min(max(zoom, 0.25), 5), fontFamily: fontFamily)
    // Before anything was shown there is nothing to be kept in view.
    guard !showsNothing else {
      nextStyle = nil
      return take(style)
    }
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
    if style != ListStyle(zoom: zoom, fontFamily: fontFamily) { still = nil }
    zoom = style.zoom
    fontFamily = style.fontFamily
    updateViewport()
  }
}
