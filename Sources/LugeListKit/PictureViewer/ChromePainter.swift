import Dispatch
import LugeCore
import LugePaint
import Synchronization

/// The viewer's chrome as bitmaps.
struct DrawnChrome: Sendable {
  struct Part: Sendable {
    var rect: Rect
    var bitmap: Bitmap
  }

  var chrome: ViewerChrome
  var layout: ViewerChromeLayout
  var parts: [Part]

  /// Area for the picture: what the bar and the caption leave, so that the caption hides nothing of
  /// a picture that is fitted into it.
  var pictureArea: Rect {
    var area = chrome.pictureArea
    if let top = layout.captionTop {
      area.height = max(1, top - (8 * chrome.scale).rounded() - area.y)
    }
    return area
  }
}

/// Lays out and draws the viewer's chrome on a queue of its own, because text must not be measured
/// on the main thread.
final class ChromePainter: Sendable {
  private let queue = DispatchQueue(label: "luge.viewer-chrome", qos: .userInitiated)
  /// The queue's tools, made and used only there.
  private let tools = Mutex<PaintTools?>(nil)
  private let wanted = Mutex<ViewerChrome?>(nil)

  /// Draws a chrome soon. Of several pending calls only the last one is drawn.
  ///
  /// - Parameter done: called on the queue with the result.
  func draw(_ chrome: ViewerChrome, done: @escaping @Sendable (DrawnChrome) -> Void) {
    wanted.withLock { $0 = chrome }
    queue.async { [self] in
      guard wanted.withLock({ $0 == chrome }) else { return }
      done(Self.drawn(chrome, with: tools))
    }
  }

  static func drawn(_ chrome: ViewerChrome, with tools: borrowing Mutex<PaintTools?>) -> DrawnChrome
  {
    tools.withLock { kept in
      let tools = kept ?? PaintTools()
      kept = tools
      return drawn(chrome, tools)
    }
  }

  static func drawn(_ chrome: ViewerChrome, _ tools: PaintTools) -> DrawnChrome {
    let layout = ViewerChromeLayout(chrome, text: tools.text)
    let parts = layout.parts.map { part in
      DrawnChrome.Part(
        rect: part.rect,
        bitmap: tools.paint(
          part.list, origin: part.rect.origin,
          size: PixelSize(width: Int(part.rect.width), height: Int(part.rect.height)),
          scheme: chrome.scheme))
    }
    return DrawnChrome(chrome: chrome, layout: layout, parts: parts)
  }
}
