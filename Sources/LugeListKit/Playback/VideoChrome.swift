import Dispatch
import LugeChat
import LugeCore
import LugeEngine
import LugePaint
import Synchronization

/// The controls around a video: name and close button above; play button, times and position bar
/// below.
struct VideoChrome: Hashable, Sendable {
  enum Part: Hashable, Sendable { case play, bar, close }

  var size: PixelSize
  var scale: Double
  var scheme: ColorScheme
  var fontFamily: String
  var title: String
  var times: String
  var isPlaying: Bool
  /// Device pixels of the bar that were played.
  var played: Int

  /// Points.
  private static let height = 52.0
  private static let side = 40.0
  private static let timesWidth = 110.0

  private func px(_ points: Double) -> Double { (points * scale).rounded() }

  var titleRect: Rect { Rect(x: 0, y: 0, width: Double(size.width), height: px(Self.height)) }

  var barRect: Rect {
    Rect(
      x: 0, y: max(0, Double(size.height) - px(Self.height)), width: Double(size.width),
      height: px(Self.height))
  }

  var pictureArea: Rect {
    Rect(
      x: 0, y: titleRect.maxY, width: Double(size.width),
      height: max(1, barRect.y - titleRect.maxY))
  }

  /// Rectangle of a control on the surface.
  func rect(of part: Part) -> Rect {
    let side = px(Self.side)
    let inset = ((px(Self.height) - side) / 2).rounded()
    switch part {
    case .play: return Rect(x: inset, y: barRect.y + inset, width: side, height: side)
    case .close:
      return Rect(
        x: max(0, Double(size.width) - side - inset), y: inset, width: side, height: side)
    case .bar:
      let left = inset + side + px(8)
      let right = Double(size.width) - px(Self.timesWidth)
      return Rect(
        x: left, y: barRect.y + inset, width: max(px(24), right - left), height: side)
    }
  }

  func part(at point: Point) -> Part? {
    [Part.play, .bar, .close].first { rect(of: $0).contains(point) }
  }

  /// As large as fits, in the video's own shape.
  func fitted(_ picture: PixelSize) -> Rect {
    let area = pictureArea
    let factor = min(
      area.width / Double(max(1, picture.width)), area.height / Double(max(1, picture.height)))
    let width = (Double(picture.width) * factor).rounded()
    let height = (Double(picture.height) * factor).rounded()
    return Rect(
      x: (area.x + (area.width - width) / 2).rounded(),
      y: (area.y + (area.height - height) / 2).rounded(), width: width, height: height)
  }

  static func played(
    _ position: Double, of duration: Double?, _ size: PixelSize, _ scale: Double
  ) -> Int {
    guard let duration, duration > 0, position.isFinite else { return 0 }
    let empty = VideoChrome(
      size: size, scale: scale, scheme: .light, fontFamily: "", title: "", times: "",
      isPlaying: false, played: 0)
    return Int((empty.rect(of: .bar).width * min(1, max(0, position / duration))).rounded())
  }

  // MARK: Drawing

  func titleList(_ context: LayoutContext) -> DrawList {
    let close = rect(of: .close)
    let inset = px(16)
    let line = context.line(
      title, points: 14, weight: .medium, maxWidth: max(1, Int(close.x - 2 * inset)))
    let arm = px(6)
    let middle = Point(x: close.midX, y: close.midY)
    func stroke(_ dx: Double) -> DrawCommand {
      .polyline(
        Polyline([
          Point(x: middle.x - dx, y: middle.y - arm), Point(x: middle.x + dx, y: middle.y + arm),
        ]), fill: nil, stroke: Stroke(ViewerColors.text, width: max(1, px(1.8))))
    }
    return DrawList([
      .rectangle(titleRect, fill: ViewerColors.bar),
      .plainText(
        line, x: Int(inset), y: (Int(titleRect.height) - line.size.height) / 2,
        color: ViewerColors.text), stroke(arm), stroke(-arm),
    ])
  }

  func barList(_ context: LayoutContext) -> DrawList {
    let top = barRect.y
    let play = rect(of: .play).offsetBy(x: 0, y: -top)
    let bar = rect(of: .bar).offsetBy(x: 0, y: -top)
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

/// "0:07 / 1:30".
enum ChatTimes {
  static func words(_ position: Double, of duration: Double?) -> String {
    let strings = ChatStrings()
    return [strings.duration(position.rounded(.down)), strings.duration(duration)]
      .compactMap { $0 }.joined(separator: " / ")
  }
}

/// Draws the controls on a queue of its own: text is not measured on the main thread.
final class VideoChromePainter: Sendable {
  private let queue = DispatchQueue(label: "luge.video-chrome", qos: .userInitiated)
  /// Made and used on the queue only.
  private let tools = Mutex<PaintTools?>(nil)
  private let wanted = Mutex<VideoChrome?>(nil)

  /// Draws soon; of several calls in a row only the last one is drawn.
  ///
  /// - Parameter done: called on the queue.
  func draw(
    _ chrome: VideoChrome, done: @escaping @Sendable (_ bar: Bitmap, _ title: Bitmap) -> Void
  ) {
    wanted.withLock { $0 = chrome }
    queue.async { [self] in
      guard wanted.withLock({ $0 == chrome }) else { return }
      let (bar, title) = tools.withLock { kept in
        let tools = kept ?? PaintTools()
        kept = tools
        return Self.bitmaps(chrome, tools)
      }
      done(bar, title)
    }
  }

  static func bitmaps(_ chrome: VideoChrome, _ tools: PaintTools) -> (Bitmap, Bitmap) {
    let context = LayoutContext(
      environment: LayoutEnvironment(
        width: chrome.size.width, scale: chrome.scale, fontFamily: chrome.fontFamily),
      text: tools.text)
    func bitmap(_ list: DrawList, _ rect: Rect) -> Bitmap {
      tools.paint(
        list, origin: .zero,
        size: PixelSize(width: max(1, Int(rect.width)), height: max(1, Int(rect.height))),
        scheme: chrome.scheme)
    }
    return (
      bitmap(chrome.barList(context), chrome.barRect),
      bitmap(chrome.titleList(context), chrome.titleRect)
    )
  }
}
