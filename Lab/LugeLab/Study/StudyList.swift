import LugeCore

/// A list that the study scrolls.
@MainActor
protocol StudyList: AnyObject {
  /// Before the first frame.
  /// - Parameter time: that of the first frame, seconds.
  func open(_ size: PixelSize, at time: Double)
  /// Offset and its greatest value, pixels.
  var position: (now: Double, max: Double) { get }
  func scroll(by pixels: Int)
  /// Brings the list up to date.
  ///
  /// - Parameter time: seconds on the frame clock, or of the virtual one.
  func frame(at time: Double) -> StudyFrame
  /// Rectangles of the pictures in the last frame's rows, from the view's upper left.
  var pictureFrames: [Rect] { get }
  /// The same of rows that stand there as skeletons, which show no picture.
  var hiddenPictureFrames: [Rect] { get }
  /// Draws what the last frame prepared; every pixel.
  func paint(on base: UnsafeMutablePointer<UInt32>, size: PixelSize, stride: Int)
}

extension StudyList {
  var hiddenPictureFrames: [Rect] { [] }
}

/// Parts that a frame could not show.
struct StudyFrame {
  /// Number of messages in view.
  var rows = 0
  /// Rows of pixels without anything.
  var blankPixels = 0
  /// Rows that stood there as skeletons.
  var skeletons = 0
  /// Pictures in view of which the painted frame shows the placeholder, or which it leaves out with
  /// their row; nil where nothing was painted.
  var latePictures: Int?
  /// Number of these in rows shown as skeletons.
  var hiddenPictures = 0
  /// Frames of animations in view that took the place of others.
  var animationFrames = 0
  /// Seconds of it that it waited for other threads.
  var waited = 0.0

  /// Whether all that belongs to the screen is on it: what opening is measured to.
  var isComplete: Bool { rows > 0 && blankPixels == 0 && skeletons == 0 && latePictures == 0 }
}

/// Lets the protocol's script move a list.
@MainActor
final class StudyTarget: DriveTarget {
  private let list: any StudyList
  private var rest = 0.0

  init(_ list: any StudyList) { self.list = list }

  var position: (now: Double, max: Double) { list.position }

  func scroll(by pixels: Double) {
    // Whole pixels now, the fraction with the next step.
    let whole = (pixels + rest).rounded(.towardZero)
    rest += pixels - whole
    list.scroll(by: Int(whole))
  }

  func scrollToTop() {}
  func scrollToMiddle() {}
  func setListWidth(_ points: Double) {}
  func insert(front: Int, back: Int) {}
  var firstVisible: (id: Int64, y: Double)? { nil }
  func y(of id: Int64) -> Double? { nil }
}
