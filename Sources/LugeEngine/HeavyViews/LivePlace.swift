import LugeCore

/// What a heavy view's picture depends on beside the view.
struct LivePlace: Hashable, Sendable {
  var size: PixelSize
  var unit: Double
  var fontFamily: String
  var scheme: ColorScheme
  var background: ThemeColor

  func context(_ text: any TextMeasuring) -> LiveContext {
    LiveContext(size: size, unit: unit, fontFamily: fontFamily, text: text)
  }
}

/// A heavy view that is in view or will soon be.
struct LiveWish {
  var key: ImageKey
  var content: any LiveContent
  /// Of the row that it stands in.
  var revision: Revision
  var place: LivePlace
  /// Pixels to the viewport; 0 is in view.
  var distance: Int
}

/// A view's picture, drawn.
struct LivePicture: Sendable {
  let key: ImageKey
  /// Tells leases of one key apart.
  let lease: Int
  let bitmap: Bitmap
  let place: LivePlace
  /// Of the view and its pictures.
  let bytes: Int
  /// See ``LiveView/spokenText``.
  var spokenText: String? = nil
  let isOverlayOnly: Bool
  let isFirst: Bool
}
