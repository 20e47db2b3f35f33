import LugeCore

/// A list's view as settings keep it.
struct LastView: Codable, Equatable, Sendable {
  /// Device pixels.
  var width: Int
  var height: Int
  var scale: Double
  var isDark: Bool
  /// Of an archive with a single conversation, which none stand beside.
  var isAlone: Bool

  var isSensible: Bool {
    (1...32_768).contains(width) && (1...32_768).contains(height) && (0.25...16).contains(scale)
      && width <= KeptScreen.pixelLimit / height
  }
}

extension ViewerSettings {
  /// The view that a window's list is going to have, if the window is as it was left; nil where
  /// that is not known. It decides for what a screen is drawn ahead, not what is shown: a list with
  /// another view makes its own.
  func view(isAlone: Bool) -> KeptScreen.View? {
    guard let last = lastViews.first(where: { $0.isAlone == isAlone }) else { return nil }
    return KeptScreen.View(
      size: PixelSize(width: last.width, height: last.height), scale: last.scale, zoom: zoom,
      scheme: appearance.scheme ?? (last.isDark ? .dark : .light))
  }

  mutating func remember(_ view: KeptScreen.View, isAlone: Bool) {
    lastViews.removeAll { $0.isAlone == isAlone }
    lastViews.insert(
      LastView(
        width: view.size.width, height: view.size.height, scale: view.scale,
        isDark: view.scheme == .dark, isAlone: isAlone), at: 0)
  }
}
