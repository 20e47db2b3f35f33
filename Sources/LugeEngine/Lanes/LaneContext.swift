public import LugeCore

/// What a lane's thread owns: measuring and painting tools that are not thread-safe and need no
/// locks, because no other thread sees them.
public protocol LaneTools: AnyObject {
  var text: any TextMeasuring { get }

  /// Draws a horizontal slice of a row on the list's background.
  ///
  /// - Parameters:
  ///   - slice: rows of pixels of the layout to draw; the bitmap is as high as this range.
  func paint(_ layout: RowLayout, slice: Range<Int>, scheme: ColorScheme, background: ThemeColor)
    -> Bitmap
}

/// Makes a lane's tools, called on the lane's own thread.
public typealias LaneToolsFactory = @Sendable () -> any LaneTools
