import LugeCore

/// Values that a view's picture depends on besides the view itself.
struct HeavyViewEnvironment: Hashable, Sendable {
  var size: PixelSize
  var unit: Double
  var fontFamily: String
  var isMirrored: Bool
  var scheme: ColorScheme
  var background: ThemeColor

  func context(_ text: any TextMeasuring) -> HeavyViewContext {
    HeavyViewContext(
      size: size, unit: unit, fontFamily: fontFamily, text: text, isMirrored: isMirrored)
  }
}

/// A heavy view that is visible or near the viewport.
struct HeavyViewRequest {
  var key: ImageKey
  var content: any HeavyViewContent
  /// Revision of the view's row.
  var revision: Revision
  var environment: HeavyViewEnvironment
  /// Distance to the viewport, device pixels; 0 in view.
  var distance: Int
}

/// Drawn picture of a heavy view.
struct HeavyViewBitmap: Sendable {
  let key: ImageKey
  /// Number of the lease: distinguishes successive views of one key.
  let lease: Int
  let bitmap: Bitmap
  let environment: HeavyViewEnvironment
  /// Bytes of the view and its pictures.
  let bytes: Int
  /// Text for screen readers; see ``HeavyView/spokenText``.
  var spokenText: String? = nil
  let isFirst: Bool
}
