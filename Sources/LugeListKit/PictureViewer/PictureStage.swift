import LugeCore
import LugePaint

/// One frame of the viewer: the background, the picture or its substitute, and the chrome.
///
/// Used for the window and for pictures in memory.
struct PictureStage {
  var scheme: ColorScheme
  /// Rectangle of the picture; nil while its size is unknown.
  var rect: Rect?
  var picture: Bitmap?
  var preview: Bitmap?
  var isMoving = false
  var chrome: DrawnChrome?

  /// Maximum side, in pixels, of pictures that are enlarged without smoothing: they were drawn
  /// pixel by pixel.
  private static let tinySide = 32

  func paint(into target: PixelTarget) {
    target.fill(ViewerColors.ground.resolved(scheme))
    if let rect {
      if let picture {
        let isTiny = max(picture.size.width, picture.size.height) <= Self.tinySide
        target.draw(picture, in: rect, isMoving: isMoving, isPixelated: isTiny)
      } else if let preview {
        target.draw(preview, in: rect, isMoving: true)
      }
    }
    for part in chrome?.parts ?? [] { target.draw(part.bitmap, in: part.rect) }
  }
}
