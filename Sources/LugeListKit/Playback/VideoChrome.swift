import Dispatch
import LugeChat
import LugeCore
import LugeEngine
import LugePaint
import Synchronization

/// Texts and buttons around a video: sender and time above, as for a picture; play button, times
/// and position bar below.
struct VideoChrome: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case play, bar
    case action(ViewerAction)
  }

  /// The bar above the video, with its size and colours.
  var head: ViewerChrome
  var times: String
  var isPlaying: Bool
  /// Width of the played part of the position bar, device pixels.
  var played: Int

  /// Height of the bar below the video, points.
  static let height = 52.0
  private static let side = 40.0
  private static let timesWidth = 110.0

  private func px(_ points: Double) -> Double { (points * head.scale).rounded() }

  var barRect: Rect {
    Rect(
      x: 0, y: max(0, head.bottom), width: Double(head.size.width), height: px(Self.height))
  }

  /// Rectangle of the button that plays and pauses, on the surface.
  var playRect: Rect {
    let side = px(Self.side)
    let inset = ((px(Self.height) - side) / 2).rounded()
    return Rect(x: inset, y: barRect.y + inset, width: side, height: side)
  }

  /// Rectangle of the bar that shows and changes the position, on the surface.
  var seekRect: Rect {
    let left = playRect.maxX + px(8)
    let right = Double(head.size.width) - px(Self.timesWidth)
    return Rect(
      x: left, y: playRect.y, width: max(px(24), right - left), height: playRect.height)
  }

  /// Returns the button or the bar at a point; nil above them.
  func part(at point: Point) -> Part? {
    playRect.contains(point) ? .play : seekRect.contains(point) ? .bar : nil
  }

  /// Returns the largest rectangle of the video's shape that fits.
  func fitted(_ picture: PixelSize) -> Rect {
    let area = head.pictureArea
    let factor = min(
      area.width / Double(max(1, picture.width)), area.height / Double(max(1, picture.height)))
    let width = (Double(picture.width) * factor).rounded()
    let height = (Double(picture.height) * factor).rounded()
    return Rect(
      x: (area.x + (area.width - width) / 2).rounded(),
      y: (area.y + (area.height - height) / 2).rounded(), width: width, height: height)
  }

  /// Sets the played part of the position bar.
  mutating func setPlayed(_ position: Double, of duration: Double?) {
    played = 0
    guard let duration, duration > 0, position.isFinite else { return }
    played = Int((seekRect.width * min(1, max(0, position / duration))).rounded())
  }

  // MARK: Drawing

  func barList(_ context: LayoutContext) -> DrawList {
    let top = barRect.y
    let play = playRect.offsetBy(x: 0, y: -top)
    let bar = seekRect.offsetBy(x: 0, y: -top)
    let line = px(4)
    let y = (bar.midY - line / 2).rounded()
    let knob = px(12)
    let accent = DesignTokens.standard.colors.accent
    var list = DrawList([
      .rectangle(
        Rect(x: 0, y: 0, width: barRect.width, height: barRect.height), fill: ViewerColors.bar),
      .roundedRectangle(
        Rect(x: bar.x, y: y, width: bar.width, height: line), CornerRadii(line / 2),
        fill: ViewerColors.edge, stroke: nil),
      .roundedRectangle(
        Rect(x: bar.x, y: y, width: Double(max(played, 0)), height: line),
        CornerRadii(min(line, Double(played)) / 2), fill: accent, stroke: nil),
      .roundedRectangle(
        Rect(
          x: min(max(bar.x, bar.x + Double(played) - knob / 2), bar.maxX - knob),
          y: (bar.midY - knob / 2).rounded(), width: knob, height: knob),
        CornerRadii(knob / 2), fill: accent, stroke: nil),
    ])
    if isPlaying {
      for x in [0.36, 0.54] {
        list.append(
          .rectangle(
            Rect(
              x: (play.x + x * play.width).rounded(), y: (play.y + 0.3 * play.height).rounded(),
              width: (0.1 * play.width).rounded(), height: (0.4 * play.height).rounded()),
            fill: ViewerColors.text))
      }
    } else {
      list.append(.path(MediaGlyph.play.path(in: play), fill: ViewerColors.text, stroke: nil))
    }
    let words = context.line(
      times, points: 12, maxWidth: max(1, Int(barRect.width - bar.maxX - px(16))))
    list.append(
      .plainText(
        words, x: Int(bar.maxX + px(10)), y: (Int(barRect.height) - words.size.height) / 2,
        color: ViewerColors.secondary))
    return list
  }
}

/// Formats a position: "0:07 / 1:30".
enum ChatTimes {
  static func words(_ position: Double, of duration: Double?) -> String {
    let strings = ChatStrings()
    return [strings.duration(position.rounded(.down)), strings.duration(duration)]
      .compactMap { $0 }.joined(separator: " / ")
  }
}

/// The bars of a video as bitmaps.
struct DrawnVideoChrome: Sendable {
  var chrome: VideoChrome
  var head: DrawnChrome
  var bar: Bitmap
}

/// Draws the bars of a video on a queue of its own, because text must not be measured on the main
/// thread.
final class VideoChromePainter: Sendable {
  /// State made and used on the queue only.
  private struct Kept {
    var tools = PaintTools()
    /// The upper bar, drawn again only when it changes, unlike the lower one.
    var head: DrawnChrome?
  }

  private let queue = DispatchQueue(label: "luge.video-chrome", qos: .userInitiated)
  private let kept = Mutex<Kept?>(nil)
  private let wanted = Mutex<VideoChrome?>(nil)

  /// Draws the bars soon. Of several pending calls only the last one is drawn.
  ///
  /// - Parameter done: called on the queue with the result.
  func draw(_ chrome: VideoChrome, done: @escaping @Sendable (DrawnVideoChrome) -> Void) {
    wanted.withLock { $0 = chrome }
    queue.async { [self] in
      guard wanted.withLock({ $0 == chrome }) else { return }
      let drawn = kept.withLock { kept in
        var now = kept ?? Kept()
        let head =
          now.head.flatMap { $0.chrome == chrome.head ? $0 : nil }
          ?? ChromePainter.drawn(chrome.head, now.tools)
        now.head = head
        kept = now
        return DrawnVideoChrome(chrome: chrome, head: head, bar: Self.bar(chrome, now.tools))
      }
      done(drawn)
    }
  }

  private static func bar(_ chrome: VideoChrome, _ tools: PaintTools) -> Bitmap {
    let head = chrome.head
    let context = LayoutContext(
      environment: LayoutEnvironment(
        width: head.size.width, scale: head.scale, fontFamily: head.fontFamily),
      text: tools.text)
    let rect = chrome.barRect
    return tools.paint(
      chrome.barList(context), origin: .zero,
      size: PixelSize(width: max(1, Int(rect.width)), height: max(1, Int(rect.height))),
      scheme: head.scheme)
  }
}
