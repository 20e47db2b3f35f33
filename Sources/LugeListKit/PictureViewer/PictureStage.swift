import LugeCore
import LugePaint

/// One frame of the viewer: the ground, the picture or what stands in for it, and the chrome.
///
/// The same code for the window and for pictures in memory.
struct PictureStage {
  var scheme: ColorScheme
  /// Picture's rectangle; nil while its size is not known.
  var rect: Rect?
  var picture: Bitmap?
  var preview: Bitmap?
  var isMoving = false
  var chrome: DrawnChrome?

  /// Pictures up to so many pixels a side were drawn pixel by pixel.
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
