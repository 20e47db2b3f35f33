import LugeCore
import LugeImages
import LugeQt

/// Page of the viewer: a picture with all texts and buttons around it.
extension PictureViewer {
  /// Seconds to wait until a page is complete.
  private static let pageTimeout = 0.15

  /// Begins to load the page of the current entry. It is shown once it is complete: a caption of
  /// another picture would be wrong even for one frame.
  func beginPage() {
    pageBegan = FrameClock.now
    readDetails(of: entry)
    Task { @MainActor [weak self] in
      try? await Task.sleep(for: .seconds(Self.pageTimeout))
      self?.requestFrame()
    }
  }

  var isPatienceOver: Bool { FrameClock.now - pageBegan >= Self.pageTimeout }

  /// Whether the page may be shown: its texts are drawn, and the picture, its substitute or its
  /// error is there, or the waiting time is over.
  var isPageWhole: Bool {
    isPatienceOver
      || drawnChrome?.chrome.entry == entry
        && (zoom != nil && standing != nil || loader.problem(of: entry) != nil)
  }

  /// The picture, or the same one at another size.
  private var standing: Bitmap? {
    animation?.frame ?? loader.best(for: entry) ?? loader.standIn(for: entry)
  }

  var page: PictureStage {
    PictureStage(
      scheme: scheme, rect: zoom?.rect, picture: standing,
      // An error's text is drawn on the background, not on a blur of unknown colours.
      preview: loader.problem(of: entry) == nil ? previewBitmap() : nil,
      isMoving: motion != nil || drag?.isMoving == true,
      chrome: drawnChrome?.chrome.entry == entry ? drawnChrome : nil)
  }

  /// Shows an animated picture at a time, and requests a frame for its next change.
  func animate(at time: Double) {
    let name = entry.key.source.lowercased()
    let mayMove = [".gif", ".webp", ".apng", ".png"].contains(where: name.hasSuffix)
    guard isAnimating, mayMove, let size = loader.fittedSize(of: entry) else {
      animation?.show(nil, at: time)
      return
    }
    let player = animation ?? ViewerAnimation { [weak self] in self?.requestFrame() }
    animation = player
    if let next = player.show(ImageRequest(entry.key, size: size), at: time) {
      subscription?.requestFrame(at: next)
    }
  }

  /// Whether there is a preview to show until the picture is loaded.
  package var hasPreview: Bool { details[entry]?.preview != nil }

  private func previewBitmap() -> Bitmap? {
    guard let hash = details[entry]?.preview else { return nil }
    if let preview, preview.entry == entry { return preview.bitmap }
    let size = PixelSize(width: 32, height: 32)
    let pixels = hash.pixels(size)
    guard pixels.count == 32 * 32 else { return nil }
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { _ = $0.update(fromContentsOf: pixels) }
    preview = (entry, bitmap)
    return bitmap
  }
}
