import LugeCore

/// Everything except the view itself that its picture depends on.
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
  /// Device pixels to the viewport; 0 in view.
  var distance: Int
}

/// A view's picture, drawn.
struct HeavyViewBitmap: Sendable {
  let key: ImageKey
  /// Tells leases of one key apart.
  let lease: Int
  let bitmap: Bitmap
  let environment: HeavyViewEnvironment
  /// Bytes of the view and its pictures.
  let bytes: Int
  /// See ``HeavyView/spokenText``.
  var spokenText: String? = nil
  let isOverlayOnly: Bool
  let isFirst: Bool
}
