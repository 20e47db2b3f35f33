import LugeCore

/// A list that the study scrolls.
@MainActor
protocol StudyList: AnyObject {
  /// Before the first frame.
  func open(_ size: PixelSize)
  /// Offset and its greatest value, pixels.
  var position: (now: Double, max: Double) { get }
  func scroll(by pixels: Int)
  /// Brings the list up to date.
  ///
  /// - Parameter time: seconds on the frame clock, or of the virtual one.
  func frame(at time: Double) -> StudyFrame
  /// Whether what was painted last shows everything: no row and no picture is missing.
  var isComplete: Bool { get }
  /// Draws what the last frame prepared; every pixel.
  func paint(on base: UnsafeMutablePointer<UInt32>, size: PixelSize, stride: Int)
}

/// What a frame could not show.
struct StudyFrame {
  /// Rows of pixels without anything.
  var blankPixels = 0
  /// Rows that stood there as skeletons.
  var skeletons = 0
  /// Seconds of it that it waited for other threads.
  var waited = 0.0
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
