public import LugeCore
import LugeEngine

extension ListSurface {
  /// Shows a picture of the list until the list has rows to show: what it was left with, if that is
  /// what it is going to show. Called when the window is shown, before its event loop can paint it.
  ///
  /// The picture only stands there: what is done meanwhile is done to the list. It goes with the
  /// first rows, and when the size, the style or the scheme changes.
  ///
  /// - Parameter still: as large as the list, device pixels; otherwise nothing happens.
  public func begin(with still: Bitmap) {
    guard showsNothing, still.size == listSize(in: surface.geometry.size) else { return }
    self.still = still
    untold = UntoldFrame(planning: 0)
    StartupTimes.mark("the first paint has a kept screen")
    requestFrame()
  }

  /// - Returns: whether the picture stands there now.
  func paintStill(into pixels: SurfacePixels) -> Bool {
    guard let still, showsNothing, still.size == pixels.size else {
      still = nil
      return false
    }
    still.withPixels { source in
      for y in 0..<pixels.size.height {
        let line = y * still.size.width
        _ = pixels.line(y).update(
          fromContentsOf: UnsafeBufferPointer(rebasing: source[line..<line + still.size.width]))
      }
    }
    return true
  }
}
